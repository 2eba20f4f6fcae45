"""The legend beside or below the map: what its signs mean."""

from collections.abc import Iterator
from typing import NamedTuple

from urbanist.bots.table.kit.colour import BLACK, HINT, ILLEGAL, LEGAL, WHITE, Colour
from urbanist.bots.table.kit.seat import COLOUR, MARK
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.terminal import colours
from urbanist.bots.table.metropolys.text.names import letter, short_type, token_sign
from urbanist.bots.table.metropolys.text.tips import TOKEN_POINTS

#: The gap between entries.
GAP = 2


class Entry(NamedTuple):
    """A sign on the map, and what it means."""

    sign: str
    ink: Colour
    ground: Colour
    meaning: str


def entries(seat: int, *, running: bool, hinted: bool) -> Iterator[Entry]:
    """Yield the entries, the most important first; those of the first ones depend on the auction."""
    land = colours.LAND["park"]
    if running:
        yield Entry("N3", land, colours.INK, tr("the next bid"))
    yield Entry(f"({MARK[seat]}7)", BLACK, LEGAL, tr("your bid"))
    yield Entry(f"({MARK[seat]}7)", BLACK, ILLEGAL, tr("not here"))
    yield Entry("N3", colours.INK, colours.RIVAL, tr("could outbid it"))
    if hinted:
        yield Entry("1", BLACK, HINT, tr("a hint"))
    for name, points in TOKEN_POINTS.items():
        ground, ink = colours.TOKEN[name]
        yield Entry(f" {token_sign(name)} ", ink, ground, f"{tr(name)} {points:+}")
    for kind, ground in colours.LAND.items():
        yield Entry(f" {letter(kind)} ", colours.TYPE_INK[kind], ground, short_type(kind))
    yield Entry(f"{MARK[seat]}7", WHITE, COLOUR[seat], tr("a building"))
    yield Entry(f"({MARK[seat]}7)", COLOUR[seat], WHITE, tr("the last bid"))
    for name, meaning in (
        ("metro", tr("with the metro card +3")),
        ("ruins", tr("with the ruins card -3")),
    ):
        ground, ink = colours.TOKEN[name]
        yield Entry(f"{token_sign(name)}1*", ink, ground, meaning)
    yield Entry("♦", colours.BRONZE, colours.DISTRICT["C"][0], tr("statue"))
    yield Entry("▀", colours.STONE, colours.STONE, tr("bridge"))
    yield Entry("~", colours.WAVE, colours.LAKE, tr("lake"))


def write_below(canvas: Canvas, rows: range, shown: Iterator[Entry]) -> None:
    """Write entries one after the other into rows of a canvas; those without room are left out."""
    column, row = 0, rows.start
    for entry in shown:
        wide = len(entry.sign) + 1 + len(entry.meaning)
        if column + wide > canvas.columns:
            column, row = 0, row + 1
        if row in rows and wide <= canvas.columns:
            _write(canvas, column, row, entry)
            column += wide + GAP


def write_beside(canvas: Canvas, left: int, shown: Iterator[Entry]) -> None:
    """Write entries one below the other."""
    for row, entry in enumerate(shown):
        if row < canvas.rows:
            _write(canvas, left, row, entry)


def _write(canvas: Canvas, column: int, row: int, entry: Entry) -> None:
    canvas.write(column, row, entry.sign, entry.ink, entry.ground)
    canvas.write(column + len(entry.sign) + 1, row, entry.meaning, None, bold=False)
