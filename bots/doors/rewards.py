"""What the seats get at the end of a game."""

from typing import Literal, get_args

from urbanist.engine import State
from urbanist.engine.suggestion import suggestion

Reward = Literal["win", "margin", "points"]

#: No end of a game gives a seat less. Of points this is a bound that no game comes near: where most are scored, a seat
#: lays at most 30 tiles and has less than 4,000 points.
WORST: dict[Reward, float] = {"win": -1.0, "margin": -10_000.0, "points": -10_000.0}

#: The rewards that one can choose.
REWARDS: tuple[Reward, ...] = get_args(Reward)


def rewards(end: State, kind: Reward) -> list[float]:
    """Return the reward of each seat at the end of a game.

    `win` is the share of the win times the number of seats, less 1; so the sum over the seats is 0. `margin` is the
    difference to the best other seat in points, and `points` are the points.
    """
    points = end.scores()
    if kind == "points":
        return [float(own) for own in points]
    if kind == "margin":
        return [float(own - max(points[:seat] + points[seat + 1 :])) for seat, own in enumerate(points)]
    return list(end.returns())


def check(kind: str) -> Reward:
    """Return a kind of reward, or raise `ValueError` with those that there are."""
    for known in REWARDS:
        if kind == known:
            return known
    raise ValueError(f"no reward '{kind}'; {suggestion(kind, REWARDS)}")
