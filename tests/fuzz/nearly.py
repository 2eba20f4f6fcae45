"""Texts that are nearly right: a good text in which a few things were changed."""

import re
from random import Random

from hypothesis import strategies as st

#: What begins or ends a part of a text, in all our formats.
BORDER = re.compile(r"([\s,=/@:+|;\"'{}\[\]().-])")
#: Parts that are rarely expected.
ODD = (
    *(
        "",
        " ",
        "?",
        "=",
        "-",
        "0",
        "-1",
        "1",
        "2",
        "63",
        "64",
        "255",
        "65536",
        "-0",
        "00",
        "+1",
        "1e9",
        "1e999",
        "nan",
        "inf",
    ),
    *(
        "9" * 19,
        "9" * 5000,
        "18446744073709551616",
        "²",
        "１",
        "é",
        "漢字",
        "\u202e",
        "\x1b[2J",
        "\x00",
        "\t",
        "\r",
        "\x85",
        "\u2028",
        "\udcff",
    ),
    *(
        "null",
        "true",
        "[]",
        "{}",
        "[" * 200,
        '"',
        "\\",
        "\\ud800",
        "~",
        "$HOME",
        "..",
        "/",
        "*",
        "%s",
        "x" * 3000,
    ),
)


def nearly(text: str, seed: int, changes: int) -> str:
    """Return a text with so many changes, which depend on the seed alone."""
    chance = Random(seed)
    for _ in range(changes):
        text = changed(text, chance)
    return text


def changed(text: str, chance: Random) -> str:
    """Return a text with one change: a part is dropped, repeated, moved or replaced, or the end is missing."""
    parts = BORDER.split(text)
    first, second = chance.randrange(len(parts)), chance.randrange(len(parts))
    kind = chance.randrange(8)
    if kind == 0:
        del parts[first]
    elif kind == 1:
        parts.insert(second, parts[first])
    elif kind == 2:
        parts[first], parts[second] = parts[second], parts[first]
    elif kind in (3, 4):
        parts[first] = chance.choice(ODD)
    elif kind == 5:
        parts[first] = parts[second]
    elif kind == 6:
        del parts[max(first, 1) :]
    else:
        parts[first] = turned(parts[first], chance)
    return "".join(parts)


def turned(part: str, chance: Random) -> str:
    """Return a part in which one character was changed, or one was added."""
    place = chance.randrange(len(part) + 1)
    other = chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x250))))
    return part[:place] + other + part[place + chance.randrange(2) :]


#: How the seeds and the numbers of changes of a test are drawn; few changes let much of a text pass.
SEEDS, CHANGES = st.integers(0, 2**32), st.integers(0, 3)
