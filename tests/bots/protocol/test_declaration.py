"""Options as programs declare them, and which values their declarations allow."""

import pytest

from urbanist.bots.protocol.handshake import read_declaration

SPIN = "option name level type spin default 3 min 1 max 9"
CHECK = "option name bold type check default false"
COMBO = "option name style type combo default calm var calm var bold"


@pytest.mark.parametrize(
    ("line", "value", "allowed"),
    [
        (SPIN, "1", True),
        (SPIN, "9", True),
        (SPIN, "0", False),
        (SPIN, "10", False),
        (SPIN, "3.0", False),
        (SPIN, "many", False),
        (SPIN, "9" * 5000, False),
        ("option name seed type spin default 0", "-7", True),
        ("option name seed type spin default 0 max 5", "-7", True),
        ("option name seed type spin default 0 max 5", "6", False),
        ("option name seed type spin default 0 min 0", "-1", False),
        (CHECK, "true", True),
        (CHECK, "maybe", False),
        (CHECK, "1", False),
        (COMBO, "bold", True),
        (COMBO, "Bold", False),
        ("option name motto type string default <empty>", "any text at all", True),
        ("option name push type button", "any", True),  # a type of another protocol forbids nothing
    ],
)
def test_a_declaration_allows_its_values_only(line: str, value: str, allowed: bool) -> None:
    assert read_declaration(line).allows(value) is allowed


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (SPIN, "a whole number from 1 to 9"),
        ("option name seed type spin default 0", "a whole number"),
        ("option name seed type spin default 0 min 0", "a whole number from 0"),
        (CHECK, "true or false"),
        (COMBO, "one of calm, bold"),
    ],
)
def test_the_allowed_values_are_said_in_words(line: str, words: str) -> None:
    assert read_declaration(line).allowed == words


@pytest.mark.parametrize(
    ("bounds", "least", "most"),
    [
        ("min 1 max 9", 1, 9),
        ("max 7", 0, 7),
        ("min 5", 5, 1 << 63),
        ("min -3 max -3", -3, -3),
        ("", 0, 1 << 63),
    ],
)
def test_every_seed_becomes_a_number_that_the_spin_allows(bounds: str, least: int, most: int) -> None:
    declared = read_declaration(
        f"option name seed type spin default {max(least, 0) if least > -3 else -3} {bounds}"
    )
    assert not declared.problem
    for seed in (0, 1, 8, 12345, (1 << 63) - 1):
        number = declared.within(seed)
        assert least <= number <= most
        assert declared.allows(str(number))
        assert not least <= seed <= most or number == seed
