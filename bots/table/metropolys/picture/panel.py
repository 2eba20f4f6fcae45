"""The table of players beside the board, and the running auction in words."""

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import FAINT_INK, INK, box, fill, fitted, write
from urbanist.bots.table.metropolys.picture import page
from urbanist.bots.table.metropolys.picture.colours import SEAT, SEAT_INK, WHITE
from urbanist.bots.table.metropolys.picture.scene import Scene
from urbanist.bots.table.metropolys.picture.tower import CLASSES, plate

WIDE = page.PANEL_RIGHT - page.PANEL_LEFT
CARD = 12.6
GAP = 1.5
ROW = 3.6


def draw_panel(axes: Axes, scene: Scene) -> None:
    """Draw a card a player and, below, the bids in order."""
    for seat in range(scene.players):
        _card(axes, scene, seat, -4.5 + seat * (CARD + GAP))
    top = -4.5 + scene.players * (CARD + GAP) + 2.2
    if scene.bids:
        _auction(axes, scene, top)


def _card(axes: Axes, scene: Scene, seat: int, top: float) -> None:
    left = page.PANEL_LEFT
    moving = scene.to_move == seat
    box(
        axes,
        (left, top),
        (WIDE, CARD),
        1.0,
        facecolor=WHITE,
        zorder=page.SIGN,
        edgecolor=INK if moving else "#DDD9CF",
        linewidth=2.0 if moving else 1.0,
    )
    box(axes, (left + 1.2, top + 1.4), (4.2, 4.2), 0.8, facecolor=SEAT[seat][0], zorder=page.SIGN)
    plate(axes, (left + 3.3, top + 3.5), seat, str(seat + 1), 1.0, page.SIGN + 0.1)
    name, size = fitted(scene.names[seat], 2.0, WIDE - 7.6 - (0 if scene.scores is None else 6.0), "bold")
    write(axes, (left + 6.6, top + 2.6), name, size, ha="left", weight="bold", zorder=page.SIGN)
    built = sum(owner == seat for owner, _ in scene.buildings.values())
    write(
        axes,
        (left + 6.6, top + 4.9),
        f"{built} built" + (", to move" if moving else ""),
        1.5,
        ha="left",
        color=INK if moving else FAINT_INK,
        zorder=page.SIGN,
    )
    if scene.scores is not None:
        write(
            axes,
            (left + WIDE - 1.4, top + 3.5),
            str(scene.scores[seat]),
            3.2,
            ha="right",
            weight="bold",
            zorder=page.SIGN,
        )
    _stock(axes, scene, seat, top + 7.3)


def _stock(axes: Axes, scene: Scene, seat: int, top: float) -> None:
    """Draw the thirteen values: those left in colour, those on bid outlined, those built away faint."""
    left = set(scene.left(seat))
    bid = {value for owner, value, _ in scene.bids if owner == seat}
    x = page.PANEL_LEFT + 1.2
    wide = (WIDE - 2.4 - 2 * 0.7) / 13
    for rank, (_, least, most, _) in enumerate(CLASSES):
        for value in range(least, most + 1):
            _value(axes, (x, top), wide - 0.22, rank, value, seat, value in left, value in bid)
            x += wide
        x += 0.7


def _value(
    axes: Axes, at: tuple[float, float], wide: float, rank: int, value: int, seat: int, left: bool, bid: bool
) -> None:
    high = 2.6 + 0.6 * rank
    colour = SEAT[seat][0]
    style = {
        "facecolor": colour if left else "#F1EFEA",
        "edgecolor": colour if left else "#DDD9CF",
        "linewidth": 0.6,
    }
    if bid:
        style = {"facecolor": WHITE, "edgecolor": colour, "linewidth": 1.3, "linestyle": (0, (2, 1))}
    box(axes, (at[0], at[1] + 3.8 - high), (wide, high), 0.3, zorder=page.SIGN, **style)
    write(
        axes,
        (at[0] + wide / 2, at[1] + 2.55),
        str(value),
        1.3 if value < 10 else 1.1,
        zorder=page.SIGN + 0.1,
        weight="bold" if left or bid else "normal",
        color=SEAT_INK[seat] if left else INK if bid else "#BDB9B0",
    )


def _auction(axes: Axes, scene: Scene, top: float) -> None:
    left = page.PANEL_LEFT
    write(axes, (left + 0.4, top), "Auction", 2.1, ha="left", weight="bold", zorder=page.SIGN)
    for index, (seat, value, name) in enumerate(scene.bids):
        y = top + 3.6 + index * ROW
        last = index == len(scene.bids) - 1
        if last:
            box(
                axes,
                (left, y - ROW / 2),
                (WIDE, ROW),
                0.6,
                facecolor=WHITE,
                edgecolor=SEAT[seat][0],
                linewidth=1.4,
                zorder=page.SIGN,
            )
        _swatch(axes, (left + 2.2, y), seat)
        plate(axes, (left + 2.2, y), seat, str(value), 0.8, page.SIGN + 0.1)
        write(axes, (left + 5.0, y), name, 1.7, ha="left", weight="bold", zorder=page.SIGN)
        bidder, size = fitted(scene.names[seat], 1.6, WIDE - 10.2)
        write(
            axes, (left + 9.6, y), bidder, size, ha="left", zorder=page.SIGN, color=INK if last else FAINT_INK
        )


def _swatch(axes: Axes, at: tuple[float, float], seat: int) -> None:
    x, y = at
    half = 1.45
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    fill(axes, [corners], facecolor=SEAT[seat][0], zorder=page.SIGN)
