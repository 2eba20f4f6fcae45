"""What the rows of a score of Warszawa say."""

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.score import Fact, at_each
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.text.names import kind_name
from urbanist.engine.score_row import ScoreRow
from urbanist.engine.warszawa.score_kinds import NeighbourRow, NormRow, ScoreKind, StyleRow

STYLE = marked("The player with the most buildings of this style gets points; those who are equal get fewer.")
NORM = marked("Each complete set of the objects of the secret norm gives points; no set at all costs points.")
#: What the rows of a score mean.
TIPS = {
    ScoreKind.BUILDINGS: marked("The points that are printed on the cards of the buildings."),
    ScoreKind.AT_ONCE: marked(
        "The points of urban tasks that buildings fulfilled, and a point for each unbuilt hex beside an industrial "
        "building when it was built."
    ),
    ScoreKind.SEGMENTS: marked("Each metro segment gives its builder a point."),
    ScoreKind.BRIDGES: marked("Each bridge gives its builder points."),
    ScoreKind.NEIGHBOURS: marked(
        "At the end each building gives points for what is beside it, whoever owns that."
    ),
    ScoreKind.AT_METRO: marked(
        "At the end each building with a metro segment on one of its sides gives a point."
    ),
    ScoreKind.NORM: NORM,
    ScoreKind.SOCREALISM: STYLE,
    ScoreKind.MODERNISM: STYLE,
}


def fact(row: ScoreRow) -> Fact:
    """Return a row of a score as people read it."""
    label, tip = tr(str(row.kind)), tr(TIPS[ScoreKind(row.kind)])
    if isinstance(row, NormRow):
        return Fact(tr("{norm} norm", norm=row.subject), row.points, progress(row), tip, label)
    return Fact(label, row.points, _value(row), tip)


def _value(row: ScoreRow) -> str:
    """Return how the points of a row come about."""
    if isinstance(row, StyleRow):
        return _style(row)
    if isinstance(row, NeighbourRow):
        said = [
            tr("{kind} {points}", kind=kind_name(kind), points=points)
            for kind, points in row.by_type
            if points
        ]
        return ", ".join(said) or tr("none that count")
    if row.kind == ScoreKind.BUILDINGS:
        return tr("{buildings} built", buildings=row.count)
    if row.kind == ScoreKind.AT_ONCE:
        return tr("urban tasks fulfilled, unbuilt hexes beside industry when built")
    if row.kind == ScoreKind.AT_METRO:
        return tr.counted("{n} building at 1", "{n} buildings at 1", row.count)
    return at_each(row)


def _style(row: StyleRow) -> str:
    if row.most == 0:
        return tr("none built")
    if row.rivals < 0:
        return tr("{own} built, the most is {most}", own=row.count, most=row.most)
    if row.rivals:
        return tr("{own} built, tied for the most", own=row.count)
    return tr("{own} built, the most", own=row.count)


def progress(row: NormRow) -> str:
    """Return how many sets of the objects of a norm there are, and how many of each object."""
    parts = [
        tr("{kind} {have} of {wanted}", kind=kind_name(part.kind), have=part.have, wanted=part.wanted)
        for part in row.objects
    ]
    return tr.counted("{n} set: {parts}", "{n} sets: {parts}", row.count, parts=", ".join(parts))
