"""The features of the network of Metropolys, as people read them where two moves are compared."""

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.wording import words_of_features
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.text.names import AREAS

#: The names of the features that a move can change.
TEMPLATES = (
    marked("to move"),
    marked("turns to wait"),
    marked("points"),
    marked("auction"),
    marked("last value"),
    marked("sites for the next building"),
    marked("values that outbid"),
    marked("empty sites"),
    marked("sites without a neighbour"),
    marked("sites with one neighbour"),
    marked("trendy sites without a neighbour"),
    marked("trendy tokens left"),
    marked("metro tokens left"),
    marked("ruins tokens left"),
    marked("metro card free"),
    marked("ruins card free"),
    marked("fewest buildings left"),
    marked("all buildings left"),
    marked("still in"),
    marked("may build"),
    marked("on top"),
    marked("value at stake"),
    marked("tokens at stake"),
    marked("tallest at stake"),
    marked("cards at stake"),
    marked("lowest value that outbids"),
    marked("best token in reach"),
    marked("card points in reach"),
    marked("buildings left"),
    marked("small left"),
    marked("medium left"),
    marked("tall left"),
    marked("sum of values left"),
    marked("highest value left"),
    marked("second value left"),
    marked("lowest value left"),
    marked("values that no rival outbids"),
    marked("higher values of rivals"),
    marked("trendy"),
    marked("metro"),
    marked("ruins"),
    marked("metro card"),
    marked("ruins card"),
    marked("metro lead"),
    marked("districts led"),
    marked("districts tied"),
    marked("leads that one building takes"),
    marked("districts that one building takes"),
    marked("area card known"),
    marked("area points"),
    marked("area prospect"),
    marked("completing sites"),
    marked("type card known"),
    marked("type points"),
    marked("most of a possible type"),
    marked("points of open sites of the type"),
    marked("prospect of {kind}"),
    marked("chance of {kind}"),
    marked("points of {kind}"),
)
WORDS = words_of_features(TEMPLATES, AREAS)


def feature_name(name: str) -> str:
    """Return a feature of the engine in the language; a product of two features has no name."""
    if name not in WORDS:
        return name
    template, kind = WORDS[name]
    return tr(template, kind=tr(AREAS[kind]))
