"""What Kanban Menu says, in each language: reasons, results, and the rules behind them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kanban import SAMPLE, Table, codes, tokens

from referee.games.base import Reason
from referee.games.kanban_menu.messages import WORDS
from referee.games.phrases import as_it_is
from referee.judge_command import main_judge
from referee.languages import LANGUAGES, translator
from referee.wording import describe, explained, unsaid, verdict_line

GAME = "kanban-menu"
OTHERS = [language for language in LANGUAGES if language != "en"]

SENTENCES: list[tuple[Reason, dict[str, str]]] = [
    (
        Reason("cannot_pay", expected="$5", seen="$4"),
        {
            "en": "$5 must be paid, and there is $4",
            "fr": "à payer : 5 $, disponible : 4 $",
            "ja": "支払いに必要：5ドル、手元：4ドル",
            "ko": "낼 것: 5달러, 가진 것: 4달러",
        },
    ),
    (
        Reason("take_all", path="tokens", expected="blue, blue, yellow", seen="blue, green"),
        {
            "en": "all tokens of the chosen action card are taken (blue, blue, yellow), not blue, green",
            "fr": "tous les jetons de la carte d’action choisie sont à prendre (bleu, bleu, jaune), "
            "pris : bleu, vert",
            "ja": "選んだアクションカードのトークンはすべて取ります（青、青、黄）。取ったもの：青、緑",
            "ko": "고른 액션 카드의 토큰은 모두 가져갑니다(파랑, 파랑, 노랑). 가져간 것: 파랑, 초록",
        },
    ),
    (
        Reason("not_in_front", path="card", expected="opera, brunch", seen="british-tea"),
        {
            "en": "british-tea does not lie in front of the player: opera, brunch",
            "fr": "pas devant le joueur : thé anglais, devant lui : opéra, brunch",
            "ja": "英国紅茶はプレイヤーの前にありません。前にあるもの：オペラ、ブランチ",
            "ko": "플레이어 앞에 없습니다: 영국 홍차. 앞에 있는 것: 오페라, 브런치",
        },
    ),
    (
        Reason("not_in_area", path="details.reserve", expected="macaron, brunch and 2 more", seen="opera"),
        {
            "en": "opera does not lie in the menu area: that holds macaron, brunch and 2 more",
            "fr": "absent de la zone des menus : opéra, dans la zone : macaron, brunch et 2 de plus",
            "ja": "オペラはメニュー置き場にありません。置き場にあるもの：マカロン、ブランチとほか2枚",
            "ko": "메뉴 구역에 없습니다: 오페라. 구역에 있는 것: 마카롱, 브런치 외 2장",
        },
    ),
    (
        Reason("unexplained", path="after", seen="action 2, money +8, VP -1, blue -2, opera in front"),
        {
            "en": "no legal turn brings these changes: action 2, money +8, VP -1, blue -2, opera in front",
            "fr": "aucun tour permis ne donne ces changements : action 2, argent +8, PV -1, bleu -2, "
            "opéra devant le joueur",
            "ja": "ルールどおりのターンではこの変化になりません："
            "アクション2、お金+8、勝利点-1、青-2、プレイヤーの前にオペラ",
            "ko": "규칙에 맞는 턴으로는 나올 수 없는 변화입니다: "
            "액션 2, 돈 +8, 승점 -1, 파랑 -2, 플레이어 앞에 오페라",
        },
    ),
    (
        Reason("no_data", path="data.vp_price"),
        {
            "en": "data.vp_price: the edition's data lacks this number: look it up on your own copy",
            "fr": "data.vp_price : ce nombre manque dans les données de l’édition : "
            "regardez sur votre exemplaire",
            "ja": "data.vp_price：この版のデータにこの数値がありません。お手元のゲームで確かめてください",
            "ko": "data.vp_price: 이 판의 데이터에 이 숫자가 없습니다. 가지고 있는 게임에서 확인하세요",
        },
    ),
    (
        Reason("card_free", path="tokens[0]", expected="action card 2, 5", seen="red"),
        {
            "en": "the red token can be placed: on action card 2, 5",
            "fr": "ce jeton (rouge) peut être placé sur : carte d’action 2, 5",
            "ja": "このトークン（赤）は置けます。置ける場所：アクションカード2、5",
            "ko": "이 토큰(빨강)은 놓을 수 있습니다. 놓을 곳: 액션 카드 2, 5",
        },
    ),
    # Names and what people typed are nobody's to translate.
    (
        Reason("not_your_turn", expected="brunch", seen="red"),
        {
            "en": "it is the turn of brunch, not of red",
            "fr": "c’est le tour de brunch, non de red",
            "ja": "今はbrunchの番です（行動したのはred）",
            "ko": "지금 차례: brunch (행동한 사람: red)",
        },
    ),
    (
        Reason("unknown_colour", path="tokens[0]", expected="one of blue, green", seen="red"),
        {
            "en": "tokens[0]: no such colour red: write one of blue, green",
            "fr": "tokens[0] : couleur inconnue : red, à écrire : au choix : blue, green",
            "ja": "tokens[0]：redという色はありません。書く内容：次のいずれか：blue, green",
            "ko": "tokens[0]: 없는 색입니다: red. 쓸 내용: 다음 중 하나: blue, green",
        },
    ),
]


@pytest.mark.parametrize(("reason", "said"), SENTENCES)
def test_sentences(reason: Reason, said: dict[str, str]) -> None:
    assert unsaid(reason, GAME) == []
    assert set(said) == set(LANGUAGES)
    for language, text in said.items():
        assert describe(reason, GAME, translator(language)) == text


def test_a_line_and_the_rules_behind_it() -> None:
    table = Table().has(money=4).lies().chosen(4)
    answer = table.activate()
    assert verdict_line(answer, GAME) == "line 6, activate by P1: ILLEGAL: $5 must be paid, and there is $4"
    assert explained(answer, GAME)[0]["rules"] == {"KM-R8": "Action ④ turns $5 into 4 VP, once."}
    for language in OTHERS:
        told = explained(answer, GAME, translator(language), translator(language, "rules"))
        assert told[0]["text"] == SENTENCES[0][1][language]
        assert told[0]["rules"]["KM-R8"] not in ("", "Action ④ turns $5 into 4 VP, once.")


def test_the_command_explains_in_another_language(tmp_path: Path) -> None:
    events = tmp_path / "events.jsonl"
    stream = [
        {"event": "setup", "game": GAME, "players": ["A", "B"], "start": "A", "data": dict(SAMPLE)},
        {"event": "choose", "by": "B", "action": 1},
    ]
    events.write_text("".join(json.dumps(event) + "\n" for event in stream), "utf-8")
    out = io.StringIO()
    main_judge(str(events), False, out, explain=True, language="fr")
    assert out.getvalue().splitlines()[1:] == [
        "ligne 2, action choisie par B : ILLEGAL : c’est le tour de A, non de B (KM-R14)",
        "    KM-R14 : On joue à tour de rôle, dans le sens horaire.",
        "résultat : partie en cours (jeu) : A 0 PV, B 0 PV",
    ]


# Results


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "result: game not over (play): P1 3 VP or more, P2 ?"),
        ("fr", "résultat : partie en cours (jeu) : P1 3 PV ou plus, P2 ?"),
        ("ja", "結果：ゲーム継続中（プレイ中）：P1 勝利点3以上, P2 ?"),
        ("ko", "결과: 게임 진행 중 (플레이): P1 승점 3 이상, P2 ?"),
    ],
)
def test_a_result_on_the_way(language: str, said: str) -> None:
    table = Table()
    table.state(vp=3)
    table.lies()
    table.choose(5)  # a parfait may lie in front of P1
    assert verdict_line({"result": table.result}, GAME, translator(language)) == said


@pytest.mark.parametrize(
    ("language", "open_end", "shared"),
    [
        ("en", "; tied: P1 and P2", "; P1 and P2 won by shared victory"),
        ("fr", "; à égalité : P1 et P2", "; victoire : P1 et P2 (victoire partagée)"),
        ("ja", "; 同点：P1、P2", "; 勝者：P1、P2（決め手：勝利の分かち合い）"),
        ("ko", "; 동점: P1, P2", "; 승자: P1, P2 (결정 기준: 공동 승리)"),
    ],
)
def test_a_tie_and_a_shared_victory(language: str, open_end: str, shared: str) -> None:
    table = Table().has(vp=31).has(vp=31, player="P2")
    translate = translator(language)
    for player in table.players:
        end = table.lies().turn(player)
    assert verdict_line({"result": table.result}, GAME, translate).endswith(open_end)
    table.override(end)
    assert verdict_line({"result": table.result}, GAME, translate).endswith(shared)


def test_the_final_count_is_said_and_not_the_vp_before_it() -> None:
    table = Table().has(vp=30).has(13, 28, "ww", player="P2")
    for player in table.players:
        table.lies().turn(player)
    said = "result: game over: P1 30 VP, P2 34 VP; P2 won by points"
    assert verdict_line({"result": table.result}, GAME) == said


def test_results_of_other_games() -> None:
    players = {"Ann": {"rating": 5, "rush": 2}, "Bo": {"rating": None}}
    result = {"over": False, "phase": "play", "players": players, "winners": []}
    assert verdict_line({"result": result}) == "result: game not over (play): Ann 5, Bo ?"
    result = {"over": True, "players": {"Ann": {}}, "scores": {"Ann": "6.0", "Bo": "5.0"}}
    assert verdict_line({"result": result}) == "result: game over: Ann 6.0"


# What seldom comes up, with all that is said of it


def reserve(**lies: Any) -> dict[str, Any]:
    table = Table().has(menu=["opera"]).lies(**lies).chosen(5)
    return table.activate(reserve="opera")


def end_without_a_count(**told: Any) -> dict[str, Any]:
    """The end of a game whose players are not known but for VP and what is told."""
    table = Table()
    for player in table.players:
        table.state(player, vp=31, **told)
    for player in table.players:
        table.lies().chosen(1, by=player)
        table.skip(player)
        table.distribute(("b", 2), ("g", 3), by=player)
        end = table.end_turn(player)
    return end


def told_vp(menu: list[str]) -> dict[str, Any]:
    """A tie of players of whom one may have more menu cards."""
    table = Table(data={**SAMPLE, "menu": {}})
    table.has(vp=31, menu=menu)
    table.state("P2", money=0, vp=31, materials=[], hand=None)
    for player in table.players:
        table.lies().chosen(1, by=player)
        table.state(player, money=0, vp=31, materials=[])
        table.skip(player)
        table.distribute(("b", 2), ("g", 3), by=player)
        table.state(player, money=0, vp=31, materials=[])
        end = table.end_turn(player)
    return end


def observed(**after: Any) -> dict[str, Any]:
    table = Table().has(materials="b", money=1, menu=["opera"]).lies()
    before = {"money": 0, "vp": 0, "materials": [], "menu": [], "hand": None}
    return table.observe(before, {**before, **after}, action=3, taken=tokens("b"))


SELDOM: list[tuple[Callable[[], dict[str, Any]], str, str]] = [
    (lambda: reserve(area=["macaron", "brunch"]), "ILLEGAL", "that holds macaron, brunch and 2 more"),
    (lambda: reserve(area=["macaron"], deck=0), "ILLEGAL", "that holds macaron"),
    (lambda: reserve(), "ILLEGAL", "that holds 4 menu cards that are not known"),
    (lambda: reserve(area=[], deck=0), "ILLEGAL", "that holds nothing"),
    (lambda: end_without_a_count(menu=[]), "UNSURE", "not known: the money of P1; not known: the materials"),
    (lambda: end_without_a_count(money=0, materials=[]), "UNSURE", "not known: the VP of P1"),
    (lambda: told_vp([]), "UNSURE", "not known: the menu cards of the tied players"),
    (
        lambda: Table().has(materials="b").lies({2: "y"}).chosen(2, "y").pay("by"),
        "ILLEGAL",
        "2 materials must be paid, and there is blue, yellow",
    ),
    (lambda: observed(hand="opera"), "ILLEGAL", "these changes: action 3, opera in hand"),
    (lambda: observed(menu=["opera"]), "ILLEGAL", "these changes: action 3, opera in front"),
    (lambda: observed(), "ILLEGAL", "before.materials: 1 blue was known, nothing was seen"),
    (lambda: observed(), "ILLEGAL", "before.menu: opera was known, nothing was seen"),
    (lambda: Table().event("distribute", tokens=3), "BAD_INPUT", "each [colour, action]"),
    (lambda: Table().activate(develop="opera", reserve="brunch"), "BAD_INPUT", "develop or reserve"),
    (lambda: Table().activate(trades=3), "BAD_INPUT", "a list of at most 20 trades"),
]


@pytest.mark.parametrize(("play", "verdict", "said"), SELDOM)
def test_what_seldom_comes_up(play: Callable[[], dict[str, Any]], verdict: str, said: str) -> None:
    answer = play()
    assert answer["verdict"] == verdict
    assert said in verdict_line(answer, GAME)
    for language in OTHERS:
        assert verdict_line(answer, GAME, translator(language)) != verdict_line(answer, GAME)


def test_a_hostile_text_is_no_more_work_than_a_long_one() -> None:
    phrases = WORDS.phrases
    for text in ("blue, " * 160, "1 blue, " * 120, "money +1, " * 90, "opera, " * 140, "1, " * 300):
        assert phrases.say(text, translator("ko")) == text
        assert phrases.say(text + "?", translator("ko")) == text + "?"


@pytest.mark.parametrize("language", OTHERS)
def test_whole_lists_are_said(language: str) -> None:
    for text in ("blue, " * 150 + "red", "opera, " * 120 + "brunch", "1 blue, " * 100 + "2 red"):
        assert WORDS.phrases.say(text, translator(language)) != text
        assert WORDS.phrases.say(text, as_it_is) == text


def test_rules_by_the_field_of_an_event() -> None:
    table = Table().has(materials="bbbb", menu=["bavarois"], money=1).lies().chosen(6)
    answer = table.trade({"sell": "red"}, *[{"sell": "blue"}] * 3)
    assert codes(answer) == ["too_many_conversions", "no_token"]
    assert [list(one["rules"]) for one in explained(answer, GAME)] == [["KM-R11", "KM-A9"]] * 2
    answer = table.ability("bavarois", trade={"sell": "red"})
    assert [list(one["rules"]) for one in explained(answer, GAME)] == [["KM-A9", "KM-A10"]]
