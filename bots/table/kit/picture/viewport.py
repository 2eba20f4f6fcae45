"""A viewport of paper for a picture."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from xml.etree import ElementTree

from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.language import kept_by_language
from urbanist.bots.table.kit.picture import seat_card
from urbanist.bots.table.kit.picture.brush import PLACES, box, fill, number, style_sheet
from urbanist.bots.table.kit.picture.lettering import FONTS, write
from urbanist.bots.table.kit.plane import Ring

Catalogue = Callable[[str], Element]
#: Places of a board that stand out, by name, each with the classes of its shape.
Spots = Mapping[str, str]
#: No place stands out.
NO_SPOTS: Spots = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Viewport:
    """A viewport of so many pixels; a unit is `scale` pixels, and the upper left corner is at (left, top)."""

    width: int
    height: int
    scale: float
    left: float = 0.0
    top: float = 0.0

    @property
    def right(self) -> float:
        """The right end of the viewport, in units."""
        return self.left + self.width / self.scale

    @property
    def bottom(self) -> float:
        """The lower end of the viewport, in units; y points downwards."""
        return self.top + self.height / self.scale

    def drawing(self, title: str, setting: str, parts: Iterable[Element], catalogue: Catalogue) -> Element:
        """Return a drawing as SVG below its title and setting; `catalogue` defines the symbols that its parts use."""
        unit = 10 / self.scale
        y = self.top + 4.2 * unit
        head = [
            write((self.left + 3.2 * unit, y), title, 2.8 * unit, "start", bold=True),
            write((self.right - 3.2 * unit, y), setting, 1.5 * unit, "end", class_="faint"),
        ]
        return self.closeup(title, [*head, *parts], catalogue)

    def closeup(self, title: str, parts: Iterable[Element], catalogue: Catalogue) -> Element:
        """Return a drawing whose title is not seen in it."""
        size, drawn = (self.right - self.left, self.bottom - self.top), [*parts]
        return element(
            "svg",
            element("title", title),
            element("style", style_sheet()),
            element("defs", *definitions(drawn, catalogue)),
            box((self.left, self.top), size, 0.0, class_="paper"),
            *drawn,
            xmlns="http://www.w3.org/2000/svg",
            class_="viewport",
            width=self.width,
            height=self.height,
            viewBox=" ".join(map(number, (self.left, self.top, *size))),
            font_family=FONTS,
            text_anchor="middle",
            stroke_linecap="round",
            stroke_linejoin="round",
        )


def over(
    outlines: Mapping[str, Ring], targets: Collection[str], spots: Spots, places: int = PLACES
) -> Iterator[Element]:
    """Yield the shapes over places of a board: those that stand out, and above them those that can be pointed at."""
    for name, look in spots.items():
        if name in outlines:
            shape = {"class_": f"spot {look}".rstrip(), "data_spot": name, "pointer_events": "none"}
            yield fill([outlines[name]], places, fill_opacity=0, **shape)
    for name in targets:
        if name in outlines:
            yield fill([outlines[name]], places, fill_opacity=0, class_="target", data_name=name)


def catalogue(name: str = "") -> Catalogue:
    """Return what defines each symbol of a module, by its name, or of seats alone, once in a language.

    It is drawn in the file `symbols.svg` beside the module, or else made: `hex_symbol` makes the parts of
    `hex-houses-2`, from what stands behind the first word.
    """

    @kept_by_language
    def defined(symbol: str) -> Element:
        makers = (sys.modules[name], seat_card) if name else (seat_card,)
        for module in makers:
            if (drawn := drawn_symbols(module.__package__ or "").get(symbol)) is not None:
                return drawn
        kind, _, look = symbol.partition("-")
        made = next(filter(None, (getattr(module, f"{kind}_symbol", None) for module in makers)))
        return element("symbol", *made(look), id=symbol)

    return defined


@cache
def drawn_symbols(package: str) -> dict[str, Element]:
    """Return the symbols in the file `symbols.svg` of a package by their names; none if it has no such file."""
    from importlib.resources import files

    drawn = files(package) / "symbols.svg"
    if not drawn.is_file():
        return {}
    root = ElementTree.fromstring(drawn.read_text(encoding="utf-8"))  # noqa: S314 - a file of ours
    for part in root.iter():
        part.tag = part.tag.rpartition("}")[2]
        part.text, part.tail = (part.text or "").strip() or None, None
    return {symbol.attrib["id"]: symbol for symbol in root.iter("symbol")}


def definitions(parts: Iterable[Element], catalogue: Catalogue) -> list[Element]:
    """Return the symbols that parts use, in the order of their first use, and the symbols that those use."""
    definitions: dict[str, Element] = {}
    left = list(parts)
    while left:
        names = dict.fromkeys(name for part in left for name in _used(part) if name not in definitions)
        left = [catalogue(name) for name in names]
        definitions |= dict(zip(names, left, strict=True))
    return list(definitions.values())


def _used(part: Element) -> Iterator[str]:
    return (one.attrib["href"].removeprefix("#") for one in part.iter("use"))
