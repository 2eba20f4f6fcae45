"""The review of a game in colour for a terminal: the plot of the win shares, and the moves in words."""

from collections.abc import Iterator

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.analysis.decisions import BEST, Decision
from urbanist.bots.table.kit.language import marked, number_text, tr, translated
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session import review as lines
from urbanist.bots.table.session.review import (
    WIDTH,
    Review,
    annotation_text,
    expected_shares,
    mark_of,
    said,
    style_of,
)
from urbanist.bots.table.session.share_plot import draw_shares

#: The widest page, in columns.
WIDEST = 120
#: What the plot and its marks mean.
PLOT_NOTE = marked(
    "what each seat could expect of the win, by the view of the seat that moved; ?: a mistake or blunder"
)
#: The grades of moves that have a sign below the plot.
COSTLY = ("mistake", "blunder")
#: Notes about the columns of moves.
NOTES = marked("win: the share of the win that the move left its seat; {marks} of the win lost")


def can_draw(console: Console) -> bool:
    """Return whether a console is a terminal that shows the signs of the plot."""
    return console.is_terminal and not console.is_dumb_terminal and console.encoding.startswith("utf")


def drawn(review: Review, table: Table, columns: int) -> Iterator[RenderableType]:
    """Yield the parts of the review, for a page so many columns wide."""
    wide = min(max(columns, WIDTH // 2), WIDEST)
    yield Text(lines.headline(review), style="bold")
    yield Text()
    costly = [(found.event, found.seat) for found in review.decisions if found.grade in COSTLY]
    yield draw_shares(expected_shares(review), costly, wide)
    yield _players(review)
    yield Text(tr(PLOT_NOTE), style="dim")
    yield _moves(review, table, wide)
    yield Text(tr(NOTES, marks=lines.least()), style="dim")
    if any(decision.tempting is not None for decision in review.decisions):
        yield Text(tr(lines.FOUND_NOTE), style="dim")
    yield lines.seats(review).grid()
    yield Text(tr(lines.SEAT_NOTE), style="dim")
    for part in (lines.deciding(review, table), lines.inferred_cards(review, table)):
        if part:
            heading, *rest = part
            yield Text(f"\n{heading}", style="bold")
            yield from (Text(lines.wrapped(line, wide)) for line in rest)


def _players(review: Review) -> Text:
    """Return the seats with their colours."""
    names = (
        Text.assemble(mark(seat), f" {player_name(name)}") for seat, name in enumerate(review.record.seats)
    )
    return Text("   ").join(names)


def _moves(review: Review, table: Table, wide: int) -> Grid:
    """Return a row for each event: what was done, and how good it was."""
    text_table = lines.moves(review)
    # What is known of cards, and what the record notes of a move, is worth a column here as well.
    more = [name for name in text_table.head if name in lines.LAST]
    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, width=wide)
    grid.add_column(tr("event"), justify="right")
    grid.add_column(tr("seat"))
    grid.add_column(tr("move"), ratio=1, overflow="fold")
    for name in (marked("win"), *more):
        grid.add_column(translated(name), justify="right", no_wrap=True)
    shown = dict(zip(review.decisions, text_table.rows, strict=True)) if len(text_table.rows) else {}
    decisions = {decision.event: decision for decision in review.decisions}
    pov = review.pov
    for event in range(1, len(review.history.events) + 1):
        state, decision = pov.states[event - 1], decisions.get(event)
        cells = ["", *("" for _ in more)]
        if decision is not None:
            row = shown[decision]
            cells = [
                number_text(decision.played.win_share, ".0%"),
                *(row[text_table.head.index(name)] for name in more),
            ]
        better = "" if decision is None else review.better(decision, table)
        who = Text() if state.due else mark(state.to_move)
        grid.add_row(str(event), who, _told(said(table, pov, event), decision, better), *cells)
    return grid


def _told(what: str, decision: Decision | None, better: str) -> Text:
    """Return an event in words, with the judgement below; the best move and the only one need no words."""
    if decision is None:
        return Text(what, style="dim")
    if decision.grade == BEST and decision.tempting is None:
        return Text(what)
    judged = f"{mark_of(decision)} {annotation_text(decision, better)}".lstrip()
    return Text.assemble(what, "\n", (judged, style_of(decision) or "dim"))
