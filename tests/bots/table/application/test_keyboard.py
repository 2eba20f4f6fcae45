"""What a terminal sends: keys, reports of the mouse, and what nobody understands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, MouseDown

from urbanist.bots.table.application.keyboard import LATIN, TerminalInput, at_its_place

#: Bytes that begin or are a part of what terminals send.
PARTS = st.sampled_from(
    [b"\x1b", b"\x1b[", b"\x1b[M", b"\x1b[<", b";", b":", b"u", b"M", b"~", b"48", b"9" * 9, b"\xc3", b"q"]
)


def keys(*chunks: bytes) -> list[str]:
    """Return the keys that some bytes mean, which come in parts."""
    terminal = TerminalInput()
    return [each.key for chunk in chunks for each in terminal.feed(chunk) if isinstance(each, Key)]


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ([b"q"], ["q"]),
        ([b"\x1b[M !\xa9q"], ["q"]),
        ([b"\x1b[M\xc3", b"\xa9", b" q"], ["q"]),
        ([b"\x1b", b"[M", b"abcq"], ["q"]),
        ([b"\xb1q"], ["q"]),
        ([b"\xf1q"], ["q"]),
        ([b"\xc5", b"\xbc"], ["ż"]),
        ([b"\x1b[97;;97u"], ["a"]),
        ([b"\x1b[97:65:97;2;65u"], ["A"]),
        ([b"\x1b[97:65", b";5u"], ["ctrl+a"]),
        ([b"\x1b[97;1:1u"], ["a"]),
        ([b"\x1b[97;1:3uq"], ["<ignore>", "q"]),
        ([b"\x1b[1;1:1A"], ["up"]),
        ([b"\x1b[1114112uq"], ["q"]),
        ([b"\x1b[999999999999999999;1uq"], ["q"]),
    ],
)
def test_keys_are_understood_and_what_is_none_is_ignored(sent: list[bytes], meant: list[str]) -> None:
    assert keys(*sent) == [key for key in meant if key != "<ignore>"]


def test_a_click_counts_after_an_old_report_of_the_mouse() -> None:
    terminal = TerminalInput()
    [click] = terminal.feed(b"\x1b[M \xf0\xf0\x1b[<0;10;7M")
    assert isinstance(click, MouseDown)
    assert (click.x, click.y) == (9, 6)


@given(st.lists(st.binary(max_size=9) | PARTS, max_size=12))
def test_no_bytes_are_a_fault_and_the_next_key_is_heard(chunks: list[bytes]) -> None:
    terminal = TerminalInput()
    for chunk in chunks:
        list(terminal.feed(chunk))
    list(terminal.tick())
    # What is unfinished may take the next ones, but no more than the longest sequence.
    told = [*terminal.feed(b"\x1b[201~" + b"x" * 40 + b"q")]
    assert isinstance(told[-1], Key)
    assert told[-1].key == "q"


def test_a_cyrillic_key_is_the_latin_one_at_its_place() -> None:
    assert [LATIN[key] for key in "йцгЙхі"] == ["q", "w", "u", "Q", "[", "s"]
    assert at_its_place(Key("ctrl+с", None)).key == "ctrl+c"
    assert at_its_place(Key("х", "х")).key == "left_square_bracket"
    assert at_its_place(Key("q", "q")).key == "q"
