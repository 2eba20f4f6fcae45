"""The proof that one move of a position is clearly best: the exact end of the game, or equally long searches."""

from dataclasses import dataclass
from functools import partial

from urbanist.bots.puzzles.searching import searched
from urbanist.engine.history import View
from urbanist.engine.solution import solve


@dataclass(frozen=True, slots=True)
class Proof:
    """The win share that the best move leaves its seat, the best other move, and the win share that this one leaves."""

    share: float
    second: str
    second_share: float

    @property
    def margin(self) -> float:
        """How much more of the win the best move leaves."""
        return self.share - self.second_share


def proved(view: View, best: str, nodes: int, seed: int, least: float) -> Proof | None:
    """Return the proof that a move is best by a margin of at least `least`; None if it is not.

    Four searches have `nodes` visits each. The first may play any move and must choose this one. The second looks at
    all others: its choice is the second best. The others judge these two moves alone. Alternatives are worth what the
    second search or the last one says, whichever is more. Where the game solves its end, no search is needed.
    """
    seat = view.seat
    assert seat is not None
    exact = solved(view, best)
    if exact is not None:
        return exact if exact.margin >= least else None
    search = partial(searched, view, nodes, thorough=True)
    if search(seed).move != best:
        return None
    share = search(seed + 1, [best]).win_share[seat]
    others = search(seed + 2, [move for move in view.bare_state().legal() if move != best])
    if share - others.win_share[seat] < least:
        return None
    alone = search(seed + 3, [others.move]).win_share[seat]
    proof = Proof(share, others.move, max(others.win_share[seat], alone))
    return proof if proof.margin >= least else None


def solved(view: View, best: str) -> Proof | None:
    """Return the exact win shares that a move and the best other one leave; None if the game does not solve its end."""
    seat, state = view.seat, view.bare_state()
    assert seat is not None
    found = solve(state, [best])
    others = [move for move in state.legal() if move != best]
    other = solve(state, others) if found is not None and others else None
    if found is None or other is None:
        return None
    return Proof(found.win_share[seat], other.move, other.win_share[seat])
