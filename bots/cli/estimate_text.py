"""Means and shares with their 95 % intervals, as the tables of a terminal print them."""

from urbanist.bots.match.intervals import Estimate


def points_text(found: Estimate | None) -> str:
    """Return a mean with its margin, as `36.1 ± 1.0`; `-` if there is none."""
    if found is None:
        return "-"
    margin = "?" if found.margin is None else f"{found.margin:.1f}"
    return f"{found.mean:.1f} ± {margin}"


def share_text(found: Estimate, unit: str = "") -> str:
    """Return a share in per cent with the ends of its interval, which lie unequally far, as `84.5 [79.0, 88.7]`."""
    ends = ("?" if end is None else f"{100 * end:.1f}" for end in (found.low, found.high))
    return f"{100 * found.mean:.1f}{unit} [{', '.join(ends)}]"
