"""The bots by name: the built-in ones, and those from outside; the fields of a bot are its options."""

import itertools
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from urbanist.bots.players.level import HIGHEST, LevelNumber, levelled
from urbanist.bots.players.player import Player, among, instant
from urbanist.bots.players.time_management import budget, sliced
from urbanist.engine import Batch, State
from urbanist.engine.event import MASKED, Move
from urbanist.engine.history import View
from urbanist.engine.integers import whole
from urbanist.engine.plugins import Registry
from urbanist.search.belief import belief_for
from urbanist.search.limit import Limit
from urbanist.search.option import Options
from urbanist.search.options import PimcOptions, RegretOptions, SearchOptions
from urbanist.search.pimc import chosen_at, drawing, over_worlds, shared, unsolved
from urbanist.search.result import MoveValue, Result, combined

if TYPE_CHECKING:
    from urbanist.search.mcts import TreeSearch
    from urbanist.search.regret import RegretSearch

#: Visits of each world of a decision that goes on until it is stopped.
VISITS = 1000
#: Seconds of a slice of a world, and between two results of all worlds: one takes some 1.5 ms.
PAUSE = 0.05
#: The share of the time that the search gets near the end of the game, before its best moves are solved one by one.
OF_SEARCH = 0.75


class DrawOptions(Options, frozen=True, kw_only=True):
    """The options of a bot without search: the seed of its random choices."""

    seed: Annotated[int, Meta(description="seed of all draws; the same seed plays the same game")] = 0

    def draws(self, seed: int) -> random.Random:
        """Return the random number generator of a game."""
        return random.Random(f"{self.seed} {whole('seed', seed)}")


class RandomBot(DrawOptions, frozen=True, kw_only=True):
    """Plays a random legal move; all moves are equally likely."""

    name: ClassVar[str] = "random"

    def sit(self, seed: int) -> Player:
        """Return a player that draws by its own seed and `seed`."""
        return RandomPlayer(self.draws(seed))

    def moves(self, batch: Batch, rows: Sequence[int], seed: int, threads: int) -> Iterable[int]:
        """Return a move for each of these records, for `Batch.choose`."""
        return batch.sample(seed + self.seed, threads=threads)[rows]


@dataclass(frozen=True, slots=True)
class RandomPlayer(Player):
    """A player that plays at random."""

    rng: random.Random

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Iterator[Result]:
        """Yield a random legal move, without values."""
        yield self.choose(view, limit, moves)

    def choose(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Result:
        """Return the same."""
        notation = view.game.notation
        words = moves or sorted(view.bare_state().moves().tolist(), key=notation.write_move)
        return instant(notation.move(self.rng.choice(words)))


class GreedyBot(DrawOptions, frozen=True, kw_only=True):
    """Plays the move with the highest prior; it does not search and does not guess hidden cards."""

    name: ClassVar[str] = "greedy"

    def sit(self, seed: int) -> Player:
        """Return a player that chooses among equal moves at random, by its own seed and `seed`."""
        return GreedyPlayer(self.draws(seed))

    def moves(self, batch: Batch, rows: Sequence[int], seed: int, threads: int) -> Iterable[int]:
        """Return a move for each of these records, for `Batch.choose`."""

        def best(state: State, row: int) -> int:
            priors = state.priors()
            equal = state.moves()[priors == priors.max()]
            return int(np.random.default_rng(seed + row + self.seed).choice(equal))

        return each(batch, rows, threads, best)


@dataclass(frozen=True, slots=True)
class GreedyPlayer(Player):
    """A player that looks one ply ahead."""

    rng: random.Random

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Iterator[Result]:
        """Yield a move with the highest prior; the result has priors in place of values."""
        state = view.bare_state()
        words, notation = state.moves().tolist(), view.game.notation
        each = (-state.priors()).tolist(), map(notation.write_move, words), notation.moves(words)
        values = tuple([MoveValue(move, 0, -prior, ()) for prior, _, move in sorted(zip(*each, strict=True))])
        best = list(itertools.takewhile(lambda value: value.value == values[0].value, values))
        chosen = self.rng.choice(best).move
        yield among(instant(chosen, values), moves)


class PimcBot(PimcOptions, frozen=True, kw_only=True):
    """Searches several worlds as if each were the true state, and plays the best move over all of them."""

    name: ClassVar[str] = "pimc"

    def sit(self, seed: int) -> Player:
        """Return a player that draws its worlds by its own seed and `seed`."""
        return PimcPlayer(self, whole("seed", seed))

    def moves(self, batch: Batch, rows: Sequence[int], seed: int, threads: int) -> Iterable[int]:
        """Return a move for each of these records, for `Batch.choose`."""

        def chosen(state: State, row: int) -> int:
            own = replace(self, seed=seed + row + self.seed)
            result = over_worlds(state, partial(state.reshuffled, state.to_move), own.limit(), own)
            return int(result.move)

        return each(batch, rows, threads, chosen)


@dataclass(frozen=True, slots=True)
class PimcPlayer(Player):
    """A player that searches several worlds."""

    streams: ClassVar[bool] = True

    bot: PimcBot
    seed: int

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Iterator[Result]:
        """Yield the combined result of the worlds searched so far; an infinite limit goes on with new worlds.

        The last one alone has all visits of a limit that ends.
        """
        from urbanist.search.mcts import TreeSearch  # late, as for a tree

        # Each decision has another seed.
        options = replace(self.bot, seed=self.seed + self.bot.seed + len(view.events))
        limit = budget(limit, options, view, moves, even=True)
        share = Limit(nodes=VISITS) if limit.infinite else shared(limit, options.worlds)
        search = TreeSearch(view.game, unsolved(options))
        search.restrict(moves)
        draw, choose = drawing(view, options), chosen_at(view, options)
        results: list[Result] = []
        shown = time.perf_counter()
        for world in itertools.count() if limit.infinite else range(options.worlds):
            search.clear()
            think = partial(search.think, draw(options.seed * options.worlds + world))
            for result in sliced(think, share, options.threads, every=PAUSE):
                if time.perf_counter() - shown >= PAUSE:
                    yield combined([*results, result], choose)
                    shown = time.perf_counter()
            results.append(result)
            if limit.infinite:
                results = [combined(results, choose)]
        yield combined(results, choose)


class IsmctsBot(SearchOptions, frozen=True, kw_only=True):
    """Searches the information sets of its seat: one tree, with a new determinization at each visit."""

    name: ClassVar[str] = "ismcts"

    level: Annotated[
        LevelNumber | None,
        Meta(
            description="how strong it plays, 9 strongest, 0 for a first game: sets those of `nodes`, `choice` and "
            "others that are not given, as the game needs it"
        ),
    ] = None
    reuse: Annotated[bool, Meta(description="whether the tree is kept from move to move")] = True

    def sit(self, seed: int) -> Player:
        """Return a player with its own tree; a level below the highest thinks neither ahead nor while others do."""
        keeps = self.reuse and self.level in (None, HIGHEST)
        return TreePlayer(self, whole("seed", seed), hidden=True, keeps=keeps, level=self.level)

    def moves(self, batch: Batch, rows: Sequence[int], seed: int, threads: int) -> Iterable[int]:
        """Return a move for each of these records, for `Batch.choose`."""

        def chosen(state: State, row: int) -> int:
            level = self.level
            options = self if level is None else levelled(self, level, state.game.name, state.seats)
            return searched(state, options, seed + row + self.seed, state.to_move)

        return each(batch, rows, threads, chosen)


class MctsBot(SearchOptions, frozen=True, kw_only=True):
    """Draws one determinization for each move, then searches as if it were the true state."""

    name: ClassVar[str] = "mcts"

    def sit(self, seed: int) -> Player:
        """Return a player that starts a new tree at each move, because each move has another determinization."""
        return TreePlayer(self, whole("seed", seed), hidden=False, keeps=False)

    def moves(self, batch: Batch, rows: Sequence[int], seed: int, threads: int) -> Iterable[int]:
        """Return a move for each of these records, for `Batch.choose`."""
        return each(batch, rows, threads, lambda state, row: searched(state, self, seed + row + self.seed))


@dataclass(slots=True)
class TreePlayer(Player):
    """A player that searches one tree; with `keeps` it keeps the tree between moves."""

    streams: ClassVar[bool] = True

    bot: SearchOptions
    seed: int
    hidden: bool
    keeps: bool
    level: int | None = None
    search: "TreeSearch | None" = None
    last: View | None = None

    @property
    def ponders(self) -> bool:
        """Whether it keeps what it finds."""
        return self.keeps

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Iterator[Result]:
        """Yield the results of a search of the view; a kept tree advances by the events since the last call."""
        began = time.perf_counter()
        options = self.options_at(view)
        limit = budget(limit, options, view, moves)
        if limit.infinite or not nears_end(view, options):
            yield from sliced(self.prepare(view, moves), limit, options.threads, began)
            return
        result = None
        for result in sliced(self.prepare(view, moves), searching(limit), options.threads, began):
            yield result
        if result is not None and not result.solved:
            yield self.verified(view, result, began, limit)

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return its choice; where no clock runs, of one search without slices, which takes less time."""
        if limit is not None and limit.clock is not None:
            return Player.choose(self, view, limit)
        began = time.perf_counter()
        options = self.options_at(view)
        limit = budget(limit, options, view)
        if not nears_end(view, options):
            return self.prepare(view)(limit)
        result = self.prepare(view)(searching(limit))
        return result if result.solved else self.verified(view, result, began, limit)

    def verified(self, view: View, result: Result, began: float, limit: Limit) -> Result:
        """Return the result of a search near the end with its first moves solved, in the time that is left."""
        from urbanist.search.ending import verified  # late, as for a tree

        until = math.inf if limit.time is None else began + limit.time
        return verified(view.bare_state(), result, self.options_at(view), until)

    def options_at(self, view: View) -> SearchOptions:
        """Return the options for the game of a view: those of the bot, and of its level if it has one."""
        if self.level is None:
            return self.bot
        return levelled(self.bot, self.level, view.game.name, view.bare_state().seats)

    def prepare(self, view: View, moves: Sequence[Move] = ()) -> Callable[[Limit], Result]:
        """Return a function that searches the view; each call continues the search of the call before.

        If `moves` are given, it looks at no others.
        """
        search = self.follow(view)
        search.restrict(moves)
        seed = self.seed + self.bot.seed
        if self.belief is None:
            self.belief = belief_for(view, self.options_at(view))
        else:
            self.belief.follow(view)
        if self.hidden:
            state = view.state(seed + len(view.events))
            return partial(search.think, state, observer=view.seat, belief=self.belief)
        draw = view.state if self.belief is None else self.belief.world
        return partial(search.think, draw(seed + len(view.events)))

    def line_of(self, move: Move) -> tuple[Move, ...]:
        """Return the principal variation of the last search after a root move."""
        return (move,) if self.search is None else self.search.line_of(move)

    def follow(self, view: View) -> "TreeSearch":
        """Return the search with its root at the view; a new search if the last view does not lead to this one."""
        from urbanist.search.mcts import TreeSearch  # late: a bot that does not think yet needs no tree

        last, self.last = self.last, view
        if self.search is None or last is None or not self.keeps or not continues(last, view):
            self.search = TreeSearch(
                view.game, replace(self.options_at(view), seed=self.seed + self.bot.seed)
            )
        else:
            for event in view.events[len(last.events) :]:
                self.search.advance(event)
        return self.search


def nears_end(view: View, options: SearchOptions) -> bool:
    """Return whether a bot solves endings, and the solver of the game would take up this position."""
    if not options.endings or not view.game.solves_endings:
        return False
    from urbanist.search.ending import is_near_end  # late, as for a tree

    return is_near_end(view.bare_state())


def searching(limit: Limit) -> Limit:
    """Return what a limit leaves to the search near the end: the rest of the time solves its best moves."""
    return limit if limit.time is None else limit.changed(time=OF_SEARCH * limit.time)


class MccfrBot(RegretOptions, frozen=True, kw_only=True):
    """Learns the whole game from its beginning by regret minimization, and draws its move from the mean policy."""

    name: ClassVar[str] = "mccfr"

    def sit(self, seed: int) -> Player:
        """Return a player that keeps what it has learnt from move to move."""
        return RegretPlayer(replace(self, seed=self.seed + whole("seed", seed)))


@dataclass(slots=True)
class RegretPlayer(Player):
    """A player that searches the whole game."""

    streams: ClassVar[bool] = True

    bot: RegretOptions
    search: "RegretSearch | None" = None
    deal: str | None = None

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Iterator[Result]:
        """Yield what it has learnt so far; the last result has the move."""
        from urbanist.search.regret import RegretSearch  # late, as for a tree

        if self.search is None or self.deal != view.deal:
            self.search, self.deal = RegretSearch(view.game, self.bot), view.deal
        limit = budget(limit, self.bot, view, moves)
        for result in sliced(partial(self.search.think, view), limit, 1):
            yield among(result, moves)


def continues(earlier: View, later: View) -> bool:
    """Return whether the later view extends the earlier one of the same game by events whose moves are told."""
    same_table = (earlier.game, earlier.seat, earlier.deal) == (later.game, later.seat, later.deal)
    told = MASKED not in later.events[len(earlier.events) :]
    return same_table and later.events[: len(earlier.events)] == earlier.events and told


def checked(bot: Any) -> Any:
    """Return a class of bots; raise `TypeError` if it has not the form of one."""
    if not (isinstance(bot, type) and issubclass(bot, Options)):
        raise TypeError(
            f"{bot!r:.60} is no bot; expected a class that inherits from {Options.__module__}.Options"
        )
    if not callable(getattr(bot, "sit", None)):
        raise TypeError(f"the bot {bot.__name__} has no method 'sit'")
    return bot


#: The weakest of the built-in ones first.
BOTS: Registry[Any] = Registry(
    "urbanist.bots", checked, (RandomBot, GreedyBot, PimcBot, MctsBot, IsmctsBot, MccfrBot)
)


def each(batch: Batch, rows: Sequence[int], threads: int, move: Callable[[State, int], int]) -> list[int]:
    """Return a move for each of these records, by a function of the position and its row."""
    if threads == 1:
        return [move(batch.state(row), row) for row in rows]
    from concurrent.futures import ThreadPoolExecutor  # late: few who play at one table need it

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda row: move(batch.state(row), row), rows))


def searched(state: State, options: SearchOptions, seed: int, observer: int | None = None) -> int:
    """Return the move of a search of a position, whose hidden part is drawn; an observer searches as `ismcts` does."""
    from urbanist.search.mcts import TreeSearch  # late, as for a tree

    drawn = state.reshuffled(state.to_move, seed)
    result = TreeSearch(state.game, replace(options, seed=seed)).think(drawn, observer=observer)
    return int(result.move)
