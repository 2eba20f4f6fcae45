"""The page of a tuning: how each option moved, as a line over the iterations."""

from collections.abc import Sequence
from itertools import accumulate

from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import section
from urbanist.bots.tournament.charts import HEIGHT, Axis, chart, row
from urbanist.bots.tournament.page import report_page, table
from urbanist.bots.tuning.spsa import Parameter, described, with_values
from urbanist.bots.tuning.tuning import Run

VALUES = "Where each option started, and where it is now."
PATHS = "How each option moved over the iterations, between its bounds."
SCORES = "The mean score of the variants that were drawn first, over all iterations so far. It stays near one half."
#: The width of a drawing in its own units, and the most corners of a line.
WIDTH, CORNERS = 1000.0, 500


def page(run: Run) -> str:
    """Return the page as text."""
    tuning, iterations = run.tuning, run.journal.iterations
    spsa = tuning.spsa
    facts = [
        ("game", tuning.rules.game),
        ("bot", tuning.name),
        ("iterations", f"{len(iterations):,} of {spsa.iterations:,}"),
        ("games", f"{sum(each.games for each in iterations):,}"),
        ("forfeits", f"{sum(each.forfeits for each in iterations):,}"),
        ("seed", str(spsa.seed)),
    ]
    main = element("main", section("Values", VALUES, _table(run)))
    if iterations:
        axis = Axis.over([0.0, float(len(iterations))])
        paths = [
            _row(each, [each.start, *(iteration.values[each.name] for iteration in iterations)], axis)
            for each in spsa.parameters
        ]
        main.append(section("Paths", PATHS, chart("points", paths, axis)))
        sums = accumulate(each.score for each in iterations)
        means = [total / count for count, total in enumerate(sums, 1)]
        score = row(
            element("div", "score", class_="who"),
            _line([0.5, *means], 0.0, 1.0, axis),
            f"{means[-1]:.3f}",
            "",
        )
        main.append(section("Score", SCORES, chart("points", [score], axis)))
    return report_page(f"Tuning of {tuning.name}", facts, main)


def _table(run: Run) -> Element:
    values = run.values
    rows = [
        (
            each.name,
            [
                f"{each.start:g}",
                each.text(values[each.name]),
                *map("{:g}".format, (each.low, each.high, each.step)),
            ],
        )
        for each in run.tuning.spsa.parameters
    ]
    return table(("option", "start", "now", "least", "most", "step"), rows)


def _row(each: Parameter, values: Sequence[float], axis: Axis) -> Element:
    heading = element("div", each.name, class_="who")
    drawing = _line(values, each.low, each.high, axis)
    return row(heading, drawing, each.text(values[-1]), f"{each.low:g} to {each.high:g}")


def _line(values: Sequence[float], low: float, high: float, axis: Axis) -> Element:
    """Return a line of values, the first at 0 of the axis, from the bottom (`low`) to the top (`high`)."""
    every = max(len(values) // CORNERS, 1)
    shown = sorted({*range(0, len(values), every), len(values) - 1})
    corners = " ".join(
        f"{WIDTH * (place - axis.low) / (axis.high - axis.low):.1f},"
        f"{2 + (HEIGHT - 4) * (high - values[place]) / (high - low):.2f}"
        for place in shown
    )
    line = element(
        "svg",
        element("polyline", class_="outline", points=corners),
        viewBox=f"0 0 {WIDTH:g} {HEIGHT}",
        preserveAspectRatio="none",
        width="100%",
        height=HEIGHT,
    )
    return element("svg", *axis.grid(), line, class_="track", aria_hidden="true")


def tuned_text(run: Run) -> str:
    """Return the bot with the values so far, as a user writes it."""
    values = run.values
    texts = {each.name: each.text(values[each.name]) for each in run.tuning.spsa.parameters}
    return described(with_values(run.tuning.bot, texts))
