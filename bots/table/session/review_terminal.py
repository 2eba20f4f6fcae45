"""The review of a game in colour on a terminal."""

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.analysis.decisions import BEST, Decision
from urbanist.bots.table.kit.language import marked, number_text, tr, translated
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.terminal.block import mark as seat_mark
from urbanist.bots.table.session.review import Review
from urbanist.bots.table.session.review_text import (
    FOUND_NOTE,
    LAST,
    POINTS_NOTE,
    SEAT_NOTE,
    WIDTH,
    annotation_text,
    deciding,
    headline,
    inferred_cards,
    least,
    mark_of,
    moves,
    seats,
    wrapped,
)
from urbanist.bots.table.session.share_plot import draw_shares

#: The styles of the marks, and that of a best move where short searches prefer a mistake.
STYLES = {"inaccuracy": "yellow", "mistake": "red", "blunder": "bold red"}
FOUND_STYLE = "bold green"
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


def style_of(decision: Decision) -> str:
    """Return the style of a move and its mark."""
    return FOUND_STYLE if decision.tempting is not None else STYLES.get(decision.grade, "")


def drawn(review: Review, columns: int) -> Iterator[RenderableType]:
    """Yield the parts of the review, for a page so many columns wide."""
    wide = min(max(columns, WIDTH // 2), WIDEST)
    yield Text(headline(review), style="bold")
    yield Text()
    costly = [(decision.event, decision.seat) for decision in review.decisions if decision.grade in COSTLY]
    yield draw_shares(review.shares, costly, wide)
    yield _players(review)
    yield Text(tr(PLOT_NOTE), style="dim")
    yield _moves(review, wide)
    yield Text(tr(NOTES, marks=least()), style="dim")
    if any(decision.tempting is not None for decision in review.decisions):
        yield Text(tr(FOUND_NOTE), style="dim")
    if any(decision.costs_points for decision in review.decisions):
        yield Text(tr(POINTS_NOTE), style="dim")
    yield _seats(review)
    yield Text(tr(SEAT_NOTE), style="dim")
    for part in (deciding(review), inferred_cards(review)):
        if part:
            heading, *rest = part
            yield Text(f"\n{heading}", style="bold")
            yield from (Text(wrapped(line, wide)) for line in rest)


def _players(review: Review) -> Text:
    """Return the seats with their colours."""
    players = map(player_name, review.record.seats)
    return Text("   ").join(Text.assemble(seat_mark(seat), f" {name}") for seat, name in enumerate(players))


def _moves(review: Review, wide: int) -> Grid:
    """Return a row for each event: what was done, and how good it was."""
    judged = moves(review)
    rows = dict(zip(review.by_event, judged.rows, strict=True))
    # What is known of cards, and what the record notes of a move, is worth a column here as well.
    more = [place for place, name in enumerate(judged.head) if name in LAST]
    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, width=wide)
    grid.add_column(tr("event"), justify="right")
    grid.add_column(tr("seat"))
    grid.add_column(tr("move"), ratio=1, overflow="fold")
    for name in (marked("win"), *(judged.head[place] for place in more)):
        grid.add_column(translated(name), justify="right", no_wrap=True)
    for event in range(1, len(review.history.events) + 1):
        state, decision = review.history.states[event - 1], review.by_event.get(event)
        cells = [""] * (1 + len(more))
        if decision is not None:
            win = number_text(decision.played.win_share, ".0%")
            cells = [win, *(rows[event][place] for place in more)]
        who = Text() if state.due else seat_mark(state.to_move)
        grid.add_row(str(event), who, _told(event, decision, review), *cells)
    return grid


def _seats(review: Review) -> Grid:
    """Return a row for each seat, the winner's in bold; what is too wide is folded."""
    judged = seats(review)
    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in judged.head:
        grid.add_column(translated(name), justify="left" if name in judged.left else "right", overflow="fold")
    for row in judged.rows:
        grid.add_row(*row, style="bold" if row[2] == "1" else "")
    return grid


def _told(event: int, decision: Decision | None, review: Review) -> Text:
    """Return an event in words, with the judgement below; the best move and the only one need no words."""
    what = review.said(event)
    if decision is None or (decision.grade == BEST and decision.tempting is None):
        return Text(what, style="dim" if decision is None else "")
    judged = f"{mark_of(decision)} {annotation_text(decision, review.better(decision))}".lstrip()
    return Text.assemble(what, "\n", (judged, style_of(decision) or "dim"))
