"""What makes the difference between two moves, in the features of the network."""

from urbanist.bots.table.kit.wording import listed
from urbanist.engine.history import View

#: The most features that speak for a move, and against it.
FOR, AGAINST = 2, 1


def difference(view: View, better: str, other: str, own: str = "your ") -> str:
    """Return what speaks for a move, compared with another, and what against it; nothing if nothing speaks for it.

    `own` is how the seat to move is called before what belongs to it.
    """
    # Imported late, because a table without hints needs no search.
    from urbanist.search.network import network_of
    from urbanist.search.reasons import Reason, reasons

    network = network_of(view.game)
    if network is None:
        return ""
    seat = view.bare_state().to_move

    def said(reason: Reason) -> str:
        whose = {None: "", seat: own}.get(reason.seat, f"seat {reason.seat}'s ")
        return (
            f"{whose}{reason.feature} {reason.before:.3g} -> {reason.after:.3g} ({100 * reason.gain:+.1f}%)"
        )

    before, after = (view.after(move).bare_state() for move in (other, better))
    found = reasons(network, before, after, seat)
    gains = [said(reason) for reason in found if reason.gain > 0][:FOR]
    losses = [said(reason) for reason in found if reason.gain < 0][:AGAINST]
    return ", but ".join(filter(None, [listed(gains), *losses])) if gains else ""
