"""The commands that need neither a camera nor a dashboard, and what several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.adapters import names
from referee.errors import CommandError
from referee.jsonlines import encode
from referee.sets.errors import ProfileError
from referee.sets.profile import Profile, load_profile

if TYPE_CHECKING:
    from referee.journal import Journal


def check(args: argparse.Namespace, *, as_json: bool) -> int:
    """`referee check`."""
    from referee.check import check_images
    from referee.eyes import EyesError, open_eyes

    known_game(args.game)
    profile = open_profile(args.set)
    try:
        looker = open_eyes(profile, weights=args.weights)
    except EyesError as error:
        raise CommandError(str(error)) from None
    return check_images(
        args.images,
        args.game,
        profile,
        looker,
        as_json=as_json,
        out=sys.stdout,
        annotate=args.annotate,
        language=args.lang,
    )


def export(args: argparse.Namespace, *, as_json: bool) -> int:
    """`referee export`."""
    from referee.journal import JournalError

    with open_journal(args.journal) as journal:
        try:
            if args.list:
                for info in journal.games():
                    fields = {
                        "game": info.key,
                        "of": info.game,
                        "created": info.created,
                        "source": info.source,
                    }
                    print(encode(fields) if as_json else f"{info.key}  {info.game}  {info.source}")
                return 0
            for line in journal.export(journal.game(args.game).key):
                print(line)
        except JournalError as error:
            raise CommandError(str(error)) from None
    return 0


def known_game(game: str) -> str:
    """The game, if a camera can watch it.

    Raises:
        CommandError: it is none of them.
    """
    if game not in names():
        raise CommandError(f"--game {game}: no such game: write {' or '.join(names())}")
    return game


def open_profile(name: str) -> Profile:
    """A set profile.

    Raises:
        CommandError: it can't be used; one line says where and why.
    """
    try:
        return load_profile(name)
    except ProfileError as error:
        raise CommandError(str(error)) from None


def open_journal(place: str | None) -> Journal:
    """The journal at a place that a person typed, or the user's own.

    Raises:
        CommandError: it can't be opened.
    """
    from referee.journal import Journal, JournalError, as_url  # slow to load; `check` needs none

    try:
        return Journal(None if place is None else as_url(place))
    except JournalError as error:
        raise CommandError(str(error)) from None


def setup_event(args: argparse.Namespace) -> dict[str, Any]:
    """The `setup` event of the players and options that were typed.

    Raises:
        CommandError: a name or an option does not fit.
    """
    players = [name.strip() for name in args.players.split(",") if name.strip()]
    first = _one_of("--first", args.first, players)
    options = dict(_option(text) for text in args.option)
    return {
        "event": "setup",
        "game": args.game,
        "players": players,
        "first": first,
        "set": args.set,
        "options": options,
    }


def seat_of(args: argparse.Namespace, players: Sequence[str]) -> str:
    """The player whom claims are given to.

    Raises:
        CommandError: nobody has that name.
    """
    return _one_of("--seat", args.seat, players)


def _one_of(option: str, name: str | None, players: Sequence[str]) -> str:
    if not players:
        raise CommandError("--players: write at least two names, like --players Ann,Bo")
    if name is not None and name not in players:
        raise CommandError(f"{option} {name}: nobody here is called that: write one of {', '.join(players)}")
    return name if name is not None else players[0]


def _option(text: str) -> tuple[str, Any]:
    key, sign, value = text.partition("=")
    if not sign or not key:
        raise CommandError(f"--option {text}: write KEY=VALUE, like --option orientation=strict")
    plain: dict[str, Any] = {"true": True, "false": False}
    if value in plain:
        return key, plain[value]
    try:
        return key, float(value) if "." in value else int(value)
    except ValueError:
        return key, value
