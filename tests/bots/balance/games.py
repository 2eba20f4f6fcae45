"""Games whose balance can be worked out by hand."""

from typing import NamedTuple

from urbanist.engine import PythonGame


class Deal(NamedTuple):
    """Who moves, what each seat holds, and the points."""

    to_move: int
    held: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


class Lots(PythonGame):
    """Seat 0 begins and draws a lot: with two of three it wins by 6 points, else seat 1 does.

    The seat that holds the ace gets 2 points for it, and each coin, of which a seat gets 0 to 2, brings 1 point.
    """

    name = "lots"
    seats = (2,)
    moves = ("draw",)

    def begin(self, seats, rng):
        ace = rng.randrange(seats)
        coins = [rng.randrange(3) for _ in range(seats)]
        held = tuple(("ace",) * (seat == ace) + ("coin",) * coins[seat] for seat in range(seats))
        lucky = 0 if rng.randrange(3) else 1
        return Deal(
            0,
            held,
            tuple(6 * (seat == lucky) + 2 * (seat == ace) + coins[seat] for seat in range(seats)),
        )

    def legal(self, state):
        return [0] if state.to_move == 0 else []

    def apply(self, state, move):
        return state._replace(to_move=1)

    def scores(self, state):
        return state.points

    def dealt(self, state):
        return {"card": state.held}

    def taken(self, state):
        won = max(state.points)
        return {"prize": [["cup"] if points == won else [] for points in state.points]}


GAME = Lots()
