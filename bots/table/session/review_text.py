"""The review of a game in words: its moves and seats as tables, the costliest moves, and what was revealed of cards."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from urbanist.bots.analysis.decisions import (
    BEST,
    GRADES,
    Decision,
    InferredCard,
    SeatSummary,
    decisive,
)
from urbanist.bots.table import title_of
from urbanist.bots.table.kit.language import marked, number_text, tr, translated
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.notebook import RESIGNED
from urbanist.bots.table.session.review import Review
from urbanist.bots.table.session.screen import Screen
from urbanist.engine.move_stats import MoveStats, move_stats
from urbanist.engine.record import ABORTED, PLAYED_OUT, Record

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


def opponents(players: Sequence[str], own: int | None = None) -> str:
    """Return who else plays, beside a seat or else the first person, as people read it."""
    if own is None:
        own = next((seat for seat, player in enumerate(players) if is_human(player)), None)
    others = [player for seat, player in enumerate(players) if seat != own]
    return ", ".join(player_name(player).partition(":")[0] for player in others)


def result_line(
    date: str, game: str, players: Sequence[str], ended: str, rank: int | None, own: int | None = None
) -> str:
    """Return a game that is over in a line, for a seat or else for the first person."""
    how = ending_text(ended) if rank is None else tr("rank {rank}", rank=rank)
    others = opponents(players, own)
    return tr(
        "{date}  {game} with {players}: {how}", date=date[:10], game=title_of(game), players=others, how=how
    )


#: The width of a page, and of a player's name on it, in columns.
WIDTH, NAME = 80, 18
MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
#: The mark of a best move where short searches prefer a mistake.
FOUND = "!!"
#: The mark of a move that lost many points, and nothing of the win.
POINTS_ALONE = "~"
#: The columns that are left out if they are empty, each with its note.
LAST = {
    "card": marked("card: how likely the seat's true card was for a bystander then, and its rank"),
    "own": marked("own: the share of the win that the player itself expected when it moved"),
    "s": marked("s: the seconds that it took"),
}
FOUND_NOTE = marked("!!: the best move where a short search prefers a mistake")
POINTS_NOTE = marked("~: lost points, and nothing of the win")
SOLVED_NOTE = marked("solved: the numbers of these events are exact: {events}")
SEAT_NOTE = marked("lost: mean share of the win lost by a move; points: points lost in total")


def least() -> str:
    """Return how much of the win a move with each mark has lost at least."""
    return ", ".join(f"{mark} {number_text(GRADES[grade], '.0%')}" for grade, mark in MARKS.items())


def mark_of(decision: Decision) -> str:
    """Return the mark of a move; empty if it has none."""
    if decision.tempting is not None:
        return FOUND
    return POINTS_ALONE if decision.costs_points else MARKS.get(decision.grade, "")


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of texts with notes below; columns named in `left` are flush left.

    The names of the columns are said in the language; the texts and the notes are in it.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
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


def show(screen: Screen, review: Review) -> None:
    """Write the review as lines."""
    screen.say(headline(review))
    for text_table in (moves(review), seats(review)):
        screen.say("")
        screen.say(text_table.text())
        screen.say("\n".join(text_table.notes))
    for lines in (deciding(review), inferred_cards(review)):
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


def _tenths(points: float) -> str:
    return number_text(points, "z.1f")


#: The columns of moves, and what each shows of a decision and of what the record tells of its move.
MOVE_COLUMNS: tuple[tuple[str, Callable[[Decision, MoveStats], str]], ...] = (
    (marked("event"), lambda each, _: str(each.event)),
    (marked("seat"), lambda each, _: str(each.seat)),
    (marked("played"), lambda each, _: f"{each.played.move} {mark_of(each)}".rstrip()),
    (marked("best"), lambda each, _: "" if _is_best(each) else str(each.best.move)),
    (marked("win"), lambda each, _: number_text(each.best.win_share, ".1%")),
    (marked("lost"), lambda each, _: "" if _is_best(each) else number_text(each.lost, ".1%")),
    (marked("points"), lambda each, _: _tenths(each.best.points)),
    (marked("lost"), lambda each, _: "" if _is_best(each) else _tenths(each.points_lost)),
    (marked("card"), lambda each, _: f"{_percent(each.known)} #{each.known.rank}" if each.known else ""),
    (marked("own"), lambda _, told: "" if told.score is None else number_text(told.score, ".0%")),
    (marked("s"), lambda _, told: "" if told.seconds is None else number_text(told.seconds, ".1f")),
)


def _is_best(decision: Decision) -> bool:
    return decision.best == decision.played


def moves(review: Review) -> TextTable:
    """Return a row for each decision: the move, a better one if there was one, its evaluation, and the loss.

    The last columns are there only if they have something to show.
    """
    told, decisions = move_stats(review.record), review.decisions
    rows = [[cell(each, told[each.event - 1]) for _, cell in MOVE_COLUMNS] for each in decisions]
    names = [name for name, _ in MOVE_COLUMNS]
    shown = [at for at, name in enumerate(names) if name not in LAST or any(row[at] for row in rows)]
    solved = ", ".join(str(each.event) for each in decisions if each.solved)
    notes = [
        tr("win, points: what the best move promised, by what the seat could know"),
        tr("lost: how much less the played move promised; {marks} of the win", marks=least()),
        *([tr(FOUND_NOTE)] if any(each.tempting is not None for each in decisions) else []),
        *([tr(POINTS_NOTE)] if any(each.costs_points for each in decisions) else []),
        *([wrapped(tr(SOLVED_NOTE, events=solved))] if solved else []),
        *(tr(LAST[names[at]]) for at in shown if names[at] in LAST),
    ]
    return TextTable(
        tuple(names[at] for at in shown),
        tuple(tuple(row[at] for at in shown) for row in rows),
        ("played", "best"),
        tuple(notes),
    )


#: The columns of seats, and what each shows of a seat's decisions and of the game.
SEAT_COLUMNS: tuple[tuple[str, Callable[[SeatSummary, Record], object]], ...] = (
    (marked("seat"), lambda each, _: each.seat),
    (marked("player"), lambda each, record: cut(player_name(record.seats[each.seat]), NAME, "...")),
    (marked("rank"), lambda each, record: record.ranks[each.seat] if record.ranks else ""),
    (marked("score"), lambda each, record: record.scores[each.seat] if record.scores else ""),
    (marked("moves"), lambda each, _: each.decisions),
    (
        marked("best"),
        lambda each, _: number_text(each.grades[BEST] / each.decisions, ".0%") if each.decisions else "",
    ),
    (marked("lost"), lambda each, _: "" if each.mean_lost is None else number_text(each.mean_lost, ".2%")),
    *((sign, lambda each, _, grade=grade: each.grades[grade]) for grade, sign in MARKS.items()),
    (marked("points"), lambda each, _: _tenths(each.points_lost)),
)


def seats(review: Review) -> TextTable:
    """Return a row for each seat: its result and the cost of its decisions."""
    head = tuple(name for name, _ in SEAT_COLUMNS)
    rows = tuple(
        tuple(str(cell(summary, review.record)) for _, cell in SEAT_COLUMNS) for summary in review.summaries
    )
    return TextTable(head, rows, ("player",), (tr(SEAT_NOTE),))


def deciding(review: Review) -> list[str]:
    """Return the costliest moves in words, with the reasons for the better ones; nothing if no move cost much."""
    lines = [costly(decision, review) for decision in decisive(review.decisions)]
    return [tr("The moves that cost most:"), *lines] if lines else []


def costly(decision: Decision, review: Review) -> str:
    """Return a costly move in words, with the reasons for the better one."""
    values = {
        "event": decision.event,
        "said": review.table.narrate(review.pov, decision.event - 1),
        "lost": number_text(decision.lost, ".1%"),
        "points": number_text(decision.points_lost, ".1f"),
    }
    said = tr("event {event}: {said}. That cost {lost} of the win.", **values)
    if decision.points_lost > 0:
        said = tr("event {event}: {said}. That cost {lost} of the win and {points} points.", **values)
    return f"{said} {better_move(decision, review)}"


def better_move(decision: Decision, review: Review) -> str:
    """Return the best move instead of a costly one, with what speaks for it."""
    view = review.history.until(decision.event - 1).seen_by(decision.seat)
    reason = review.table.explain(view.bare_state(), decision.best.move)
    values = {"better": review.better(decision), "reason": reason}
    better = tr("Better: {better}: {reason}.", **values) if reason else tr("Better: {better}.", **values)
    return f"{better} {review.why(decision)}".rstrip()


def inferred_cards(review: Review) -> list[str]:
    """Return a line for each seat: what a bystander could infer about its cards; nothing if none are hidden."""
    lines = [_inferred(summary, review) for summary in review.summaries if summary.known is not None]
    return [tr("What the moves revealed about hidden cards:"), *lines] if lines else []


def _inferred(summary: SeatSummary, review: Review) -> str:
    known = summary.known
    assert known is not None
    said = tr(
        "{who}: {card}, {share} likely, rank {rank} of {cards}",
        who=review.pov.name(summary.seat),
        card=review.table.card_name(review.history.state, known.card),
        share=_percent(known),
        rank=known.rank,
        cards=known.cards,
    )
    event = summary.most_informative
    if event is None:
        return said
    move = review.table.move_name(review.history.states[event - 1], review.history.move(event - 1))
    return said + tr("; event {event}, {move}, revealed most", event=event, move=move)


def _percent(known: InferredCard) -> str:
    return number_text(known.probability, ".0%")


#: So many events before its end a game is followed to it, in so many moves at most.


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
    if decision.costs_points:
        return tr(
            "Lost {points} points, and nothing of the win; {better} was better",
            better=better,
            points=number_text(points, ".1f"),
        )
    if not decision.lost:
        return tr(
            "As good as {better}, which promised {points} points more",
            better=better,
            points=number_text(points, ".1f"),
        )
    grade, lost = tr(GRADE_NAMES[decision.grade]), number_text(decision.lost, ".1%")
    return tr("{grade}: lost {lost} of the win; {better} was better", grade=grade, lost=lost, better=better)
