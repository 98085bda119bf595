"""The rules index: complete, without unknown numbers, and docs/rules.md as it would be written now."""

from __future__ import annotations

import pytest

from referee.games import get_game, names
from referee.games.base import Reason
from referee.games.rulebook import Rule, rules_behind
from referee.wording import MESSAGES
from tools.rules_index import PAGE, Cited, all_rules, citations, faults, numbers_in_name, page, read_tests

RULES = all_rules()
TESTS = read_tests(RULES)


def test_every_rule_has_a_test_and_every_test_a_rule() -> None:
    assert faults(RULES, TESTS) == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(RULES, TESTS), "run make rules"


@pytest.mark.parametrize("game", names())
def test_a_rule_is_text_and_its_option_names_the_default_first(game: str) -> None:
    for rule in get_game(game).rules:
        assert rule.text.endswith(".") and rule.text[0].isupper(), rule
        if rule.option is not None:
            name, _, values = rule.option.partition(": ")
            assert name.isidentifier() and values, rule


@pytest.mark.parametrize("game", names())
def test_reasons_rest_on_rules_that_exist(game: str) -> None:
    numbers = {rule.number for rule in get_game(game).rules}
    for code, cited in get_game(game).rule_of.items():
        assert set(cited) <= numbers, code


@pytest.mark.parametrize("game", names())
def test_every_reason_has_its_rules(game: str) -> None:
    said = {code.removesuffix(" expected") for code in get_game(game).words.messages}
    explained = {code.partition(" ")[0] for code in get_game(game).rule_of}
    assert said <= explained, "name their rules in RULE_OF, () where there is none"
    assert explained <= said | set(MESSAGES), "no such code"


@pytest.mark.parametrize(
    ("reason", "rules"),
    [
        (Reason("code"), ("R1",)),
        (Reason("code", path="other"), ("R1",)),
        (Reason("code", path="rows[12].cells[0]"), ("R2", "R3")),
        (Reason("unheard_of", path="rows[1]"), ()),
    ],
)
def test_the_rules_behind_a_reason(reason: Reason, rules: tuple[str, ...]) -> None:
    rule_of = {"code": ("R1",), "code rows[].cells[]": ("R2", "R3")}
    assert rules_behind(reason, rule_of) == rules


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_KU_R11_the_skewer_stays", ["KU-R11"]),
        ("test_KU_R11_R12_A7_all_three", ["KU-R11", "KU-R12", "KU-A7"]),
        ("test_KM_E1_and_CR_A3", ["KM-E1", "CR-A3"]),
        ("test_KU_X12_an_example", []),
        ("test_R2_without_a_game", []),
    ],
)
def test_the_numbers_in_a_name(name: str, numbers: list[str]) -> None:
    assert numbers_in_name(name, {"KU", "KM", "CR"}) == numbers


def test_markers_of_modules_classes_tests_and_rows_count() -> None:
    source = """
pytestmark = [pytest.mark.rules("KU-R1")]

@pytest.mark.rules("KU-R2")
class TestThat:
    @pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rules("KU-R3", "KU-R4"))])
    def test_KU_R5_this(self, x): ...

def helper(): ...
def test_plain(): ...
"""
    found = citations(source, "tests/test_it.py", {"KU"})
    assert found == [
        Cited("tests/test_it.py", "test_KU_R5_this", ("KU-R5", "KU-R1", "KU-R2", "KU-R3", "KU-R4")),
        Cited("tests/test_it.py", "test_plain", ("KU-R1",)),
    ]


def test_what_is_wrong_is_said() -> None:
    rules = {"game": (Rule("KU-R1", "One."), Rule("KU-R1", "Again."), Rule("KU-R2", "Two."))}
    assert faults(rules, [Cited("tests/test_it.py", "test_KU_R1_R9_x", ("KU-R1", "KU-R9"))]) == [
        "KU-R1: two rules have this number",
        "KU-R2: no test covers this rule",
        "tests/test_it.py::test_KU_R1_R9_x cites KU-R9, which is no rule",
    ]
