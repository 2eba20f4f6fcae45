"""The other cities in a column at the right of a wide board."""

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import City, city_of
from urbanist.bots.table.akropolis.terminal.city_board import looks_of
from urbanist.bots.table.akropolis.terminal.honeycomb import MESHES, Window, paint
from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.seat import COLOUR, MARK
from urbanist.bots.table.kit.terminal.canvas import Canvas

#: The width from which a board shows the other cities, and their share of it.
LEAST, SHARE = 110, 0.28
#: The sizes of the other cities, the best first.
SIZES = MESHES[2:]


class Neighbours:
    """The seats whose cities are shown small, and where each one stands."""

    def __init__(self, pov: PlayerView, seat: int, columns: int, lines: int) -> None:
        self._pov = pov
        self.columns = int(SHARE * columns) if columns >= LEAST else 0
        self._left, self._high = columns - self.columns, lines // (pov.state.seats - 1)
        self._seats = [other for other in range(pov.state.seats) if other != seat] if self.columns else []

    def seat_at(self, column: int, line: int) -> int | None:
        """Return the seat whose city is under a character."""
        place = line // self._high
        return self._seats[place] if column >= self._left and place < len(self._seats) else None

    def paint(self, canvas: Canvas) -> None:
        """Paint the cities, each with its seat and points above."""
        points = self._pov.state.scores()
        for place, seat in enumerate(self._seats):
            top = place * self._high
            canvas.write(self._left + 2, top, f"{MARK[seat]}{seat}", WHITE, COLOUR[seat])
            said = tr.counted("{n} points", "{n} points", points[seat])
            canvas.write(self._left + 5, top, f"{self._pov.player(seat)}  {said}", None)
            self._paint_city(canvas, city_of(self._pov.state, seat), seat, top + 1)

    def _paint_city(self, canvas: Canvas, city: City, seat: int, top: int) -> None:
        columns, lines = self.columns - 2, self._high - 2
        whole = Window.of(city.keys())
        fitting = [mesh for mesh in SIZES if whole.columns(mesh) <= columns and whole.rows(mesh) <= lines]
        mesh = fitting[0] if fitting else SIZES[-1]
        window = whole if fitting else whole.cut(mesh, columns, lines, (0, 0))
        paint(canvas, looks_of(city, self._pov, seat, mesh), mesh, window, self._left + 2, top)
