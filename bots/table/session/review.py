"""The review of a game: the cost of each move, a summary of each seat, and what the moves revealed about cards."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.table import Table as Grid

from urbanist.bots.analysis.decisions import BEST, GRADES, Account, Decision, Known, decisive
from urbanist.bots.table.kit.language import marked, tr, translated
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.difference import difference
from urbanist.bots.table.session.ended import ending_text
from urbanist.bots.table.session.screen import Screen
from urbanist.engine.details import Detail, details
from urbanist.engine.history import History
from urbanist.engine.record import PLAYED_OUT, Record
from urbanist.search.options import SearchOptions

#: The width of a page, and of a player's name on it, in columns.
WIDTH, NAME = 80, 18
MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
STYLES = {"inaccuracy": "yellow", "mistake": "red", "blunder": "bold red"}
LEAST = ", ".join(f"{mark} {100 * GRADES[grade]:.0f}%" for grade, mark in MARKS.items())
HEAD = (
    marked("event"),
    marked("seat"),
    marked("played"),
    marked("best"),
    marked("win"),
    marked("lost"),
    marked("points"),
    marked("lost"),
    marked("card"),
    marked("own"),
    marked("s"),
)
#: The columns that are left out if they are empty, each with its note.
LAST = {
    "card": marked("card: how likely the seat's true card was for a bystander then, and its rank"),
    "own": marked("own: the share of the win that the player itself expected when it moved"),
    "s": marked("s: the seconds that it took"),
}
SEAT_NOTE = marked("lost: mean share of the win lost by a move; points: points lost in total")
SEAT_HEAD = (
    marked("seat"),
    marked("player"),
    marked("rank"),
    marked("score"),
    marked("moves"),
    marked("best"),
    marked("lost"),
    *MARKS.values(),
    marked("points"),
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of texts with notes below; columns named in `left` are flush left, and each row has a terminal style.

    The names of the columns are said in the language; the texts and the notes are in it.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    styles: tuple[str, ...]
    left: tuple[str, ...]
    notes: tuple[str, ...]

    def text(self) -> str:
        """Return the table as lines of the necessary width."""
        head = tuple(map(translated, self.head))
        wide = [max(map(len, column)) for column in zip(head, *self.rows, strict=True)]
        return "\n".join(self._line(row, wide) for row in (head, *self.rows))

    def _line(self, row: tuple[str, ...], wide: Sequence[int]) -> str:
        cells = zip(self.head, row, wide, strict=True)
        flush = [cell.ljust(width) if name in self.left else cell.rjust(width) for name, cell, width in cells]
        return "  ".join(flush).rstrip()

    def grid(self) -> Grid:
        """Return the table for a terminal, which folds texts that are too wide."""
        grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        for name in self.head:
            grid.add_column(
                translated(name), justify="left" if name in self.left else "right", overflow="fold"
            )
        for row, style in zip(self.rows, self.styles, strict=True):
            grid.add_row(*row, style=style)
        return grid


@dataclass(frozen=True, slots=True)
class Review:
    """The analysis of one game: its record, its decisions and accounts, and the options of the searches."""

    record: Record
    history: History
    decisions: Sequence[Decision]
    accounts: Sequence[Account]
    options: SearchOptions

    @property
    def sight(self) -> Sight:
        """The game with all cards open."""
        return Sight.of(self.history, None, self.record.seats, revealed=True)


def show(screen: Screen, review: Review, table: Table) -> None:
    """Write the review as lines."""
    screen.say(headline(review))
    for sheet in (moves(review), seats(review)):
        screen.say("")
        screen.say(sheet.text())
        screen.say("\n".join(sheet.notes))
    for lines in (deciding(review, table), inferred_cards(review, table)):
        if lines:
            screen.say("\n".join(["", *map(wrapped, lines)]))


def wrapped(line: str, width: int = WIDTH) -> str:
    """Return a line as lines of at most this width."""
    return textwrap.fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def headline(review: Review) -> str:
    """Return the game, how it ended, and the effort of the analysis."""
    record, options = review.record, review.options
    if options.nodes is not None:
        effort = tr("{nodes} visits a search, seed {seed}", nodes=options.nodes, seed=options.seed)
    else:
        effort = tr("{time} seconds a search, seed {seed}", time=f"{options.time:g}", seed=options.seed)
    parts = (
        review.history.game.name,
        tr.counted("{n} players", "{n} players", len(record.seats)),
        tr.counted("{n} event", "{n} events", len(record.events)),
        ending_text(record.ended),
    )
    lines = [", ".join(parts), effort]
    if record.ended == PLAYED_OUT:
        lines.insert(1, verdict.headline(review.sight))
    return "\n".join(map(wrapped, lines))


def moves(review: Review) -> Sheet:
    """Return a row for each decision: the move, a better one if there was one, its prospect, and the loss.

    The last columns are there only if they have something to show.
    """
    told = details(review.record)
    rows = [_move_row(decision, told[decision.event - 1]) for decision in review.decisions]
    styles = tuple(STYLES.get(decision.grade, "") for decision in review.decisions)
    last = [place for place, name in enumerate(HEAD) if name in LAST and any(row[place] for row in rows)]
    shown = [place for place, name in enumerate(HEAD) if name not in LAST or place in last]
    return Sheet(
        tuple(HEAD[place] for place in shown),
        tuple(tuple(row[place] for place in shown) for row in rows),
        styles,
        ("played", "best"),
        (*_move_notes(), *_solved_note(review.decisions), *(tr(LAST[HEAD[place]]) for place in last)),
    )


def _move_notes() -> tuple[str, str]:
    return (
        tr("win, points: what the best move promised, by what the seat could know"),
        tr("lost: how much less the played move promised; {marks} of the win", marks=LEAST),
    )


def _solved_note(decisions: Sequence[Decision]) -> tuple[str, ...]:
    """Return a line that names the events whose numbers are exact; nothing if there are none."""
    events = ", ".join(str(decision.event) for decision in decisions if decision.solved)
    return (
        (wrapped(tr("solved: the numbers of these events are exact: {events}", events=events)),)
        if events
        else ()
    )


def _move_row(decision: Decision, told: Detail) -> tuple[str, ...]:
    best, played = decision.best, decision.played
    same = best == played
    return (
        str(decision.event),
        str(decision.seat),
        f"{played.move} {MARKS.get(decision.grade, '')}".rstrip(),
        "" if same else best.move,
        f"{100 * best.win_share:.1f}%",
        "" if same else f"{100 * decision.lost:.1f}%",
        _tenths(best.points),
        "" if same else _tenths(decision.points_lost),
        "" if decision.known is None else f"{_percent(decision.known)} #{decision.known.rank}",
        "" if told.score is None else f"{100 * told.score:.0f}%",
        "" if told.seconds is None else f"{told.seconds:.1f}",
    )


def seats(review: Review) -> Sheet:
    """Return a row for each seat: its result and the cost of its decisions."""
    rows = tuple(_seat_row(account, review.record) for account in review.accounts)
    styles = tuple("bold" if row[2] == "1" else "" for row in rows)
    return Sheet(SEAT_HEAD, rows, styles, ("player",), (tr(SEAT_NOTE),))


def _seat_row(account: Account, record: Record) -> tuple[str, ...]:
    seat, number = account.seat, account.decisions
    return (
        str(seat),
        cut(player_name(record.seats[seat]), NAME, "..."),
        "" if record.ranks is None else str(record.ranks[seat]),
        "" if record.scores is None else str(record.scores[seat]),
        str(number),
        "" if not number else f"{100 * account.grades[BEST] / number:.0f}%",
        "" if account.mean_lost is None else f"{100 * account.mean_lost:.2f}%",
        *(str(account.grades[grade]) for grade in MARKS),
        _tenths(account.points_lost),
    )


def deciding(review: Review, table: Table) -> list[str]:
    """Return the costliest moves in words, with the reasons for the better ones; nothing if no move cost much."""
    lines = [costly(decision, review, table) for decision in decisive(review.decisions)]
    return [tr("The moves that cost most:"), *lines] if lines else []


def costly(decision: Decision, review: Review, table: Table) -> str:
    """Return a costly move in words, with the reasons for the better one."""
    view = review.history.until(decision.event - 1).seen_by(decision.seat)
    reason = table.explain(view.bare_state(), decision.best.move)
    points = decision.points_lost
    values = {
        "event": decision.event,
        "said": table.narrate(review.sight, decision.event - 1),
        "lost": f"{100 * decision.lost:.1f}%",
        "points": f"{abs(points):.1f}",
        "better": decision.best.move,
    }
    if points >= 0:
        said = tr(
            "event {event}: {said}. That cost {lost} of the win and {points} points; better {better}",
            **values,
        )
    else:
        said = tr(
            "event {event}: {said}. That cost {lost} of the win, for {points} points more; better {better}",
            **values,
        )
    told = difference(view, decision.best.move, decision.played.move)
    said += f": {reason}" if reason else ""
    return said + tr("; for it: {reasons}", reasons=told) if told else said


def inferred_cards(review: Review, table: Table) -> list[str]:
    """Return a line for each seat: what a bystander could infer about its cards; nothing if none are hidden."""
    lines = [_inferred(account, review, table) for account in review.accounts if account.known is not None]
    return [tr("What the moves revealed about hidden cards:"), *lines] if lines else []


def _inferred(account: Account, review: Review, table: Table) -> str:
    known = account.known
    assert known is not None
    said = tr(
        "{who}: {card}, {share} likely, rank {rank} of {cards}",
        who=review.sight.name(account.seat),
        card=table.card_name(known.card),
        share=_percent(known),
        rank=known.rank,
        cards=known.cards,
    )
    event = account.most_informative
    if event is None:
        return said
    move = review.record.events[event - 1]
    return said + tr("; event {event}, {move}, revealed most", event=event, move=move)


def _percent(known: Known) -> str:
    return f"{100 * known.probability:.0f}%"


def _tenths(points: float) -> str:
    # Adding 0.0 turns -0.0 into 0.0.
    return f"{round(points, 1) + 0.0:.1f}"
