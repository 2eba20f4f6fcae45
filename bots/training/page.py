"""The page of a training: its generations as a table, their strength and losses as charts."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from urbanist.bots.contest.charts import Axis, chart, dot, row
from urbanist.bots.contest.page import report_page, table
from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import section
from urbanist.bots.training.folder import GenerationReport, TrainingSettings
from urbanist.search.training import Curve

GENERATIONS = "Each generation plays games, fits new weights to the last ones, and tests them."
STRENGTH = (
    "The share of its test that the new weights won against the best ones before, with a 95 % interval. "
    "A sequential test decides, so a clear result comes after few deals."
)
LOSSES = "How far the weights are from games that they were not fitted to. Less is better."
CURVES = (
    "The losses of a fit, pass by pass: the outline over the area is the validation loss, the other line that of the "
    "training set. The fit keeps the weights where the validation loss is lowest."
)


class Measure(NamedTuple):
    """A number of a report, with the ends of its interval."""

    value: float
    low: float | None = None
    high: float | None = None


#: The losses of a report: their names, and the digits after the point.
KINDS: dict[str, tuple[Callable[[GenerationReport], float], int]] = {
    "Win shares, cross entropy in nats": (lambda report: report.entropy, 3),
    "Points, standard error": (lambda report: report.error, 1),
    "Visits of a decision, cross entropy in nats": (lambda report: report.visits, 3),
}


def page(settings: TrainingSettings, reports: Sequence[GenerationReport]) -> str:
    """Return the page as text."""
    facts = [
        ("game", settings.game),
        ("seed", str(settings.seed)),
        ("began with", "no weights" if settings.start is None else settings.start),
        ("network", f"{settings.units} units, {settings.policy_units} for moves"),
        ("visits a move", f"about {settings.nodes:,}"),
        ("games", f"{sum(report.games for report in reports):,}"),
        ("hours", f"{sum(report.seconds for report in reports) / 3600:.1f}"),
    ]
    main = element("main", section("Generations", GENERATIONS, _table(reports)))
    if reports:
        main.append(section("Strength", STRENGTH, _strength(reports)))
        main.append(section("Losses", LOSSES, *_losses(reports)))
        main.append(section("Fits", CURVES, *_curves(reports)))
    return report_page(f"Training of {settings.game}", facts, main)


def _table(reports: Sequence[GenerationReport]) -> Element:
    columns = ("generation", "games", "positions", "deals", "score", "accepted", "minutes")
    rows = []
    for report in reports:
        texts = (
            f"{report.games:,}",
            f"{report.positions:,}",
            f"{report.deals:,}",
            f"{100 * report.score:.1f} %",
            "yes" if report.accepted else "no",
            f"{report.seconds / 60:.1f}",
        )
        rows.append((str(report.generation), texts))
    return table(columns, rows)


def _strength(reports: Sequence[GenerationReport]) -> Element:
    measures = [Measure(100 * report.score, 100 * report.low, 100 * report.high) for report in reports]
    details = [f"{measure.low:.1f} to {measure.high:.1f}" for measure in measures]
    return _chart(reports, measures, [f"{measure.value:.1f} %" for measure in measures], details)


def _losses(reports: Sequence[GenerationReport]) -> list[Element]:
    elements = []
    for name, (number, digits) in KINDS.items():
        values = [number(report) for report in reports]
        texts = [f"{value:.{digits}f}" for value in values]
        elements += [
            element("p", name),
            _chart(reports, list(map(Measure, values)), texts, [""] * len(texts)),
        ]
    return elements


def _curves(reports: Sequence[GenerationReport]) -> list[Element]:
    """Return the losses of each fit by pass, of the value network and of the policy."""
    elements = []
    for name in ("value", "policy"):
        rows = []
        for report in reports:
            curve: Curve = getattr(report, f"{name}_curve")
            if curve:
                who = element("div", f"generation {report.generation}", class_="who")
                best = min(range(len(curve)), key=lambda n: curve[n].validation)
                texts = (f"{curve[best].validation:.3f}", f"pass {best + 1} of {len(curve)}")
                rows.append(row(who, _curve(curve), *texts))
        if rows:
            elements += [element("p", f"Loss of the {name} network"), element("div", *rows, class_="ratings")]
    return elements


def _curve(curve: Curve) -> Element:
    """Return the two losses of a fit, from the lowest of both to the highest validation loss."""
    high = max(losses.validation for losses in curve)
    low = min(min(losses) for losses in curve)
    height, wide = 40, max(len(curve) - 1, 1)

    def corners(values: Iterable[float]) -> str:
        share = ((min(value, high) - low) / (high - low or 1) for value in values)
        return " ".join(f"{n},{height * (1 - part):.2f}" for n, part in enumerate(share))

    validation = corners(losses.validation for losses in curve)
    return element(
        "svg",
        element("polygon", class_="area", points=f"0,{height} {validation} {wide},{height}"),
        element("polyline", class_="outline", points=validation),
        element("polyline", class_="outline", points=corners(losses.training for losses in curve)),
        viewBox=f"0 0 {wide} {height}",
        preserveAspectRatio="none",
        width="100%",
        height=height,
        aria_hidden="true",
    )


def _chart(
    reports: Sequence[GenerationReport],
    measures: Sequence[Measure],
    values: Sequence[str],
    details: Sequence[str],
) -> Element:
    """Return a chart with a row for each generation."""
    axis = Axis.over([end for measure in measures for end in measure if end is not None])
    rows = [
        row(element("div", f"generation {report.generation}", class_="who"), dot(axis, *measure), *texts)
        for report, measure, *texts in zip(reports, measures, values, details, strict=True)
    ]
    return chart("ratings", rows, axis)
