"""The editions of Kanban Menu, data of one's own, and what `setup` makes of them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from kanban import SAMPLE, Table, called, ok, warnings

from referee.games import BadInput
from referee.games.kanban_menu.cards import CARDS
from referee.games.kanban_menu.data import read_data
from referee.games.kanban_menu.model import MenuCard
from referee.games.kanban_menu.setup import EDITIONS
from referee.judge import Judge


def at(action: int, text: str = "", used: str = "", table: Table | None = None, **has: Any) -> Table:
    """P1 has chosen an action card and taken its tokens."""
    return (table or Table()).has(**has).lies({action: text}, used).chosen(action, text)


def leaves(node: Any, path: str = "") -> list[tuple[str, Any]]:
    """The facts of a data file: what has a value, or says that nobody knows it."""
    if not isinstance(node, dict) or "value" in node or "no_data" in node:
        return [(path, node)]
    return [leaf for key, value in node.items() for leaf in leaves(value, f"{path}.{key}")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_KM_A2_each_fact_of_an_edition_names_its_source(edition: str) -> None:
    file = files("referee.gamefiles").joinpath("kanban_menu_data", f"{edition}.toml")
    plain = tomllib.loads(file.read_text("utf-8"))
    assert plain.pop("edition") == edition
    facts = leaves(plain)
    assert len(facts) > 60
    for path, fact in facts:
        assert len(fact.get("source", "")) > 10, path
        assert ("value" in fact) != ("no_data" in fact), path
    assert set(plain["menu"]) == set(CARDS)
    assert len(CARDS) == 18


def test_data_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'edition = "mine"\nmoney_limit = { value = 12, source = "my copy" }\nvp_price = { no_data = true }\n'
        "[buy]\nblue = 2\n[menu]\nopera = { cost = { blue = 1, money = 2 }, vp = 6 }\n",
        "utf-8",
    )
    table = at(6, used="b", money=9, table=Table(data=str(path)))
    assert ok(table.trade({"buy": "blue"}))
    assert table.trade({"buy_vp": 1})["verdict"] == "ILLEGAL"  # decided already
    assert ok(table.distribute(("b", 1), ("g", 2)))
    table = Table(data=str(path)).has(money=2, materials="b").lies(area=["opera"]).chosen(5)
    assert ok(table.activate(develop="opera"))
    assert table.holds("money", "vp", "materials") == (0, 6, {})
    assert Table(data="2019").setup["verdict"] == "OK"


@pytest.mark.parametrize(
    ("data", "paths"),
    [
        ("no/such/file.toml", ["data"]),
        (7, ["data"]),
        ({"buy": {"blue": -1}}, ["data.buy.blue"]),
        ({"buy": {"purple": 1}, "sell": 3}, ["data.buy.purple", "data.sell"]),
        ({"vp_price": "3"}, ["data.vp_price"]),
        ({"vp_price": 1.5, "vp_sale": True}, ["data.vp_price", "data.vp_sale"]),
        ({"menu": {"soup": {}}}, ["data.menu.soup"]),
        (
            {"menu": {"opera": {"cost": {"yellow": 1}, "vp": -1}}},
            ["data.menu.opera.cost.yellow", "data.menu.opera.vp"],
        ),
        ({"first_tokens": [1, 2]}, ["data.first_tokens"]),
        ({"final_price": 0}, ["data.final_price"]),
    ],
)
def test_bad_data(data: Any, paths: list[str]) -> None:
    setup = {"event": "setup", "game": "kanban-menu", "players": ["A", "B"], "start": "A", "data": data}
    answer = Judge().feed(setup)
    assert answer["verdict"] == "BAD_INPUT"
    assert sorted(reason["path"] for reason in answer["reasons"]) == paths


def test_KM_A1_what_an_edition_leaves_out_nobody_knows() -> None:
    data = read_data({})
    numbers = (data.end_vp, data.contribution_price, data.contribution_vp, data.business_money, data.fair_vp)
    assert set(numbers) == {None}
    assert {data.final_price, data.vp_price, data.vp_sale, data.money_limit} == {None}
    assert (data.buy, data.sell, data.tokens) == ((None,) * 4, (None,) * 4, (None,) * 5)
    assert (data.first_tokens, data.start_money, data.start_vp, data.start_materials) == (None,) * 4
    assert data.menu == dict.fromkeys(CARDS, MenuCard())
    assert (data.edition, data.deck_size, data.all_tokens) == ("", 18, None)


COLOURS = "blue, green, white, red"
AMOUNT = "a whole number from 0 to 100000"
FAULTS: list[tuple[dict[str, Any], str, str, str]] = [
    ({"buy": {"yellow": 1}}, "unknown_colour", "buy.yellow", f"one of {COLOURS}"),
    ({"sell": {"pink": 1}}, "unknown_colour", "sell.pink", f"one of {COLOURS}"),
    ({"tokens": {"pink": 1}}, "unknown_colour", "tokens.pink", f"one of {COLOURS}, yellow"),
    ({"tokens": {"yellow": -1}}, "bad_value", "tokens.yellow", AMOUNT),
    ({"tokens": {"yellow": 100_001}}, "bad_value", "tokens.yellow", AMOUNT),
    (
        {"start": {"materials": {"yellow": 1}}},
        "unknown_colour",
        "start.materials.yellow",
        f"one of {COLOURS}",
    ),
    ({"start": {"materials": 3}}, "wrong_type", "start.materials", "an object"),
    ({"start": {"money": "1"}}, "wrong_type", "start.money", AMOUNT),
    ({"start": {"vp": -1}}, "bad_value", "start.vp", AMOUNT),
    ({"start": 3}, "wrong_type", "start", "an object"),
    ({"tokens": 3}, "wrong_type", "tokens", "an object"),
    ({"sell": 3}, "wrong_type", "sell", "an object"),
    ({"menu": 3}, "wrong_type", "menu", "an object"),
    ({"menu": {"opera": 3}}, "wrong_type", "menu.opera", "an object"),
    ({"menu": {"opera": {"cost": 3}}}, "wrong_type", "menu.opera.cost", "an object"),
    ({"menu": {"opera": {"cost": {"money": -1}}}}, "bad_value", "menu.opera.cost.money", AMOUNT),
    ({"menu": {"opera": {"cost": {"blue": True}}}}, "wrong_type", "menu.opera.cost.blue", AMOUNT),
    ({"menu": {"opera": {"copies": "2"}}}, "wrong_type", "menu.opera.copies", AMOUNT),
    ({"first_tokens": [1, 1, 1, 1, 1, -1]}, "bad_value", "first_tokens", "6 whole numbers"),
    ({"first_tokens": [1, 1, 1, 1, 1, 100_001]}, "bad_value", "first_tokens", "6 whole numbers"),
    ({"first_tokens": [1, 1, 1, 1, 1, "1"]}, "bad_value", "first_tokens", "6 whole numbers"),
    ({"first_tokens": "1"}, "wrong_type", "first_tokens", "6 whole numbers"),
]


@pytest.mark.parametrize(("data", "code", "path", "expected"), FAULTS)
def test_what_is_wrong_with_data(data: dict[str, Any], code: str, path: str, expected: str) -> None:
    with pytest.raises(BadInput) as error:
        read_data(data)
    reason = error.value.reasons[0]
    assert (reason.code, reason.path, reason.expected) == (code, f"data.{path}", expected)


def test_the_most_and_the_least_of_a_number() -> None:
    data = read_data(
        {
            "money_limit": 100_000,
            "final_price": 1,
            "first_tokens": [0, 0, 0, 0, 0, 100_000],
            "start": {"money": 0, "materials": {"red": 100_000}},
            "menu": {"opera": {"cost": {"white": 2, "money": 3}, "vp": 0, "copies": 2}},
        }
    )
    assert (data.money_limit, data.final_price, data.start_money) == (100_000, 1, 0)
    assert data.first_tokens == (0, 0, 0, 0, 0, 100_000)
    assert data.start_materials == (0, 0, 0, 100_000, 0)
    assert data.menu["opera"] == MenuCard((0, 0, 2, 0, 0), 3, 0, 2)


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"buy = \xff")
    for name in (str(path), str(tmp_path), "a\0b"):
        setup = {"event": "setup", "game": "kanban-menu", "players": ["A", "B"], "start": "A", "data": name}
        assert called(Judge().feed(setup)) == ("BAD_INPUT", ["bad_data"])


@pytest.mark.parametrize(
    ("fields", "paths"),
    [
        ({"players": ["A"]}, ["players"]),
        ({"players": ["A", "A"], "start": "A"}, ["players[1]"]),
        ({"players": list("ABCDEF")}, ["players"]),
        ({"players": ["A", 3], "start": 5}, ["players[1]", "start"]),
        ({"start": "C"}, ["start"]),
        ({"edition": "2020"}, ["edition"]),
        (
            {"options": {"short_bag": "maybe", "brunch_when_unable": 3}},
            ["options.brunch_when_unable", "options.short_bag"],
        ),
    ],
)
def test_bad_setups(fields: dict[str, Any], paths: list[str]) -> None:
    setup = {"event": "setup", "game": "kanban-menu", "players": ["A", "B"], "start": "A"}
    answer = Judge().feed({**setup, **fields})
    assert answer["verdict"] == "BAD_INPUT"
    assert sorted(reason["path"] for reason in answer["reasons"]) == paths


def test_what_there_is_not_is_a_warning() -> None:
    assert warnings(Table(short_bags="refill").setup) == ["unknown_option"]
    assert warnings(Table(data={**SAMPLE, "vp_prize": 3}).setup) == ["unknown_fact"]
