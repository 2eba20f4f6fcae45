"""Sentences on how a cause comes about, which all games have in common."""

from math import ceil
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.language import tr

if TYPE_CHECKING:
    from urbanist.bots.analysis.cause import DeedShare


def tenths(share: float) -> int:
    """Return in how many of ten games something happens that happens in such a share of all; 1 if in very few."""
    return max(round(10 * share), min(1, ceil(share)))


def in_games(share: "DeedShare", clause: str) -> str:
    """Return what follows one of two moves more often than the other, in a sentence."""
    now, was = tenths(share.now), tenths(share.was)
    values = {"deed": clause, "now": now, "was": was}
    if share.more < 0 and now:
        return tr("After the other move {deed} in {was} of 10 games, after this one in {now}.", **values)
    if share.more < 0:
        return tr("After the other move {deed} in {was} of 10 games, after this one in none.", **values)
    if was:
        return tr("Then {deed} in {now} of 10 games, after the other move in {was}.", **values)
    return tr("Then {deed} in {now} of 10 games, after the other move in none.", **values)
