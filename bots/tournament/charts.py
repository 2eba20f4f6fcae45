"""Charts of a page, a row a bot: its rating on its interval, and how its points are spread.

Drawn by hand as SVG whose places are in per cent along the axis and in pixels across it: a chart is as wide as
its reader's screen, and its text stays text, of one size. Colours, light and dark, are the style sheet's.
"""

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.tournament.axis import Axis
from urbanist.bots.tournament.markup import Element, element, put
from urbanist.bots.tournament.standings import Standing, Standings

#: A row of points, in pixels: its height, how high an outline may rise from which ground, and the quartiles.
HEIGHT, RISE, GROUND, BELOW = 64, 46.0, 50, 57
#: How many corners an outline has, and how many games it takes; fewer have no shape, each is a dot.
CORNERS, LEAST_SHAPE = 160, 8
#: An outline begins and ends where it is this high.
LEAST_HEIGHT = 0.2
#: Behind these a line of a name may end.
BREAKS = re.compile(r"(?<=[:/,+])")


def ratings(found: Standings) -> Element:
    """Return each bot's rating as a dot on its interval."""
    ends = [end for line in found.lines for end in (line.rating.low, line.rating.value, line.rating.high)]
    axis = Axis.over([end for end in ends if end is not None])
    return _chart("ratings", found, axis, rating_text, lambda line: _rating(line, axis))


def rating_text(line: Standing) -> tuple[str, str]:
    """Return a rating and its interval in words; the interval is empty where there is none."""
    value, low, high = line.rating.value, line.rating.low, line.rating.high
    if low is None or high is None:
        return f"{value:.0f}", ""
    return f"{value:.0f}", "fixed" if low == high else f"{low:.0f} to {high:.0f}"


def _rating(line: Standing, axis: Axis) -> Element:
    value, low, high = line.rating.value, line.rating.low, line.rating.high
    drawing = list(axis.grid())
    if low is not None and high is not None:
        drawing.append(_level("interval", axis, low, high, "50%"))
    drawing.append(element("circle", class_="dot", cx=axis.at(value), cy="50%", r=6))
    return element("svg", *drawing, class_="track", aria_hidden="true")


def points(found: Standings) -> Element:
    """Return how each bot's points are spread: an outline, and below it their median, quartiles and ends."""
    played = [line for line in found.lines if line.scores]
    axis = Axis.over([end for line in played for end in (line.scores[0], line.scores[-1])] or [0])
    shapes = {line.bot: density(line.scores, axis) for line in played if len(line.scores) >= LEAST_SHAPE}
    # One scale for all: the same area is the same share of games.
    top = max((float(shape.max()) for shape in shapes.values()), default=1.0)
    outlines = {bot: RISE * shape / top for bot, shape in shapes.items()}
    return _chart(
        "points", found, axis, spread_text, lambda line: _spread(line, axis, outlines.get(line.bot))
    )


def spread_text(line: Standing) -> tuple[str, str]:
    """Return the median of a bot's points, and the quartiles, in words."""
    if not line.scores:
        return "", "no games"
    low, median, high = np.quantile(line.scores, [0.25, 0.5, 0.75])
    return f"{median:g}", f"{low:g} to {high:g}"


def _spread(line: Standing, axis: Axis, outline: NDArray[np.float64] | None) -> Element:
    drawing = list(axis.grid())
    if outline is not None:
        drawing.append(_outline(outline))
    elif line.scores:
        places = map(axis.at, line.scores)
        drawing += [element("circle", class_="game", cx=place, cy=GROUND - 8, r=4) for place in places]
    if line.scores:
        low, median, high = np.quantile(line.scores, [0.25, 0.5, 0.75])
        drawing.append(_level("range", axis, line.scores[0], line.scores[-1], BELOW))
        drawing.append(_level("quartiles", axis, low, high, BELOW))
        drawing.append(element("circle", class_="median", cx=axis.at(median), cy=BELOW, r=4))
    return element("svg", *drawing, class_="track", aria_hidden="true")


def _outline(heights: NDArray[np.float64]) -> Element:
    """Return a shape that is as wide as there is room; its line does not thicken with it."""
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
    """Return the density of scores along an axis, each a bell of the width that Silverman's rule gives.

    A bell is at least so wide that a corner of the outline stands on it.
    """
    values, counts = np.unique(np.asarray(scores, float), return_counts=True)
    low, high = np.quantile(scores, [0.25, 0.75])
    deviation = float(np.std(scores))
    usual = 0.9 * (min(deviation, (high - low) / 1.34) or deviation) * len(scores) ** -0.2
    places, step = np.linspace(axis.low, axis.high, CORNERS, retstep=True)
    width = max(usual, 0.5, float(step))
    bells = np.exp(-0.5 * ((places[:, None] - values) / width) ** 2) / width
    return np.asarray((bells * counts).sum(axis=1) / len(scores))


def _level(kind: str, axis: Axis, low: float, high: float, y: int | str) -> Element:
    return element("line", class_=kind, x1=axis.at(low), x2=axis.at(high), y1=y, y2=y)


def _chart(
    kind: str,
    found: Standings,
    axis: Axis,
    tell: Callable[[Standing], tuple[str, str]],
    draw: Callable[[Standing], Element],
) -> Element:
    """Return a row a bot: who it is, the drawing, its numbers; and below all of them the axis."""
    chart = element("div", class_=kind)
    for place, line in enumerate(found.lines, 1):
        value, detail = tell(line)
        numbers = element("div", element("b", value), " ", element("small", detail), class_="numbers")
        chart.append(element("div", who(place, line), draw(line), numbers, class_="row"))
    chart.append(element("div", axis.numbers(), class_="row axis"))
    return chart


def who(place: int, line: Standing) -> Element:
    """Return a bot's place and name; the style sheet cuts a long name, which is whole where one points."""
    name = element("span", class_="name", title=line.name)
    for part in BREAKS.split(line.name):
        put(name, part, element("wbr"))
    return element("div", element("span", str(place), class_="place"), name, class_="who")
