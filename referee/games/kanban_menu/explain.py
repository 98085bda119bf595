"""Finds a legal story for a turn of which only the changes were seen.

A story is a chosen action card, its tokens, at most one activation and any of the own once-per-turn effects,
in a legal order. Sums come first: only stories whose changes add up are played through, by the rules
themselves, the shortest first. Stories without unknown numbers are tried before those with. The search is
bounded; where it gives up it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from referee.games.base import Effect, Reason, Verdict
from referee.games.kanban_menu.cards import ABILITIES, BONUSES, BRUNCH
from referee.games.kanban_menu.events import Activate, Choose, Event, Skip, Take, UseAbility
from referee.games.kanban_menu.model import (
    ACTIONS,
    NONE,
    TOKENS_ON_A_CARD,
    YELLOW,
    YELLOW_MONEY,
    Counts,
    count,
    plus,
)
from referee.games.kanban_menu.notes import Judged
from referee.games.kanban_menu.options import (
    NOTHING,
    Change,
    Combo,
    Four,
    Index,
    Step,
    Way,
    activations,
    combos,
    skips,
    table_key,
    token_change,
    unused,
    ways,
)
from referee.games.kanban_menu.state import State, may_own
from referee.games.kanban_menu.story import Story

MOST_COMBOS: Final = 20_000
MOST_DOUBTFUL_COMBOS: Final = 1_000
MOST_SUMS: Final = 30_000
MOST_PLAYED: Final = 2_000
"""How far the search goes: choices of abilities, sums tried, steps played through."""

Play = Callable[[State, Event], Judged]
Played = tuple[tuple[Event, Verdict], ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The changes that were seen; None is what was not looked at.

    `developed` and `reserved` are the menu cards that came to the front and to the hand; `taken` the tokens
    of the action card, where they were seen; `fits` checks the state at the end of a story.
    """

    fits: Callable[[State], bool]
    action: int | None = None
    taken: Counts | None = None
    money: int | None = None
    vp: int | None = None
    materials: Four | None = None
    developed: frozenset[str] | None = None
    reserved: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The shortest story or None; the actions that have one; whether the search was complete."""

    story: Story | None
    actions: tuple[int, ...] = ()
    complete: bool = True


class _Opening(NamedTuple):
    """Choosing and taking. `doubtful` names a card that may lie in front of the player; `loose`: there may be
    more on the action card than `tokens`."""

    change: Change
    doubtful: str | None
    tokens: Counts
    loose: bool


class _Candidate(NamedTuple):
    """A story whose sums fit, not yet played through: the choice, the tokens, the step, the abilities.

    `guesses` are what it takes for granted.
    """

    weight: int
    action: int
    tokens: Counts
    step: Step | None
    ways: tuple[Way, ...]
    guesses: tuple[str, ...] = ()


@dataclass
class _Search:
    """One pass; with `doubts` it also tries what rests on something that is not known."""

    state: State
    seat: int
    wanted: Wanted
    play: Play
    doubts: bool
    sums: int = 0
    played: int = 0
    complete: bool = True
    combos: tuple[tuple[Combo, ...], Index] = field(default=((), {}))

    def __post_init__(self) -> None:
        config, player = self.state.config, self.state.players[self.seat]
        cards = player.menu
        if self.doubts and "menu" in player.unsure:
            cards += tuple(card for card in ABILITIES if may_own(self.state, player, card))
        most = MOST_DOUBTFUL_COMBOS if self.doubts else MOST_COMBOS
        left = unused(cards, self.state.used_abilities)
        abilities, table = tuple(config.abilities.items()), table_key(config.table)
        found = combos(left, abilities, table, not self.doubts, most)
        if found is None:
            self.complete = False
            found = combos(left, abilities, table, not self.doubts, most, deep=2)
        assert found is not None
        self.combos = (tuple(found[0]), found[1])


def explain(state: State, seat: int, wanted: Wanted, play: Play) -> Found:
    """Searches for the shortest legal story from `state` on; `play` judges one event."""
    chosen = state.chosen or wanted.action
    actions = (chosen,) if chosen else tuple(range(1, ACTIONS + 1))
    complete = True
    for doubts in (False, True):
        search = _Search(state, seat, wanted, play, doubts)
        best: Story | None = None
        fitting: list[int] = []
        for action in actions:
            story = _shortest(search, action)
            if story is not None:
                fitting.append(action)
                if best is None or len(story.events) < len(best.events):
                    best = story
        complete = complete and search.complete
        if best is not None:
            return Found(best, tuple(fitting), complete)
    return Found(None, (), complete)


def _shortest(search: _Search, action: int) -> Story | None:
    for candidate in sorted(_candidates(search, action), key=lambda it: it.weight):
        story = _play_through(search, candidate)
        if story is not None:
            return story
    return None


def _candidates(search: _Search, action: int) -> Iterator[_Candidate]:
    """Every story of an action whose changes add up to what was seen."""
    state, seat, wanted = search.state, search.seat, search.wanted
    open_turn = state.phase in ("choose", "take", "activate")
    told = (wanted.developed or frozenset()) | (wanted.reserved or frozenset())
    steps: list[Step | None] = [None]
    if open_turn:
        steps = [*skips(state, seat), *activations(state, seat, action, told)]
    if not search.doubts:
        steps = [step for step in steps if step is None or (step.change.exact and not step.doubtful)]
    for opening in _openings(search, action):
        for step in steps:
            if step is None:
                yield from _completed(search, action, opening, None, opening.change, ())
                continue
            if wanted.developed is not None and wanted.developed != _set(step.develops):
                continue
            if wanted.reserved is not None and wanted.reserved != _set(step.reserves):
                continue
            so_far = opening.change.plus(step.change)
            yield from _completed(search, action, opening, step, so_far, ())
            for way in _own_ways(search, step):
                yield from _completed(search, action, opening, step, so_far.plus(way.change), (way,))


def _set(card: str | None) -> frozenset[str]:
    return frozenset() if card is None else frozenset((card,))


def _own_ways(search: _Search, step: Step) -> list[Way]:
    """KM-A6: the ability of a card that this step develops."""
    if step.develops is None:
        return []
    config = search.state.config
    found = ways(step.develops, config.abilities, table_key(config.table))
    return found if search.doubts else [way for way in found if way.change.exact]


def _openings(search: _Search, action: int) -> Iterator[_Opening]:
    """Choosing the action and taking its tokens, as far as the turn has not got there yet."""
    state = search.state
    if state.phase not in ("choose", "take"):
        yield _Opening(NOTHING, None, NONE, False)
        return
    pile, taken = state.actions[action - 1], search.wanted.taken
    tokens = pile.counts if taken is None else taken
    loose = not pile.sure and taken is None
    change = token_change(tokens)
    if state.phase == "take":
        yield _Opening(change, None, tokens, loose)
        return
    bonus, player = BONUSES[action], state.players[search.seat]
    times, unknown = player.menu.count(bonus.card), may_own(state, player, bonus.card)
    money, vp = bonus.money * max(1, times), bonus.vp * max(1, times)
    if not times:
        yield _Opening(change, None, tokens, loose)
    if times or (unknown and search.doubts):
        doubtful = None if times else bonus.card
        yield _Opening(change.plus(Change(money, money, vp, vp)), doubtful, tokens, loose)


def _completed(
    search: _Search, action: int, opening: _Opening, step: Step | None, so_far: Change, own: tuple[Way, ...]
) -> Iterator[_Candidate]:
    """The choices of abilities with which all adds up."""
    wanted, every = search.wanted, search.combos[0]
    weight = (step.weight if step is not None else 0) + sum(way.weight for way in own)
    quick = not search.doubts and not opening.loose and wanted.vp is not None
    if quick and wanted.materials is not None:
        a, b = wanted.materials, so_far.materials
        rest = (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])
        every = tuple(search.combos[1].get(((wanted.vp or 0) - so_far.vp, rest), ()))
    for combo in every:
        search.sums += 1
        if search.sums > MOST_SUMS:
            search.complete = False
            return
        more = _fit(search, so_far.plus(combo.change), opening)
        if more is not None:
            tokens = opening.tokens if more is NONE else plus(opening.tokens, more)
            taking = 1 if tokens != NONE else 0
            cards = [opening.doubtful, BRUNCH if step is not None and step.doubtful else None]
            name = search.state.players[search.seat].name
            guesses = [None if card is None else f"{card} in front of {name}" for card in cards]
            guesses.append(f"yellow on action card {action}" if more[YELLOW] else None)
            yield _Candidate(
                weight + combo.weight + taking,
                action,
                tokens,
                step,
                (*own, *combo.ways),
                tuple(guess for guess in guesses if guess is not None),
            )


def _fit(search: _Search, total: Change, opening: _Opening) -> Counts | None:
    """The further tokens of an unknown action card with which a total is what was seen; None if none are."""
    wanted = search.wanted
    if wanted.vp is not None and not total.vp <= wanted.vp <= total.most_vp:
        return None
    tokens: list[int] = []
    if wanted.materials is not None and wanted.materials != total.materials and not total.open:
        for i, (there, here) in enumerate(zip(wanted.materials, total.materials, strict=True)):
            if there < here or (there > here and not opening.loose):
                return None
            tokens += [i] * (there - here)
    if wanted.money is not None and wanted.money > total.most_money:
        # Money that nobody saw come in may be yellow tokens of a card that nobody saw.
        short = wanted.money - total.most_money
        if not opening.loose or not search.doubts or short % YELLOW_MONEY:
            return None
        tokens += [YELLOW] * min(short // YELLOW_MONEY, TOKENS_ON_A_CARD + 1)
    elif wanted.money is not None and wanted.money < total.money and search.state.config.limit is None:
        return None  # only a money limit makes less of a gain
    if not tokens:
        return NONE
    if sum(opening.tokens) + len(tokens) > TOKENS_ON_A_CARD:
        return None
    return count(tokens)


def _play_through(search: _Search, candidate: _Candidate) -> Story | None:
    """Plays a candidate by the rules, in every order of its abilities until one is legal."""
    failed: set[tuple[int, int, int]] = set()
    main = _main_events(search, candidate)
    extra = [_ability_event(search.seat, way) for way in candidate.ways]
    everything = (1 << len(extra)) - 1

    def go(state: State, at: int, used: int, played: Played) -> Story | None:
        if at == len(main) and used == everything:
            return _told(candidate, state, played) if search.wanted.fits(state) else None
        key = (at, used, state.players[search.seat].money)
        if key in failed:
            return None
        next_steps = [(event, at + 1, used) for event in main[at]] if at < len(main) else []
        next_steps += [(event, at, used | 1 << i) for i, event in enumerate(extra) if not used >> i & 1]
        for event, next_at, next_used in next_steps:
            search.played += 1
            if search.played > MOST_PLAYED:
                search.complete = False
                return None
            after, verdict = search.play(state, event)
            if verdict.call == "OK" or (search.doubts and verdict.call == "UNSURE"):
                story = go(after, next_at, next_used, (*played, (event, verdict)))
                if story is not None:
                    return story
        failed.add(key)
        return None

    return go(search.state, 0, 0, ())


def _main_events(search: _Search, candidate: _Candidate) -> list[list[Event]]:
    """What comes in a fixed order; each as one of several events."""
    state, seat = search.state, search.seat
    main: list[list[Event]] = []
    if state.phase == "choose":
        main.append([Choose(seat, candidate.action)])
    if candidate.tokens != NONE and state.phase in ("choose", "take"):
        main.append([Take(seat, candidate.tokens)])
    if candidate.step is not None:
        details = candidate.step.details
        main.append([Activate(seat, one_way) for one_way in details] if details else [Skip(seat)])
    return main


def _ability_event(seat: int, way: Way) -> Event:
    return UseAbility(seat, way.card, way.drew, None if way.trade is None else (way.trade,))


def _told(candidate: _Candidate, state: State, played: Played) -> Story:
    effects: list[Effect] = []
    reasons = {Reason("unknown", path="after", expected=guess): None for guess in candidate.guesses}
    for _, verdict in played:
        effects += verdict.effects
        reasons |= dict.fromkeys(verdict.reasons)
    return Story(
        candidate.action,
        tuple(event for event, _ in played),
        state,
        tuple(effects),
        tuple(reason for reason in reasons if reason.severity is not None),
        tuple(reason for reason in reasons if reason.severity is None),
    )
