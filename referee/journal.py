"""The append-only record of games: every event with its verdict, and the frames that the verdict rests on.

State is never stored: it is the fold of a game's events through the rules, so a game survives a crash and can
be re-judged byte for byte. An event and its verdict are written in one transaction: none is ever half there.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    select,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

SCHEMA_VERSION = 1
LOCK_PATIENCE_MS = 250
"""How long a write waits for another program's lock before the entry is kept in memory instead."""

_metadata = MetaData()

_schema = Table("schema_version", _metadata, Column("version", Integer, primary_key=True))
_games = Table(
    "games",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(40), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("source", Text, nullable=False),
    Column("created", String(32), nullable=False),
)
_events = Table(
    "events",
    _metadata,
    Column("game_id", Integer, ForeignKey("games.id"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("written", String(32), nullable=False),
    Column("body", Text, nullable=False),
)
_verdicts = Table(
    "verdicts",
    _metadata,
    Column("game_id", Integer, ForeignKey("games.id"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("verdict", String(16), nullable=False),
    Column("body", Text, nullable=False),
)
_evidence = Table(
    "evidence",
    _metadata,
    Column("game_id", Integer, ForeignKey("games.id"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("frame", Integer, primary_key=True),
    Column("clip", Text, nullable=True),
)


def _keep(table: Table, connection: Connection, **_: object) -> None:
    """Make the database itself refuse to change or delete what is written (SQLite)."""
    if connection.dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            connection.exec_driver_sql(
                f"CREATE TRIGGER keep_{table.name}_{change.lower()} BEFORE {change} ON {table.name} "
                "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
            )


for _table in (_games, _events, _verdicts, _evidence):
    event.listen(_table, "after_create", _keep)


class JournalError(Exception):
    """The journal cannot be opened or does not hold what was asked for; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a game: the event as it happened, its verdict, and the frame ids the verdict rests on."""

    line: int
    event: Mapping[str, Any]
    verdict: Mapping[str, Any]
    frames: tuple[int, ...] = ()
    clip: str | None = None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A recorded game. `key` names it on the command line, `created` is UTC in ISO 8601."""

    key: str
    game: str
    source: str
    created: str


def default_url() -> str:
    """The SQLite file in the user's own data folder (created when first written to)."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('table-referee', appauthor=False) / 'journal.sqlite3'}"


def as_url(place: str) -> str:
    """A database URL from what a person typed: a URL stays one, anything else is a SQLite file's path."""
    return place if "://" in place else f"sqlite:///{Path(place).expanduser().resolve()}"


class Journal:
    """Events and verdicts in a database: a SQLite file, or any SQLAlchemy URL (PostgreSQL, a hall of tables).

    A write that fails (disk full, locked) never stops a game: the entry is kept in memory, `warning` says so,
    and it is written before the next one that succeeds. Safe to use from several threads.

    Raises:
        JournalError: the database cannot be opened, or was written by a newer version.
    """

    def __init__(self, url: str | None = None) -> None:
        self.url = url or default_url()
        self.warning: str | None = None
        self._lock = threading.RLock()
        self._pending: list[tuple[str, Entry]] = []
        self._new_games: dict[str, GameInfo] = {}
        self._ids: dict[str, int] = {}
        try:
            self._engine = _connect(self.url)
            _metadata.create_all(self._engine)
            self._check_version()
        except ModuleNotFoundError as error:
            raise JournalError(
                f"journal {self.url}: the driver {error.name} is not installed: pip install {error.name}"
            ) from None
        except (SQLAlchemyError, OSError) as error:
            raise JournalError(f"journal {self.url}: {_short(error)}") from None

    def _check_version(self) -> None:
        with self._engine.begin() as connection:
            version = connection.scalar(select(_schema.c.version))
            if version is None:
                connection.execute(insert(_schema).values(version=SCHEMA_VERSION))
            elif version > SCHEMA_VERSION:
                raise JournalError(
                    f"journal {self.url}: written by a newer version (schema {version}, this one reads "
                    f"{SCHEMA_VERSION}): update the program, or name another file"
                )

    def start_game(self, game: str, source: str, *, now: datetime | None = None) -> str:
        """Open a game and return its key, for example `2026-03-01-193000-7f3a`."""
        moment = now or datetime.now(UTC)
        key = f"{moment:%Y-%m-%d-%H%M%S}-{uuid4().hex[:4]}"
        with self._lock:
            self._new_games[key] = GameInfo(key, game, source, moment.isoformat(timespec="seconds"))
            self.flush()
        return key

    def append(self, key: str, entry: Entry) -> bool:
        """Write one line of game `key`. False if it had to be kept in memory (see `warning`)."""
        with self._lock:
            self._pending.append((key, entry))
            return self.flush()

    def flush(self) -> bool:
        """Write what is kept in memory, oldest first. True if nothing is left."""
        with self._lock:
            try:
                for info in list(self._new_games.values()):
                    self._insert_game(info)
                    del self._new_games[info.key]
                while self._pending:
                    self._insert(*self._pending[0])
                    self._pending.pop(0)
            except SQLAlchemyError as error:
                kept = len(self._pending)
                self.warning = (
                    f"the journal cannot be written ({_short(error)}): the game goes on, "
                    f"{kept} {'entry is' if kept == 1 else 'entries are'} kept in memory and tried again"
                )
                return False
            self.warning = None
            return True

    def _insert_game(self, info: GameInfo) -> None:
        with self._engine.begin() as connection:
            row = insert(_games).values(
                key=info.key, game=info.game, source=info.source, created=info.created
            )
            connection.execute(row)

    def _insert(self, key: str, entry: Entry) -> None:
        at = {"game_id": self._id(key), "line": entry.line}
        with self._engine.begin() as connection:
            connection.execute(insert(_events).values(**at, written=_now(), body=_dump(entry.event)))
            connection.execute(
                insert(_verdicts).values(**at, verdict=entry.verdict["verdict"], body=_dump(entry.verdict))
            )
            if entry.frames:
                connection.execute(
                    insert(_evidence),
                    [{**at, "frame": frame, "clip": entry.clip} for frame in sorted(set(entry.frames))],
                )

    def games(self) -> list[GameInfo]:
        """All games, newest first."""
        query = select(_games.c.key, _games.c.game, _games.c.source, _games.c.created)
        with self._lock, self._engine.connect() as connection:
            written = [GameInfo(*row) for row in connection.execute(query.order_by(_games.c.id.desc()))]
        return [*reversed(self._new_games.values()), *written]

    def game(self, key: str | None = None) -> GameInfo:
        """The game with this key (its start is enough if only one fits), or the latest.

        Raises:
            JournalError: there is no such game, or the start of the key fits several.
        """
        games = self.games()
        if key is None:
            if not games:
                raise JournalError(f"journal {self.url}: no game has been recorded yet")
            return games[0]
        exact = [info for info in games if info.key == key]
        found = exact or [info for info in games if info.key.startswith(key)]
        if len(found) != 1:
            what = "fits several games" if found else "no such game"
            known = ", ".join(info.key for info in (found or games)[:5]) or "none"
            raise JournalError(f"game {key!r}: {what}; recorded: {known}")
        return found[0]

    def entries(self, key: str) -> list[Entry]:
        """Every line of a game in order, also those that only memory holds so far."""
        with self._lock:
            kept = [entry for game, entry in self._pending if game == key]
            if key in self._new_games:
                return kept
            game_id = self._id(key)
            with self._engine.connect() as connection:
                frames: dict[int, list[int]] = {}
                clips: dict[int, str | None] = {}
                for row in connection.execute(
                    select(_evidence.c.line, _evidence.c.frame, _evidence.c.clip)
                    .where(_evidence.c.game_id == game_id)
                    .order_by(_evidence.c.line, _evidence.c.frame)
                ):
                    frames.setdefault(row.line, []).append(row.frame)
                    clips[row.line] = row.clip
                rows = connection.execute(
                    select(_events.c.line, _events.c.body, _verdicts.c.body.label("verdict"))
                    .join(
                        _verdicts,
                        (_verdicts.c.game_id == _events.c.game_id) & (_verdicts.c.line == _events.c.line),
                    )
                    .where(_events.c.game_id == game_id)
                    .order_by(_events.c.line)
                ).all()
            written = [
                Entry(
                    row.line,
                    json.loads(row.body),
                    json.loads(row.verdict),
                    tuple(frames.get(row.line, ())),
                    clips.get(row.line),
                )
                for row in rows
            ]
            return written + kept

    def export(self, key: str) -> Iterator[str]:
        """The game's events as JSON lines in contract form: what `referee judge` reads."""
        for entry in self.entries(key):
            yield _dump(entry.event)

    def close(self) -> None:
        """Write what is left and let go of the database."""
        with self._lock:
            self.flush()
            self._engine.dispose()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _id(self, key: str) -> int:
        if key not in self._ids:
            with self._engine.connect() as connection:
                found = connection.scalar(select(_games.c.id).where(_games.c.key == key))
            if found is None:
                raise JournalError(f"game {key!r}: no such game")
            self._ids[key] = found
        return self._ids[key]


def _connect(url: str) -> Engine:
    try:
        engine = create_engine(url)
    except ArgumentError as error:
        raise JournalError(f"journal {url}: not a database URL ({_short(error)})") from None
    if engine.dialect.name != "sqlite":
        return engine
    memory = engine.url.database in (None, "", ":memory:")
    if not memory:
        Path(str(engine.url.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        url,
        connect_args={"check_same_thread": False, "timeout": LOCK_PATIENCE_MS / 1000},
        # One shared connection is what keeps an in-memory database alive.
        **({"poolclass": StaticPool} if memory else {}),
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        # WAL: readers never block the writer. FULL: a verdict that was shown is on the disk.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _short(error: BaseException) -> str:
    """The first line of an error without SQLAlchemy's background links."""
    cause = error.orig if isinstance(error, DatabaseError) and error.orig else error
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(error).__name__
