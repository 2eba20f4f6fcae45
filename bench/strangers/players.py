"""Strangers that know a game by its rules and by what people say of it: flat Monte Carlo, a builder and a denier.

None of them uses the priors, the informed policy or the networks of our search, so none shares its mistakes. All are
weaker, so `LateBot` gives them a start.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, log2
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.players.player import Bot, Player, instant
from urbanist.bots.players.spec import bot_text
from urbanist.engine import Batch, State
from urbanist.engine.features import features
from urbanist.engine.history import View
from urbanist.search import MoveValue, Result
from urbanist.search.limit import Limit
from urbanist.search.option import Options, options_of

Words = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.float64]

Playouts = Annotated[int, Meta(ge=1, le=1_000_000, description="random games a move, in all")]
Choices = Annotated[
    int, Meta(ge=1, le=1000, description="moves, the best by its own taste, that are played out")
]

#: What a point of margin counts where a win counts 1: so little that it only breaks ties.
MARGIN = 1e-4
#: What a rival's evaluation counts for the denier where its own counts 1: so much that its own only breaks ties.
SPITE = 10
#: The worlds in which the denier looks for replies, and the most positions in which it does so in each.
WORLDS, REPLIES_TO = 2, 32


class Opponent(Options, frozen=True, kw_only=True):
    """A bot that is no part of the program; its name is its text, such as `flat:playouts=2000`."""

    kind: ClassVar[str]

    @property
    def name(self) -> str:
        """The text of the bot, with all its options."""
        told = (f"{option.name}={getattr(self, option.name)}" for option in options_of(type(self)))
        return ":".join((self.kind, *told))

    def sit(self, seed: int) -> Player:
        """Return a player for a new game; the same seed gives the same game."""
        raise NotImplementedError

    def missing(self, game: str, variant: str | None, seats: int) -> str:
        """Return what it lacks to play a game; empty if it can play."""
        return ""


class FlatBot(Opponent, frozen=True, kw_only=True):
    """Flat Monte Carlo: plays every move out by uniform games, and drops the worse half until one move is left."""

    kind: ClassVar[str] = "flat"
    playouts: Playouts = 20_000

    def sit(self, seed: int) -> Player:
        """Return a player that draws by `seed`."""
        return FlatPlayer(np.random.default_rng(seed), self.playouts)


class BuilderBot(Opponent, frozen=True, kw_only=True):
    """Builds high and early: of the best moves by its evaluation, uniform playouts choose the one to play."""

    kind: ClassVar[str] = "builder"
    playouts: Playouts = 20_000
    choices: Choices = 16

    def sit(self, seed: int) -> Player:
        """Return a player that draws by `seed`."""
        return FlatPlayer(np.random.default_rng(seed), self.playouts, built, self.choices)


class DenierBot(Opponent, frozen=True, kw_only=True):
    """Minimises a rival's best reply: of the best moves by this evaluation, uniform playouts choose the one to play."""

    kind: ClassVar[str] = "denier"
    playouts: Playouts = 20_000
    choices: Choices = 16

    def sit(self, seed: int) -> Player:
        """Return a player that draws by `seed`."""
        return FlatPlayer(np.random.default_rng(seed), self.playouts, denied, self.choices)


@dataclass(frozen=True, slots=True)
class LateBot:
    """A bot that comes late: its first moves are drawn at random, so that weaker opponents can be ahead of it."""

    bot: Bot
    late: int

    @property
    def name(self) -> str:
        """The text of the bot, and after how many moves it comes."""
        return f"{bot_text(self.bot)} after {self.late} moves"

    def sit(self, seed: int) -> Player:
        """Return a player that draws by `seed`."""
        return LatePlayer(self.bot.sit(seed), RandomBot().sit(seed), self.late)


@dataclass(slots=True)
class LatePlayer(Player):
    """A player whose first moves another player makes."""

    player: Player
    other: Player
    late: int

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return the choice of the one whose move it is."""
        self.late -= 1
        return (self.other if self.late >= 0 else self.player).choose(view, limit)


#: What a player thinks of each of the moves of a state.
Taste = Callable[[State, Words, np.random.Generator], Numbers]


@dataclass(frozen=True, slots=True)
class FlatPlayer(Player):
    """A player that evaluates moves by playouts: all of them, or the best by its heuristic."""

    rng: np.random.Generator
    playouts: int
    taste: Taste | None = None
    choices: int = 0

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return the move that the playouts like best, and the mean worth of those that were played out."""
        state, move = view.bare_state(), view.game.notation.move
        moves = self.rng.permutation(state.moves())
        if self.taste is not None and len(moves) > self.choices:
            liked = np.argsort(-self.taste(state, moves, self.rng), kind="stable")
            moves = self.rng.permutation(moves[liked[: self.choices]])
        if len(moves) == 1:
            return instant(move(int(moves[0])))
        best = halved(state, moves, self.playouts, self.rng)
        values = tuple(MoveValue(move(word), visits, mean, ()) for word, visits, mean in best)
        done = sum(value.visits for value in values)
        return Result(values[0].move, values, (), (), (values[0].move,), done, 0.0)


def halved(
    state: State, moves: Words, playouts: int, rng: np.random.Generator
) -> list[tuple[int, int, float]]:
    """Return moves with the number of their playouts and the mean worth of these, the best first.

    Sequential halving (Karnin, Koren and Somekh 2013): all rounds have the same share of the playouts, and the better
    half of the moves goes on to the next. The moves come in random order, since only the first ones are tried where
    there are more of them than playouts.
    """
    left = np.arange(affordable(len(moves), playouts))
    steps, visits, total = rounds(len(left)), np.zeros(len(moves), int), np.zeros(len(moves))
    order: list[int] = []
    for _ in range(steps):
        each = max(1, playouts // (steps * len(left)))
        total[left] += worth(state, moves[left], each, rng)
        visits[left] += each
        left = left[np.argsort(-total[left] / visits[left], kind="stable")]
        kept = ceil(len(left) / 2)
        order = [*left[kept:].tolist(), *order]
        left = left[:kept]
    order = [*left.tolist(), *order]
    return [(int(moves[at]), int(visits[at]), float(total[at] / visits[at])) for at in order]


def affordable(moves: int, playouts: int) -> int:
    """Return the most moves whose sequential halving a number of playouts pays for; at least one."""
    return next(count for count in range(moves, 0, -1) if count * rounds(count) <= playouts or count == 1)


def rounds(count: int) -> int:
    """Return the number of rounds of a sequential halving of `count` moves; at least one."""
    return max(1, ceil(log2(count)))


def worth(state: State, moves: Words, each: int, rng: np.random.Generator) -> Numbers:
    """Return for each move the sum over uniform playouts in common worlds: win shares, and a little of the margin."""
    seat = state.to_move
    worlds = worlds_of(state, each, rng)
    games = after(np.repeat(moves, each), worlds, np.tile(np.arange(each), len(moves)))
    games.playout(drawn_seed(rng))
    points, ranks = games.standing()
    shares = (ranks[:, seat] == 1) / (ranks == 1).sum(axis=1)
    margin = points[:, seat] - np.delete(points, seat, axis=1).max(axis=1)
    sums: Numbers = (shares + MARGIN * margin).reshape(len(moves), each).sum(axis=1)
    return sums


def worlds_of(state: State, count: int, rng: np.random.Generator) -> Batch:
    """Return `count` worlds of the seat to move, all equally likely."""
    worlds = Batch.of([state] * count)
    worlds.reshuffle(state.to_move, drawn_seed(rng))
    return worlds


def after(moves: Words, worlds: Batch, rows: npt.NDArray[np.intp]) -> Batch:
    """Return the positions after moves, each from its row of the worlds."""
    batch = Batch.of([worlds.state(0)] * len(moves))
    batch.array[:] = worlds.array[rows]
    batch.apply(moves, trusted=True)
    return batch


def drawn_seed(rng: np.random.Generator) -> int:
    """Return a seed for the draws of a batch."""
    return int(rng.integers(1 << 62))


#: What the features of a seat are, by name.
Row = Mapping[str, float]

#: The kinds of district of Akropolis, and what a turn to come adds to each: value, stars, and the worth of a high hex.
DISTRICTS = ("houses", "markets", "barracks", "temples", "gardens")
VALUE_A_TURN, STARS_A_TURN, HEIGHT_A_TURN = 0.35, 0.12, 0.05
BUILDINGS = ("industrial", "service", "residential", "representative", "cultural", "transport")


def city(row: Row) -> float:
    """Evaluate a city of Akropolis: each kind grows on, and height is worth most while there are turns.

    A point of value may meet any star that is still to come, so both are worth laying early.
    """
    turns = row["turns left"]
    grown = sum(
        (row[f"value of {kind}"] + VALUE_A_TURN * turns) * (row[f"stars of {kind}"] + STARS_A_TURN * turns)
        for kind in DISTRICTS
    )
    height = row["hexes on level 2"] + 2 * row["hexes on higher levels"]
    return grown + min(row["stones"], turns) + HEIGHT_A_TURN * turns * height


def skyline(row: Row) -> float:
    """Evaluate a builder of Metropolys: points, and what a tall bid that still stands will bring."""
    return row["points"] + row["area points"] + row["tokens at stake"] + 0.5 * row["value at stake"]


def rebuilt(row: Row) -> float:
    """Evaluate a builder of Warszawa: points, foundations, cubes, and what the hand could become."""
    begun = row["points of foundations"] + 2 * row["foundations"]
    cubes = row["funds"] + row["concrete"] + row["rubble"]
    return row["points"] + begun + 0.5 * cubes + 0.2 * row["points of the hand"] + row["segments"]


EVALUATIONS: dict[str, Callable[[Row], float]] = {
    "akropolis": city,
    "metropolys": skyline,
    "warszawa": rebuilt,
}


def evaluation(state: State, viewer: int, seat: int) -> float:
    """Return the heuristic evaluation of a seat, from what `viewer` sees."""
    return EVALUATIONS[state.game.name](
        dict(zip(state.game.seat_features, features(state, viewer)[1][seat].tolist(), strict=True))
    )


def built(state: State, moves: Words, rng: np.random.Generator) -> Numbers:
    """Return the evaluation of the seat to move after each of its moves (one ply)."""
    seat = state.to_move
    ends = after(moves, worlds_of(state, 1, rng), np.zeros(len(moves), int))
    return np.array([evaluation(ends.state(at), seat, seat) for at in range(len(moves))])


def denied(state: State, moves: Words, rng: np.random.Generator) -> Numbers:
    """Return minus the evaluation of the best rival after its best reply to each move; that of the seat breaks ties."""
    seat, worlds = state.to_move, worlds_of(state, WORLDS, rng)
    total = np.zeros(len(moves))
    for world in range(WORLDS):
        ends = after(moves, worlds, np.full(len(moves), world))
        states = [ends.state(at) for at in range(len(moves))]
        own = np.array([evaluation(end, seat, seat) for end in states])
        total += own - SPITE * best_replies(states, own, seat)
    return total


def best_replies(states: list[State], own: Numbers, seat: int) -> Numbers:
    """Return the evaluation of the best rival after its best reply, for each position after a move of a seat.

    Positions that look alike to the rivals have the same replies. Of too many that differ, only those are searched that
    are best for the seat itself; a move to any other is never chosen.
    """
    alike: dict[bytes, list[int]] = {}
    for at in np.argsort(-own, kind="stable").tolist():
        alike.setdefault(rivals_see(states[at], seat), []).append(at)
    replies = np.full(len(states), np.inf)
    for group in list(alike.values())[:REPLIES_TO]:
        replies[group] = best_reply(states[group[0]], seat)
    return replies


def rivals_see(state: State, seat: int) -> bytes:
    """Return a key of what counts for a rival's next move: all features but those of this seat, and the legal moves."""
    replies = not state.over and state.to_move != seat
    common, seats = features(state, state.to_move if replies else seat)
    legal = state.moves().tobytes() if replies else b""
    return common.tobytes() + np.delete(seats, seat, axis=0).tobytes() + legal


def best_reply(state: State, seat: int) -> float:
    """Return the best evaluation that a rival can have after the next move, if it is a rival's."""
    rivals = [rival for rival in range(state.seats) if rival != seat]
    ends = [state]
    if not state.over and state.to_move != seat:
        replies = state.moves()
        batch = after(replies, Batch.of([state]), np.zeros(len(replies), int))
        ends = [batch.state(at) for at in range(len(replies))]
    return max(evaluation(end, rival, rival) for end in ends for rival in rivals)
