"""A viewport of paper for a picture."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.language import kept_by_language
from urbanist.bots.table.kit.picture.brush import box, number
from urbanist.bots.table.kit.picture.lettering import FONTS
from urbanist.bots.table.kit.picture.seat_shape import badge_symbol
from urbanist.bots.table.kit.picture.theme import style_sheet

Catalogue = Callable[[str], Element]


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

    def drawing(self, title: str, parts: Iterable[Element], catalogue: Catalogue) -> Element:
        """Return a drawing as SVG; `catalogue` defines the symbols that its parts use."""
        size = (self.right - self.left, self.bottom - self.top)
        drawn = list(parts)
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


def catalogue(makers: Mapping[str, Catalogue]) -> Catalogue:
    """Return what defines each symbol once in a language; the first word of its name says which of the makers does.

    All games have the badges of seats.
    """
    known = {"seat": badge_symbol, **makers}

    @kept_by_language
    def defined(name: str) -> Element:
        return known[name.partition("-")[0]](name)

    return defined


def definitions(parts: Iterable[Element], catalogue: Catalogue) -> list[Element]:
    """Return the symbols that parts use, in the order of their first use, and the symbols that those use."""
    found: dict[str, Element] = {}
    left = list(parts)
    while left:
        names = dict.fromkeys(name for part in left for name in _used(part) if name not in found)
        left = [catalogue(name) for name in names]
        found |= dict(zip(names, left, strict=True))
    return list(found.values())


def _used(part: Element) -> Iterator[str]:
    return (one.attrib["href"].removeprefix("#") for one in part.iter("use"))
