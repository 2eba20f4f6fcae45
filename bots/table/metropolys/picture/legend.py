"""The legend of the picture: the meaning of its signs, in two rows below the board."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import kept_by_language
from urbanist.bots.table.kit.picture.brush import box, ellipse, fill, group, use
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.plane import Point, block
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.picture.colours import LAKE, LAKE_BANK, LAND, RIVER, RIVER_BANK, TOKEN
from urbanist.bots.table.metropolys.picture.ground import BANK, BRIDGE, bridge_parts
from urbanist.bots.table.metropolys.picture.tower import CLASSES
from urbanist.bots.table.metropolys.text.names import short_type

STEP = 18.4
HIGH = 4.4


@kept_by_language
def draw_legend(top: float) -> Element:
    """Return the legend below `top`."""
    return group(*_signs(top), class_="legend")


def _signs(top: float) -> Iterator[Element]:
    for row, signs in enumerate((_lands_and_towers, _others)):
        y = top + 1.4 + row * HIGH
        for column, (text, sign) in enumerate(signs(y)):
            yield sign
            yield write((1.0 + column * STEP, y), text, 1.55, "start")


def _at(column: int, y: float) -> Point:
    return (-2.0 + column * STEP, y)


def _lands_and_towers(y: float) -> Iterator[tuple[str, Element]]:
    for column, (kind, (ground, shade)) in enumerate(LAND.items()):
        at = _at(column, y)
        edge = {"stroke": shade, "stroke_opacity": 0.55, "stroke_width": 0.145}
        land = box((at[0] - 2.0, at[1] - 1.5), (4.0, 3.0), 0.7, fill=ground, **edge)
        yield upper(short_type(kind)), group(land, use(f"type-{kind}", at))
    for column, (name, least, most, _) in enumerate(CLASSES, len(LAND)):
        x, foot = _at(column, y + 1.6)
        yield (
            f"{upper(tr(name))} {least}–{most}",
            use(f"tower-any-{name}-100", (x + 0.6, foot), 0.42),
        )


def _others(y: float) -> Iterator[tuple[str, Element]]:
    for column, kind in enumerate(TOKEN):
        yield upper(tr(kind)), use(f"token-{kind}", _at(column, y), 0.85)
    statue, lake, bridge, gate, bid = (_at(len(TOKEN) + place, y) for place in range(5))
    yield upper(tr("statue")), use("statue", statue)
    yield upper(tr("lake")), ellipse(lake, (4.0, 2.4), fill=LAKE, stroke=LAKE_BANK, stroke_width=BANK)
    x, _ = bridge
    water = fill(
        [block(x - 1.2, y - 1.6, x + 1.2, y + 1.6)], fill=RIVER, stroke=RIVER_BANK, stroke_width=0.16
    )
    yield upper(tr("bridge")), group(water, group(*bridge_parts(((x - 2.1, y), (x + 2.1, y))), **BRIDGE))
    yield tr("Dead end"), use("gate", gate)
    yield tr.in_context("offer", "Bid"), use("tower-any-medium-45", (bid[0] + 0.6, bid[1] + 1.4), 0.5)
