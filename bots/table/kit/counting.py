"""What counts in a row of a score, as short labels for the places of a board."""

from collections.abc import Iterable
from string import ascii_lowercase

from urbanist.bots.table.kit.language import tr
from urbanist.engine.score_row import Counted


def labels(parts: Iterable[Counted]) -> dict[str, str]:
    """Return a label for each place: `+2` for points, `×3` for a factor, `a+4` for all places of a group together."""
    found: dict[str, str] = {}
    letters = iter(ascii_lowercase)
    for part in parts:
        worth = f"×{part.worth}" if part.factor else f"{part.worth:+}"
        group = next(letters) if len(part.places) > 1 else ""
        found.update(dict.fromkeys(part.places, f"{group}{worth}"))
    return found


def listed(parts: Iterable[Counted]) -> str:
    """Return what counts as text, such as `N3 +2; N4 and N5 +4`."""
    said = []
    for part in parts:
        worth = f"×{part.worth}" if part.factor else f"{part.worth:+}"
        places = tr(" and ").join(part.places)
        said.append(f"{places} {worth}")
    return "; ".join(said)
