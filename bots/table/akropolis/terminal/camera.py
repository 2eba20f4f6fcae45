"""Which part of a city a board shows, and in which size."""

from collections.abc import Collection
from dataclasses import dataclass

from urbanist.bots.table.akropolis.terminal.honeycomb import MESHES, Mesh, Window
from urbanist.engine.akropolis.city_record import Space

#: The rows and half hexes around a city that fit into the automatic size.
RIM = 1
#: The smallest automatic size still shows the edges of tiles.
LEAST = len(MESHES) - 2


@dataclass(frozen=True, slots=True)
class Area:
    """The part of a terminal that a city has: its upper left corner and its size, in characters."""

    left: int
    top: int
    columns: int
    lines: int


class Camera:
    """The size of hexes, and the row and half hex in the upper left corner."""

    def __init__(self) -> None:
        self.mesh = MESHES[LEAST]
        self._chosen: int | None = None
        self._north = self._west = 0

    def frame(self, spaces: Collection[Space], area: Area) -> None:
        """Look at the middle of some places, in the size that shows them all, unless a person chose a size."""
        whole = Window.of(spaces)
        if self._chosen is None:
            fitting = [mesh for mesh in MESHES[: LEAST + 1] if _fits(whole, mesh, area)]
            self.mesh = fitting[0] if fitting else MESHES[LEAST]
        else:
            self.mesh = MESHES[self._chosen]
        rows, halves = self._room(area)
        self._north = (whole.north + whole.south + 1 - rows) // 2
        self._west = (whole.west + whole.east + 1 - halves) // 2

    def zoom(self, step: int) -> None:
        """Choose a larger or a smaller size."""
        now = MESHES.index(self.mesh)
        self._chosen = min(max(now - step, 0), len(MESHES) - 1)

    def follow(self, spaces: Collection[Space], area: Area) -> None:
        """Move just as far as necessary to see some places."""
        need, now = Window.of(spaces), self.window(area)
        self._north += min(0, need.north - now.north) + max(0, need.south - now.south)
        self._west += min(0, need.west - now.west) + max(0, need.east - now.east)

    def scroll(self, right: int, down: int) -> None:
        """Move by rows and half hexes."""
        self._west += right
        self._north += down

    def window(self, area: Area) -> Window:
        """Return what is shown."""
        rows, halves = self._room(area)
        return Window(self._north, self._north + rows - 1, self._west, self._west + halves - 1)

    def corner(self, area: Area) -> tuple[int, int]:
        """Return the column and the line where the window begins, so that it stands in the middle of the area."""
        window = self.window(area)
        spare = area.columns - window.columns(self.mesh), area.lines - window.rows(self.mesh)
        return area.left + max(0, spare[0]) // 2, area.top + max(0, spare[1]) // 2

    def space(self, area: Area, column: int, line: int) -> Space | None:
        """Return the hex under a character; None if there is none."""
        left, top = self.corner(area)
        x, y = column - left, 2 * (line - top)
        row = (y - len(self.mesh.tips) // 2) // self.mesh.pitch
        r = self._north + row
        q = (self._west - r + 2 * x // self.mesh.wide) // 2
        window = self.window(area)
        return (q, r) if x >= 0 <= row and window.sees((q, r)) else None

    def _room(self, area: Area) -> tuple[int, int]:
        mesh = self.mesh
        rows = (2 * area.lines - len(mesh.tips)) // mesh.pitch
        return max(1, rows), max(2, 2 * area.columns // mesh.wide)


def _fits(whole: Window, mesh: Mesh, area: Area) -> bool:
    rimmed = Window(whole.north - RIM, whole.south + RIM, whole.west - 2 * RIM, whole.east + 2 * RIM)
    return rimmed.columns(mesh) <= area.columns and rimmed.rows(mesh) <= area.lines
