"""What is worked out beside a game that is looked at: its mistakes, the best moves, better lines, and beliefs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Event

from textual.message import Message

from urbanist.bots.analysis.decisions import Decision, Thought, choices, thoughts
from urbanist.bots.analysis.line import better_line
from urbanist.bots.background import Background
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.session.review import NODES, Review, better_move, reviewed
from urbanist.engine.event import Events
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.limit import SOLVING
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: What the engine may take for a position: so many visits, never longer than so many seconds, and what ends it exactly.
ENGINE = SearchOptions(nodes=4000, time=0.6, memory=64)
LIMIT = ENGINE.limit(SOLVING)


class Stopped(Exception):  # it is no error
    """Nobody waits for the review any more."""


class Analyst:
    """Works in threads of its own, and tells what is ready by messages; the moves of people are judged first."""

    @dataclass
    class Reviewed(Message):
        """All moves are judged, or an error has ended that."""

        found: Review | Exception

    @dataclass
    class Answered(Message):
        """The engine has thought about a position."""

        position: Events

    @dataclass
    class Bettered(Message):
        """Why a move was a mistake is known, or how the game could have gone on after the better one."""

        event: int

    @dataclass
    class Believed(Message):
        """What was thought of hidden cards at each position of a line is known."""

    def __init__(self, record: Record, game: History, tell: Callable[[Message], object]) -> None:
        self._record, self._game, self._tell = record, game, tell
        #: Whether nothing of the game is hidden, so that each seat's view of it is known.
        self.is_whole = not game.hidden
        #: How many moves are to be judged, and the seats of people.
        self.choices = len(choices(game)) if self.is_whole else 0
        self.people = [seat for seat, player in enumerate(record.seats) if is_human(player)]
        self._own = (
            sum(game.states[ply].to_move in self.people for ply in choices(game)) if self.choices else 0
        )
        #: The judgements so far by their events, and the review once all are there.
        self.decisions: dict[int, Decision] = {}
        self.review: Review | None = None
        self._options = SearchOptions(nodes=NODES, seed=0)
        self._reviewing: Background[Review] | None = None
        self._stopped = False
        #: What the engine has found, by the events before it, and where it is thinking.
        self._thoughts: dict[Events, Result | Exception] = {}
        self._thinking: Events | None = None
        #: Reasons and better lines by the events of the mistakes.
        self._reasons: dict[int, str] = {}
        self._better: dict[int, History] = {}
        #: What was thought of hidden cards at each position of a line, by its events; None while that is worked out.
        self._beliefs: dict[Events, Sequence[Sequence[Thought]] | None] = {}

    def stop(self) -> None:
        """Let nobody wait for anything any more."""
        self._stopped = True

    def _told(self, message: Message) -> None:
        if not self._stopped:
            self._tell(message)

    # Mistakes

    def begin(self) -> None:
        """Begin to judge the moves."""
        if self.choices:
            self._reviewing = Background(self._review, self._reviewed)

    @property
    def is_judging(self) -> bool:
        """Whether moves are being judged."""
        return self._reviewing is not None

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

    def _review(self, _: Event) -> Review:
        return reviewed(self._record, self._game, self._options, self, first=self.people, note=self._note)

    def _note(self, decision: Decision) -> None:
        self.decisions[decision.event] = decision

    def __call__(self) -> None:
        """Take note that a move is judged."""

    def doing(self, what: str) -> None:
        """Go on, if somebody waits."""
        if self._stopped:
            raise Stopped

    def _reviewed(self, _: Background[Review], found: Review | Exception) -> None:
        self._reviewing = None
        if isinstance(found, Review):
            self.review = found
        self._told(self.Reviewed(found))

    # The best moves of a position

    def ask(self, history: History) -> None:
        """Let the engine think about a position, unless it has or is busy."""
        position, state = history.events, history.state
        if state.over or state.due or self._thinking is not None or position in self._thoughts:
            return
        self._thinking = position

        def done(_: Background[Result], found: Result | Exception) -> None:
            self._thinking, self._thoughts[position] = None, found
            self._told(self.Answered(position))

        Background(partial(_searched, history, self.is_whole), done)

    def found(self, position: Events) -> Result | Exception | None:
        """Return what the engine has found for a position; None as long as it has not."""
        return self._thoughts.get(position)

    # Better lines

    def better(self, decision: Decision) -> History | None:
        """Return how the game could have gone on after the better move for a mistake; None until that is known."""
        return self._better.get(decision.event)

    def reason(self, decision: Decision) -> str:
        """Return the better move for a mistake and what speaks for it; empty until that is known."""
        return self._reasons.get(decision.event, "")

    def explain(self, decision: Decision) -> None:
        """Work out why a move was a mistake, and then how the game could have gone on after the better one."""

        def done(_: Background[History], found: History | Exception) -> None:
            if isinstance(found, History):
                self._better[decision.event] = found
                self._told(self.Bettered(decision.event))

        def work(_: Event) -> History:
            self._reasons[decision.event] = better_move(decision, self.so_far, table_of(self._game.game.name))
            self._told(self.Bettered(decision.event))
            return better_line(self._game, decision, self._options)

        if decision.event not in self._better:
            Background(work, done)

    # Beliefs

    def beliefs(self, line: History, ply: int) -> Sequence[Thought]:
        """Return what a bystander thought of hidden cards at a position of a line; nothing until that is known."""
        if not self.is_whole:
            return ()
        if line.events not in self._beliefs:
            self._beliefs[line.events] = None

            def done(_: Background[list[list[Thought]]], found: list[list[Thought]] | Exception) -> None:
                if not isinstance(found, Exception):
                    self._beliefs[line.events] = found
                    self._told(self.Believed())

            Background(lambda _: thoughts(line), done)
        known = self._beliefs[line.events]
        return () if known is None else known[ply]


def _searched(history: History, whole: bool, _: Event) -> Result:
    """Return what the engine finds for the seat to move, which knows no more than it could."""
    seat = history.state.to_move
    if whole:
        from urbanist.search.ismcts import ismcts

        return ismcts(history.seen_by(seat), LIMIT, ENGINE)
    # Of a puzzle only one seat's view is known, so the others draw their worlds from a whole position.
    return TreeSearch(history.game, ENGINE).think(history.state, LIMIT, observer=seat)
