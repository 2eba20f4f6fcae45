"""What the rows of a score of Akropolis say."""

from collections.abc import Iterator

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.text.names import kind_name
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.score import Fact
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.score_row import ScoreRow

#: Which districts of each kind count.
COUNTS = {
    "houses": marked("Houses count in the one largest connected group."),
    "markets": marked("A market counts if no other market district is beside it."),
    "barracks": marked("Barracks count on the edge of the city."),
    "temples": marked("A temple counts if all six places around it are built on."),
    "gardens": marked("A garden always counts."),
}
#: The height of districts that do not count, and why; all gardens count.
IDLE = {
    "houses": marked("{n} outside the largest group"),
    "markets": marked("{n} beside another market"),
    "barracks": marked("{n} not on the edge"),
    "temples": marked("{n} not built round"),
}
STONE = marked("A stone pays for one place in the market, and is worth a point at the end.")


def fact(row: ScoreRow) -> Fact:
    """Return a row of a score as people read it."""
    if not isinstance(row, DistrictRow):
        return Fact(tr("stones"), row.points, tip=tr(STONE))
    missing = ", ".join(_missing(row))
    value = tr("{product}; {missing}", product=product(row), missing=missing) if missing else product(row)
    tip = tr(
        "{counts} The heights of those that count, times the stars of the plazas of this kind.",
        counts=COUNTS[row.kind],
    )
    return Fact(kind_name(row.kind), row.points, value, tip)


def product(row: DistrictRow) -> str:
    """Return the value times the stars."""
    return tr.counted("{value} x {n} star", "{value} x {n} stars", row.each, value=row.count)


def _missing(row: DistrictRow) -> Iterator[str]:
    """Yield what prevents more points: a factor that is 0 while the other is not, and districts that do not count."""
    if row.count and not row.each:
        yield tr("no plaza")
    if row.each and not row.count:
        yield tr("no district that counts")
    if row.idle:
        yield tr(IDLE[row.kind], n=row.idle)
