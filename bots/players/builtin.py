"""The built-in bots. Each is a value: its options are its fields, and `sit` makes a player of it."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from urbanist.bots.players.allowance import Allowance, smaller
from urbanist.bots.players.bot import Player
from urbanist.engine.game import Game
from urbanist.engine.history import View
from urbanist.search.limits import Limits
from urbanist.search.mcts import TreeSearch
from urbanist.search.pimc import pimc
from urbanist.search.result import MoveValue, Result
from urbanist.search.utility import UTILITIES

MOST_WEIGHT = 1000
MOST_WORLDS = 1000


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays any legal move, each equally likely."""

    seed: int = 0
    name: ClassVar[str] = "random"

    def sit(self, seed: int) -> Player:
        """Return a player whose draws come from both seeds."""
        return RandomPlayer(random.Random(f"{self.seed} {seed}"))


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """A seat that plays at random."""

    rng: random.Random

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return a legal move and nothing about it."""
        return instant(self.rng.choice(view.bare_state().legal()))


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Plays the move that promises most at once; knows its own cards only and looks no further."""

    seed: int = 0
    name: ClassVar[str] = "greedy"

    def sit(self, seed: int) -> Player:
        """Return a player that settles equal promises by both seeds."""
        return GreedyPlayer(random.Random(f"{self.seed} {seed}"))


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """A seat that plays one ply deep."""

    rng: random.Random

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return the most promising move; the promises stand in place of values."""
        state = view.bare_state()
        write = view.game.notation.write_move
        promised = sorted(
            (
                (float(promise), write(int(move)))
                for promise, move in zip(state.appraise(), state.moves(), strict=True)
            ),
            key=lambda found: (-found[0], found[1]),
        )
        best = [move for promise, move in promised if promise == promised[0][0]]
        chosen = self.rng.choice(best)
        return instant(chosen, tuple(MoveValue(move, 0, promise, ()) for promise, move in promised))


def instant(move: str, values: tuple[MoveValue, ...] = ()) -> Result:
    """Return the result of a choice without a search."""
    return Result(move, values, (), (), (move,), 0, 0.0)


@dataclass(frozen=True, slots=True)
class SearchBot:
    """What the searching bots have in common: a budget (`nodes`, or `time` in seconds a move) and a memory in MiB."""

    nodes: int | None = None
    time: float | None = None
    memory: float = 64.0
    seed: int = 0
    utility: str = "win"

    def __post_init__(self) -> None:
        if self.utility not in UTILITIES:
            raise ValueError(f"no utility '{self.utility}'; there are {', '.join(UTILITIES)}")
        self.limits()

    def limits(self, allowance: Allowance | None = None) -> Limits:
        """Return the limits of one decision; 5,000 nodes where nothing is said."""
        seconds = smaller(self.time, None if allowance is None else allowance.thinking())
        nodes = 5000 if self.nodes is None and seconds is None else self.nodes
        return Limits(nodes=nodes, seconds=seconds, memory=self.memory)


def check_range(name: str, value: float, least: float, most: float) -> None:
    """Raise `ValueError` unless an option lies between two numbers."""
    # Written so that nan, which compares with nothing, is refused.
    if not least <= value <= most:
        raise ValueError(f"{name}={value}: from {least} to {most}")


@dataclass(frozen=True, slots=True)
class IsmctsBot(SearchBot):
    """Searches the information sets of its seat: one tree, hidden parts drawn anew at each visit."""

    explore: float = 0.5
    bias: float = 0.05
    widen: float = 2.0
    power: float = 0.3
    informed: bool = True
    reuse: bool = True
    name: ClassVar[str] = "ismcts"

    def __post_init__(self) -> None:
        SearchBot.__post_init__(self)
        check_range("explore", self.explore, 0, MOST_WEIGHT)
        check_range("bias", self.bias, 0, MOST_WEIGHT)
        check_range("widen", self.widen, 0, MOST_WEIGHT)
        check_range("power", self.power, 0, 1)

    def sit(self, seed: int) -> Player:
        """Return a player with a tree of its own."""
        return TreePlayer(self, seed, hidden=True)


@dataclass(frozen=True, slots=True)
class MctsBot(IsmctsBot):
    """Draws what is hidden once a move, then searches as if that were the truth."""

    name: ClassVar[str] = "mcts"

    def sit(self, seed: int) -> Player:
        """Return a player with a tree of its own."""
        return TreePlayer(self, seed, hidden=False)


@dataclass(frozen=True, slots=True)
class PimcBot(SearchBot):
    """Searches several worlds as if each were the truth, and plays what is best on the whole."""

    worlds: int = 10
    name: ClassVar[str] = "pimc"

    def __post_init__(self) -> None:
        SearchBot.__post_init__(self)
        check_range("worlds", self.worlds, 1, MOST_WORLDS)

    def sit(self, seed: int) -> Player:
        """Return a player that draws its worlds from both seeds."""
        return PimcPlayer(self, seed)


@dataclass(slots=True)
class TreePlayer:
    """A seat that keeps its tree from move to move."""

    bot: IsmctsBot
    seed: int
    hidden: bool
    search: TreeSearch | None = None
    last: View | None = None

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return what the search finds from the view; the tree follows the events since the last call."""
        return self.prepare(view)(self.bot.limits(allowance))

    def prepare(self, view: View) -> Callable[[Limits], Result]:
        """Return what searches the view; each call goes on where the last one stopped."""
        search = self.follow(view)
        seed = self.seed + self.bot.seed
        observer = view.seat if self.hidden else None
        return partial(search.think, view.state(seed + len(view.events)), observer=observer)

    def follow(self, view: View) -> TreeSearch:
        """Return the search with its root at the view's position; a new one unless it led there."""
        last, self.last = self.last, view
        keeps = self.bot.reuse and self.hidden
        if self.search is None or last is None or not keeps or not continues(last, view):
            self.search = self.start(view.game)
        else:
            for event in view.events[len(last.events) :]:
                self.search.advance(event)
        return self.search

    def start(self, game: Game) -> TreeSearch:
        """Return a search with an empty tree."""
        bot = self.bot
        return TreeSearch(
            game,
            utility=bot.utility,
            explore=bot.explore,
            bias=bot.bias,
            widen=bot.widen,
            widen_power=bot.power,
            informed=bot.informed,
            memory=bot.memory,
            seed=self.seed + bot.seed,
        )


def continues(earlier: View, later: View) -> bool:
    """Tell whether one view is the other after more events of the same game."""
    same_table = (earlier.game, earlier.seat, earlier.deal) == (later.game, later.seat, later.deal)
    return same_table and later.events[: len(earlier.events)] == earlier.events


@dataclass(frozen=True, slots=True)
class PimcPlayer:
    """A seat that searches worlds one by one."""

    bot: PimcBot
    seed: int

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return the move that is best over all worlds drawn."""
        return pimc(
            view,
            self.bot.limits(allowance),
            worlds=self.bot.worlds,
            utility=self.bot.utility,
            seed=self.seed_of(view),
        )

    def seed_of(self, view: View) -> int:
        """Return the seed of the decision at a view."""
        return self.seed + self.bot.seed + len(view.events)


#: The built-in bots by name.
BOTS: dict[str, type[RandomBot | GreedyBot | MctsBot | IsmctsBot | PimcBot]] = {
    bot.name: bot for bot in (RandomBot, GreedyBot, PimcBot, MctsBot, IsmctsBot)
}
