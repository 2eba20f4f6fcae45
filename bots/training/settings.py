"""The settings of a training: they are written once, when its folder is made."""

from random import Random
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from urbanist.search import SearchOptions
from urbanist.search.network import Size
from urbanist.search.training import Straying

Count = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
#: The start of a training from the weights that come with urbanist.
SHIPPED = "shipped"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a training repeats: so many games with so many visits a move, a fit, and a test against the best so far."""

    game: str
    seed: int = 1
    start: str | None = None  # the file of weights that it began with, or "shipped"
    games: Count = 1000  # a generation
    nodes: Count = 200  # a move of self-play
    window: Count = 4  # the fit reads the newest half of the generations, and at most so many
    trace: Share = 0.97  # lambda of the targets: 1 for the end of a game, 0 for what the search expected
    passes: Count = 12  # over all positions in a fit
    units: Count = Size().value  # of each hidden layer of what judges positions
    policy_units: Count = Size().policy  # of the hidden layer of what ranks moves
    choices: Count = 200_000  # decisions, at most, that the fit of the policy draws from
    noise: Share = 0.25  # the share of noise in the priors of the first moves of a search
    gate_deals: Count = 150  # the test ends after so many deals at each number of seats
    gate_nodes: Count = 300  # a move of the test


def drawn_straying(rng: Random) -> Straying:
    """Return how a game strays: a little or a lot, from the start or later."""
    return Straying(opening=rng.choice((0, 4, 10)), share=rng.choice((0.03, 0.1, 0.2)))


class Drawn(NamedTuple):
    """The best search of a game of self-play, and the search of each seat."""

    best: SearchOptions
    searches: tuple[SearchOptions, ...]


def drawn_searches(settings: Settings, seats: int, weights: tuple[str, ...], rng: Random) -> Drawn:
    """Return the search of each seat: most are the best so far, others want points, think less, or are older.

    `weights` has the files of the accepted networks, the oldest first; without one the seats play games to their end.
    That takes longer than to ask a network, so such a search has a quarter of the visits.
    """
    asking = max(int(settings.nodes * rng.choice((0.5, 1, 1, 2))), 1)
    playing_on = max(asking // 4, 1)
    nodes = asking if weights else playing_on
    best = SearchOptions(
        nodes=nodes,
        memory=32,
        noise=settings.noise,
        seed=rng.getrandbits(32),
        eval="net" if weights else "playout",
        weights=weights[-1] if weights else None,
    )
    others = [best]
    if rng.random() < 0.5:
        # Seats that share a test_state share its errors.
        others += [
            replace(best, utility="points"),
            replace(best, utility="margin", spread=30.0),
            replace(best, nodes=max(nodes // 4, 1)),
            replace(best, eval="playout", nodes=playing_on),
        ]
        others += [replace(best, weights=older) for older in weights[-4:-1]]
    return Drawn(best, tuple(best if rng.random() < 0.5 else rng.choice(others) for _ in range(seats)))
