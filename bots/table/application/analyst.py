"""What is worked out beside a game that is looked at: its mistakes, the best moves, better lines, and beliefs."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from textual.message import Message

from urbanist.bots.analysis.decisions import Decision, Posterior, posteriors
from urbanist.bots.analysis.line import better_line
from urbanist.bots.background import Background
from urbanist.bots.players.builtin import IsmctsBot, TreePlayer
from urbanist.bots.players.player import until
from urbanist.bots.players.time_management import sliced
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.session.review import NODES, Review, own_choices, reviewed
from urbanist.bots.table.session.review_text import better_move
from urbanist.engine.event import Events
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.limit import SOLVING
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

K = TypeVar("K")
T = TypeVar("T")

#: What the engine may take for a position: so many visits, never longer than so many seconds, and what ends it exactly.
ENGINE = IsmctsBot(nodes=4000, time=0.6, memory=64)
LIMIT = ENGINE.limit(SOLVING)


class Stopped(Exception):  # it is no error
    """Nobody waits for the review any more."""


class Analyst:
    """Works in threads of its own, and tells when more is known; the moves of people are judged first."""

    @dataclass
    class Ready(Message):
        """More is known than before; `fault` is what has ended the review, if an error has."""

        fault: Exception | None = None

    def __init__(self, record: Record, game: History, tell: Callable[[Message], object]) -> None:
        self._record, self._game, self._tell = record, game, tell
        #: Whether nothing of the game is hidden, so that each seat's view of it is known.
        self.is_whole = not game.hidden
        plies = own_choices(record, game) if self.is_whole else []
        #: How many moves are to be judged, and the seats of people.
        self.choices = len(plies)
        self.people = [seat for seat, player in enumerate(record.seats) if is_human(player)]
        self._own = sum(game.states[ply].to_move in self.people for ply in plies)
        #: The judgements so far by their events, and the review once all are there.
        self.decisions: dict[int, Decision] = {}
        self.review: Review | None = None
        #: Whether moves are being judged.
        self.is_judging = False
        self._options = SearchOptions(nodes=NODES, seed=0)
        self._stopped = False
        #: What the engine has found, by the events before it, and the position that it thinks about.
        self._results: dict[Events, Result | Exception] = {}
        self._position: Events | None = None
        self._thinking: Background[Result] | None = None
        #: Reasons and better lines by the events of the mistakes.
        self._reasons: dict[int, str] = {}
        self._better: dict[int, History | Exception | None] = {}
        #: The posteriors of hidden cards at each position of a line, by its events.
        self._beliefs: dict[Events, Sequence[Sequence[Posterior]] | Exception | None] = {}

    def stop(self) -> None:
        """Let nobody wait for anything any more."""
        self._stopped = True
        if self._thinking is not None:
            self._thinking.stop()

    def _ready(self, fault: Exception | None = None) -> None:
        if not self._stopped:
            self._tell(self.Ready(fault))

    def _work(self, results: dict[K, T | Exception | None], key: K, work: Callable[[], T]) -> None:
        """Work something out unless that has begun; it is None as long as it is not known."""

        def done(_: Background[T], result: T | Exception) -> None:
            results[key] = result
            self._ready()

        if key not in results:
            results[key] = None
            Background(lambda _: work(), done)

    # Mistakes

    def begin(self) -> None:
        """Begin to judge the moves."""
        if self.choices:
            self.is_judging = True
            given = self._record, self._game, self._options, self._go_on
            Background(lambda _: reviewed(*given, first=self.people, note=self._note), self._reviewed)

    @property
    def own_are_judged(self) -> bool:
        """Whether all moves of people are judged; of all seats if there are no people."""
        return self.review is not None or (0 < self._own <= len(self.decisions))

    @property
    def so_far(self) -> Review:
        """The review of the moves that are judged."""
        if self.review is not None:
            return self.review
        decisions = [each for _, each in sorted(self.decisions.copy().items())]
        return Review(self._record, self._game, decisions, (), self._options)

    def _go_on(self, _: str) -> None:
        """Go on, if somebody waits."""
        if self._stopped:
            raise Stopped

    def _note(self, decision: Decision) -> None:
        self.decisions[decision.event] = decision
        self._ready()

    def _reviewed(self, _: Background[Review], review: Review | Exception) -> None:
        self.is_judging = False
        if isinstance(review, Review):
            self.review = review
            self._ready()
        else:
            self._ready(review)

    # The best moves of a position

    def ask(self, history: History) -> None:
        """Let the engine think about a position, unless it has; it leaves another one for that."""

        def done(thinking: Background[Result], result: Result | Exception) -> None:
            if isinstance(result, Exception) or result.solved or not thinking.stopped:
                self._results[history.events] = result
            self._position = None
            self._ready()

        if self._position is not None:
            if self._thinking is not None and self._position != history.events:
                self._thinking.stop()
        elif not (history.state.over or history.state.due or history.events in self._results):
            self._position = history.events
            self._thinking = Background(partial(_searched, history, self.is_whole), done)

    def result(self, position: Events) -> Result | Exception | None:
        """Return what the engine has found for a position; None as long as it has not."""
        return self._results.get(position)

    # Better lines

    def better(self, decision: Decision) -> History | None:
        """Return how the game could have gone on after the better move for a mistake; None until that is known."""
        history = self._better.get(decision.event)
        return history if isinstance(history, History) else None

    def reason(self, decision: Decision) -> str:
        """Return the better move for a mistake and what speaks for it; empty until that is known."""
        return self._reasons.get(decision.event, "")

    def explain(self, decision: Decision) -> None:
        """Work out why a move was a mistake, and then how the game could have gone on after the better one."""

        def work() -> History:
            self._reasons[decision.event] = better_move(decision, self.so_far)
            self._ready()
            return better_line(self._game, decision, self._options)

        self._work(self._better, decision.event, work)

    # Beliefs

    def beliefs(self, line: History, ply: int) -> Sequence[Posterior]:
        """Return a bystander's posteriors of hidden cards at a position of a line; nothing until they are known."""
        if self.is_whole:
            self._work(self._beliefs, line.events, lambda: posteriors(line))
        known = self._beliefs.get(line.events)
        return () if known is None or isinstance(known, Exception) else known[ply]


def _searched(history: History, whole: bool, enough: threading.Event) -> Result:
    """Return what the engine finds for the seat to move, which knows no more than it could, until it is enough."""
    seat = history.state.to_move
    if whole:
        think = TreePlayer(ENGINE, 0, hidden=True, keeps=False).prepare(history.seen_by(seat))
    else:
        # Of a puzzle only one seat's view is known, so the others draw their worlds from a whole position.
        think = partial(TreeSearch(history.game, ENGINE).think, history.state, observer=seat)
    *_, result = until(enough, sliced(think, LIMIT, ENGINE.threads))
    return result
