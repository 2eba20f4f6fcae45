"""Jobs of puzzles: the hunt in self-play and in recorded games, proofs, and what a bot makes of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from urbanist.bots.match.arena import Arena
from urbanist.bots.players.player import Bot, Forfeit
from urbanist.bots.table.puzzles.proof import TIMES, Proof, evaluation_of, proved, puzzles_in
from urbanist.bots.table.puzzles.puzzle import SELF_PLAY, Puzzle
from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.game import Game
from urbanist.engine.history import History, View
from urbanist.engine.record import Record
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.training import Exploration, Setups, chosen

#: The visits of a move of self-play, and how a game strays: it leads to positions that good players avoid.
NODES, EXPLORATION = 100, Exploration(opening=8, share=0.15, few=6)


def self_play(game: Game, seed: int, number: int) -> History:
    """Return a game of the search against itself; the same seed and number give the same game."""
    rng = Random(f"{seed} {game.name} {number}")
    table = Setups.of(game).draw(game, rng)
    state = game.deal(
        variant=table.variant, seats=table.seats, options=table.options, seed=rng.getrandbits(63)
    )
    history = History.start(state)
    options = SearchOptions(
        nodes=NODES,
        memory=32,
        draw="even",
        eval=evaluation_of(game),
        endings=False,
        afterstates=0,
        common_draws=False,  # as in the games of the shipped puzzles
    )
    search = TreeSearch(game, options)
    while not history.state.over:
        state = history.state
        if len(state.moves()) == 1:
            history = history.play(state.legal()[0])
            continue
        search.clear()
        result = search.think(state, observer=state.to_move)
        history = history.play(chosen(result, state.ply, EXPLORATION, rng))
    return history


def decisions(history: History, rng: Random | None = None) -> Iterator[tuple[int, View]]:
    """Yield the decisions of a game with their events, counted from 1: in order, or in an order that is drawn."""
    plies = [ply for ply, state in enumerate(history.states[:-1]) if not state.due and len(state.moves()) > 1]
    if rng is not None:
        rng.shuffle(plies)
    for ply in plies:
        yield ply + 1, history.until(ply).seen_by(history.states[ply].to_move)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of self-play, and at most one of its puzzles: so that no two puzzles of a collection are alike."""

    game: str
    seed: int
    number: int
    margin: float
    endings: bool = False

    @property
    def id(self) -> str:
        """The id of the game."""
        return f"{SELF_PLAY}-{self.number}"

    def play(self, arena: Arena) -> list[Puzzle]:
        """Return the puzzle, if there is one; it needs no bots of the arena."""
        history = self_play(GAMES[self.game], self.seed, self.number)
        views = decisions(history, Random(f"{self.seed} order {self.number}"))
        puzzle = next(puzzles_in(views, SELF_PLAY, self.number, self.margin, endings=self.endings), None)
        return [] if puzzle is None else [puzzle]


@dataclass(frozen=True, slots=True)
class HuntedGame:
    """A recorded game, and all its puzzles; `number` counts all games of the hunt, `line` those of the file."""

    record: Record
    file: str
    line: int
    number: int
    margin: float
    endings: bool = False

    @property
    def id(self) -> str:
        """The id of the game."""
        return f"record-{self.number}"

    def play(self, arena: Arena) -> list[Puzzle]:
        """Return the puzzles; it needs no bots of the arena."""
        views = decisions(self.record.replay(GAMES))
        return list(puzzles_in(views, self.file, self.line, self.margin, endings=self.endings))


@dataclass(frozen=True, slots=True)
class Recheck:
    """A puzzle that is proved again, with searches of other seeds, which must find at least this margin."""

    puzzle: Puzzle
    seed: int
    number: int
    margin: float

    @property
    def id(self) -> str:
        """The id of the check."""
        return f"puzzle-{self.number}"

    def play(self, arena: Arena) -> Proof | None:
        """Return the proof; None if the move is not clearly best."""
        puzzle = self.puzzle
        return proved(puzzle.view, puzzle.moves[0], TIMES * puzzle.nodes, self.seed, self.margin)


@dataclass(frozen=True, slots=True)
class BotAttempt:
    """A puzzle that is set to a bot."""

    puzzle: Puzzle
    bot: Bot
    seed: int
    number: int

    @property
    def id(self) -> str:
        """The id of the attempt."""
        return f"puzzle-{self.number}"

    def play(self, arena: Arena) -> Move | Forfeit:
        """Return the move that the bot chooses, or why it has none."""
        view = self.puzzle.view
        try:
            player = arena.seat(self.bot, self.seed, view, self.id)
        except Forfeit as forfeit:
            return forfeit
        try:
            return player.choose(view).move
        except Forfeit as forfeit:
            player.kill()
            return forfeit
        finally:
            arena.keep([(self.bot, player)], restart=False)
