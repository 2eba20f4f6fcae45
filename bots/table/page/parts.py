"""Small parts of the page: a seat's badge, its name, an annotation, a link to a position."""

from urbanist.bots.analysis.decisions import Decision
from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.colour import WHITE, blend, hexadecimal
from urbanist.bots.table.kit.language import number_text
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.seat import COLOUR
from urbanist.bots.table.page.story import Story
from urbanist.bots.table.session.move_annotation import annotation_text
from urbanist.bots.table.session.review import MARKS

#: How much lighter the colours of seats are on dark ground.
LIGHTER = 0.42


def badge(seat: int) -> Element:
    """Return the shape of a seat with its number; the page has its symbol."""
    sign, label = element("use", href=f"#seat-{seat}"), seat_name(seat)
    return element("svg", sign, class_="badge", viewBox="-2 -2 4 4", role="img", aria_label=label)


def named(pov: PlayerView, seat: int) -> Element:
    """Return the badge of a seat and its player."""
    return element("span", badge(seat), element("span", pov.player(seat), class_="player"), class_="named")


def annotation(story: Story, decision: Decision) -> Element:
    """Return the annotation of a move in words, behind its mark if it has one."""
    mark = MARKS.get(decision.grade)
    signs: list[Element | str] = []
    if mark:
        signs = [element("b", mark, class_="mark", aria_hidden="true"), " "]
    return element(
        "span",
        *signs,
        annotation_text(decision, story.better(decision)),
        class_=f"annotation {decision.grade}",
    )


def per_cent(share: float) -> str:
    """Return a share in whole per cent."""
    return number_text(share, ".0%")


def seat_style() -> str:
    """Return the style text_table with the colours of the seats, on light and on dark ground."""
    light = "".join(f".of-{seat}{{--seat:{hexadecimal(colour)}}}" for seat, colour in enumerate(COLOUR))
    dark = "".join(
        f".of-{seat}{{--seat:{hexadecimal(blend(colour, WHITE, LIGHTER))}}}"
        for seat, colour in enumerate(COLOUR)
    )
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
