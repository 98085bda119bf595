"""What every game's `setup` and events say of players and options, read in one way."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from referee.games.base import BadInput, Reason, warning
from referee.games.fields import Fields, is_name, printable, seen


def read_players(fields: Fields, most: int, reserved: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Two to `most` different names. `reserved`: names that no player may have, and what to write instead."""
    players: list[str] = []
    expected = f"a list of 2 to {most} names"
    listed = fields.raw.get("players")
    if isinstance(listed, list | tuple) and not 2 <= len(listed) <= most:
        fields.note("bad_value", "players", expected, listed)
        return ()
    for i, name in enumerate(fields.items("players", expected, most)):
        path = f"players[{i}]"
        if not isinstance(name, str) or not is_name(name):
            fields.wrong(path, "a name", name)
        elif reserved and name in reserved:
            fields.note("bad_value", path, reserved[name], name)
        elif name in players:
            fields.note("bad_value", path, "a name that no other player has", name)
        else:
            players.append(name)
    return tuple(players)


def read_starter(fields: Fields, key: str, expected: str, players: Collection[str]) -> str:
    """The name of the player who begins."""
    name = fields.name(key, expected)
    if name and players and name not in players:
        fields.note("unknown_player", key, "one of " + ", ".join(players), name)
    return name


def read_seat(fields: Fields, key: str, seats: Mapping[str, int]) -> int:
    """The seat of the player that is named; 0 where nobody is."""
    name = fields.raw.get(key)
    if isinstance(name, str):
        seat = seats.get(name)
        if seat is not None:
            return seat
        fields.note("unknown_player", key, "one of " + ", ".join(seats), name)
    else:
        fields.wrong(key, "one of " + ", ".join(seats), name)
    return 0


def unknown_options(raw: Mapping[str, object], known: Collection[str]) -> tuple[Reason, ...]:
    """A warning for each option that a game does not have: most likely a slip of the pen."""
    options = raw.get("options")
    expected = "one of " + ", ".join(sorted(known))
    return tuple(
        warning("unknown_option", path=f"options.{printable(name)}", expected=expected)
        for name in (options if isinstance(options, dict) else ())
        if name not in known
    )


def unknown_event(subject: object, subjects: Collection[str]) -> BadInput:
    """What to raise for an event that a game does not have."""
    code = "missing_field" if subject is None else "unknown_event"
    expected = "one of " + ", ".join((*subjects, "override", "undo"))
    return BadInput(Reason(code, path="event", expected=expected, seen=seen(subject)))
