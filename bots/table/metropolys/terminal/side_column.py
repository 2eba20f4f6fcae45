"""The column beside the map: the running auction, past auctions, the viewer's own cards, the legend."""

from typing import Any

from rich.text import Text

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.terminal import colours
from urbanist.bots.table.metropolys.text.facts import narrow_label
from urbanist.bots.table.metropolys.text.names import LETTERS, narrow_type, token_sign
from urbanist.bots.table.metropolys.text.tips import TOKEN_POINTS
from urbanist.bots.table.metropolys.text.words import token_on
from urbanist.engine.metropolys.notation import MetropolysNotation
from urbanist.engine.metropolys.score_kinds import ScoreKind

NOTATION = MetropolysNotation()
WIDTH = 21
#: The most events of the running auction that are shown; these are the last ones.
LONGEST_AUCTION = 7


def side(pov: PlayerView, rows: int) -> list[Text]:
    """Return the column with `rows` lines."""
    top = [*_title(pov), *_auction(pov), Text(), *_cards(pov)]
    legend = _legend()
    room = rows - len(top) - len(legend) - 1
    middle = [Text(), *_log(pov, room - 2)] if room > 2 else []
    gap = [Text() for _ in range(room + 1 - len(middle))]
    return [*top, *middle, *gap, *legend][:rows]


def _heading(text: str) -> Text:
    return Text(text, "bold underline")


def _title(pov: PlayerView) -> list[Text]:
    record = pov.state.array
    built = sum(len(NOTATION.buildings(record, seat)) for seat in range(pov.state.seats))
    return [_heading(tr("Game over") if pov.state.over else tr("Auction {number}", number=built + 1))]


def opening(pov: PlayerView) -> int:
    """Return the ply at which the running auction began, or the next one will."""
    ply = len(pov.view.events)
    if pov.state.over:
        return ply
    while ply and int(pov.states[ply].array["last_value"]):
        ply -= 1
    return ply


def _auction(pov: PlayerView) -> list[Text]:
    first = opening(pov)
    events = range(first, len(pov.view.events))
    lines = [_line(pov.states[ply].to_move, pov.view.events[ply]) for ply in events]
    lines = lines[-LONGEST_AUCTION:]
    if not pov.state.over:
        seat = pov.state.to_move
        lines.append(_line(seat, _waiting(running=bool(events), own=seat == pov.seat)))
    return lines


def _waiting(*, running: bool, own: bool) -> str:
    """Return what the seat to move is to do."""
    if own:
        return tr("you to bid or pass") if running else tr("you to open")
    return tr("is to bid or pass") if running else tr("is to open")


def _line(seat: int, text: str) -> Text:
    return Text.assemble(mark(seat), " ", text)


def _cards(pov: PlayerView) -> list[Text]:
    """Return the points for the viewer's cards and tokens so far."""
    if pov.seat is None:
        return []
    rows = pov.state.score_rows(pov.seat)
    shown = [row for row in rows if row.points or row.subject or row.kind == ScoreKind.TALLEST]
    lines = [_row(narrow_label(row), row.points) for row in shown]
    for line, row in zip(lines, shown, strict=True):
        if row.subject:
            line.stylize("bold")
    total = sum(row.points for row in rows)
    return [_heading(tr("Your points now")), *lines, _row(tr("together"), total, "bold")]


def _row(what: str, points: int, look: str = "") -> Text:
    return Text(f"{what}{points:>{WIDTH - 1 - len(what)}}", look)


def _log(pov: PlayerView, room: int) -> list[Text]:
    """Return what the last auctions built, the newest first."""
    lines: list[Text] = []
    for ply in range(len(pov.view.events), 0, -1):
        if len(lines) == room:
            break
        before, after = pov.states[ply - 1].array, pov.states[ply].array
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
        letter = (f" {tr(LETTERS[kind])} ", style(colours.TYPE_INK[kind], ground, True))
        line = Text.assemble(letter, f" {narrow_type(kind)}")
        line.pad_right(13 - line.cell_len)
        lines.append(line.append_text(sign))
    return lines


def _token(kind: str) -> tuple[str, Any]:
    ground, ink = colours.TOKEN[kind]
    return f" {token_sign(kind)} ", style(ink, ground, True)
