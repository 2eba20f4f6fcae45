"""What was sent to a terminal: of each update only the cells are sent that it changes, for slow lines."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rich.cells import cell_len

#: The parts of an update: a place, a style, and text; anything else is a sequence that is not known here.
PARTS = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H|\x1b\[(?P<style>[\d;]*)m|(?P<text>[^\x1b\n]+)|\n|(?P<other>\x1b)"
)
#: The colours of a style: that of the text, or that of the ground, each as the codes that set it.
COLOURS = re.compile(r"(?<!\d)(?:[34]8;2;\d+;\d+;\d+|[34]8;5;\d+|[349][0-7]|10[0-7])(?!\d)")


class CellStyle(NamedTuple):
    """A style as codes: attributes such as bold, the colour of the text, and that of the ground; empty if usual."""

    attributes: str = ""
    text: str = ""
    ground: str = ""


class Cell(NamedTuple):
    """A character on the screen; empty beside one that is two columns wide."""

    character: str
    style: CellStyle


@cache
def style_of(codes: str) -> CellStyle:
    """Return the style that the codes of a sequence set after a reset."""
    text = ground = ""
    for colour in COLOURS.findall(codes):
        if colour[0] in "39":
            text = colour
        else:
            ground = colour
    attributes = ";".join(part for part in COLOURS.sub("", codes).split(";") if part and part != "0")
    return CellStyle(attributes, text, ground)


def change(now: CellStyle | None, then: CellStyle) -> str:
    """Return the sequence that turns a style into another one; nothing is known of None."""
    if now is None or now.attributes != then.attributes:
        return f"\x1b[{';'.join(filter(None, ['0', *then]))}m"
    codes = []
    if now.text != then.text:
        codes.append(then.text or "39")
    if now.ground != then.ground:
        codes.append(then.ground or "49")
    return f"\x1b[{';'.join(codes)}m" if codes else ""


class SentScreen:
    """The cells of a terminal by their rows and columns; those of which nothing is known are not there."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Cell] = {}

    def forget(self) -> None:
        """Know nothing any more: something else has written on the terminal."""
        self._cells.clear()

    def reduced(self, update: str) -> str:
        """Return the part of an update that changes something; all of it if it has a sequence that is not known."""
        cells = _cells_of(update)
        if cells is None:
            self.forget()
            return update
        parts: list[str] = []
        at: tuple[int, int] | None = None
        style: CellStyle | None = None
        for place, cell in cells:
            before = self._cells.get(place)
            if before == cell:
                continue
            self._cells[place] = cell
            if before is not None and cell_len(before.character) != 1:
                # Half of a wide character is overwritten; the terminal decides what becomes of the other half.
                self._cells.pop((place[0], place[1] + (1 if before.character else -1)), None)
            if not cell.character:
                continue
            if at != place:
                parts.append(_move(at, place))
            parts += [change(style, cell.style), cell.character]
            style, at = cell.style, (place[0], place[1] + cell_len(cell.character))
        return "".join([*parts, "\x1b[0m"]) if parts else ""


def _move(now: tuple[int, int] | None, then: tuple[int, int]) -> str:
    """Return the shortest sequence that moves the cursor, on in its row or anywhere."""
    row, column = then
    if now is not None and now[0] == row and now[1] < column:
        return f"\x1b[{column - now[1]}C"
    return f"\x1b[{row};{column}H"


def _cells_of(update: str) -> list[tuple[tuple[int, int], Cell]] | None:
    """Return the cells that an update writes, each with its place; None if it does something else."""
    cells: list[tuple[tuple[int, int], Cell]] = []
    row, column, style = 1, 1, CellStyle()
    for part in PARTS.finditer(update):
        if part["other"]:
            return None
        if part["row"]:
            row, column = int(part["row"]), int(part["column"])
        elif part["text"]:
            for place, character in _placed(part["text"]):
                shown = style if character != " " or style.attributes else style._replace(text="")
                cells.append(((row, column + place), Cell(character, shown)))
            column += cell_len(part["text"])
        elif part["style"] is not None:
            style = style_of(part["style"])
    return cells


def _placed(text: str) -> Iterator[tuple[int, str]]:
    """Yield the characters of a text with their columns; a mark that takes no column goes with the one before."""
    column, held = 0, ""
    for character in text:
        width = cell_len(character)
        if held and width:
            yield from _wide(column, held)
            column += cell_len(held)
            held = ""
        held += character
    if held:
        yield from _wide(column, held)


def _wide(column: int, held: str) -> Iterator[tuple[int, str]]:
    yield column, held
    for more in range(1, cell_len(held)):
        yield column + more, ""
