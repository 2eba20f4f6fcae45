"""Lines of text: their widths, and how they are made to fit."""

import time

import pytest

from urbanist.bots.table.kit.picture import image
from urbanist.bots.table.kit.picture.lettering import fitted, width, write

FOLDER = image.__file__.rpartition("/")[0]


@pytest.mark.parametrize(("bold", "name"), list(enumerate(image.FONTS)))
def test_widths_are_those_of_the_fonts_that_write_a_png(bold: int, name: str) -> None:
    fonts = pytest.importorskip("fontTools.ttLib")
    font = fonts.TTFont(f"{FOLDER}/{name}")
    unit = font["head"].unitsPerEm
    for letter, glyph in font.getBestCmap().items():
        wide = font["hmtx"][glyph][0] / unit
        assert width(chr(letter), 1.0, bold=bool(bold)) == pytest.approx(wide, abs=0.0006)


def test_a_line_is_as_wide_as_its_letters() -> None:
    assert width("", 3.0) == 0
    assert width("Łódź", 2.0) == pytest.approx(2 * width("Łódź", 1.0))
    assert width("mm", 1.0) == pytest.approx(2 * width("m", 1.0))
    assert width("m", 1.0, bold=True) > width("m", 1.0) > width("i", 1.0)
    assert width("漢", 2.0) == 2.0


@pytest.mark.parametrize(
    ("room", "shown", "size"), [(100.0, "Władysław", 2.0), (0.8, "Władysław", 1.6), (0.2, None, 1.5)]
)
def test_a_name_is_made_smaller_and_then_cut(room: float, shown: str | None, size: float) -> None:
    room *= width("Władysław", 2.0)
    text, high = fitted("Władysław", 2.0, room)
    assert high == pytest.approx(size)
    assert width(text, high) <= room + 1e-9
    if shown is None:
        assert text.endswith("…")
        assert "Władysław".startswith(text[:-1])
    else:
        assert text == shown


@pytest.mark.parametrize("name", ["Ann Bo  漢字 " * 3, "iiii " * 9, "m" * 40])
def test_a_cut_name_keeps_as_many_letters_as_fit(name: str) -> None:
    for room in range(1, 40):
        text, size = fitted(name, 2.0, float(room))
        if text != name:
            begun = [f"{name[:end].rstrip()}…" for end in range(len(name))]
            fits = [cut for cut in begun if width(cut, size) <= room] or ["…"]
            assert text == fits[-1]


def test_a_very_long_name_is_cut_at_once() -> None:
    began = time.process_time()
    text, _ = fitted("x" * 10_000, 2.0, 30.0)
    assert time.process_time() - began < 0.5
    assert len(text) < 40


def test_no_room_at_all_leaves_the_sign_of_a_cut() -> None:
    assert fitted("Ann", 2.0, 0.0)[0] == "…"


def test_a_line_stands_with_its_middle_at_its_point() -> None:
    line = write((1.0, 2.0), "7", 10.0)
    assert (line.get("x"), line.get("y"), line.get("font-size")) == ("1", "5.65", "10")
    fixed = write((0.0, 0.0), "Ann", 1.0, "start", bold=True, length=2.5, class_="faint")
    assert (fixed.get("class"), fixed.get("textLength"), fixed.get("text-anchor")) == (
        "faint bold",
        "2.5",
        "start",
    )
