"""What the rows of a score of Metropolys say."""

from collections.abc import Iterator

from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.score import Fact, at_each
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.text.names import narrow_type
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES
from urbanist.engine.metropolys.score_kinds import AreaRow, ScoreKind, TallestRow
from urbanist.engine.score_row import ScoreRow

#: What the groups of an Area card of the expert game are.
GROUPS = {
    "bridges": marked("{number} bridge pairs at {each}"),
    "statues": marked("{number} statues at {each}"),
    "lakes": marked("{number} lake groups at {each}"),
    "districts": marked("{number} districts of 3 at {each}"),
    "chains": marked("{number} chains of 3 at {each}"),
}
#: What the rows mean.
TIPS = {
    ScoreKind.TRENDY_TOKENS: marked("Each trendy token that this player has taken gives points."),
    ScoreKind.METRO_TOKENS: marked("Each metro token that this player has taken gives a point."),
    ScoreKind.METRO_CARD: marked(
        "The metro card goes to the first player with a metro token, then to whoever has more of them."
    ),
    ScoreKind.RUINS_TOKENS: marked("Each ruins token that this player has taken costs a point."),
    ScoreKind.RUINS_CARD: marked("The ruins card is with whoever took a ruins token last, and costs points."),
    ScoreKind.TALLEST: marked(
        "In each district the player with the tallest building gets points. Small, medium or tall counts, not the "
        "value; the second tallest breaks a tie."
    ),
    ScoreKind.TYPE_CARD: marked(
        "The secret type card gives points for each building of this player on a place of that type."
    ),
}
#: What Area cards count in the family game and in the expert game.
FAMILY = {
    "bridges": marked("each building beside a bridge"),
    "statues": marked("each building around a statue"),
    "lakes": marked("each building on the shore of a lake"),
    "border": marked("each building on the border of the city"),
}
EXPERT = {
    "bridges": marked("each pair of buildings at the two ends of one bridge"),
    "statues": marked("each statue with buildings on all three places around it"),
    "lakes": marked("each group of three buildings around one lake"),
    "districts": marked("each district with three buildings or more"),
    "chains": marked("each group of three buildings that are connected"),
}


def fact(row: ScoreRow) -> Fact:
    """Return a row of a score as people read it."""
    common = tr(str(row.kind))
    value = ", ".join(_value(row))
    if row.subject:
        return Fact(tr(f"{row.subject} card"), row.points, value, _tip(row), common)
    return Fact(common, row.points, value, _tip(row))


def narrow_label(row: ScoreRow) -> str:
    """Return the name of a row in a narrow column."""
    if row.kind == ScoreKind.TALLEST:
        return tr("tallest")
    if row.kind == ScoreKind.TYPE_CARD:
        return tr("{kind} card", kind=narrow_type(row.subject))
    return fact(row).label


def _value(row: ScoreRow) -> Iterator[str]:
    """Yield how the points come about; nothing for a card that a seat holds or not."""
    if isinstance(row, TallestRow):
        yield from [translated(DISTRICT_NAMES[letter]) for letter in row.districts] or [tr("in no district")]
    elif isinstance(row, AreaRow):
        template = GROUPS[row.subject] if row.groups else marked("{number} buildings at {each}")
        yield tr(template, number=row.count, each=row.each)
    elif row.kind not in (ScoreKind.METRO_CARD, ScoreKind.RUINS_CARD):
        yield at_each(row)


def _tip(row: ScoreRow) -> str:
    if not isinstance(row, AreaRow):
        return tr(TIPS[ScoreKind(row.kind)])
    if not row.groups:
        return tr("The secret area card gives points for {what}.", what=FAMILY[row.subject])
    return tr(
        "The secret area card gives points for {what}. A building counts in one group only.",
        what=EXPERT[row.subject],
    )
