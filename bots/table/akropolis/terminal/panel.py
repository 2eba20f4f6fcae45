"""The texts beside the cities: scores by kind, and seats."""

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    options_of,
    stones_of,
)
from urbanist.bots.table.akropolis.model.colours import KIND
from urbanist.bots.table.akropolis.text import facts
from urbanist.bots.table.akropolis.text.facts import STONE
from urbanist.bots.table.akropolis.text.facts import fact as fact_of
from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, name, tipped
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.engine import State
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_rows import district_rows

#: The width of the scores.
WIDTH = 31
NAME = 16


def _chip(kind: str) -> Text:
    return Text(f" {facts.letter(kind)} ", style(WHITE, KIND[kind], True))


def score(pov: PlayerView, seat: int) -> Block:
    """Return a seat's score by kind: the value, the stars, the points, and the value that counts for nothing."""
    state = pov.state
    options = options_of(state)
    head = name(pov, seat, NAME)
    points = tr.counted("{n} points", "{n} points", state.scores()[seat])
    head.append(points.rjust(WIDTH - head.cell_len), "bold")
    value, stars, idle = tr("value"), tr("stars"), tr("idle")
    lines = [head, Text(f"{value:>16}{stars:>6}{idle:>9}", "dim")]
    to_mark = tr("A click marks what counts.")
    for row in district_rows(state, seat):
        fact = fact_of(row)
        line = Text.assemble(_chip(row.kind), f" {fact.label:<9}{row.count:>3} × {row.each:<2}★")
        line.append(f"{row.points:>4}", "bold")
        missing = f"-{row.idle}" if row.idle else tr("no ★") if row.count and not row.each else ""
        lines.append(line.append(f"{missing:>5}", "dim"))
        if row.kind in options:
            line.stylize("bold", 4, 4 + len(fact.label))
        tipped(line, f"{fact.tip} {to_mark}")
        line.stylize(Style(meta={"@click": f"app.count_row({seat}, {str(row.kind)!r})"}))
    held = tr("stones").ljust(9) + str(stones_of(state, seat)).rjust(13)
    lines.append(tipped(Text(f"    {held}"), tr(STONE)))
    return lines


def change(before: State, after: State, seat: int) -> Block:
    """Return the change of a seat's score by kind."""
    was, now = (district_rows(state, seat) for state in (before, after))
    lines = [Text(tr("now").rjust(18) + tr("then").rjust(8), "dim")]
    for old, new in zip(was, now, strict=True):
        fact = fact_of(old)
        line = Text.assemble(_chip(old.kind), f" {fact.label:<9}")
        line.append(f"{old.count:>2}×{old.each:<2} → {new.count:>2}×{new.each:<2}")
        lines.append(tipped(line.append_text(_gain(new.points - old.points)), fact.tip))
    stones = (stones_of(before, seat), stones_of(after, seat))
    points = (before.scores()[seat], after.scores()[seat])
    return [*lines, _sum(tr("stones"), *stones), _sum(tr("together"), *points, style="bold")]


def _sum(what: str, was: int, now: int, style: str = "") -> Text:
    line = Text(f"    {what:<9}{was:>3}   →{now:>4}  ", style)
    return line.append_text(_gain(now - was))


def _gain(change: int) -> Text:
    return Text(f"{change:>+5}" if change else " " * 5, "bold green" if change > 0 else "bold red")


def title(pov: PlayerView) -> Text:
    """Return the state of the game in a line: options, stacks, and when the next stack is opened."""
    state = pov.state
    options = options_of(state)
    stacks = int(state.array["stacks"])
    doubled = ", ".join(facts.kind_name(option) for option in options if option in KINDS)
    line = Text.assemble((tr("Akropolis"), "bold"), "  ")
    if doubled:
        line.append(tr("double: "), "dim").append(doubled, "bold")
    if "long" in options:
        line.append("  ").append(tr("the long game"))
    if state.over:
        return line.append("  ").append(tr("the game is over"), "bold")
    left = len(market_of(state.array)) - 1
    line.append("  ").append(tr.counted("{n} stack left", "{n} stacks left", stacks), "dim")
    if stacks:
        then = tr.counted("the next after {n} tile", "the next after {n} tiles", left)
    else:
        then = tr.counted("the end after {n} tile", "the end after {n} tiles", left)
    return line.append(f", {then}", "dim")


def standings(pov: PlayerView, viewed: int, after: State | None, columns: int) -> Block:
    """Return the seats with keys, points and stones, the viewed one marked; and what the seat to move has `after`."""
    state = pov.state
    lines = []
    for seat, points in enumerate(state.scores()):
        line = Text.assemble((f"{seat + 1}", "reverse bold" if seat == viewed else "dim"), " ")
        line.append_text(name(pov, seat, NAME - 3))
        then = f" → {after.scores()[seat]}" if after is not None and seat == state.to_move else ""
        held = f"{points}{then} {stones_of(state, seat):>2}◆"
        line.append(held.rjust(columns - line.cell_len), "bold")
        line.stylize(Style(meta={"@click": f"app.look({seat})"}))
        tipped(line, facts.seat_tip(pov, seat))
        lines.append(line)
    return lines
