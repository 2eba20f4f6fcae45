"""The texts beside the cities: scores by kind, seats and market."""

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import tile_city
from urbanist.bots.table.akropolis.model.colours import KIND
from urbanist.bots.table.akropolis.terminal.honeycomb import Mesh, Window, honeycomb
from urbanist.bots.table.akropolis.text import tips
from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import Block, beside, tipped
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.kit.terminal.seat_mark import name
from urbanist.bots.table.kit.wording import several
from urbanist.engine import State
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS, TILES
from urbanist.engine.akropolis.score_rows import kind_counts
from urbanist.engine.score_row import ScoreRow

#: The width of the scores.
WIDTH = 31
NAME = 16


def _chip(kind: str) -> Text:
    return Text(f" {kind[0]} ", style(WHITE, KIND[kind], True))


def _tip(kind: str, points: int) -> str:
    return tips.row_tip(ScoreRow(kind, points))


def score(sight: Sight, seat: int) -> Block:
    """Return a seat's score by kind: the value, the stars, the points, and the value that counts for nothing."""
    state = sight.state
    options = score_rows.options_of(state)
    head = name(sight, seat, NAME)
    head.append(f"{state.scores()[seat]} points".rjust(WIDTH - head.cell_len), "bold")
    lines = [head, Text(f"{'value':>16}{'stars':>6}{'idle':>9}", "dim")]
    for count in kind_counts(state, seat):
        line = Text.assemble(_chip(count.kind), f" {count.kind:<9}{count.value:>3} × {count.stars:<2}★")
        line.append(f"{count.points:>4}", "bold")
        missing = f"-{count.idle}" if count.idle else "no ★" if count.value and not count.stars else ""
        lines.append(line.append(f"{missing:>5}", "dim"))
        if count.kind in options:
            line.stylize("bold", 4, 4 + len(count.kind))
        tipped(line, f"{_tip(count.kind, count.points)} A click marks what counts.")
        line.stylize(Style(meta={"@click": f"app.count_row({seat}, {count.kind!r})"}))
    stones = score_rows.stones_of(state, seat)
    lines.append(tipped(Text(f"    {'stones':<9}{stones:>13}"), tips.STONE))
    return lines


def short_score(sight: Sight, seat: int) -> Block:
    """Return a seat's score in two lines."""
    state = sight.state
    stones = score_rows.stones_of(state, seat)
    head = name(sight, seat, NAME).append(f"  {state.scores()[seat]} points, {stones} ◆", "bold")
    line = Text(" ")
    for count in kind_counts(state, seat):
        line.append(count.kind[0], style(WHITE, KIND[count.kind], True)).append(
            f"{count.value}×{count.stars} "
        )
    return [head, line]


def change(before: State, after: State, seat: int) -> Block:
    """Return the change of a seat's score by kind."""
    was, now = (kind_counts(state, seat) for state in (before, after))
    lines = [Text(f"{'now':>18}{'then':>8}", "dim")]
    for old, new in zip(was, now, strict=True):
        line = Text.assemble(_chip(old.kind), f" {old.kind:<9}")
        line.append(f"{old.value:>2}×{old.stars:<2} → {new.value:>2}×{new.stars:<2}")
        lines.append(tipped(line.append_text(_gain(new.points - old.points)), _tip(old.kind, old.points)))
    stones = (score_rows.stones_of(before, seat), score_rows.stones_of(after, seat))
    points = (before.scores()[seat], after.scores()[seat])
    return [*lines, _sum("stones", *stones), _sum("together", *points, style="bold")]


def _sum(what: str, was: int, now: int, style: str = "") -> Text:
    line = Text(f"    {what:<9}{was:>3}   →{now:>4}  ", style)
    return line.append_text(_gain(now - was))


def _gain(change: int) -> Text:
    return Text(f"{change:>+5}" if change else " " * 5, "bold green" if change > 0 else "bold red")


def market(sight: Sight, mesh: Mesh) -> Block:
    """Return the open tiles with their numbers and prices; tiles that the seat to move cannot pay are faint."""
    state = sight.state
    stones = 0 if state.over else score_rows.stones_of(state, state.to_move)
    tiles = market_of(state.array)
    return beside([_tile(tile, place, mesh, dear=place > stones) for place, tile in enumerate(tiles)], 3)


def _tile(tile: int, cost: int, mesh: Mesh, *, dear: bool) -> Block:
    price = f" {cost}◆" if cost else " free"
    label = Text.assemble((str(tile), "dim" if dear else "bold"), (price, "dim" if dear else ""))
    city = tile_city(TILES[tile].hexes)
    drawn = honeycomb(city, mesh, Window.of(city)).split("\n")
    return [label, *drawn]


def title(sight: Sight) -> Text:
    """Return the state of the game in a line: options, stacks, and when the next stack is opened."""
    state = sight.state
    options = score_rows.options_of(state)
    stacks = int(state.array["stacks"])
    line = Text.assemble(("Akropolis", "bold")).append(
        f"  {'double: ' if set(options) & set(KINDS) else ''}", "dim"
    )
    line.append(", ".join(option for option in options if option in KINDS), "bold")
    if "long" in options:
        line.append("  the long game")
    if state.over:
        return line.append("  the game is over", "bold")
    left = len(market_of(state.array)) - 1
    line.append(f"  {several(stacks, 'stack')} left", "dim")
    return line.append(f", {'the next' if stacks else 'the end'} after {several(left, 'tile')}", "dim")


def standings(sight: Sight, viewed: int, after: State | None, columns: int) -> Block:
    """Return the seats with keys, points and stones, the viewed one marked; and what the seat to move has `after`."""
    state = sight.state
    lines = []
    for seat, points in enumerate(state.scores()):
        line = Text.assemble((f"{seat + 1}", "reverse bold" if seat == viewed else "dim"), " ")
        line.append_text(name(sight, seat, NAME - 3))
        then = f" → {after.scores()[seat]}" if after is not None and seat == state.to_move else ""
        held = f"{points}{then} {score_rows.stones_of(state, seat):>2}◆"
        line.append(held.rjust(columns - line.cell_len), "bold")
        line.stylize(Style(meta={"@click": f"app.look({seat})"}))
        tipped(line, tips.seat_tip(sight, seat))
        lines.append(line)
    return lines
