"""Pictures as a person sees them: what is written on a thing, and what its title says."""

from collections.abc import Iterator, Mapping

from urbanist.bots.markup import Element
from urbanist.bots.table import PlayerView, draw_picture
from urbanist.engine.history import History

NAMES = (
    "Ann",
    "$Bob_",
    "A name that is much longer than its card has room for, by far and by any measure",
    "Dee",
    "",
)


def drawn(history: History, seat: int | None = None, names: tuple[str, ...] = NAMES) -> Element:
    """Return the picture of a position, for a seat or with everything revealed."""
    return draw_picture(PlayerView.of(history, seat, names[: history.state.seats], revealed=seat is None))


def part(drawing: Element, name: str) -> Element:
    """Return the part of a drawing with this id."""
    parts = [one for one in drawing.iter() if one.get("id") == name]
    assert len(parts) == 1, name
    return parts[0]


def titled(drawing: Element, kind: str) -> list[str]:
    """Return the titles of all parts of a class."""
    return [one.findtext("title") or "" for one in drawing.iter() if kind in one.get("class", "").split()]


def texts(drawing: Element, within: Element | None = None) -> list[str]:
    """Return the texts of a drawing, or of a part of it, with those of the symbols that it uses."""
    symbols = {one.attrib["id"]: one for one in drawing.iter("symbol")}
    shown = (one for one in drawing if one.tag != "defs") if within is None else [within]
    return [text for one in shown for text in _texts(symbols, one)]


def _texts(symbols: Mapping[str, Element], within: Element) -> Iterator[str]:
    for one in within.iter():
        if one.tag == "text":
            yield one.text or ""
        elif one.tag == "use":
            yield from _texts(symbols, symbols[one.attrib["href"].removeprefix("#")])


def symbol(drawing: Element, use: Element) -> Element:
    """Return the symbol that is used."""
    return part(drawing, use.attrib["href"].removeprefix("#"))
