"""Reading a set profile, and the one line that says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.sets.profile import BUNDLED, ProfileError, load_profile, parse_profile
from referee.sets.ring import SEGMENTS

GOOD = """\
name = "ours"
wrap = "band"
[cubes]
pepper = { colour = "#00aa00", size_mm = 18 }
tomato = { colour = "#dd0000" }
meat = { colour = "#663311" }
shrimp = { colour = "#eebb99" }
[strips]
bacon = { colour = "#cc2222", stripe = "#ffffff" }
cheese = { colour = "#ffcc00", stripe = "#ffffff" }
[stick]
handle_marked = false
[[cards]]
id = "one"
kind = "order"
layers = ["pepper"]
price = "3.0"
[[cards]]
id = "two"
kind = "order"
layers = ["meat", "bacon", "tomato", "bacon"]
price = "4.0"
"""
RING = "n" * 8 + "o" * 8 + "c" * 8


def complaint(text: str) -> str:
    with pytest.raises(ProfileError) as caught:
        parse_profile(text, "my.toml", Path())
    line = str(caught.value)
    assert "\n" not in line
    return line


def test_a_profile_needs_no_more_than_this() -> None:
    profile = parse_profile(GOOD, "my.toml", Path())
    assert profile.name == "ours" and profile.wrap == "band"
    assert list(profile.deck) == ["one", "two"]
    assert profile.deck["two"].layers == ("meat", "bacon", "tomato", "bacon")
    assert profile.cubes["pepper"].size_mm == 18 and profile.cubes["tomato"].size_mm is None
    assert profile.unknown == {"order": 25, "touting": 2, "closing": 1}
    assert not profile.handle_marked and profile.orientation == "either"


@pytest.mark.parametrize(
    ("written", "price"), [("3.0", "3.0"), ("3", "3.0"), ('"3"', "3.0"), ('"12.5"', "12.5"), ("0.5", "0.5")]
)
def test_prices_may_be_numbers_with_one_decimal_at_most(written: str, price: str) -> None:
    profile = parse_profile(GOOD.replace('"3.0"', written), "my.toml", Path())
    assert profile.deck["one"].price == price


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        # the price
        (
            '"3.0"',
            '"6.05"',
            'cards[0].price: "6.05": write a price with one decimal, like "6.0" (card "one")',
        ),
        ('"3.0"', "6.05", 'cards[0].price: 6.05: write a price with one decimal, like "6.0" (card "one")'),
        (
            '"3.0"',
            '"-1.0"',
            'cards[0].price: "-1.0": write a price with one decimal, like "6.0" (card "one")',
        ),
        ('"3.0"', "nan", 'cards[0].price: NaN: write a price with one decimal, like "6.0" (card "one")'),
        ('"3.0"', "true", 'cards[0].price: true: write a price with one decimal, like "6.0" (card "one")'),
        ('"3.0"', '""', 'cards[0].price: "": write a price with one decimal, like "6.0" (card "one")'),
        (
            'price = "3.0"\n',
            "",
            'cards[0].price: null: write the printed price, like price = "3.0" (card "one")',
        ),
        # the layers
        (
            '["pepper"]',
            '["onion"]',
            'cards[0].layers: ["onion"]: "onion" is no piece: '
            'write one of bacon, cheese, meat, pepper, shrimp, tomato (card "one")',
        ),
        (
            '["pepper"]',
            '["peper"]',
            'cards[0].layers: ["peper"]: "peper" is no piece: write "pepper" (card "one")',
        ),
        (
            '["pepper"]',
            '["pepper", "pepper"]',
            'cards[0].layers: ["pepper", "pepper"]: pepper is there 2 times: each player has one; name it '
            'once (card "one")',
        ),
        (
            '["pepper"]',
            '["bacon", "pepper", "bacon", "bacon", "meat", "bacon"]',
            "bacon is there 4 times: each player has one; name it before and after what it wraps",
        ),
        ('["pepper"]', '["bacon", "pepper"]', "bacon is there once: name it before and after what it wraps"),
        (
            '["pepper"]',
            '["pepper", "bacon", "bacon"]',
            "bacon wraps nothing: name the cube between its two mentions",
        ),
        (
            '["pepper"]',
            '["bacon", "pepper", "cheese", "bacon", "meat", "cheese"]',
            "bacon may wrap cubes only: name nothing else between its two mentions",
        ),
        (
            '["pepper"]',
            '["bacon", "pepper", "meat", "tomato", "bacon"]',
            "bacon wraps 3 cubes: a strip reaches round one or two",
        ),
        ('["pepper"]', '["bacon", "bacon"]', "bacon wraps nothing"),
        ('["pepper"]', "[]", 'cards[0].layers: null: write what the card shows, like layers = ["pepper"]'),
        ('["pepper"]', '"pepper"', 'cards[0].layers: "pepper": write a list of pieces'),
        # other keys of a card
        ('id = "two"', 'id = "one"', 'cards[1].id: "one": is the id of cards[0] too: write another'),
        ('id = "two"', 'id = "Two!"', 'cards[1].id: "Two!": write lower-case words joined by hyphens'),
        (
            'id = "two"',
            'id = "back"',
            'cards[1].id: "back": this name means something else: write another id',
        ),
        ('id = "two"', 'id = "touting"', 'cards[1].id: "touting": this name means something else'),
        ('id = "two"\n', "", "cards[1].id: missing: write lower-case words joined by hyphens"),
        (
            'id = "two"',
            'id = "two"\ncount = 0',
            "cards[1].count: 0: write how many of this card the deck has",
        ),
        (
            'id = "two"',
            'id = "two"\ncuont = 1',
            "cards[1].cuont: 1: unknown key: write count, or leave it out",
        ),
        (
            'id = "two"',
            'id = "two"\nsource = "me"',
            'cards[1].source: "me": write "rulebook" or "ours" (card "two")',
        ),
        (
            'id = "two"',
            'id = "two"\nring = "noc"',
            'cards[1].ring: "noc": write 24 letters n, o or c (card "two")',
        ),
        (
            'id = "two"\nkind = "order"',
            'id = "two"\nkind = "touting"',
            "a touting card has no layers: leave them out",
        ),
        (
            'id = "two"\nkind = "order"\nlayers = ["meat", "bacon", "tomato", "bacon"]',
            'id = "two"\nkind = "closing"',
            'cards[1].price: "4.0": a closing card has no price: leave it out (card "two")',
        ),
        (
            'id = "two"\nkind = "order"',
            'id = "two"\nkind = "x"',
            'cards[1].kind: "x": write "order", "touting" or',
        ),
        ('id = "two"', 'id = "two"\nface = "none.png"', 'cards[1].face: "none.png": no such picture'),
        # the deck
        (
            '[[cards]]\nid = "one"',
            '[deck]\norder = 1\n[[cards]]\nid = "one"',
            "deck.order: 1: the cards below make 2",
        ),
        (
            '[[cards]]\nid = "one"',
            '[deck]\nclosing = 2\n[[cards]]\nid = "one"',
            "deck.closing: 2: write closing = 1",
        ),
        # the pieces
        (
            "pepper = {",
            "peppers = {",
            'cubes.peppers: {"colour": "#00aa00", "size_mm": 18}: no such piece: write "pepper"',
        ),
        (
            'tomato = { colour = "#dd0000" }\n',
            "",
            "cubes.tomato: null: missing: write tomato = { colour = ... }",
        ),
        ("#dd0000", "red", 'cubes.tomato.colour: "red": write a colour as "#rrggbb", like "#3f9b3a"'),
        ("size_mm = 18", "size_mm = 0", "cubes.pepper.size_mm: 0: write a size in millimetres, above 0"),
        ("size_mm = 18", "size = 18", "cubes.pepper.size: 18: unknown key: write size_mm, or leave it out"),
        (
            'stripe = "#ffffff" }\ncheese',
            'stripe = "#ffffff", length_mm = 50, holes_mm = [5, 60] }\ncheese',
            "strips.bacon.holes_mm: [5.0, 60.0]: write rising distances that are shorter than length_mm",
        ),
        ("handle_marked = false", "handle_marked = 1", "stick.handle_marked: 1: write true or false"),
        (
            "handle_marked = false",
            "handle_marked = true",
            'stick.handle_colour: null: write the colour of the marked end, like "#1f5fbf"',
        ),
        ('wrap = "band"', 'wrap = "knot"', 'wrap: "knot": write wrap = "saddle" or wrap = "band"'),
        ('name = "ours"', "", "name: missing: write lower-case words joined by hyphens"),
        ("[stick]\nhandle_marked = false\n", "", "stick: missing: write a table: [stick]"),
        (
            "[stick]\nhandle_marked = false\n",
            "[stick]\nhandle_marked = false\n[plate]\nsize_mm = 2\n",
            "plate.size_mm: 2",
        ),
    ],
)
def test_fault_is_one_line_with_file_key_value_and_remedy(old: str, new: str, line: str) -> None:
    assert old in GOOD
    found = complaint(GOOD.replace(old, new, 1))
    assert found.startswith("my.toml: ")
    assert line in found


def test_rings_that_are_turned_or_mirrored_copies_are_refused() -> None:
    mirrored = (RING[3:] + RING[:3])[::-1]
    text = GOOD.replace('id = "one"', f'id = "one"\nring = "{RING}"')
    text = text.replace('id = "two"', f'id = "two"\nring = "{mirrored}"')
    assert len(RING) == SEGMENTS
    assert f'cards[1].ring: "{mirrored}": looks like the ring of cards[0]' in complaint(text)


def test_further_faults_are_counted() -> None:
    text = GOOD.replace('"3.0"', '"x"').replace('"4.0"', '"y"').replace('"band"', '"z"')
    assert complaint(text) == 'my.toml: wrap: "z": write wrap = "saddle" or wrap = "band" (and 2 more)'


def test_a_long_value_is_shortened() -> None:
    line = complaint(GOOD.replace('"3.0"', '"' + "9" * 500 + '"'))
    assert len(line) < 200 and "…" in line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name = "a"\nwrap saddle\n', 'my.toml: line 2: "wrap saddle": not TOML: expected'),
        ('name = "a"\nname = "b"\n', 'my.toml: line 2: "name = \\"b\\"": not TOML: cannot overwrite'),
        ('name = "a', 'my.toml: line 1: "name = \\"a": not TOML: '),
        ("a = [1,\n2", 'my.toml: line 2: "2": not TOML: '),
    ],
)
def test_broken_toml_says_the_line(text: str, line: str) -> None:
    assert complaint(text).startswith(line)


def test_an_empty_file_lacks_its_name() -> None:
    assert complaint("").startswith("my.toml: name: missing: ")


def test_cards_that_are_no_list() -> None:
    assert "my.toml: cards: 3: write the cards as [[cards]] tables" in complaint(
        "cards = 3\n" + GOOD.split("[[")[0]
    )


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_profiles_load_by_name_even_beside_a_folder_of_that_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).mkdir()
    assert load_profile(name).name == name


def test_a_file_is_read_by_its_path_and_pictures_from_beside_it(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "one.png").write_bytes(b"png")
    path = tmp_path / "my.toml"
    path.write_text("\ufeff" + GOOD.replace('id = "one"', 'id = "one"\nface = "pictures/one.png"'), "utf-8")
    assert load_profile(path).deck["one"].face == tmp_path / "pictures" / "one.png"
    assert load_profile(str(path)).name == "ours"


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(
        ProfileError, match=r"^kitt: no such set profile: write kit, original or the path of a TOML file$"
    ):
        load_profile("kitt")


def test_a_missing_file_a_folder_and_wrong_bytes(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('name = "café"'.encode("latin-1"))
    for path, line in (
        (tmp_path / "none.toml", "cannot be read (No such file or directory)"),
        (tmp_path, "cannot be read (Is a directory)"),
        (tmp_path / "latin.toml", "byte 11: not UTF-8: save the file as UTF-8"),
        ("a\0b/c.toml", "cannot be read"),
    ):
        with pytest.raises(ProfileError) as caught:
            load_profile(path)
        assert line in str(caught.value) and "\n" not in str(caught.value)
