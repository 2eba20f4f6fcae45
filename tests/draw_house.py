"""Draw the map of the house in CONTRIBUTING.md from the imports of the sources: `python -m tests.draw_house`.

A room is a folder with an `__init__.py`, or a module beside such folders in `bots`. Its floor is one above the highest
room that it imports. All folders of games are one room, `GAME`, with what lies in them in `engine`.
"""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from tests.imports import FILES, GAMES, ROOT, module_of, ours

DOCUMENT = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- drawn by tests/draw_house.py -->\n", "<!-- end of the drawing -->\n"
#: The purpose of folders that every game has.
OF_ANY_GAME = {
    "engine/GAME": "One game: its pieces, position, rules, scoring, features and notation.",
    "bots/table/GAME": "One game for people: its model, text, terminal and picture.",
}
#: The package that imports upwards, because it exports public names.
FRONT_DOOR = "bots"


def room_of(module: str) -> str:
    """Return the room of a module as a path; names of games become `GAME`."""
    parts = module.split(".")
    while not (ROOT.joinpath(*parts) / "__init__.py").exists() and len(parts) > 2:
        parts.pop()
    if len(parts) == 2 and parts[0] != "bots" and parts[1] not in GAMES:
        parts.pop()
    if parts[0] == "engine":
        del parts[2:]
    return "/".join("GAME" if part in GAMES else part for part in parts)


def graph() -> dict[str, set[str]]:
    """Return for each room the rooms that it imports."""
    rooms: dict[str, set[str]] = {room_of(module_of(path)): set() for path in FILES}
    for arrow in ours():
        source, target = room_of(arrow.source), room_of(arrow.target)
        if source != target and arrow.source != FRONT_DOOR and target != "bots":
            rooms[source].add(target)
    rooms.pop("bots")
    return rooms


def floors(rooms: dict[str, set[str]]) -> list[list[str]]:
    """Return the rooms of each floor, the lowest floor first."""
    floor: dict[str, int] = {}
    for room in TopologicalSorter(rooms).static_order():
        floor[room] = 1 + max((floor[below] for below in rooms[room]), default=-1)
    return [sorted(room for room in floor if floor[room] == n) for n in range(max(floor.values()) + 1)]


def purpose(room: str) -> str:
    """Return the first sentence of a room's docstring."""
    if room in OF_ANY_GAME:
        return OF_ANY_GAME[room]
    path = ROOT / room.replace("GAME", GAMES[0])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    sentence = " ".join(text.split("\n\n")[0].split())
    if "GAME" not in room:
        return sentence
    sentence = sentence.replace(GAMES[0].capitalize(), "a game")
    return sentence[0].upper() + sentence[1:]


def stands_on(room: str, rooms: dict[str, set[str]]) -> list[str]:
    """Return the rooms that a room imports, without those that it also reaches through another of them."""

    def below(start: str) -> set[str]:
        return rooms[start].union(*map(below, rooms[start]))

    return sorted(rooms[room].difference(*map(below, rooms[room])))


def drawing() -> str:
    """Return the map: a line for each room, the lowest floor first."""
    rooms = graph()
    table = [
        f"| {number} | `{room}` | {purpose(room)} | {', '.join(stands_on(room, rooms))} |"
        for number, floor in enumerate(floors(rooms))
        for room in floor
    ]
    return "\n".join(["| floor | room | what it is for | stands on |", "|---|---|---|---|", *table, ""])


def drawn_in(text: str) -> str:
    """Return a document with a new map between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{drawing()}\n{END}{after}"


def draw(path: Path = DOCUMENT) -> None:
    """Draw the map in a document."""
    path.write_text(drawn_in(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    draw()
