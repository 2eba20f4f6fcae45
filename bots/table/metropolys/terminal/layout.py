"""The layout of a terminal: the map in colour, a column beside it, the players below."""

from typing import Any

from rich.text import Text

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import Block, beside, mark, name
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import token_on
from urbanist.bots.table.metropolys.terminal import board_map, colours, raster
from urbanist.bots.table.metropolys.terminal.floor import SLOPE
from urbanist.bots.table.metropolys.text.facts import (
    TOKEN_POINTS,
    letter,
    narrow_label,
    narrow_type,
    token_sign,
)
from urbanist.engine.metropolys.notation import MetropolysNotation, lane_values, targets
from urbanist.engine.metropolys.pieces import TOKEN_KINDS, VALUES
from urbanist.engine.metropolys.score_kinds import ScoreKind

WIDTH = 21
LEAST_COLUMNS = raster.LEAST_COLUMNS + 1 + WIDTH
LEAST_ROWS = raster.LEAST_ROWS + 5


def draw(sight: Sight, width: int, height: int) -> Block:
    """Return map, side column and players; the map as large as fits."""
    below = seats(sight)
    rows = max(raster.LEAST_ROWS, height - len(below))
    columns = max(raster.LEAST_COLUMNS, min(width - 1 - WIDTH, round(rows / SLOPE)))
    rows = min(rows, round(columns * SLOPE))
    record = sight.state.array
    city = board_map.draw_map(record, columns, rows, targets(record)).split("\n")
    return [*beside([list(city), side(sight, rows)], gap=1), *below]


NOTATION = MetropolysNotation()
#: The most events of the running auction that are shown; these are the last ones.
LONGEST_AUCTION = 7


def side(sight: Sight, rows: int) -> list[Text]:
    """Return the column with `rows` lines."""
    top = [*_title(sight), *_auction(sight), Text(), *_cards(sight)]
    legend = _legend()
    room = rows - len(top) - len(legend) - 1
    middle = [Text(), *_log(sight, room - 2)] if room > 2 else []
    gap = [Text() for _ in range(room + 1 - len(middle))]
    return [*top, *middle, *gap, *legend][:rows]


def _heading(text: str) -> Text:
    return Text(text, "bold underline")


def _title(sight: Sight) -> list[Text]:
    record = sight.state.array
    built = sum(len(NOTATION.buildings(record, seat)) for seat in range(sight.state.seats))
    return [_heading(tr("Game over") if sight.state.over else tr("Auction {number}", number=built + 1))]


def opening(sight: Sight) -> int:
    """Return the ply at which the running auction began, or the next one will."""
    ply = len(sight.view.events)
    if sight.state.over:
        return ply
    while ply and int(sight.states[ply].array["last_value"]):
        ply -= 1
    return ply


def _auction(sight: Sight) -> list[Text]:
    first = opening(sight)
    events = range(first, len(sight.view.events))
    lines = [_line(sight.states[ply].to_move, sight.view.events[ply]) for ply in events]
    lines = lines[-LONGEST_AUCTION:]
    if not sight.state.over:
        seat = sight.state.to_move
        lines.append(_line(seat, _waiting(running=bool(events), own=seat == sight.seat)))
    return lines


def _waiting(*, running: bool, own: bool) -> str:
    """Return what the seat to move is to do."""
    if own:
        return tr("you to bid or pass") if running else tr("you to open")
    return tr("is to bid or pass") if running else tr("is to open")


def _line(seat: int, text: str) -> Text:
    return Text.assemble(mark(seat), " ", text)


def _cards(sight: Sight) -> list[Text]:
    """Return the points for the viewer's cards and tokens so far."""
    if sight.seat is None:
        return []
    rows = sight.state.score_rows(sight.seat)
    shown = [row for row in rows if row.points or row.subject or row.kind == ScoreKind.TALLEST]
    lines = [_row(narrow_label(row), row.points) for row in shown]
    for line, row in zip(lines, shown, strict=True):
        if row.subject:
            line.stylize("bold")
    total = sum(row.points for row in rows)
    return [_heading(tr("Your points now")), *lines, _row(tr("together"), total, "bold")]


def _row(what: str, points: int, look: str = "") -> Text:
    return Text(f"{what}{points:>{WIDTH - 1 - len(what)}}", look)


def _log(sight: Sight, room: int) -> list[Text]:
    """Return what the last auctions built, the newest first."""
    lines: list[Text] = []
    for ply in range(len(sight.view.events), 0, -1):
        if len(lines) == room:
            break
        before, after = sight.states[ply - 1].array, sight.states[ply].array
        if after["built"].sum() != before["built"].sum():
            lines.append(_built(before, after))
    return [_heading(tr("Built, newest first")), *lines] if lines else []


def _built(before: Any, after: Any) -> Text:
    seats = range(int(after["seats"]))
    seat = next(seat for seat in seats if int(after["built"][seat]) != int(before["built"][seat]))
    known = NOTATION.buildings(before, seat)
    value, place = next(found for found in NOTATION.buildings(after, seat) if found not in known)
    line = Text.assemble(mark(seat), f" {value}@{place}".ljust(8))
    kind = token_on(before, place)
    if kind:
        line.append(*_token(kind))
    return line


def _legend() -> list[Text]:
    signs: list[Text] = [Text.assemble(_token(kind), f" {points:+}") for kind, points in TOKEN_POINTS.items()]
    bronze = style(colours.BRONZE, colours.DISTRICT["C"][0], True)
    signs.append(Text.assemble(("♦", bronze), " ", tr("statue")))
    signs.append(Text.assemble((" ", style(None, colours.STONE)), " ", tr("bridge")))
    lines = []
    for (kind, ground), sign in zip(colours.LAND.items(), signs, strict=True):
        head = (f" {letter(kind)} ", style(colours.TYPE_INK[kind], ground, True))
        line = Text.assemble(head, f" {narrow_type(kind)}")
        line.pad_right(13 - line.cell_len)
        lines.append(line.append_text(sign))
    return lines


def _token(kind: str) -> tuple[str, Any]:
    ground, ink = colours.TOKEN[kind]
    return f" {token_sign(kind)} ", style(ink, ground, True)


NAME_WIDTH = 20


def seats(sight: Sight) -> list[Text]:
    """Return a line of headings and a line for each seat."""
    head = Text(
        " " * 3 + tr("player").ljust(NAME_WIDTH + 3) + tr("buildings left  (° bid)").ljust(32), "bold"
    )
    for kind in TOKEN_KINDS:
        sign, (ground, ink) = token_sign(kind), colours.TOKEN[kind]
        head.append(f" {sign} ", style(ink, ground, True)).append(" ")
    head.append(tr("cards").ljust(14) + tr("built").rjust(6) + tr("points").rjust(8), "bold")
    return [head, *(_seat(sight, seat) for seat in range(sight.state.seats))]


def _seat(sight: Sight, seat: int) -> Text:
    record = sight.state.array
    line = name(sight, seat, NAME_WIDTH)
    line.pad_right(NAME_WIDTH + 6 - line.cell_len)
    line.append_text(_left(record["hands"][seat], record["bids"][seat])).append("  ")
    for number in record["taken"][seat]:
        line.append(f"{int(number):^4}")
    held = " ".join(tr(card) for card in ("metro", "ruins") if int(record[f"{card}_card"]) == seat)
    line.append(f"{held}{len(NOTATION.buildings(record, seat)):>{20 - len(held)}}")
    known = NOTATION.card(record, seat) != "?"
    line.append(f"{sight.state.scores()[seat]:>6}{'' if known else ' +?'}", "bold")
    return line


def _left(hand: int, bid: int) -> Text:
    """Return the values in hand, each in its place; a ring marks a bid, a dot a building on the board."""
    line = Text()
    own, offered = lane_values(hand), lane_values(bid)
    for value in VALUES:
        width = len(str(value))
        if value in own:
            line.append(f"{value} ")
        elif value in offered:
            line.append("°".rjust(width) + " ", "bold")
        else:
            line.append("·".rjust(width) + " ", "dim")
    return line
