"""What is sent of an update: a terminal shows the same as after the whole update, by fewer bytes."""

import random

import pyte
import pytest
from rich.cells import cell_len

from urbanist.bots.table.application.sent_screen import CellStyle, SentScreen, style_of

ROWS, COLUMNS = 6, 30
STYLES = ("0", "1", "3;38;2;1;2;3", "38;2;1;2;3;48;2;4;5;6", "31;48;5;7", "97;104", "7", "48;2;9;9;9", "4;32")
WORDS = ("a", "  ", "map", "▀▀▄", "→ 3", "\u4e2d\u6587", "Żerań", " x ")


def update(rng: random.Random) -> str:
    """Return an update as Textual writes it: moves, and texts of one style each, none beyond the edge."""
    parts = []
    for row in rng.sample(range(1, ROWS + 1), rng.randint(1, ROWS)):
        column = rng.randint(1, COLUMNS - 12)
        parts.append(f"\x1b[{row};{column}H")
        for word in rng.choices(WORDS, k=rng.randint(1, 3)):
            if (column := column + cell_len(word)) <= COLUMNS:
                parts.append(f"\x1b[{rng.choice(STYLES)}m{word}\x1b[0m")
    return "\n".join(parts) if rng.random() < 0.1 else "".join(parts)


def aligned(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """Return what can be seen: of a space not the colour of its text, unless it is reversed."""
    cells = [[screen.buffer[row][column] for column in range(COLUMNS)] for row in range(ROWS)]
    return [
        [
            (
                each.data,
                "" if each.data == " " and not (each.reverse or each.underscore) else each.fg,
                *each[2:],
            )
            for each in row
        ]
        for row in cells
    ]


@pytest.mark.parametrize("seed", range(20))
def test_a_terminal_shows_the_same(seed: int) -> None:
    rng, sent = random.Random(seed), SentScreen()
    whole, reduced = (pyte.Screen(COLUMNS, ROWS) for _ in range(2))
    streams = pyte.Stream(whole), pyte.Stream(reduced)
    size = 0
    for _ in range(40):
        made = update(rng)
        streams[0].feed(made.replace("\n", ""))
        size += len(less := sent.reduced(made))
        streams[1].feed(less)
        assert aligned(whole) == aligned(reduced)
        assert sent.reduced(made) == ""
    assert size


def test_a_style_is_read_from_its_codes() -> None:
    assert style_of("1;38;2;1;2;3;48;5;7") == CellStyle("1", "38;2;1;2;3", "48;5;7")
    assert style_of("0;3;31;104") == CellStyle("3", "31", "104")
    assert style_of("") == CellStyle()


def test_only_what_changes_is_sent_with_the_codes_that_change() -> None:
    sent = SentScreen()
    assert sent.reduced("\x1b[2;3H\x1b[38;2;1;2;3;44mab cd\x1b[0m").startswith(
        "\x1b[2;3H\x1b[0;38;2;1;2;3;44mab"
    )
    one = sent.reduced("\x1b[2;3H\x1b[38;2;1;2;3;44mab \x1b[0m\x1b[38;2;1;2;3;45mcX\x1b[0m")
    assert one == "\x1b[2;6H\x1b[0;38;2;1;2;3;45mcX\x1b[0m"
    assert (
        sent.reduced("\x1b[2;3H\x1b[38;2;1;2;3;44mzb cz\x1b[0m")
        == "\x1b[2;3H\x1b[0;38;2;1;2;3;44mz\x1b[2Ccz\x1b[0m"
    )


def test_after_an_unknown_sequence_nothing_is_known() -> None:
    sent = SentScreen()
    drawn = "\x1b[1;1H\x1b[1mab\x1b[0m"
    assert sent.reduced(drawn)
    assert sent.reduced(drawn) == ""
    assert sent.reduced("\x1b[2J") == "\x1b[2J"
    assert sent.reduced(drawn)
    sent.forget()
    assert sent.reduced(drawn)
