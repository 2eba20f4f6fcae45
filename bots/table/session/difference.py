"""What makes the difference between two moves, in the features of the network."""

from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.wording import listed
from urbanist.engine.history import View

#: The most features that speak for a move, and against it.
FOR, AGAINST = 2, 1


def difference(view: View, better: str, other: str, *, told_another: bool = False) -> str:
    """Return what speaks for a move, compared with another, and what against it; nothing if nothing speaks for it.

    The seat to move is called "you", or "it" if another one is told.
    """
    # Imported late, because a table without hints needs no search.
    from urbanist.search.network import network_of
    from urbanist.search.reasons import Reason, reasons

    network = network_of(view.game)
    if network is None:
        return ""
    seat = view.bare_state().to_move

    feature_name = table_of(view.game.name).feature_name

    def said(reason: Reason) -> str:
        was, now = (number_text(value, ".3g") for value in (reason.before, reason.after))
        values = {
            "feature": feature_name(reason.feature),
            "change": f"{was} -> {now} ({number_text(reason.gain, '+.1%')})",
        }
        if reason.seat is None:
            return "{feature} {change}".format(**values)
        if reason.seat != seat:
            return tr("seat {seat}'s {feature} {change}", seat=reason.seat, **values)
        return (
            tr("its {feature} {change}", **values)
            if told_another
            else tr("your {feature} {change}", **values)
        )

    before, after = (view.after(move).bare_state() for move in (other, better))
    found = reasons(network, before, after, seat)
    gains = [said(reason) for reason in found if reason.gain > 0][:FOR]
    losses = [said(reason) for reason in found if reason.gain < 0][:AGAINST]
    if gains and losses:
        return tr("{gains}, but {losses}", gains=listed(gains), losses=losses[0])
    return listed(gains) if gains else ""
