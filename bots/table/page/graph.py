"""The graph of the win shares of all seats, with the moves that cost much as marks that lead to their positions.

Positions are in per cent of the graph, so it is as wide as its place and its texts keep their size.
"""

from collections.abc import Iterator

from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import resource
from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.page.parts import look_of
from urbanist.bots.table.page.story import Story
from urbanist.bots.table.session.review_text import annotation_text, mark_of

#: The shares that have a line across the graph.
GRID = (0, 25, 50, 75, 100)
#: The least distance of the badges at the right end, in per cent of the height.
APART = 11.0


def graph_style() -> str:
    """Return the style of graphs."""
    return resource(__package__, "graph.css")


def draw_graph(story: Story, page: str = "") -> Element:
    """Return the graph; its marks lead to positions on the page of an address.

    Without an address they are on its own page, and the line `now` stands at the position that this shows.
    """
    label = tr(
        "Win share of each seat after each of {events} events; {moves} moves are marked",
        events=story.events,
        moves=sum(bool(mark_of(decision)) for decision in story.decisions),
    )
    return element(
        "svg",
        *_grid(),
        *([] if page else [element("line", id="now", class_="now", x1="100%", x2="100%", y1="0", y2="100%")]),
        _curves(story),
        *_ends(story),
        *_marks(story, page),
        id="graph",
        role="group",
        aria_label=label,
    )


def _at(value: float, whole: float) -> str:
    return f"{100 * value / whole if whole else 0:.2f}%"


def _grid() -> Iterator[Element]:
    for share in GRID:
        y = f"{100 - share}%"
        yield element("line", class_="grid", x1="0", x2="100%", y1=y, y2=y)
        yield element("text", number_text(share / 100, ".0%"), x="-6", y=y, dy="4", aria_hidden="true")


def _curves(story: Story) -> Element:
    """Return a line for each seat; the lines keep their thickness when the graph is stretched."""
    lines = (
        element(
            "polyline",
            class_=f"curve of-{seat}",
            points=" ".join(
                f"{count},{100 - 100 * shares[seat]:.1f}" for count, shares in enumerate(story.shares)
            ),
        )
        for seat in story.seats
    )
    return element(
        "svg",
        *lines,
        viewBox=f"0 0 {max(1, story.events)} 100",
        preserveAspectRatio="none",
        width="100%",
        height="100%",
        class_="curves",
        aria_hidden="true",
    )


def _ends(story: Story) -> Iterator[Element]:
    """Yield the badge of each seat at the right end of its line, or near it if another badge is there."""
    last = story.shares[-1]
    top = -APART
    for seat in sorted(story.seats, key=lambda seat: (-last[seat], seat)):
        rest = sum(1 for other in story.seats if (-last[other], other) > (-last[seat], seat))
        top = min(max(100 - 100 * last[seat], top + APART), 100 - APART * rest)
        sign = element("use", href=f"#seat-{seat}", transform="translate(14 0)scale(4.4)")
        yield element("svg", sign, x="100%", y=f"{top:.1f}%", class_="end", aria_hidden="true")


def _marks(story: Story, page: str) -> Iterator[Element]:
    """Yield a mark for each move that has one, on the line of its seat."""
    for decision in story.decisions:
        if mark := mark_of(decision):
            x, y = _at(decision.event, story.events), _at(1 - story.shares[decision.event][decision.seat], 1)
            label = tr(
                "Event {event}, {seat}. {judgement}",
                event=decision.event,
                seat=seat_name(decision.seat),
                judgement=annotation_text(decision, story.better(decision)),
            )
            yield element(
                "a",
                element("title", label),
                element("circle", cx=x, cy=y, r=8),
                element("text", mark, x=x, y=y, dy="3.5", aria_hidden="true"),
                href=f"{page}#{decision.event}",
                class_=f"marked {look_of(decision)}",
                aria_label=label,
            )
