"""Every template has its translation in every catalogue, with the same slots; catalogues are compiled.

When a game's templates are new, `make messages` takes them over; what then fails here is to be translated.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping
from string import Formatter
from typing import Any

import pytest

from referee.adapters import kushi_cards
from referee.games import get_game, names
from referee.games.base import Reason
from referee.games.phrases import COMMON, Phrases, as_it_is, is_said, slots
from referee.games.words import Words
from referee.judge_command import main_judge
from referee.languages import DOMAINS, LANGUAGES, LOCALE, choose, translator
from referee.wording import describe, explained, explanation, templates, unsaid, verdict_line
from tools import messages

OTHERS = [language for language in LANGUAGES if language != "en"]
PARTS = ["referee", *names()]


def catalogue(language: str, domain: str = "referee") -> Mapping[str, str]:
    with (LOCALE / language / "LC_MESSAGES" / f"{domain}.mo").open("rb") as file:
        found: Mapping[str, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return found


# The catalogues


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_everything_is_translated(language: str, part: str) -> None:
    known = catalogue(language)
    missing = [text for place, text in templates() if place == part and not known.get(text)]
    assert missing == [], f"translate these in {language}/LC_MESSAGES/referee.po and run make messages"


@pytest.mark.parametrize("language", OTHERS)
def test_slots_are_those_of_the_template(language: str) -> None:
    for template, translated in catalogue(language).items():
        if template:
            assert sorted(slots(translated)) == sorted(slots(template)), template


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_of_a_game_are_translated_all_or_none(language: str, game: str) -> None:
    known = catalogue(language, "rules")
    done = {bool(known.get(rule.text)) for rule in get_game(game).rules}
    assert len(done) == 1, [rule.number for rule in get_game(game).rules if not known.get(rule.text)]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", OTHERS)
def test_the_files_are_up_to_date(language: str, domain: str) -> None:
    catalog = messages.updated(language, domain)
    path = messages.po(language, domain)
    assert path.read_bytes() == messages.written(catalog, language), "run make messages"
    if domain == "referee":
        assert [message.id for message in messages.waiting(catalog)] == []
    compiled = io.BytesIO(messages.compiled(messages.read(language, domain)))
    fresh = gettext.GNUTranslations(compiled)._catalog  # type: ignore[attr-defined]
    assert {**catalogue(language, domain), "": ""} == {**fresh, "": ""}, "run make messages"


# Sentences

SENTENCES: list[tuple[dict[str, Any], dict[str, str]]] = [
    (
        {"code": "missing_topping", "position": 3, "expected": "cheese-wrapped pepper", "seen": "pepper"},
        {
            "en": "position 3: expected cheese-wrapped pepper, saw plain pepper",
            "ko": "3번째: 기대: 치즈 말이 피망, 실제: 토핑 없는 피망",
            "ja": "3番目：正しくはチーズ巻きピーマン、実際はトッピングなしのピーマン",
            "fr": "position 3 : attendu : poivron avec fromage autour, vu : poivron sans garniture",
        },
    ),
    (
        {"code": "missing", "expected": "meat, bacon-wrapped tomato, shrimp", "seen": "an empty stick"},
        {
            "en": "expected meat, bacon-wrapped tomato, shrimp, saw an empty stick",
            "ko": "기대: 고기, 베이컨 말이 토마토, 새우, 실제: 빈 막대",
            "ja": "正しくは肉、ベーコン巻きトマト、エビ、実際は空の棒",
            "fr": "attendu : viande, tomate avec bacon autour, crevette, vu : une pique vide",
        },
    ),
    (
        {"code": "topping_hidden", "position": 1, "alternative": "bacon", "advice": "roll the skewer"},
        {
            "en": "position 1: topping may be underneath (it may be bacon): roll the skewer",
            "ko": "1번째: 토핑이 아래쪽에 있을 수 있습니다 (베이컨일 수도 있음): 꼬치를 굴려 주세요",
            "ja": "1番目：トッピングが下側にあるかもしれません（ベーコンかもしれません）："
            "串を転がしてください",
            "fr": "position 1 : une garniture est peut-être dessous (c’est peut-être : bacon) : "
            "faites rouler la brochette",
        },
    ),
    (
        {"code": "extra", "position": 2, "seen": "tomato"},
        {
            "en": "position 2: tomato does not belong there",
            "ko": "2번째: 여기에 맞지 않습니다: 토마토",
            "ja": "2番目：トマトはここには入りません",
            "fr": "position 2 : en trop à cet endroit : tomate",
        },
    ),
    (
        {"code": "wrong_type", "path": "players[1]", "expected": "a name", "seen": "a list of 3"},
        {
            "en": "players[1]: expected a name, not a list of 3",
            "ko": "players[1]: 기대: 이름, 실제: 항목 3개의 목록",
            "ja": "players[1]：正しくは名前、実際は3件のリスト",
            "fr": "players[1] : attendu : un nom, lu : une liste de longueur 3",
        },
    ),
    # Names and what people typed are nobody's to translate.
    (
        {"code": "not_first_player", "expected": "meat", "seen": "nothing"},
        {
            "en": "meat reveals the next card, not nothing",
            "ko": "다음 카드를 공개할 사람: meat (공개한 사람: nothing)",
            "ja": "次のカードをめくるのはmeatです（めくったのはnothing）",
            "fr": "c’est à meat de retourner la carte suivante, non à nothing",
        },
    ),
]


@pytest.mark.parametrize(("reason", "said"), SENTENCES)
def test_sentences(reason: dict[str, Any], said: dict[str, str]) -> None:
    assert unsaid(reason, "kushi-express") == []
    for language, text in said.items():
        assert describe(reason, "kushi-express", translator(language)) == text


VERDICT = {
    "line": 6, "t": 12.4, "subject": "place", "by": "Bo", "verdict": "ILLEGAL",
    "reasons": [SENTENCES[0][0], {"code": "colour", "position": 1}],
}  # fmt: skip
LINES = {
    "en": "line 6, 12.4 s, place by Bo: ILLEGAL: {}; position 1: the colour is not certain",
    "ko": "6행, 12.4초, Bo - 꼬치 놓기: ILLEGAL: {}; 1번째: 색이 확실하지 않습니다",
    "ja": "6行目, 12.4秒, Bo - 串を置く：ILLEGAL：{}; 1番目：色がはっきりしません",
    "fr": "ligne 6, 12.4 s, brochette posée par Bo : ILLEGAL : {}; "
    "position 1 : la couleur n’est pas certaine",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_and_its_explanation(language: str) -> None:
    translate, rules = translator(language), translator(language, "rules")
    first = SENTENCES[0][1][language]
    assert verdict_line(VERDICT, "kushi-express", translate) == LINES[language].format(first)
    head, *below = explanation(VERDICT, "kushi-express", translate, rules).splitlines()
    assert head == LINES[language].format(f"{first} (KU-R7, KU-A3)")
    texts = {rule.number: rules(rule.text) for rule in get_game("kushi-express").rules}
    assert all(texts[number] in line for number, line in zip(("KU-R7", "KU-A3"), below, strict=True))
    told = explained(VERDICT, "kushi-express", translate, rules)
    assert told[0] == {"text": first, "rules": {number: texts[number] for number in ("KU-R7", "KU-A3")}}
    assert told[1]["rules"] == {}


def test_what_the_camera_advises_can_be_said() -> None:
    for code in [*kushi_cards._ADVICE, "unheard of"]:
        assert unsaid(Reason("blur", advice=kushi_cards.card_advice(code)), "kushi-express") == []
    plate = "no plate found: lay the round plate in view, whole and free of hands"
    assert unsaid(Reason("no_skewer", advice=plate), "kushi-express") == []


def test_what_cannot_be_said_is_found() -> None:
    reason = Reason("wrap", 1, "a purple cube", "pepper", alternative="a cat", advice="dance")
    assert unsaid(reason, "kushi-express") == ["a purple cube", "dance"]
    assert unsaid({"code": "unheard_of"}, "kushi-express") == ["unheard_of"]
    assert describe(reason, "kushi-express", translator("ko")).startswith("1번째: 기대: a purple cube, 실제:")


def test_the_command_in_another_language(tmp_path: Any) -> None:
    events = tmp_path / "events.jsonl"
    events.write_text(
        '{"event": "setup", "game": "kushi-express", "players": ["A"], "first": "A"}\n', "utf-8"
    )
    for as_json, begins in ((False, "1行目, 準備：BAD_INPUT：players：正しくは"), (True, '{"line": 1')):
        out = io.StringIO()
        assert main_judge(str(events), as_json, out, explain=True, language="ja") == 2
        assert out.getvalue().startswith(begins)
        assert "そのため2〜4人で遊びます。" in out.getvalue()


# Which language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"REFEREE_LANG": "ja"}, "ja"),
        ({"REFEREE_LANG": "ko", "LANG": "fr_FR.UTF-8"}, "ko"),
        ({"REFEREE_LANG": "tlh", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "ko-KR"}, "ko"),
        ({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "ja", "LANG": "fr"}, "ja"),
        ({"LANGUAGE": "de:fr:ko", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANGUAGE": "fr", "LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_environment_says_which(environment: dict[str, str], language: str) -> None:
    assert choose(environment) == language


def test_only_languages_that_there_are() -> None:
    assert translator("en") is as_it_is
    with pytest.raises(KeyError):
        translator("tlh")


# Phrases


def shout(template: str) -> str:
    """A language of capitals."""
    return "".join(
        literal.upper() + (f"{{{slot}}}" if slot else "") for literal, slot, *_ in Formatter().parse(template)
    )


PHRASES = Phrases(
    {"cube": ("pepper", "ham"), "phrase": ("{cube}", "{number} of {cube}", "to {name} or {name2}")}
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pepper", "PEPPER"),
        ("12 of ham", "12 OF HAM"),
        ("twelve of ham", "twelve of ham"),
        ("peppers", "peppers"),
        ("", ""),
        ("ham" * 1000, "ham" * 1000),
    ],
)
def test_phrases_are_taken_apart(text: str, said: str) -> None:
    assert PHRASES.say(text, shout) == said
    assert PHRASES.say(text, as_it_is) == text


def test_names_are_taken_as_they_are() -> None:
    assert PHRASES.say("to ham or pepper", shout) == "TO ham OR pepper"
    assert PHRASES.say("to ham or pepper", lambda _: "{name2}/{name}") == "pepper/ham"
    assert (
        PHRASES.knows("nothing")
        and PHRASES.knows("a list of 3", "value")
        and not PHRASES.knows("a list of 3")
    )


def test_a_hostile_text_is_no_more_work_than_a_long_one() -> None:
    own = get_game("kushi-express").words.phrases
    for text in ("meat, " * 160, "pepper and " * 90, "bacon-wrapped " * 70, "a card of " + "x or " * 190):
        assert own.say(text, shout) or True
    assert not own.knows("meat, " * 160)


def test_words_choose_their_template() -> None:
    words = Words(
        {"a": "{seen}", "a expected": "{expected_name}<{seen_value}", "b": "b"}, PHRASES, with_path="b"
    )
    assert words.describe(Reason("a", seen="ham"), shout) == "HAM"
    assert words.describe(Reason("a", expected="pepper", seen="ham")) == "pepper<ham"
    assert words.describe(Reason("b", path="x[0]")) == "x[0]: b"
    assert words.describe(Reason("c")) is None
    steps = Words({"a": "{path} is {seen}"}, PHRASES, at_position="step {position}: {text}")
    assert steps.describe(Reason("a", 2, seen="ham", path="cup"), shout) == "STEP 2: cup IS HAM"


def test_slots_and_what_is_said() -> None:
    assert slots("{a} of {b2}") == ("a", "b2")
    assert [is_said(text) for text in ("{cube}", "{a}, {b}", "word")] == [False, True, True]
    assert all(is_said(text) or text.startswith("{") for kind in COMMON.values() for text in kind)
