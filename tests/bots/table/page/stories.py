"""Stories of games for the tests of pages: the games are real, the judgements are made up."""

from functools import cache

from tests.bots.table.playing import city_game, played, rebuilt
from urbanist.bots.analysis.decisions import (
    Decision,
    MoveEvaluation,
    choices,
    decisive,
    posteriors,
    summary_of,
)
from urbanist.bots.analysis.line import better_line
from urbanist.bots.table.page import Story, page
from urbanist.engine.event import Move
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions

PLAYERS = ("ann", "greedy", "ismcts:nodes=2000", "random", "bob")
#: More events than any game has.
ALL = 1000
GAMES = {
    "metropolys": lambda plies: played(plies, seats=4),
    "warszawa": lambda plies: rebuilt(plies, seats=5),
    "akropolis": lambda plies: city_game(plies, seats=4, greed=0.9),
}
#: What the moves lost, in turn: each grade is among them.
LOSSES = (0.0, 0.0, 0.01, 0.05, 0.0, 0.1, 0.0, 0.22)
FEW = SearchOptions(nodes=5)


def made_up(history: History, ply: int) -> Decision:
    """Return a judgement of the move at a ply; the seats share the rest of the win."""
    lost, seats = LOSSES[ply % len(LOSSES)], history.state.seats
    seat, move = history.states[ply].to_move, history.move(ply)

    def evaluation(move: Move, share: float) -> MoveEvaluation:
        rest = (1 - share) / (seats - 1)
        return MoveEvaluation(
            move, share, 30.0, 100_000, tuple(share if s == seat else rest for s in range(seats))
        )

    best = evaluation(move, 0.4)
    if not lost:
        return Decision(ply + 1, seat, best, best, None)
    other = next(other for other in history.states[ply].legal() if other != move)
    return Decision(ply + 1, seat, evaluation(move, 0.4 - lost), evaluation(other, 0.4), None)


def story_of(history: History, players: tuple[str, ...] = PLAYERS) -> Story:
    """Return the story of a game."""
    decisions = [made_up(history, ply) for ply in choices(history)]
    seats = history.state.seats
    summaries = [summary_of(history, decisions, seat) for seat in range(seats)]
    lines = [(decision, better_line(history, decision, FEW)) for decision in decisive(decisions)]
    record = Record.of(history, players[:seats])
    return Story(record, history, decisions, summaries, FEW, posteriors(history), lines)


@cache
def story_until(game: str, plies: int) -> Story:
    """Return the story of the first events of a game."""
    return story_of(GAMES[game](plies))


@cache
def page_of(game: str, plies: int) -> str:
    """Return the page of the first events of a game."""
    return page(story_until(game, plies))
