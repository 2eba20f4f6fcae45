"""Small parts of the page: a seat's badge, its name, an annotation, a link to a position."""

from urbanist.bots.analysis.decisions import Decision
from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.colour import WHITE, blend, hexadecimal
from urbanist.bots.table.kit.language import number_text
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.seat import COLOUR
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.page.story import Story
from urbanist.bots.table.session.move_annotation import annotation_text
from urbanist.bots.table.session.review import mark_of

#: How much lighter the colours of seats are on dark ground.
LIGHTER = 0.42


def badge(seat: int) -> Element:
    """Return the shape of a seat with its number; the page has its symbol."""
    sign, label = element("use", href=f"#seat-{seat}"), seat_name(seat)
    return element("svg", sign, class_="badge", viewBox="-2 -2 4 4", role="img", aria_label=label)


def named(sight: Sight, seat: int) -> Element:
    """Return the badge of a seat and its player."""
    return element("span", badge(seat), element("span", sight.player(seat), class_="player"), class_="named")


def annotation(story: Story, decision: Decision) -> Element:
    """Return the annotation of a move in words, behind its mark if it has one."""
    mark = mark_of(decision)
    signs: list[Element | str] = []
    if mark:
        signs = [element("b", mark, class_="mark", aria_hidden="true"), " "]
    return element(
        "span",
        *signs,
        annotation_text(decision, story.better(decision)),
        class_=f"annotation {look_of(decision)}",
    )


def look_of(decision: Decision) -> str:
    """Return the class of a move in the style sheet: its grade, or `found` for one that was hard to find."""
    return decision.grade if decision.tempting is None else "found"


def per_cent(share: float) -> str:
    """Return a share in whole per cent."""
    return number_text(share, ".0%")


def seat_style() -> str:
    """Return the style sheet with the colours of the seats, on light and on dark ground."""
    light = "".join(f".of-{seat}{{--seat:{hexadecimal(colour)}}}" for seat, colour in enumerate(COLOUR))
    dark = "".join(
        f".of-{seat}{{--seat:{hexadecimal(blend(colour, WHITE, LIGHTER))}}}"
        for seat, colour in enumerate(COLOUR)
    )
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
