"""What the network looks at in a position, in words."""

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.text.names import kind_name
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.wording import words_of_features
from urbanist.engine.akropolis.pieces import KINDS

#: The names of the features; those of each kind have its name in them.
TEMPLATES = (
    marked("2 players"),
    marked("3 players"),
    marked("4 players"),
    marked("plies left"),
    marked("option {kind}"),
    marked("districts of {kind} in the market"),
    marked("plazas of {kind} in the market"),
    marked("quarries in the market"),
    marked("districts of {kind} in the stacks"),
    marked("plazas of {kind} in the stacks"),
    marked("quarries in the stacks"),
    marked("to move"),
    marked("turns left"),
    marked("points"),
    marked("expected points"),
    marked("stones"),
    marked("open quarries"),
    marked("value of {kind}"),
    marked("stars of {kind}"),
    marked("points of {kind}"),
    marked("idle {kind}"),
    marked("best offer"),
    marked("second offer"),
    marked("hexes on level 1"),
    marked("hexes on level 2"),
    marked("hexes on higher levels"),
    marked("sites on level 2"),
    marked("sites on level 3"),
    marked("sites on higher levels"),
    marked("free sites"),
    marked("quarries on sites"),
)
WORDS = words_of_features(TEMPLATES, KINDS)


def feature_name(name: str) -> str:
    """Return a feature of the engine in the language; a product of two features has no name."""
    if name not in WORDS:
        return name
    template, kind = WORDS[name]
    return tr(template, kind=kind_name(kind))
