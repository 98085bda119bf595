"""The journal: nothing half written, nothing rewritten, and a game that goes on when the disk does not."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event as sqlalchemy_event

from referee.journal import Entry, Journal, JournalError, as_url, default_url

NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


def entry(line: int, **event: Any) -> Entry:
    event = {"event": "reveal", "t": line * 1.5, "by": "Ann", **event}
    return Entry(line, event, {"line": line, "verdict": "OK", "reasons": []}, (10 * line, 10 * line + 2))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "テスト Öff" / "journal.sqlite3"


def test_events_verdicts_and_frames_come_back_in_order(path: Path) -> None:
    with Journal(as_url(str(path))) as journal:
        key = journal.start_game("kushi-express", "webcam 0", now=NOON)
        for line in (1, 2, 3):
            assert journal.append(key, entry(line))
    with Journal(as_url(str(path))) as journal:
        assert journal.entries(key) == [entry(1), entry(2), entry(3)]
        info = journal.game()
    assert (info.key, info.game, info.source) == (key, "kushi-express", "webcam 0")
    assert info.created == "2026-03-01T12:00:00+00:00"


def test_export_is_the_events_as_they_were_fed_byte_for_byte(path: Path) -> None:
    events = [
        {"event": "setup", "players": ["Änn", "Bo"], "extra": {"kept": True}},
        {"event": "place", "t": 0.1 + 0.2, "layers": ["meat", "bacon"], "price": "6.0"},
    ]
    with Journal(as_url(str(path))) as journal:
        key = journal.start_game("kushi-express", "")
        for line, event in enumerate(events, 1):
            journal.append(key, Entry(line, event, {"verdict": "OK"}))
        first = list(journal.export(key))
    with Journal(as_url(str(path))) as journal:
        assert list(journal.export(key)) == first
    assert [json.loads(line) for line in first] == events
    assert first[0].startswith('{"event": "setup", "players": ["Änn", "Bo"]')


@pytest.mark.parametrize(
    "sql", ["UPDATE events SET body = '{}'", "DELETE FROM verdicts", "DELETE FROM games"]
)
def test_the_database_itself_refuses_to_rewrite_history(path: Path, sql: str) -> None:
    with Journal(as_url(str(path))) as journal:
        key = journal.start_game("kushi-express", "")
        journal.append(key, entry(1))
    database = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        database.execute(sql)
    database.close()


def test_kill_9_leaves_only_whole_entries(path: Path) -> None:
    script = textwrap.dedent(
        """
        import sys
        from referee.journal import Entry, Journal, as_url
        journal = Journal(as_url(sys.argv[1]))
        key = journal.start_game("kushi-express", "x")
        line = 0
        while True:
            line += 1
            journal.append(key, Entry(line, {"event": "reveal", "n": line}, {"verdict": "OK"}, (line,)))
            print(line, flush=True)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    shown = 0
    while shown < 20:
        shown = int(process.stdout.readline())
    os.kill(process.pid, signal.SIGKILL)
    process.wait(timeout=10)
    process.stdout.close()
    with Journal(as_url(str(path))) as journal:
        entries = journal.entries(journal.game().key)
    assert len(entries) >= shown
    assert [item.line for item in entries] == list(range(1, len(entries) + 1))
    assert all(item.verdict == {"verdict": "OK"} and item.frames == (item.line,) for item in entries)


def test_a_locked_database_keeps_the_entry_and_writes_it_later(path: Path) -> None:
    with Journal(as_url(str(path))) as journal:
        key = journal.start_game("kushi-express", "")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        assert not journal.append(key, entry(1))
        assert journal.warning is not None
        assert "locked" in journal.warning and "1 entry is kept" in journal.warning
        assert journal.entries(key) == [entry(1)]
        other.execute("ROLLBACK")
        other.close()
        assert journal.append(key, entry(2))
        assert journal.warning is None
    with Journal(as_url(str(path))) as journal:
        assert journal.entries(key) == [entry(1), entry(2)]


def test_a_full_disk_does_not_stop_the_game(path: Path) -> None:
    with Journal(as_url(str(path))) as journal:
        key = journal.start_game("kushi-express", "")
        with journal._engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        # A page limit makes SQLite answer "database or disk is full", just as a full disk does.
        limit = f"PRAGMA max_page_count={pages}"
        journal._engine.dispose()

        @sqlalchemy_event.listens_for(journal._engine, "connect")
        def _limit(connection: Any, _record: Any) -> None:
            connection.execute(limit)

        lines = [entry(line, padding="x" * 3000) for line in range(1, 5)]
        results = [journal.append(key, item) for item in lines]
        assert results[-1] is False
        assert journal.warning is not None and "full" in journal.warning
        assert journal.entries(key) == lines


def test_a_game_is_found_by_the_start_of_its_key(path: Path) -> None:
    with Journal(as_url(str(path))) as journal:
        with pytest.raises(JournalError, match="no game has been recorded yet"):
            journal.game()
        first = journal.start_game("kushi-express", "", now=NOON)
        second = journal.start_game("kushi-express", "", now=NOON.replace(hour=13))
        assert journal.game(first[:15]).key == first
        assert journal.game().key == second
        with pytest.raises(JournalError, match="fits several"):
            journal.game("2026")
        with pytest.raises(JournalError, match="no such game"):
            journal.game("1999")


def test_a_newer_file_is_refused_with_advice(path: Path) -> None:
    Journal(as_url(str(path))).close()
    database = sqlite3.connect(path)
    database.execute("UPDATE schema_version SET version = 99")
    database.commit()
    database.close()
    with pytest.raises(JournalError, match="newer version"):
        Journal(as_url(str(path)))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense://x", "not a database URL"),
        ("sqlite:////proc/nowhere/journal.sqlite3", "journal sqlite"),
    ],
)
def test_a_bad_place_is_one_clear_line(url: str, message: str) -> None:
    with pytest.raises(JournalError, match=message) as caught:
        Journal(url)
    assert "\n" not in str(caught.value)


def test_memory_journals_are_shared_by_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with Journal("sqlite://") as journal:
        key = journal.start_game("kushi-express", "")
        with ThreadPoolExecutor(4) as pool:
            assert all(pool.map(lambda line: journal.append(key, entry(line)), range(1, 21)))
        assert {item.line for item in journal.entries(key)} == set(range(1, 21))


def test_the_default_place_is_in_the_users_own_data_folder() -> None:
    assert default_url().startswith("sqlite:///")
    assert default_url().endswith("journal.sqlite3")


def test_the_tables_compile_for_postgresql() -> None:
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.schema import CreateTable

    from referee.journal import _metadata

    for table in _metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=postgresql.dialect()))
