"""The map in CONTRIBUTING.md agrees with the imports."""

from tests.draw_house import DOCUMENT, drawn_in, floors, graph, purpose


def test_the_map_agrees_with_the_sources() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text == drawn_in(text), "run python -m tests.draw_house"


def test_every_room_is_above_all_rooms_that_it_imports() -> None:
    rooms = graph()
    floor = {room: number for number, row in enumerate(floors(rooms)) for room in row}
    assert not [(room, below) for room, row in rooms.items() for below in row if floor[room] <= floor[below]]


def test_a_room_of_any_game_is_told_in_a_sentence() -> None:
    for room in graph():
        if "GAME" in room:
            said = purpose(room)
            assert said[0].isupper(), room
            assert " A game" not in said, room
