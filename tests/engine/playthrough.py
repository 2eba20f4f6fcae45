"""Writes a readable random game of each table: `python -m tests.engine.playthrough`.

`test_playthrough` compares the files under `tests/data/playthroughs`. A change of the rules or of the random numbers
changes them: run the command and read the difference.
"""

from pathlib import Path
from textwrap import indent

from tests.engine.tables import PLAIN_TABLES, Table, played
from urbanist.engine import State

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
SEED = 2026  # of the first table; the next tables have the next numbers
PICTURES = 4  # descriptions of the position, from the start to the end


def path_of(table: Table) -> Path:
    """Return the file of a table."""
    return FOLDER / f"{table.game.name}_{table.variant}_{table.seats}.txt"


def playthrough(table: Table) -> str:
    """Return the text of a file: the deal, the events with the number of choices, some positions, the result."""
    states, events = played(table, SEED + PLAIN_TABLES.index(table))
    shown = {len(events) * i // (PICTURES - 1) for i in range(PICTURES)}
    lines = [
        f"A random game of {table.game.name}, {table.variant}, {table.seats} players",
        "",
        table.game.notation.write_deal(states[0].array),
    ]
    for count, (state, event) in enumerate(zip(states, [*events, None], strict=True)):
        if count in shown:
            lines += ["", picture(state), ""]
        if event and state.due:
            lines.append(f"      chance  {event}")
        elif event:
            lines.append(f"{state.ply + 1:4}  seat {state.to_move}  {event:<6}  one of {len(state.legal())}")
    return "\n".join([*lines, *result(states[-1]), ""])


def picture(state: State) -> str:
    """Return the position as indented lines, with the current points."""
    points = ", ".join(f"seat {seat} {points}" for seat, points in enumerate(state.scores()))
    heading = f"after {state.ply} moves; points as they stand: {points}"
    return indent(f"{heading}\n{state.game.notation.describe(state.array)}", "    ")


def result(state: State) -> list[str]:
    """Return a line for each seat with its rank and points."""
    standing = zip(state.ranks(), state.scores(), strict=True)
    return [f"seat {seat}: rank {rank}, {points} points" for seat, (rank, points) in enumerate(standing)]


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for table in PLAIN_TABLES:
        path_of(table).write_text(playthrough(table), encoding="utf-8")


if __name__ == "__main__":
    main()
