"""Carries out an exchange: pays, receives, and tallies it (KM-R12, KM-A8, KM-A9)."""

from __future__ import annotations

from operator import ge

from referee.games.base import change
from referee.games.kanban_menu.model import COLOURS, NONE, UNKNOWN, Counts, Exchange, minus, plus
from referee.games.kanban_menu.notes import Notes, Tally
from referee.games.kanban_menu.state import Player, State


def _paid(player: Player, pay: Counts, notes: Notes, path: str | None, short: str) -> Counts:
    """The tokens that a player really gives; notes those that are not there."""
    if all(map(ge, player.materials, pay)):
        return pay
    given = list(pay)
    for i, wanted in enumerate(pay):
        held = player.materials[i]
        if wanted <= held:
            continue
        expected, seen = f"{wanted} {COLOURS[i]}", str(held) if held else None
        if "materials" in player.unsure:
            notes.doubt("unknown", path=path, expected=expected)
        else:
            notes.wrong(short, path=path, expected=expected, seen=seen)
            given[i] = held
    return (given[0], given[1], given[2], given[3], given[4])


def _unknown(deal: Exchange) -> set[str]:
    """Of what nobody knows how much there is after an exchange."""
    money = deal.pay_money is None or deal.get_money is None
    return {name for name, unknown in (("money", money), ("vp", deal.get_vp is None)) if unknown}


def carry_out(
    state: State,
    seat: int,
    deal: Exchange,
    notes: Notes,
    effect: str,
    *,
    path: str | None = None,
    card: str | None = None,
    price: int | None = None,
    source: str | None = None,
    short: str = "no_token",
) -> State:
    """The state after a player gave and received what `deal` says, with the tokens paid in the used area.

    What cannot be paid is noted (`cannot_pay` for money and VP, `short` for tokens), and paid as far as
    possible. Where a number is not known, what follows from it is not known any more.
    """
    player = state.players[seat]
    money, vp, unsure, used = player.money, player.vp, player.unsure, state.used
    for name in deal.missing:
        notes.doubt("no_data", path=name, expected="a number")

    pay_money = deal.pay_money
    if pay_money is None:
        money, unsure = 0, unsure | {"money"}
    elif pay_money:
        if pay_money > money:
            if "money" in unsure:
                notes.doubt("unknown", path=path, expected=f"${pay_money}")
            else:
                notes.wrong("cannot_pay", path=path, expected=f"${pay_money}", seen=f"${money}")
        money = max(0, money - pay_money)
    if deal.pay_vp:
        if deal.pay_vp > vp:
            if "vp" in unsure:
                notes.doubt("unknown", path=path, expected=f"{deal.pay_vp} VP")
            else:
                notes.wrong("cannot_pay", path=path, expected=f"{deal.pay_vp} VP", seen=f"{vp} VP")
        vp = max(0, vp - deal.pay_vp)
    materials, given = player.materials, deal.pay
    if given is None:
        materials, unsure = NONE, unsure | {"materials"}
        used = UNKNOWN._replace(counts=used.counts)
    elif given is not NONE:
        given = _paid(player, given, notes, path, short)
        materials = minus(materials, given)
        used = used.put(given)

    lost = 0
    get_money = deal.get_money
    if get_money is None:
        unsure = unsure | {"money"}
    elif get_money:
        limit = state.config.limit
        if limit is not None and money + get_money > limit:
            lost = money + get_money - max(limit, money)
        money += get_money - lost
    get_vp = deal.get_vp
    if get_vp is None:
        unsure = unsure | {"vp"}
    else:
        vp += get_vp
    if deal.get is not NONE:
        materials = plus(materials, deal.get)

    after: Player = change(
        player, money=money, vp=vp, materials=materials, earned=player.earned + (get_vp or 0), unsure=unsure
    )
    if deal.missing and player.at_least:
        after = change(after, at_least=player.at_least - _unknown(deal))
    notes.effects.append(
        Tally(
            effect,
            player.name,
            card,
            price,
            source,
            None if pay_money is None or get_money is None else get_money - lost - pay_money,
            None if get_vp is None else get_vp - deal.pay_vp,
            given or NONE,
            deal.get,
            after.known_money if unsure else after.money,
            after.known_vp if unsure else after.vp,
            lost,
        )
    )
    players = state.players
    return change(state, players=(*players[:seat], after, *players[seat + 1 :]), used=used)
