"""What is said of Coffee Rush, in each language: reasons, verdict lines with their rules, results."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from coffee import Table, call, illegal, joined, unsure

from referee.games import get_game
from referee.judge import Judge
from referee.judge_command import main_judge
from referee.languages import LANGUAGES, translator
from referee.wording import describe, explanation, unsaid, verdict_line

GAME = "coffee-rush"
SETUP: dict[str, Any] = {"event": "setup", "game": GAME, "players": ["A", "B"], "start": "A"}

SENTENCES: list[tuple[dict[str, Any], dict[str, str]]] = [
    (
        {
            "code": "diagonal",
            "position": 1,
            "expected": "a step in a row or column",
            "seen": "[1, 1] to [0, 0]",
        },
        {
            "en": "step 1: diagonal from [1, 1] to [0, 0] without the diagonal upgrade",
            "fr": "pas 1 : pas en diagonale sans l’amélioration diagonale, de [1, 1] à [0, 0]",
            "ja": "1歩目：斜めのアップグレードなしで斜めに動いています：[1, 1]→[0, 0]",
            "ko": "1번째 이동: 대각선 업그레이드 없이 대각선으로 이동했습니다: [1, 1] → [0, 0]",
        },
    ),
    (
        {"code": "no_match", "expected": "coffee x2, steam", "seen": "nothing"},
        {
            "en": "the cup does not match: the order is coffee x2, steam, the cup holds nothing; "
            "take it back",
            "fr": "la tasse ne convient pas (commande : café ×2, vapeur, tasse : rien) ; reprenez-la",
            "ja": "カップが注文と合いません（注文：コーヒー×2、スチーム、カップの中：なし）。"
            "カップを戻してください",
            "ko": "컵이 주문과 맞지 않습니다. 주문: 커피 2개, 스팀, 컵 안: 없음. 컵을 다시 가져가세요",
        },
    ),
    (
        {"code": "draw_missing", "expected": "cards drawn: B 2, Cy 1"},
        {
            "en": "the order rush is not finished: expected cards drawn: B 2, Cy 1",
            "fr": "la ruée de commandes n’est pas finie, il reste : cartes à piocher (B 2, Cy 1)",
            "ja": "注文ラッシュが終わっていません。残りは引くカード（B 2枚、Cy 1枚）",
            "ko": "주문 러시가 끝나지 않았습니다. 남은 것: 뽑을 카드(B 2장, Cy 1장)",
        },
    ),
    (
        {
            "code": "no_data",
            "path": "rush",
            "expected": "rush to be known",
            "advice": "tell it in a state event",
        },
        {
            "en": "rush is not known: tell it in a state event",
            "fr": "rush : valeur inconnue : indiquez-le dans un événement « state »",
            "ja": "rushが分かっていません：stateイベントで伝えてください",
            "ko": "rush: 알 수 없습니다: state 이벤트로 알려 주세요",
        },
    ),
    (
        {"code": "bad_value", "path": "tab", "expected": "a tab from 1 to 4", "seen": 5},
        {
            "en": "tab: expected a tab from 1 to 4, not 5",
            "fr": "tab : attendu : un onglet de 1 à 4, lu : 5",
            "ja": "tab：正しくは1〜4のタブ、実際は5",
            "ko": "tab: 기대: 1~4번 탭, 실제: 5",
        },
    ),
    # Names and card ids are nobody's to translate.
    (
        {"code": "rush_order", "expected": "ice", "seen": "nothing"},
        {
            "en": "ice draws first, then nothing",
            "fr": "ice pioche d’abord, nothing ensuite",
            "ja": "先に引くのはiceで、nothingはそのあとです",
            "ko": "먼저 뽑을 사람: ice, 그다음: nothing",
        },
    ),
    (
        {"code": "not_in_queue", "expected": "caramel in tab 2"},
        {
            "en": "no such card there: expected caramel in tab 2",
            "fr": "cette carte n’est pas là, attendu : caramel à l’onglet 2",
            "ja": "そこにそのカードはありません。正しくはタブ2にcaramel",
            "ko": "그 자리에 그 카드가 없습니다. 기대: 2번 탭에 caramel",
        },
    ),
]


@pytest.mark.parametrize(("reason", "said"), SENTENCES)
def test_sentences(reason: dict[str, Any], said: dict[str, str]) -> None:
    assert unsaid(reason, GAME) == []
    for language, text in said.items():
        assert describe(reason, GAME, translator(language)) == text


LINES = {
    "en": "line 5, move by A: ILLEGAL: another meeple stands on [1, 2]: pass it, don't stop there",
    "fr": "ligne 5, déplacement par A : ILLEGAL : un autre meeple occupe la case [1, 2] : on peut la "
    "traverser, non s’y arrêter",
    "ja": "5行目, A - 移動：ILLEGAL：[1, 2]には別のミープルがいます。通り抜けはできますが、"
    "そこでは止まれません",
    "ko": "5행, A - 이동: ILLEGAL: 다른 미플이 있는 칸입니다: [1, 2]. 지나갈 수는 있지만 멈출 수는 없습니다",
}
RULES = {
    "en": "CR-R11: A meeple may pass other meeples, but not stop on a cell with one.",
    "fr": "CR-R11 : Un meeple peut traverser d’autres meeples, mais non s’arrêter sur une case occupée.",
    "ja": "CR-R11：ミープルは他のミープルのいるマスを通り抜けられますが、そこで止まることはできません。",
    "ko": "CR-R11: 미플은 다른 미플이 있는 칸을 지나갈 수 있지만, 그 칸에서 멈출 수는 없습니다.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_and_its_explanation(language: str) -> None:
    table = joined(A={"cell": [1, 1]}, B={"cell": [1, 2]})
    verdict = table.move("A", [1, 2])
    translate = translator(language)
    assert verdict_line(verdict, GAME, translate) == LINES[language]
    head, below = explanation(verdict, GAME, translate, translator(language, "rules")).splitlines()
    assert head == f"{LINES[language]} (CR-R11)"
    assert below.strip() == RULES[language]


def explained(verdict: dict[str, Any]) -> list[str]:
    """The rules that a verdict's line names."""
    head, *below = explanation(verdict, GAME).splitlines()
    numbers = [line.strip().partition(":")[0] for line in below]
    assert all(number in head for number in numbers)
    return numbers


def test_a_reason_names_the_rules_of_its_place() -> None:
    table = Table(2)
    assert explained(table.event("start_cell", "B", cell=[0, 0], returned=["coffee"])) == ["CR-R6", "CR-A21"]
    table.deal("B", 1)
    assert explained(table.deal("B", 1)) == ["CR-R4"]
    table = joined(A={"cell": [1, 1]})
    table.move("A", [1, 2])
    assert explained(table.end("A")) == ["CR-R13"]
    table.back("A")
    assert explained(table.draw("B", "espresso")) == ["CR-R17", "CR-A14", "CR-A15"]
    assert explained(Judge().feed({**SETUP, "options": {"rush_step": 4}})) == ["CR-A3"]
    assert explained(Judge().feed({**SETUP, "players": ["A"]})) == ["CR-R1"]


def test_results_tell_the_points_of_each_player() -> None:
    table = joined(A={"processed": 4, "penalties": 1}, B={"penalties": 2})
    assert verdict_line(table.judge.result()) == "result: game not over (play): A 3, B -2"
    table.table(token="CLOSED")
    table.run("A")
    over = table.judge.result()
    assert verdict_line(over) == "result: game over: A 3, B -2; A won by points"
    assert {language: verdict_line(over, GAME, translator(language)) for language in LANGUAGES[1:]} == {
        "fr": "résultat : partie terminée : A 3, B -2; victoire : A (points)",
        "ja": "結果：ゲーム終了：A 3, B -2; 勝者：A（決め手：得点）",
        "ko": "결과: 게임 종료: A 3, B -2; 승자: A (결정 기준: 점수)",
    }
    table = Table(2)
    assert verdict_line(table.judge.result()) == "result: game not over (setup): A 0, B 0"
    table.state("B", processed=2, penalties=0, upgrades=[])
    assert verdict_line(table.judge.result()) == "result: game not over (play): A ?, B 2"


def test_the_command_explains(tmp_path: Path) -> None:
    events = tmp_path / "events.jsonl"
    lines = [SETUP, {"event": "start_cell", "by": "A", "cell": [0, 0], "cup": 1}]
    events.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    out = io.StringIO()
    assert main_judge(str(events), False, out, explain=True, language="fr") == 0
    assert out.getvalue().splitlines()[1:] == [
        "ligne 2, meeple posé par A : ILLEGAL : c’est à B de poser le prochain meeple, non à A (CR-R5)",
        "    CR-R5 : Chacun pose son meeple sur une case de son choix, d’abord le joueur à droite du premier "
        "joueur, puis toujours vers la droite, si bien que le premier joueur vient en dernier. Jamais deux "
        "sur une case.",
        "résultat : partie en cours (mise en place) : A 0, B 0",
    ]


# What is rarely said


def expected(verdict: dict[str, Any]) -> list[str]:
    return [reason["expected"] for reason in verdict["reasons"]]


def test_cards_that_two_still_have_to_draw() -> None:
    table = joined(3, A={"cell": [1, 1], "cups": {"1": ["coffee", "steam"]}, "queue": {"1": ["espresso"]}})
    table.go("A", [1, 2])
    table.process("A", "espresso")
    assert expected(table.end("A")) == ["cards drawn: B 1, C 1"]


def test_a_new_card_for_another() -> None:
    table = joined(A={"cells": [[1, 1], [1, 2]]}, B={"cells": [[3, 0], [3, 1]]},
                   options={"two_player": "public"})  # fmt: skip
    table.go("A", [1, 0], meeple=1)
    table.end("A")
    verdict = table.draw("B", "espresso")
    assert describe(verdict["reasons"][0], GAME) == "no card is due to B: expected a new card for A"


def test_two_meeples_of_a_player() -> None:
    told: dict[str, Any] = {"A": {"cells": [[1, 1], [1, 3]]}, "B": {"cells": [[3, 0], [3, 1]]}}
    table = joined(**told, options={"two_player": "public"})
    assert expected(table.state("A", cells=7)) == ["a list of 2 cells"]
    assert expected(table.observe("A", [0, 0], [0, 1], [[]], [[]])) == ["[1, 1] or [1, 3]"]
    verdict = joined(**told, options={"two_player": "public"}).move("A", [1, 2])
    assert call(verdict) == unsure("no_data")
    assert verdict["reasons"][0]["advice"] == "tell which meeple moves"


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"queue": 3}, "an object by tab: 1, 2, 3, 4"),
        ({"cups": {"1": [3]}}, "an ingredient"),
        ({"cups": {"1": ["ice"] * 1000}}, "at most 999 ingredients"),
        ({"upgrades": 3}, "a list of upgrades"),
        ({"upgrades": [3]}, "an upgrade"),
        ({"upgrades": ["corner"] * 5}, "at most 4 upgrades"),
    ],
)
def test_what_a_field_should_hold(fields: dict[str, Any], what: str) -> None:
    assert expected(Table(2).state("A", **fields)) == [what]


@pytest.mark.parametrize("tile", ["meeple", "diagonal", "corner", "ribbon"])
def test_every_tile_has_its_name(tile: str) -> None:
    table = joined(A={"processed": 3, "upgrades": [tile]})
    assert call(table.activate("A", tile)) == illegal("already_active")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_code_and_rule_is_said_in_another_language(language: str) -> None:
    game = get_game(GAME)
    translate, rules = translator(language), translator(language, "rules")
    for template in game.words.messages.values():
        assert translate(template) != template, template
    for rule in game.rules:
        assert rules(rule.text) != rule.text, rule.number
