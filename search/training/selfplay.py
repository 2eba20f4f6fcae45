"""Games that searches play against each other: what a network learns from.

A recorded game holds how it began and what happened, and not the features of its positions. So old games stay useful
when features change.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from urbanist.engine.event import Move
from urbanist.engine.game import Game, State
from urbanist.engine.notation import NotationError
from urbanist.engine.record import win_shares
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: A short search has so many times fewer visits.
SHORTER = 5
#: A decision keeps the visits of so many moves, the most visited first.
KEPT_MOVES = 16


class DealtTable(Struct, frozen=True):
    """What is dealt: a variant, a number of seats and options."""

    variant: str | None
    seats: int
    options: tuple[str, ...] = ()


class Exploration(Struct, frozen=True):
    """How a game of self-play explores: when it leaves the most visited move.

    Until ply `opening` a move is drawn in proportion to its visits; later, one in `1 / share` is drawn from the `few`
    most visited ones. One decision in `1 / full` takes a whole search. Each other one takes a short search without
    noise, whose visits are not kept: more games end in the same time (playout cap randomization, Wu 2019).
    """

    opening: int = 8
    share: float = 0.08
    few: int = 6
    full: float = 1.0


class RecordedDecision(Struct, frozen=True, array_like=True):
    """The move that was played, its visits and those of others, and the win share and points the search expected.

    There are no visits of a short search.
    """

    move: int
    visits: tuple[tuple[int, int], ...]
    win_share: tuple[float, ...]
    points: tuple[float, ...]


class RecordedGame(Struct, frozen=True):
    """A whole game: its settings, the seed of its deal, all decisions, and the final points and win shares.

    `teachers` are the seats whose visits a policy learns from.
    """

    game: str
    table: DealtTable
    seed: int
    teachers: tuple[int, ...]
    decisions: tuple[RecordedDecision, ...]
    points: tuple[int, ...]
    win_share: tuple[float, ...]


class Setups(NamedTuple):
    """The setups that games are drawn from; options of None are drawn too, and those of `always` are in each deal."""

    variants: tuple[str, ...]
    seat_counts: tuple[int, ...]
    options: tuple[str, ...] | None = None
    always: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        variant: str | None = None,
        seats: int | None = None,
        options: tuple[str, ...] | None = None,
        always: tuple[str, ...] = (),
    ) -> "Setups":
        """Return all setups of a game, or those that are asked for; `NotationError` if the rules forbid one.

        Options and cards that are not for each number of players leave those that they are for.
        """
        notation = game.notation
        variants, counts = notation.variants if variant is None else (variant,), []
        wrong = None
        for count in notation.seat_counts if seats is None else (seats,):
            try:
                for each in variants:
                    notation.setup(each, count, (*(options or ()), *always))
            except NotationError as error:
                wrong = error
            else:
                counts.append(count)
        if wrong is not None and not counts:
            raise wrong
        return cls(variants, tuple(counts), options, always)

    def draw(self, game: Game, rng: Random) -> DealtTable:
        """Return one of the setups; half of the games have drawn options."""
        seats, variant = rng.choice(self.seat_counts), rng.choice(self.variants)
        switches = tuple(switch for switch in game.notation.switches if rng.random() < 0.4)
        if rng.random() < 0.5:
            switches = ()
        options = switches if self.options is None else self.options
        try:
            game.notation.setup(variant, seats, (*options, *self.always))
        except NotationError:  # drawn options that this number of players does not have
            options = ()
        return DealtTable(variant, seats, (*options, *self.always))


def play(
    game: Game,
    table: DealtTable,
    searches: Sequence[SearchOptions],
    best: SearchOptions,
    exploration: Exploration,
    seed: int,
) -> RecordedGame:
    """Return a game of searches, one for each seat; the same arguments give the same game.

    A policy learns from the seats whose search is `best`.
    """
    rng = Random(seed)
    state = game.deal(variant=table.variant, seats=table.seats, options=table.options, seed=seed)
    thinkers: dict[SearchOptions, TreeSearch] = {}
    short = [shortened(search) for search in searches]
    decisions = []
    while not (state := onward(state)).over:
        full = rng.random() < exploration.full
        search = (searches if full else short)[state.to_move]
        if search not in thinkers:
            thinkers[search] = TreeSearch(game, search)
        thinker = thinkers[search]
        thinker.clear()
        result = thinker.think(state, observer=state.to_move)
        move = chosen(result, state.ply, exploration, rng)
        visits = [(int(value.move), value.visits) for value in result.values[:KEPT_MOVES] if full]
        decisions.append(
            RecordedDecision(
                int(move), tuple(visits), rounded(result.win_share, 3), rounded(result.points, 1)
            )
        )
        state = state.play(move)
    teachers = tuple(seat for seat, search in enumerate(searches) if search == best)
    return RecordedGame(
        game.name, table, seed, teachers, tuple(decisions), state.scores(), win_shares(state.ranks())
    )


def shortened(search: SearchOptions) -> SearchOptions:
    """Return a search with fewer visits and without noise."""
    assert search.nodes is not None
    return replace(search, nodes=max(search.nodes // SHORTER, 1), noise=0.0)


def onward(state: State) -> State:
    """Return the position after the chance events that are due."""
    while (event := state.chance()) is not None:
        state = state.play(event)
    return state


def chosen(result: Result, ply: int, exploration: Exploration, rng: Random) -> Move:
    """Return the move to play, with exploration."""
    if ply < exploration.opening:
        return rng.choices(
            [value.move for value in result.values], [value.visits for value in result.values]
        )[0]
    if rng.random() < exploration.share:
        return rng.choice(result.values[: exploration.few]).move
    return result.move


def rounded(values: tuple[float, ...], digits: int) -> tuple[float, ...]:
    """Return shorter numbers, because a folder holds millions of them."""
    return tuple(round(value, digits) for value in values)


def states(game: Game, recorded: RecordedGame) -> Iterator[State]:
    """Yield the position of each decision, before it is made."""
    table = recorded.table
    state = game.deal(variant=table.variant, seats=table.seats, options=table.options, seed=recorded.seed)
    for decision in recorded.decisions:
        state = onward(state)
        yield state
        state = state.play(decision.move)
