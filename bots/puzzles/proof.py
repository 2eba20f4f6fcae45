"""The proof that one move of a position is clearly best: searches of that move and of all others, equally long."""

from dataclasses import dataclass

from urbanist.bots.puzzles.searching import searched
from urbanist.engine.history import View


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
    second search or the last one says, whichever is more.
    """
    seat = view.seat
    assert seat is not None
    if searched(view, nodes, seed).move != best:
        return None
    share = searched(view, nodes, seed + 1, [best]).win_share[seat]
    others = searched(view, nodes, seed + 2, [move for move in view.bare_state().legal() if move != best])
    if share - others.win_share[seat] < least:
        return None
    alone = searched(view, nodes, seed + 3, [others.move]).win_share[seat]
    proof = Proof(share, others.move, max(others.win_share[seat], alone))
    return proof if proof.margin >= least else None
