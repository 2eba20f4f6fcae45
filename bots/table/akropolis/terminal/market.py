"""The market at the top of the board: tiles that can be pointed at."""

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import tile_city
from urbanist.bots.table.akropolis.model.hand import Site
from urbanist.bots.table.akropolis.terminal import colours
from urbanist.bots.table.akropolis.terminal.honeycomb import MESHES, SMALL, Face, Mesh, Window, mark, paint
from urbanist.bots.table.kit.colour import BLACK, GREY, LEGAL, blend
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.engine.akropolis.pieces import TILES

#: The market takes at most this share of the lines, and the columns between two tiles.
SHARE, GAP = 0.26, 3
#: The least width of a tile with its label, such as `41 2◆` and a sign.
LEAST = 6
#: How much a tile that is too dear fades into grey.
FADED = 0.4
TRIANGLE = Window.of(tile_city(TILES[1].hexes))


class Market:
    """The open tiles in a row: how large they are drawn, and where each one begins."""

    def __init__(self, site: Site, columns: int, lines: int) -> None:
        self._site = site
        self.mesh = next(mesh for mesh in MESHES if mesh is SMALL or self._fits(mesh, columns, lines))
        self._pitch = self._wide(self.mesh) + min(
            GAP, max(1, columns // len(site.market) - self._wide(self.mesh))
        )
        self.lines = 1 + TRIANGLE.rows(self.mesh)

    def _wide(self, mesh: Mesh) -> int:
        return max(LEAST, TRIANGLE.columns(mesh))

    def _fits(self, mesh: Mesh, columns: int, lines: int) -> bool:
        wide = (self._wide(mesh) + 1) * len(self._site.market)
        return wide <= columns and 1 + TRIANGLE.rows(mesh) <= SHARE * lines

    def tile_at(self, column: int, line: int) -> int | None:
        """Return the tile under a character."""
        place = column // self._pitch
        return self._site.market[place] if line < self.lines and place < len(self._site.market) else None

    def paint(self, canvas: Canvas, taken: int | None) -> None:
        """Paint the tiles; the taken one is framed."""
        for place, tile in enumerate(self._site.market):
            left = place * self._pitch
            dear = tile not in self._site.payable
            self._label(canvas, left, tile, place, taken=tile == taken, dear=dear)
            looks = {
                space: Face(
                    blend(colours.ground(top, space), GREY, FADED * dear),
                    colours.ink(top),
                    mark(top, self.mesh),
                    tile,
                    LEGAL if tile == taken else None,
                )
                for space, top in tile_city(TILES[tile].hexes).items()
            }
            paint(canvas, looks, self.mesh, TRIANGLE, left, 1)

    def _label(self, canvas: Canvas, left: int, tile: int, cost: int, *, taken: bool, dear: bool) -> None:
        text = f"{tile} {cost}◆" if cost or self.mesh is SMALL else tr("{tile} free", tile=tile)
        if taken:
            canvas.write(left, 0, text, BLACK, LEGAL)
        else:
            canvas.write(left, 0, text, GREY if dear else None, bold=not dear)
