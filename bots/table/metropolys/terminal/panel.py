"""The texts beside the board: what each seat has left, and the viewer's cards with their points."""

from collections.abc import Collection

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, mark, name, tipped
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.terminal import board_map
from urbanist.bots.table.metropolys.text import facts
from urbanist.bots.table.metropolys.text.facts import fact as fact_of
from urbanist.bots.table.metropolys.text.facts import narrow_label, token_sign
from urbanist.engine import State
from urbanist.engine.metropolys.notation import MetropolysNotation, lane_values
from urbanist.engine.metropolys.pieces import TOKEN_KINDS, VALUES

NOTATION = MetropolysNotation()
NAME = 9


def title(pov: PlayerView) -> Text:
    """Return the variant, the number of the auction and its last bid, in a line."""
    record = pov.state.array
    variant = tr(NOTATION.variants[int(record["variant"])])
    line = Text.assemble((tr("Metropolys"), "bold"), (f"  {variant}  ", "dim"))
    if pov.state.over:
        return line.append(tr("the game is over"), "bold")
    built = sum(len(NOTATION.buildings(record, seat)) for seat in range(pov.state.seats))
    line.append(tr("auction {number}:", number=built + 1), "bold").append(" ", "bold")
    bids = NOTATION.bids(record)
    if not bids:
        return line.append_text(mark(pov.state.to_move)).append(" ").append(tr("is to open"))
    seat, value, place = bids[-1]
    return (
        line.append_text(mark(seat))
        .append(" ")
        .append(tr("bid {value} on {place}", value=value, place=place))
    )


def seats(pov: PlayerView, columns: int, rivals: Collection[int], above: int) -> Block:
    """Return two lines for each seat; buildings of `rivals` that are higher than `above` stand out."""
    found: Block = []
    for seat in range(pov.state.seats):
        lines = [_standing(pov, seat, columns), _left(pov, seat, above if seat in rivals else None)]
        found += [tipped(line, facts.seat_tip(pov, seat)) for line in lines]
    return found


def _standing(pov: PlayerView, seat: int, columns: int) -> Text:
    record = pov.state.array
    line = name(pov, seat, NAME)
    line.pad_right(NAME + 5 - line.cell_len)
    for kind, number in zip(TOKEN_KINDS, record["taken"][seat], strict=True):
        sign, (ground, ink) = token_sign(kind), board_map.TOKEN[kind]
        held = kind != "trendy" and int(record[f"{kind}_card"]) == seat
        line.append(f"{sign}{int(number)}", style(ink, ground, True)).append("* " if held else " ")
    points = f"{pov.state.scores()[seat]}{'' if NOTATION.card(record, seat) != '?' else '+?'}"
    return line.append(points.rjust(columns - line.cell_len), "bold")


def _left(pov: PlayerView, seat: int, above: int | None) -> Text:
    """Return the buildings of a seat, each in its place; a ring marks a bid, a dot a building on the board."""
    record = pov.state.array
    line = Text("  ")
    own, offered = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
    out = bool(offered or int(record["last_value"])) and not int(record["still_in"][seat])
    for value in VALUES:
        width = len(str(value))
        if value in own:
            look = "bold red reverse" if above is not None and value > above else "dim" if out else ""
            line.append(str(value), look).append(" ")
        else:
            sign, look = ("°", "bold") if value in offered else ("·", "dim")
            line.append(sign.rjust(width) + " ", look)
    return line


def cards(pov: PlayerView, after: State | None, columns: int) -> Block:
    """Return the viewer's cards and points row by row, and how they change if the bid in mind is not answered."""
    seat = pov.seat
    if seat is None or NOTATION.card(pov.state.array, seat) == "?":
        return []
    was = pov.state.score_rows(seat)
    now = was if after is None else after.score_rows(seat)
    gains = {row.kind: row.points - old.points for row, old in zip(now, was, strict=True)}
    lines = [Text(tr("Your cards and points"), "bold underline")]
    for row in was:
        gain = gains[row.kind]
        if not (row.points or gain or row.subject):
            continue
        label, fact = narrow_label(row), fact_of(row)
        lines.append(_row(label, fact.value, row.points, gain, columns))
        if row.subject:
            lines[-1].stylize("bold", 0, len(label))
        tipped(lines[-1], tr("{tip} A click marks what counts.", tip=fact.tip))
        lines[-1].stylize(Style(meta={"@click": f"app.count_row({seat}, {str(row.kind)!r})"}))
    total = sum(row.points for row in was)
    return [*lines, _row(tr("together"), "", total, sum(gains.values()), columns)]


def _row(what: str, how: str, points: int, gain: int, columns: int) -> Text:
    room = columns - 8
    line = Text.assemble(what, (f" {how}" if len(what) + len(how) < room else "", "dim"))
    line.pad_right(room - line.cell_len)
    line.append(f"{points:>4}", "bold")
    return line.append(f"{gain:>+4}" if gain else "", "bold green" if gain > 0 else "bold red")
