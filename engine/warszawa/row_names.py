"""The rows of a Warszawa score in words: their names, and how their points come about."""

from collections.abc import Iterable, Mapping

from urbanist.engine.message import Message

BUILDINGS = Message("buildings")
AT_ONCE = Message("tasks and industry")
SEGMENTS = Message("metro segments")
BRIDGES = Message("bridges")
NEIGHBOURS = Message("neighbours")
AT_METRO = Message("at the metro")
#: The common name of the rows of norms, which differ from seat to seat.
NORM = Message("norm")
#: The explanation of what was gained at once.
TASKS = Message("urban tasks fulfilled, unbuilt hexes beside industry when built")
#: The objects and the styles, by their names in the data.
KINDS = {
    "industrial": Message("industrial"),
    "service": Message("service"),
    "residential": Message("residential"),
    "representative": Message("representative"),
    "cultural": Message("cultural"),
    "transport": Message("transport"),
    "metro": Message("metro"),
    "bridge": Message("bridge"),
    "socrealism": Message("socrealism"),
    "modernism": Message("modernism"),
}


def norm(name: str) -> str:
    """Return the name of the row of a norm."""
    return Message("{norm} norm", norm=name)


def built(number: int) -> str:
    """Return how many buildings stand."""
    return Message("{buildings} built", buildings=number)


def at_metro(number: int) -> str:
    """Return how many buildings stand at the metro."""
    return Message.counted("{n} buildings at 1", "{n} buildings at 1", number)


def neighbours(points: Mapping[str, int]) -> str:
    """Return the points of each type for neighbours."""
    return Message.listed(
        Message("{kind} {points}", kind=KINDS[kind], points=n) for kind, n in points.items() if n
    ) or Message("none that count")


def style(own: int, most: int, rivals: int) -> str:
    """Return how many buildings of a style a seat has and the most are; `rivals` have as many as a winning seat.

    There are -1 rivals if the seat has not the most.
    """
    if most == 0:
        return Message("none built")
    if rivals < 0:
        return Message("{own} built, the most is {most}", own=own, most=most)
    if rivals:
        return Message("{own} built, tied for the most", own=own)
    return Message("{own} built, the most", own=own)


def progress(sets: int, wanted: Iterable[str], have: Mapping[str, int]) -> str:
    """Return how many sets of the objects of a norm there are, and how many of each object."""
    objects = list(wanted)
    parts = Message.listed(
        Message("{kind} {have} of {wanted}", kind=KINDS[kind], have=have[kind], wanted=objects.count(kind))
        for kind in dict.fromkeys(objects)
    )
    return Message.counted("{n} set: {parts}", "{n} sets: {parts}", sets, parts=parts)
