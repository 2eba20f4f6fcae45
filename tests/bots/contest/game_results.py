"""Game results for tests: single results, and whole tournaments drawn from a model."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from urbanist.bots.contest.results import GameResult
from urbanist.engine.record import Lost


def game(
    number: int,
    bots: Sequence[int],
    ranks: Sequence[int],
    *,
    deal: int | None = None,
    points: Sequence[int] | None = None,
    forfeits: tuple[tuple[int, str], ...] = (),
) -> GameResult:
    """Return the result of a game; without points, they follow from the ranks."""
    return GameResult(
        id=f"{number:06}",
        deal=number if deal is None else deal,
        bots=tuple(bots),
        points=tuple(points or (40 - 5 * rank for rank in ranks)),
        ranks=tuple(ranks),
        lost=tuple(Lost(seat, reason, 1, "") for seat, reason in forfeits),
        moves=(10,) * len(bots),
        seconds=tuple(0.1 + bot for bot in bots),
        title=f"{number:06}",
    )


def series(*results: tuple[Sequence[int], Sequence[int], int]) -> list[GameResult]:
    """Return games, each on its own deal; each argument is bots, ranks and the number of such games."""
    tables = [(bots, ranks) for bots, ranks, times in results for _ in range(times)]
    return [game(number, bots, ranks) for number, (bots, ranks) in enumerate(tables)]


def drawn(strengths: Sequence[float], seats: int, deals: int, seed: int, each: int = 1) -> list[GameResult]:
    """Return games of bots with these log-strengths, by the model of Plackett and Luce; each deal has `each` games."""
    rng = np.random.default_rng(seed)
    games = []
    for deal in range(deals):
        table = rng.permutation(len(strengths))[:seats]
        for turn in range(each):
            bots = np.roll(table, turn)
            luck = np.asarray(strengths)[bots] + rng.gumbel(size=seats)
            ranks = (-luck).argsort().argsort() + 1
            points = np.round(30 + 6 * luck).astype(int)
            games.append(
                game(deal * each + turn, bots.tolist(), ranks.tolist(), deal=deal, points=points.tolist())
            )
    return games


@st.composite
def tournaments(draw: st.DrawFn, bots: int = 4) -> list[GameResult]:
    """Draw up to 20 games with 2 to 4 seats on a few deals, with ties, and with bots that have two seats at a table."""
    games = []
    for number in range(draw(st.integers(0, 20))):
        seats = draw(st.integers(2, 4))
        points = draw(st.lists(st.integers(0, 5), min_size=seats, max_size=seats))
        ranks = [1 + sum(other > own for other in points) for own in points]
        table = draw(st.lists(st.integers(0, bots - 1), min_size=seats, max_size=seats))
        games.append(game(number, table, ranks, deal=draw(st.integers(0, 6)), points=points))
    return games
