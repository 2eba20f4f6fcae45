"""The layout of a terminal: the map in colour, a column beside it, the players below."""

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, beside
from urbanist.bots.table.metropolys.terminal import board_map, raster, side_column
from urbanist.bots.table.metropolys.terminal.floor import SLOPE
from urbanist.bots.table.metropolys.terminal.seat_rows import seats
from urbanist.engine.metropolys.notation import targets

LEAST_COLUMNS = raster.LEAST_COLUMNS + 1 + side_column.WIDTH
LEAST_ROWS = raster.LEAST_ROWS + 5


def draw(pov: PlayerView, width: int, height: int) -> Block:
    """Return map, side column and players; the map as large as fits."""
    below = seats(pov)
    rows = max(raster.LEAST_ROWS, height - len(below))
    columns = max(raster.LEAST_COLUMNS, min(width - 1 - side_column.WIDTH, round(rows / SLOPE)))
    rows = min(rows, round(columns * SLOPE))
    record = pov.state.array
    city = board_map.draw_map(record, columns, rows, targets(record)).split("\n")
    return [*beside([list(city), side_column.side(pov, rows)], gap=1), *below]
