"""Lines of a terminal: blocks side by side, or one below the other."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.kit.wording import cut


def mark(seat: int) -> Text:
    """Return a seat's sign and number in its colour."""
    return Text(f"{MARK[seat]}{seat}", style(WHITE, COLOUR[seat], True))


def name(pov: PlayerView, seat: int, width: int) -> Text:
    """Return a seat's mark and player, cut to a width; a sign stands before the seat to move."""
    called = tr("you") if pov.is_person(seat) else player_name(pov.players[seat]) or tr("seat")
    turn = "▸" if pov.is_moving(seat) else " "
    return Text.assemble((turn, "bold"), mark(seat), " ", (cut(called, width), "bold"))


def seat_line(pov: PlayerView, seat: int, naming: int, held: Text, more: str, columns: int) -> Text:
    """Return a seat with its name, what it has, and at the right end its points and what is to be said of them."""
    line = name(pov, seat, naming)
    line.pad_right(naming + 4 - line.cell_len)
    line.append_text(held)
    return line.append(f"{pov.state.scores()[seat]}{more}".rjust(columns - line.cell_len), "bold")


def score_line(what: Text, how: str, points: str, gain: int | None, columns: int) -> Text:
    """Return a row of a score: how its points come about, if there is room, the points, and what they gain."""
    end = Text(points, "bold")
    if gain is not None:
        end.append(f"{gain:>+4}" if gain else "    ", "bold green" if gain > 0 else "bold red")
    room = columns - end.cell_len
    line = Text.assemble(what, (f" {how}" if what.cell_len + len(how) < room else "", "dim"))
    line.pad_right(room - line.cell_len)
    return line.append_text(end)


Block = list[Text]
#: The key of a style's meta data under which a line says what it means.
TIP = "tip"


def tipped(line: Text, tip: str, click: str = "") -> Text:
    """Add to a line what it means, which a pointer over it shows, and what a click on it does; return the line."""
    line.stylize(Style(meta={TIP: tip, "@click": click} if click else {TIP: tip}))
    return line


def row_line(line: Text, seat: int, kind: str, tip: str) -> Text:
    """Return the line of a row of a seat's score, with what it means; a click on it marks what counts."""
    to_mark = tr("A click marks what counts.")
    return tipped(line, f"{tip} {to_mark}", f"app.count_row({seat}, {str(kind)!r})")


def tips_of(block: Block) -> list[str]:
    """Return what the lines of a block mean, each text once."""
    spans = (span.style for line in block for span in line.spans)
    metas = (style.meta for style in spans if isinstance(style, Style))
    return list(dict.fromkeys(meta[TIP] for meta in metas if TIP in meta))


def joined(block: Block) -> Text:
    """Return the lines of a block as one text."""
    return Text("\n").join(block)


def width(block: Block) -> int:
    """Return the width of a block in columns."""
    return max((line.cell_len for line in block), default=0)


def beside(blocks: Sequence[Block], gap: int = 2) -> Block:
    """Return blocks side by side, as high as the highest one."""
    joined: Block = []
    wide = [width(block) for block in blocks]
    for number in range(max(map(len, blocks), default=0)):
        line = Text()
        for place, block in enumerate(blocks):
            part = block[number].copy() if number < len(block) else Text()
            if place + 1 < len(blocks):
                part.pad_right(wide[place] - part.cell_len + gap)
            line.append_text(part)
        joined.append(line)
    return joined


def in_columns(lines: Block, across: int, wide: int) -> Block:
    """Return lines in columns at least so wide, filled from top to bottom."""
    for line in lines:
        line.pad_right(wide - line.cell_len)
    down = -(-len(lines) // across)
    return beside([lines[place : place + down] for place in range(0, len(lines), down)], 0)
