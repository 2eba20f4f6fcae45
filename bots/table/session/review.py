"""The review of a game: the cost of each move, a summary of each seat, and what the moves revealed about cards."""

import textwrap
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rich import box
from rich.table import Table as Grid

from urbanist.bots.analysis.decisions import (
    BEST,
    GRADES,
    Account,
    Decision,
    Known,
    account,
    choices,
    decisive,
    judge,
)
from urbanist.bots.analysis.line import better_line
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import marked, number_text, tr, translated
from urbanist.bots.table.kit.player import player_name, seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import cut, upper
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.advice import contrast
from urbanist.bots.table.session.notebook import RESIGNED
from urbanist.bots.table.session.screen import Screen
from urbanist.engine import State
from urbanist.engine.history import History
from urbanist.engine.move_stats import MoveStats, move_stats
from urbanist.engine.record import ABORTED, PLAYED_OUT, Record, win_shares
from urbanist.search.options import SearchOptions

WORDS = {
    PLAYED_OUT: marked("played out"),
    ABORTED: marked("aborted"),
    RESIGNED: marked("resigned"),
    "illegal": marked("illegal"),
    "time": marked("time"),
    "crash": marked("crash"),
    "protocol": marked("protocol"),
}


def ending_text(ended: str) -> str:
    """Return how a game ended, as people read it: `played out`, or `forfeit 1 time` with the seat and the reason."""
    if ended in WORDS:
        return tr(WORDS[ended])
    _, seat, reason = ended.split(" ")
    return tr("forfeit {seat} {reason}", seat=seat, reason=tr(WORDS[reason]))


#: The width of a page, and of a player's name on it, in columns.
WIDTH, NAME = 80, 18
MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
#: The grades of moves that cost something.
MISTAKES = tuple(MARKS)
STYLES = {"inaccuracy": "yellow", "mistake": "red", "blunder": "bold red"}
#: The mark of a best move where short searches prefer a mistake.
FOUND, FOUND_STYLE = "!!", "bold green"
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
FOUND_NOTE = marked("!!: the best move where a short search prefers a mistake")
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


def least() -> str:
    """Return how much of the win a move with each mark has lost at least."""
    return ", ".join(f"{mark} {number_text(GRADES[grade], '.0%')}" for grade, mark in MARKS.items())


def mark_of(decision: Decision) -> str:
    """Return the mark of a move; empty if it has none."""
    return FOUND if decision.tempting is not None else MARKS.get(decision.grade, "")


def style_of(decision: Decision) -> str:
    """Return the terminal style of a move and its mark."""
    return FOUND_STYLE if decision.tempting is not None else STYLES.get(decision.grade, "")


@dataclass(frozen=True, slots=True)
class TextTable:
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
    def pov(self) -> PlayerView:
        """The game with all cards open."""
        return PlayerView.of(self.history, None, self.record.seats, revealed=True)

    def better(self, decision: Decision, table: Table) -> str:
        """Return the best move of a decision as a sentence names it."""
        return table.move_name(self.history.states[decision.event - 1], decision.best.move)


def show(screen: Screen, review: Review, table: Table) -> None:
    """Write the review as lines."""
    screen.say(headline(review))
    for text_table in (moves(review), seats(review)):
        screen.say("")
        screen.say(text_table.text())
        screen.say("\n".join(text_table.notes))
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
        effort = tr("{nodes:,} visits a search, seed {seed}", nodes=options.nodes, seed=options.seed)
    else:
        effort = tr(
            "{time} seconds a search, seed {seed}",
            time=number_text(options.time or 0, "g"),
            seed=options.seed,
        )
    parts = (
        review.history.game.name,
        tr.counted("{n} players", "{n} players", len(record.seats)),
        tr.counted("{n} event", "{n} events", len(record.events)),
        ending_text(record.ended),
    )
    lines = [", ".join(parts), effort]
    if record.ended == PLAYED_OUT:
        lines.insert(1, verdict.headline(review.pov))
    return "\n".join(map(wrapped, lines))


def moves(review: Review) -> TextTable:
    """Return a row for each decision: the move, a better one if there was one, its prospect, and the loss.

    The last columns are there only if they have something to show.
    """
    told = move_stats(review.record)
    rows = [_move_row(decision, told[decision.event - 1]) for decision in review.decisions]
    styles = tuple(map(style_of, review.decisions))
    last = [place for place, name in enumerate(HEAD) if name in LAST and any(row[place] for row in rows)]
    shown = [place for place, name in enumerate(HEAD) if name not in LAST or place in last]
    return TextTable(
        tuple(HEAD[place] for place in shown),
        tuple(tuple(row[place] for place in shown) for row in rows),
        styles,
        ("played", "best"),
        (
            *_move_notes(review.decisions),
            *_solved_note(review.decisions),
            *(tr(LAST[HEAD[place]]) for place in last),
        ),
    )


def _move_notes(decisions: Sequence[Decision]) -> tuple[str, ...]:
    found = any(decision.tempting is not None for decision in decisions)
    return (
        tr("win, points: what the best move promised, by what the seat could know"),
        tr("lost: how much less the played move promised; {marks} of the win", marks=least()),
        *([tr(FOUND_NOTE)] if found else []),
    )


def _solved_note(decisions: Sequence[Decision]) -> tuple[str, ...]:
    """Return a line that names the events whose numbers are exact; nothing if there are none."""
    events = ", ".join(str(decision.event) for decision in decisions if decision.solved)
    return (
        (wrapped(tr("solved: the numbers of these events are exact: {events}", events=events)),)
        if events
        else ()
    )


def _move_row(decision: Decision, told: MoveStats) -> tuple[str, ...]:
    best, played = decision.best, decision.played
    same = best == played
    return (
        str(decision.event),
        str(decision.seat),
        f"{played.move} {mark_of(decision)}".rstrip(),
        "" if same else str(best.move),
        number_text(best.win_share, ".1%"),
        "" if same else number_text(decision.lost, ".1%"),
        _tenths(best.points),
        "" if same else _tenths(decision.points_lost),
        "" if decision.known is None else f"{_percent(decision.known)} #{decision.known.rank}",
        "" if told.score is None else number_text(told.score, ".0%"),
        "" if told.seconds is None else number_text(told.seconds, ".1f"),
    )


def seats(review: Review) -> TextTable:
    """Return a row for each seat: its result and the cost of its decisions."""
    rows = tuple(_seat_row(account, review.record) for account in review.accounts)
    styles = tuple("bold" if row[2] == "1" else "" for row in rows)
    return TextTable(SEAT_HEAD, rows, styles, ("player",), (tr(SEAT_NOTE),))


def _seat_row(account: Account, record: Record) -> tuple[str, ...]:
    seat, moves = account.seat, account.decisions
    return (
        str(seat),
        cut(player_name(record.seats[seat]), NAME, "..."),
        "" if record.ranks is None else str(record.ranks[seat]),
        "" if record.scores is None else str(record.scores[seat]),
        str(moves),
        "" if not moves else number_text(account.grades[BEST] / moves, ".0%"),
        "" if account.mean_lost is None else number_text(account.mean_lost, ".2%"),
        *(str(account.grades[grade]) for grade in MARKS),
        _tenths(account.points_lost),
    )


def deciding(review: Review, table: Table) -> list[str]:
    """Return the costliest moves in words, with the reasons for the better ones; nothing if no move cost much."""
    lines = [costly(decision, review, table) for decision in decisive(review.decisions)]
    return [tr("The moves that cost most:"), *lines] if lines else []


def costly(decision: Decision, review: Review, table: Table) -> str:
    """Return a costly move in words, with the reasons for the better one."""
    points = decision.points_lost
    values = {
        "event": decision.event,
        "said": table.narrate(review.pov, decision.event - 1),
        "lost": number_text(decision.lost, ".1%"),
        "points": number_text(abs(points), ".1f"),
    }
    if points >= 0:
        said = tr("event {event}: {said}. That cost {lost} of the win and {points} points.", **values)
    else:
        said = tr("event {event}: {said}. That cost {lost} of the win, for {points} points more.", **values)
    return f"{said} {better_move(decision, review, table)}"


def better_move(decision: Decision, review: Review, table: Table) -> str:
    """Return the best move instead of a costly one, with what speaks for it."""
    view = review.history.until(decision.event - 1).seen_by(decision.seat)
    reason = table.explain(view.bare_state(), decision.best.move)
    values = {"better": review.better(decision, table), "reason": reason}
    better = tr("Better: {better}: {reason}.", **values) if reason else tr("Better: {better}.", **values)
    why = contrast(view, decision.best.move, decision.played.move)
    return " ".join(filter(None, [better, why, _results(decision, review, table)]))


def _results(decision: Decision, review: Review, table: Table) -> str:
    """Return how the game is likely to end after either move, if its end is near and the better one ends better."""
    history = review.history
    if not history.state.over or len(history.events) - decision.event > NEAR:
        return ""
    ends = [
        better_line(history, replace(decision, best=move), review.options, LONG).state
        for move in (decision.played, decision.best)
    ]
    if not all(end.over for end in ends):
        return ""
    played, best = ends
    shares = [win_shares(end.ranks())[decision.seat] for end in ends]
    if shares[1] <= shares[0]:
        return ""
    rival, other = (_best_rival(end, decision.seat) for end in ends)
    return tr(
        "The likely end: {played} points for {who}, {points} for {rival}; "
        "after {better}: {best} for {who}, {less} for {other}.",
        who=seat_name(decision.seat),
        played=played.scores()[decision.seat],
        points=played.scores()[rival],
        rival=seat_name(rival),
        better=review.better(decision, table),
        best=best.scores()[decision.seat],
        less=best.scores()[other],
        other=seat_name(other),
    )


def _best_rival(end: State, seat: int) -> int:
    """Return the rival of a seat that has most points; the first one of several."""
    scores = end.scores()
    return max(
        (other for other in range(end.seats) if other != seat), key=lambda other: (scores[other], -other)
    )


def inferred_cards(review: Review, table: Table) -> list[str]:
    """Return a line for each seat: what a bystander could infer about its cards; nothing if none are hidden."""
    lines = [_inferred(account, review, table) for account in review.accounts if account.known is not None]
    return [tr("What the moves revealed about hidden cards:"), *lines] if lines else []


def _inferred(account: Account, review: Review, table: Table) -> str:
    known = account.known
    assert known is not None
    said = tr(
        "{who}: {card}, {share} likely, rank {rank} of {cards}",
        who=review.pov.name(account.seat),
        card=table.card_name(review.history.state, known.card),
        share=_percent(known),
        rank=known.rank,
        cards=known.cards,
    )
    event = account.most_informative
    if event is None:
        return said
    move = table.move_name(review.history.states[event - 1], review.history.move(event - 1))
    return said + tr("; event {event}, {move}, revealed most", event=event, move=move)


def _percent(known: Known) -> str:
    return number_text(known.probability, ".0%")


def _tenths(points: float) -> str:
    return number_text(points, "z.1f")


#: So many events before its end a game is followed to it, in so many moves at most.
NEAR, LONG = 10, 20
#: The visits of each search when people look back at a game, and how many of their moves they see again.
NODES, WORST = 500, 3


class Steps(Protocol):
    """What is told of each step: what it does, and that it is done."""

    def __call__(self) -> None:
        """Take note that a step is done."""

    def doing(self, what: str) -> None:
        """Take note of what is being done."""


class Unseen:
    """Shows no steps."""

    def __call__(self) -> None:
        """Do nothing."""

    def doing(self, what: str) -> None:
        """Do nothing."""


UNSEEN = Unseen()


def reviewed(
    record: Record,
    history: History,
    options: SearchOptions,
    steps: Steps = UNSEEN,
    *,
    first: Collection[int] = (),
    note: Callable[[Decision], None] = lambda _: None,
) -> Review:
    """Return the review of a game, in a step for each of its `choices`.

    The moves of the seats in `first` are judged before all others, and each decision is told to `note`.
    """
    decisions = []
    move_name = table_of(history.game.name).move_name
    for ply in sorted(choices(history), key=lambda ply: history.states[ply].to_move not in first):
        seat = history.states[ply].to_move
        steps.doing(
            tr(
                "event {event}: {move}, seat {seat}",
                event=ply + 1,
                move=move_name(history.states[ply], history.move(ply)),
                seat=seat,
            )
        )
        decisions.append(judge(history, ply, options))
        note(decisions[-1])
        steps()
    decisions.sort(key=lambda decision: decision.event)
    accounts = [account(history, decisions, seat, options.seed) for seat in range(history.state.seats)]
    return Review(record, history, decisions, accounts, options)


def worst(review: Review, seats: Collection[int], number: int = WORST) -> list[Decision]:
    """Return the decisions of some seats that lost most of the win, the costliest first."""
    lost = [decision for decision in review.decisions if decision.seat in seats and decision.lost > 0]
    return sorted(lost, key=lambda decision: (-decision.lost, decision.event))[:number]


def said(table: Table, pov: PlayerView, event: int) -> str:
    """Return an event in words, without the name of the seat that moved."""
    text = table.narrate(pov, event - 1)
    before = pov.states[event - 1]
    return upper(text if before.due else text.removeprefix(f"{pov.name(before.to_move)} "))


def expected_shares(review: Review) -> list[tuple[float, ...]]:
    """Return the win share that each seat could expect: of the deal and after each event; at the end what it got.

    After a move these are the shares by the view of its seat; other events and the only moves of seats change nothing.
    """
    seats, events = review.history.state.seats, len(review.history.events)
    moved = {decision.event: decision.played.win_shares for decision in review.decisions}
    first = next(iter(review.decisions), None)
    found = [(1 / seats,) * seats if first is None else first.best.win_shares]
    for event in range(1, events + 1):
        found.append(moved.get(event, found[-1]))
    if review.record.ranks is not None:
        found[-1] = win_shares(review.record.ranks)
    return found


#: The grades of moves that were not the best, as people read them.
GRADE_NAMES = {
    "good": marked("Good"),
    "inaccuracy": marked("Inaccuracy"),
    "mistake": marked("Mistake"),
    "blunder": marked("Blunder"),
}


def annotation_text(decision: Decision, better: str) -> str:
    """Return what a move was worth, and which move was better; `better` is the name of that one."""
    if decision.tempting is not None:
        missed = decision.played.win_share - decision.tempting.win_share
        return tr(
            "Well found: what a short search prefers would have lost {lost} of the win",
            lost=number_text(missed, ".1%"),
        )
    if decision.grade == BEST:
        return tr("Best move")
    points = decision.points_lost
    if not decision.lost:
        return tr(
            "As good as {better}, which promised {points} points more",
            better=better,
            points=number_text(points, ".1f"),
        )
    grade, lost = tr(GRADE_NAMES[decision.grade]), number_text(decision.lost, ".1%")
    if points > -0.05:
        return tr(
            "{grade}: lost {lost} of the win; {better} was better", grade=grade, lost=lost, better=better
        )
    return tr(
        "{grade}: lost {lost} of the win, but gained {points} points; {better} was better",
        grade=grade,
        lost=lost,
        points=number_text(-points, ".1f"),
        better=better,
    )
