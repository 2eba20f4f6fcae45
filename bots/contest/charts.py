"""Charts of a page: rows with dots on intervals, such as ratings, and rows with distributions.

The charts are SVG without a library. Positions along the axis are in per cent, positions across it in pixels, so a
chart is as wide as the screen and its text keeps its size. The style sheet has the colours, light and dark.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.contest.standings import Standing, Standings
from urbanist.bots.markup import Element, element, put

#: The approximate number of marks on an axis; the screen of a phone has no space for more.
MARKS = 5
#: The share of the range of values that is added as free space at each end of an axis.
ROOM = 0.06


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from `low` to `high` with marks at round numbers; its positions are in per cent."""

    low: float
    high: float
    marks: tuple[float, ...]

    @classmethod
    def over(cls, values: Sequence[float]) -> "Axis":
        """Return an axis that holds all values; there must be at least one."""
        low, high = min(values), max(values)
        room = ROOM * (high - low) or 1.0
        low, high = low - room, high + room
        step = round_step((high - low) / MARKS)
        marks = range(ceil(low / step), floor(high / step) + 1)
        return cls(low, high, tuple(step * mark for mark in marks))

    def at(self, value: float) -> str:
        """Return the position of a value, in per cent."""
        return f"{100 * (value - self.low) / (self.high - self.low):.3f}%"

    def grid(self) -> Iterator[Element]:
        """Yield a grid line for each mark."""
        for mark in self.marks:
            yield element("line", class_="grid", x1=self.at(mark), x2=self.at(mark), y1=0, y2="100%")

    def numbers(self) -> Element:
        """Return the numbers of the marks."""
        texts = (element("text", f"{mark:g}", x=self.at(mark), y=14) for mark in self.marks)
        return element("svg", *texts, class_="track", height=20, aria_hidden="true")


def round_step(step: float) -> float:
    """Return the smallest of ..., 0.5, 1, 2, 5, 10, 20, ... that is at least `step`."""
    power: float = 10.0 ** floor(log10(step))
    return float(next(power * times for times in (1, 2, 5, 10) if power * times >= step * (1 - 1e-9)))


#: Pixels in a row of points: the height of the row and of an outline, the base line, and the line of the quartiles.
HEIGHT, RISE, GROUND, BELOW = 64, 46.0, 50, 57
#: The number of corners of an outline.
CORNERS = 160
#: An outline begins and ends at this height, in pixels.
LEAST_HEIGHT = 0.2
#: A name may be broken after these characters.
BREAKS = re.compile(r"(?<=[:/,+])")


def ratings(results: Standings) -> Element:
    """Return the chart of ratings: for each bot a dot on its interval."""
    ends = [end for line in results.lines for end in (line.rating.low, line.rating.value, line.rating.high)]
    axis = Axis.over([end for end in ends if end is not None])

    rows = []
    for place, line in enumerate(results.lines, 1):
        drawing = dot(axis, line.rating.value, line.rating.low, line.rating.high)
        rows.append(row(who(place, line), drawing, *rating_text(line)))
    return chart("ratings", rows, axis)


def rating_text(line: Standing) -> tuple[str, str]:
    """Return a rating and its interval as texts; the interval is empty if there is none."""
    value, low, high = line.rating.value, line.rating.low, line.rating.high
    if low is None or high is None:
        return f"{value:.0f}", ""
    return f"{value:.0f}", "fixed" if low == high else f"{low:.0f} to {high:.0f}"


def dot(axis: Axis, value: float, low: float | None = None, high: float | None = None) -> Element:
    """Return a dot on its interval; without an end there is no interval."""
    drawing = list(axis.grid())
    if low is not None and high is not None:
        drawing.append(_level("interval", axis, low, high, "50%"))
    drawing.append(element("circle", class_="dot", cx=axis.at(value), cy="50%", r=6))
    return element("svg", *drawing, class_="track", aria_hidden="true")


def spread_text(scores: Sequence[int]) -> tuple[str, str]:
    """Return the median and the quartiles of points, at least one, as texts."""
    low, median, high = np.quantile(scores, [0.25, 0.5, 0.75])
    return f"{median:g}", f"{low:g} to {high:g}"


def spread(scores: Sequence[int], axis: Axis, outline: NDArray[np.float64] | None) -> Element:
    """Return the distribution of ascending points, at least one: an outline, if any, above quartiles and ends."""
    drawing = list(axis.grid())
    if outline is not None:
        drawing.append(_outline(outline))
    low, median, high = np.quantile(scores, [0.25, 0.5, 0.75])
    drawing.append(_level("range", axis, scores[0], scores[-1], BELOW))
    drawing.append(_level("quartiles", axis, low, high, BELOW))
    drawing.append(element("circle", class_="median", cx=axis.at(median), cy=BELOW, r=4))
    return element("svg", *drawing, class_="track", aria_hidden="true")


def _outline(heights: NDArray[np.float64]) -> Element:
    """Return an outline that fills the width of its row; its line keeps its thickness."""
    width = len(heights) - 1
    seen = np.flatnonzero(heights > LEAST_HEIGHT)
    first, last = int(seen[0]), int(seen[-1])
    corners = " ".join(f"{x},{GROUND - heights[x]:.2f}" for x in range(first, last + 1))
    return element(
        "svg",
        element("polygon", class_="area", points=f"{first},{GROUND} {corners} {last},{GROUND}"),
        element("polyline", class_="outline", points=corners),
        viewBox=f"0 0 {width} {HEIGHT}",
        preserveAspectRatio="none",
        width="100%",
        height=HEIGHT,
    )


def density(scores: Sequence[int], axis: Axis) -> NDArray[np.float64]:
    """Return a kernel density estimate of scores along an axis, with the bandwidth of Silverman's rule.

    The bandwidth is at least the distance of two corners, so that no score falls between them.
    """
    values, counts = np.unique(np.asarray(scores, float), return_counts=True)
    low, high = np.quantile(scores, [0.25, 0.75])
    deviation = float(np.std(scores))
    silverman = 0.9 * (min(deviation, (high - low) / 1.34) or deviation) * len(scores) ** -0.2
    places, step = np.linspace(axis.low, axis.high, CORNERS, retstep=True)
    width = max(silverman, 0.5, float(step))
    bells = np.exp(-0.5 * ((places[:, None] - values) / width) ** 2) / width
    return np.asarray((bells * counts).sum(axis=1) / len(scores))


def _level(kind: str, axis: Axis, low: float, high: float, y: int | str) -> Element:
    return element("line", class_=kind, x1=axis.at(low), x2=axis.at(high), y1=y, y2=y)


def row(heading: Element, drawing: Element, value: str, detail: str) -> Element:
    """Return a row of a chart: what it is about, its drawing and its numbers."""
    numbers = element("div", element("b", value), " ", element("small", detail), class_="numbers")
    return element("div", heading, drawing, numbers, class_="row")


def chart(kind: str, rows: Sequence[Element], axis: Axis) -> Element:
    """Return a chart of rows, with the axis below them."""
    return element("div", *rows, element("div", axis.numbers(), class_="row axis"), class_=kind)


def who(place: int, line: Standing) -> Element:
    """Return the place and name of a bot; the style sheet shortens a long name, its tooltip shows it in full."""
    name = element("span", class_="name", title=line.name)
    for part in BREAKS.split(line.name):
        put(name, part, element("wbr"))
    return element("div", element("span", str(place), class_="place"), name, class_="who")
