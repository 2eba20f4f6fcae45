"""Buildings, foundations and engineers on the map of a picture."""

from collections.abc import Collection, Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.picture.brush import group, use
from urbanist.bots.table.kit.picture.lettering import fitted, width, write
from urbanist.bots.table.kit.picture.seat_shape import badge
from urbanist.bots.table.kit.picture.theme import INK
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import signs
from urbanist.bots.table.warszawa.model.city import Plot, plots
from urbanist.bots.table.warszawa.model.supply import supply_of
from urbanist.bots.table.warszawa.picture import colours
from urbanist.bots.table.warszawa.picture.ground import Chart
from urbanist.bots.table.warszawa.text.names import card_title, kind_name
from urbanist.bots.table.warszawa.text.phrases import advantage
from urbanist.engine.warszawa.edition import Card
from urbanist.engine.warszawa.geography import hex_text


def draw_pieces(chart: Chart, pov: PlayerView) -> Iterator[Element]:
    """Yield everything on the hexes, from north to south."""
    ready = {card.id for seat in range(pov.state.seats) for card in supply_of(pov.state, seat).ready}
    for plot in sorted(plots(pov.state), key=lambda plot: plot.hexagon[1]):
        if plot.type:
            q, r = plot.hexagon
            what = "building" if plot.built else "foundation"
            yield group(
                *(_building(plot, ready) if plot.built else _foundation(plot)),
                title=f"{hex_text(plot.cell)}: {_said(pov, plot)}",
                id=f"{what}-q{q}r{r}",
                class_=f"{what} {plot.type}",
                transform=chart.place(plot.hexagon),
            )


def _said(pov: PlayerView, plot: Plot) -> str:
    """Return a building in words: its card, type, owner and function."""
    if plot.card is None or plot.seat is None:
        return tr("a neutral building, {kind}", kind=kind_name(plot.type))
    card, who = plot.card, pov.name(plot.seat)
    said = f"{card_title(card)}, {kind_name(plot.type)}, {advantage(card)}"
    if plot.built:
        return tr("building of {who}: {card}", who=who, card=said)
    return tr("foundation of {who}: {card}", who=who, card=said)


def _building(plot: Plot, ready: Collection[str]) -> Iterator[Element]:
    """Yield a building in the colour of its type, with its sign, card, owner and function."""
    yield use(f"building-{plot.type}")
    if plot.card is None or plot.seat is None:
        return
    yield _name(plot.card, colours.TYPE[plot.type][1])
    yield badge((-0.54, -0.36), 0.36, plot.seat)
    sign = signs.READY if plot.card.id in ready else signs.LASTING.get(plot.card.function, "")
    if sign:
        yield use("spot", (0.56, -0.36))
        yield write((0.56, -0.36), sign, 0.16, bold=True, fill=INK)


def _foundation(plot: Plot) -> Iterator[Element]:
    """Yield the outline of a foundation with its engineer, sign, card and owner."""
    if plot.seat is None or plot.card is None:
        return
    yield use(f"foundation-{plot.seat}")
    yield use(f"chip-{plot.type}", (0.28, -0.04), 0.42)
    yield _name(plot.card, colours.TYPE[plot.type][1])
    yield badge((-0.56, -0.36), 0.32, plot.seat)


def _name(card: Card, ink: str) -> Element:
    name, size = fitted(card.id, 0.19, 1.12, bold=True)
    return write((0.0, 0.33), name, size, bold=True, length=width(name, size, bold=True), fill=ink)
