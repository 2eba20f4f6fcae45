"""The tree of a search as text for other programs: DOT, which Graphviz draws, and JSON."""

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from urbanist.search.mcts import TreeSearch


def tree_json(search: "TreeSearch", least: int = 1) -> str:
    """Return the nodes of a search with at least so many visits as a JSON list, each after its parent.

    A node has its `parent` (a place in the list), `depth`, `move` in notation (the root and decisions have none),
    `visits`, `prior`, and `value` and `points` by seat.
    """
    return msgspec.json.encode(_rows(search, least)).decode()


def tree_dot(search: "TreeSearch", least: int = 1) -> str:
    """Return the nodes of a search with at least so many visits as a graph in DOT: moves, visits, values by seat."""
    lines = ["digraph tree {", "  node [shape=box];"]
    for number, row in enumerate(_rows(search, least)):
        values = " ".join(f"{value:.3f}" for value in row["value"])
        label = "\\n".join(filter(None, [row["move"], str(row["visits"]), values])).replace('"', '\\"')
        lines.append(f'  {number} [label="{label}"];')
        if number > 0:
            lines.append(f"  {row['parent']} -> {number};")
    return "\n".join([*lines, "}\n"])


def _rows(search: "TreeSearch", least: int) -> list[dict[str, Any]]:
    nodes: npt.NDArray[np.void] = search.nodes()
    seats = 0 if search.last is None else search.last.seats
    write = search.game.notation.write_move
    places: dict[int, int] = {}
    rows: list[dict[str, Any]] = []
    for number, node in enumerate(nodes):
        decides = number > 0 and node["depth"] == nodes["depth"][node["parent"]]
        # Nodes below one with too few visits are left out with it.
        if number > 0 and (int(node["visits"]) < least or int(node["parent"]) not in places):
            continue
        places[number] = len(rows)
        rows.append(
            {
                "parent": places[int(node["parent"])],
                "depth": int(node["depth"]),
                "move": None if number == 0 or decides else write(int(node["move"])),
                "visits": int(node["visits"]),
                "prior": float(node["prior"]),
                "value": node["value"][:seats].tolist(),
                "points": node["points"][:seats].tolist(),
            }
        )
    return rows
