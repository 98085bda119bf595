"""Reasons and verdicts in plain words, for the command line and the dashboard, in English or another language
(`referee.languages`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.games import get_game, names
from referee.games.base import Reason
from referee.games.phrases import Phrases, Translate, as_it_is, is_said
from referee.games.rulebook import rules_behind
from referee.games.words import AROUND, Words

MESSAGES: Final[dict[str, str]] = {
    "missing_field": "missing: write {expected}",
    "wrong_type": "expected {expected}, not {seen_value}",
    "bad_value": "expected {expected}, not {seen_value}",
    "bad_json": "not readable as JSON ({seen_value}): write {expected}",
    "bad_bytes": "not {expected_text}: {seen_value}",
    "bad_number": "expected {expected}, not {seen_value}",
    "bad_set": "{expected_text}",
    "duplicate_key": "named twice: write it once",
    "too_long": "the line is too long: expected {expected}, not {seen_value}",
    "unknown_event": "no such event {seen_value}: write {expected}",
    "unknown_player": "nobody here is called {seen_value}: write {expected}",
    "unknown_card": "no such card {seen_value}: write {expected}",
    "unknown_piece": "no such piece {seen_value}: write {expected}",
    "unknown_line": "there is nothing to decide about at line {seen_value}: write {expected}",
    "undone": "line {seen_value} is taken back already",
    "time_order": "time runs backwards: expected {expected}, not {seen_value}",
    "no_setup": "the first line must be the setup",
    "second_setup": "the game is set up already",
}
"""Faults of events of any game."""

LINE: Final = "line {line}"
SECONDS: Final = "{t} s"
SUBJECT_BY: Final = "{subject} by {by}"
RESULT: Final = "result: {text}"
GAME_OVER: Final = "game over"
NOT_OVER: Final = "game not over ({phase})"
AND: Final = "{first} and {second}"
COLON: Final = "{first}: {second}"
FACTS: Final = "order {order}; on the plate: {skewers}"
NONE: Final = "none"
NO_SKEWER: Final = "no skewer"
EMPTY_STICK: Final = "an empty stick"
WON_BY: Final = "{winners} won by {decided_by}"
TIED: Final = "tied: {players}"
HAS: Final = "{player} {amount}"
AT_LEAST: Final = "{amount} or more"
AMOUNTS: Final = {"final_vp": "{number} VP", "vp": "{number} VP", "rating": "{number}"}
"""What a result says of each player, by the field of its `players`: the first of these that is there. Where
there is none it says the `scores`."""
ENDINGS: Final = {
    "setup": "setup",
    "play": "play",
    "points": "points",
    "tie_break": "tie-break",
    "cards": "cards",
    "rush": "rush tokens",
    "menu": "menu cards",
    "shared": "shared victory",
}
"""Phases, and what decided a game; what is not here is said as it is, without underscores."""
LINES: Final = (
    LINE,
    SECONDS,
    SUBJECT_BY,
    RESULT,
    GAME_OVER,
    NOT_OVER,
    AND,
    COLON,
    FACTS,
    NONE,
    NO_SKEWER,
    EMPTY_STICK,
    WON_BY,
    TIED,
    HAS,
    AT_LEAST,
    *(text for text in dict.fromkeys(AMOUNTS.values()) if is_said(text)),
    *ENDINGS.values(),
)


def common_words(game: str | None = None) -> Words:
    """What is said of faults that any game's events may have, with the phrases of one game."""
    phrases = Phrases({}) if game is None else get_game(game).words.phrases
    return Words(MESSAGES, phrases, with_path=MESSAGES)


def templates() -> Iterator[tuple[str, str]]:
    """Everything that is translated, each with where it comes from: `("referee", "line {line}")`. Texts that
    several places share come several times."""
    for text in (*AROUND, *LINES, *common_words().templates()):
        yield "referee", text
    for game in names():
        for text in get_game(game).words.templates():
            yield game, text


def describe(
    reason: Reason | Mapping[str, Any], game: str | None = None, translate: Translate = as_it_is
) -> str:
    """One reason in plain words: `position 3: expected cheese-wrapped pepper, saw plain pepper`.

    With a `game` its own words come first; else the first game that knows the code is asked.
    """
    reason = _reason(reason)
    for name in (game,) if game is not None else names():
        text = get_game(name).describe(reason, translate)
        if text is not None:
            return text
    text = common_words(game).describe(reason, translate)
    if text is not None:
        return text
    text = reason.code.replace("_", " ")
    return f"{reason.path}: {text}" if reason.path else text


def _reason(reason: Reason | Mapping[str, Any]) -> Reason:
    if isinstance(reason, Reason):
        return reason
    known = Reason.__dataclass_fields__
    return Reason(**{key: value for key, value in reason.items() if key in known})


def unsaid(reason: Reason | Mapping[str, Any], game: str) -> list[str]:
    """What of a reason would stay English in any language: its code, or parts that are no phrases."""
    reason = _reason(reason)
    for words in (get_game(game).words, common_words(game)):
        if words.message(reason) is not None:
            return words.unknown(reason)
    return [reason.code]


def explained(
    verdict: Mapping[str, Any], game: str | None, translate: Translate = as_it_is, rules: Translate = as_it_is
) -> list[dict[str, Any]]:
    """Each reason of a verdict in words, with the text of the rules that it rests on by their number."""
    out: list[dict[str, Any]] = []
    for entry in verdict.get("reasons", ()):
        behind = () if game is None else rules_behind(_reason(entry), get_game(game).rule_of)
        texts = {} if game is None else {rule.number: rule.text for rule in get_game(game).rules}
        text = describe(entry, game, translate)
        out.append({"text": text, "rules": {number: rules(texts[number]) for number in behind}})
    return out


def verdict_line(verdict: Mapping[str, Any], game: str | None = None, translate: Translate = as_it_is) -> str:
    """A verdict as one line of text, or the result as one."""
    if "result" in verdict:
        return _result(verdict["result"], translate)
    reasons = "; ".join(describe(reason, game, translate) for reason in verdict.get("reasons", ()))
    return _colon(_head(verdict, game, translate), reasons, translate)


def explanation(
    verdict: Mapping[str, Any], game: str | None, translate: Translate = as_it_is, rules: Translate = as_it_is
) -> str:
    """As `verdict_line`, each reason with the numbers of its rules, and below it what those rules say."""
    if "result" in verdict:
        return _result(verdict["result"], translate)
    told = explained(verdict, game, translate, rules)
    reasons = [one["text"] + (f" ({', '.join(one['rules'])})" if one["rules"] else "") for one in told]
    said = {number: text for one in told for number, text in one["rules"].items()}
    below = [f"    {_colon(number, text, translate)}" for number, text in said.items()]
    return "\n".join([_colon(_head(verdict, game, translate), "; ".join(reasons), translate), *below])


def _colon(first: str, second: str, translate: Translate) -> str:
    """Both, or the one that is not empty."""
    return translate(COLON).format(first=first, second=second) if first and second else first or second


def _head(verdict: Mapping[str, Any], game: str | None, translate: Translate) -> str:
    """Which line it is about, and the verdict, which is the same word in every language."""
    head = [translate(LINE).format(line=verdict["line"])] if "line" in verdict else []
    if "t" in verdict:
        head.append(translate(SECONDS).format(t=verdict["t"]))
    if "subject" in verdict:
        subject = common_words(game).phrases.say(str(verdict["subject"]), translate, "event")
        by = verdict.get("by")
        head.append(subject if by is None else translate(SUBJECT_BY).format(subject=subject, by=by))
    return _colon(", ".join(head), verdict["verdict"], translate)


def check_line(record: Mapping[str, Any], translate: Translate = as_it_is) -> str:
    """What `referee check` says of a picture: verdict, all reasons, and what was seen."""
    game, phrases = record["game"], common_words(record["game"]).phrases
    order = record["order"]["card"] if record["order"] else translate(NONE)
    seen = [
        " ".join(phrases.say(piece, translate, "piece") for piece in skewer["layers"])
        or translate(EMPTY_STICK)
        for skewer in record["skewers"]
        if skewer["on_plate"]
    ]
    facts = translate(FACTS).format(order=order, skewers=" | ".join(seen) or translate(NO_SKEWER))
    reasons = "; ".join(describe(reason, game, translate) for reason in record["reasons"])
    verdict = _colon(record["verdict"], reasons, translate)
    return f"{_colon(record['image'], verdict, translate)} ({facts})"


def _result(result: Mapping[str, Any], translate: Translate) -> str:
    def word(code: str) -> str:
        return translate(ENDINGS[code]) if code in ENDINGS else code.replace("_", " ")

    if result.get("over"):
        text = translate(GAME_OVER)
    else:
        text = translate(NOT_OVER).format(phase=word(result.get("phase", "setup")))
    text = _colon(text, ", ".join(_standings(result, translate)), translate)
    winners, tied = result.get("winners", ()), result.get("tied", ())
    if winners:
        listed = _listed(winners, translate)
        text += "; " + translate(WON_BY).format(winners=listed, decided_by=word(result["decided_by"]))
    elif tied:
        text += "; " + translate(TIED).format(players=_listed(tied, translate))
    return translate(RESULT).format(text=text)


def _listed(players: Sequence[str], translate: Translate) -> str:
    listed = players[0]
    for player in players[1:]:
        listed = translate(AND).format(first=listed, second=player)
    return listed


def _standings(result: Mapping[str, Any], translate: Translate) -> Iterator[str]:
    """What each player has, in the order of the result: `Ann 12 VP`, or `Ann 6.0` where there are scores
    alone; `Ann ?` where nobody knows."""
    players: Mapping[str, Mapping[str, Any]] = result.get("players", {})
    scores: Mapping[str, Any] = result.get("scores", {})
    for player in players or scores:
        facts = players.get(player, {})
        field = next((field for field in AMOUNTS if field in facts), None)
        amount = scores.get(player) if field is None else facts[field]
        said = "?" if amount is None else str(amount)
        if amount is not None and field is not None:
            said = translate(AMOUNTS[field]).format(number=amount)
            if field in facts.get("at_least", ()):
                said = translate(AT_LEAST).format(amount=said)
        yield translate(HAS).format(player=player, amount=said)
