"""The layout of a terminal: the map, the panel beside it, and below it what fits."""

from rich.text import Text

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, beside
from urbanist.bots.table.warszawa.terminal import panel
from urbanist.bots.table.warszawa.terminal.board_map import draw_map
from urbanist.bots.table.warszawa.terminal.raster import MESHES, Mesh

GAP = 1
LEAST_COLUMNS, LEAST_ROWS = MESHES[-1].columns + GAP + panel.WIDTH, MESHES[-1].rows + 1
#: The contents of the panel from the fullest to the shortest.
FULLNESS = (
    (True, True, True),
    (True, True, False),
    (True, False, False),
    (False, True, False),
    (False, False, False),
)


def draw(pov: PlayerView, columns: int, lines: int) -> Block:
    """Return the whole table in at most `columns` and `lines`."""
    mesh = _mesh(columns, lines)
    width = columns - mesh.columns - GAP
    left, right = _map(pov, mesh), _panel(pov, width, lines)
    for block, wide in ((left, mesh.columns), (right, width)):
        legend = [Text(), *panel.legend(wide)]
        if len(block) + len(legend) <= lines:
            block.extend(legend)
            break
    block, wide = (left, mesh.columns) if len(left) <= len(right) else (right, width)
    last = panel.log(pov, wide, lines - len(block) - 1)
    block.extend([Text(), *last] if last else [])
    return beside([left, right], GAP)


def _mesh(columns: int, lines: int) -> Mesh:
    """Return the largest mesh in which map and panel fit."""
    fitting = (mesh for mesh in MESHES if mesh.columns + GAP + panel.WIDTH <= columns and mesh.rows <= lines)
    return next(fitting, MESHES[-1])


def _map(pov: PlayerView, mesh: Mesh) -> Block:
    return list(draw_map(pov, mesh).split("\n"))


def _panel(pov: PlayerView, width: int, lines: int) -> Block:
    """Return the fullest panel that fits into its lines."""
    seat = pov.seat
    if seat is None or pov.state.over:
        own = panel.revealed(pov)
    else:
        own = [*panel.norm(pov, seat), *panel.hand(pov, seat, width)]
    found: Block = []
    for fields, functions, gaps in FULLNESS:
        parts = (
            [*panel.title(pov), *panel.seats(pov, roomy=functions)],
            panel.tasks(pov),
            [] if pov.state.over else panel.board(pov, width, roomy=fields),
            own,
        )
        found = _stacked(parts, gaps=gaps)
        if len(found) <= lines:
            break
    for line in found:
        line.truncate(width, overflow="ellipsis")
    return found[:lines]


def _stacked(parts: tuple[Block, ...], *, gaps: bool) -> Block:
    found: Block = []
    for part in filter(None, parts):
        found += [*([Text()] if gaps and found else []), *part]
    return found
