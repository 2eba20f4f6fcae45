"""Files of puzzles: those that come with the package, and broken ones."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.bots.table.puzzles.made import GAMES_WITH_PUZZLES, of, opening, several, written
from urbanist.bots.table.puzzles.proof import LONG, TIMES, rating_of
from urbanist.bots.table.puzzles.store import Collection, Head, read, shipped
from urbanist.engine import GAMES, NotationError


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_the_shipped_puzzles_are_legal_clear_and_all_different(game: str) -> None:
    """Reading checks that every move is legal, and that no secret of another seat is open."""
    head, puzzles = read(shipped(game))
    assert head.game == game
    assert puzzles
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        assert puzzle.margin >= head.margin - 0.001, puzzle.id
        assert puzzle.place > 1
        assert puzzle.rating == rating_of(puzzle.missed, puzzle.place)
        assert puzzle.nodes == LONG
    assert TIMES == 20


def test_a_puzzle_keeps_its_id_and_two_positions_have_different_ones() -> None:
    assert opening().id == opening().id != opening(2).id


BROKEN = [
    (lambda text: "", r"the file is empty; expected puzzles"),
    (lambda text: "{}\n", r":1: not a line of a file of puzzles: Object missing required field `game`"),
    (lambda text: text.replace("puzzles/2", "puzzles/9"), r":1: format 'urbanist-puzzles/9'; expected"),
    (
        lambda text: text.replace('"place":4', '"place":0'),
        r":2: not a line of a file of puzzles: .*\$\.place",
    ),
    (lambda text: text.replace('"best":"', '"best":"x'), r":2: 'x.* is not a move of metropolys"),
    (lambda text: text.replace('"seat":0', '"seat":1'), r":2: seat 1 is not to move"),
    (
        lambda text: text.replace("metropolys", "warszawa", 1),
        r":2: a puzzle of metropolys in a file of warszawa",
    ),
    (lambda text: text[:-20], r":2: not a line of a file of puzzles: "),
]


@pytest.mark.parametrize(("spoil", "reason"), BROKEN)
def test_a_broken_file_is_refused_in_a_line_that_names_the_place(spoil, reason, tmp_path: Path) -> None:
    path = written(tmp_path / "mine.jsonl", [opening()])
    path.write_text(spoil(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(NotationError, match=reason) as caught:
        read(path)
    assert "\n" not in str(caught.value)


def test_a_puzzle_that_shows_a_card_of_another_seat_is_refused(tmp_path: Path) -> None:
    history = GAMES["metropolys"].deal(seats=2, options=("first=0",), seed=1)
    open_deal = GAMES["metropolys"].notation.write_deal(history.array)
    path = written(tmp_path / "mine.jsonl", [replace(opening(), deal=open_deal)])
    with pytest.raises(NotationError, match=":2: the position shows what seat 0 may not see"):
        read(path)


def test_the_best_move_cannot_be_one_of_the_others(tmp_path: Path) -> None:
    puzzle = opening()
    path = written(tmp_path / "mine.jsonl", [replace(puzzle, others={puzzle.best: 0.1})])
    with pytest.raises(NotationError, match=re.escape(f"the best move {puzzle.best} is one of the others")):
        read(path)


HEAD = Head(game="metropolys", margin=0.07, seed=1)


def test_a_collection_continues_after_its_last_whole_line(tmp_path: Path) -> None:
    path, puzzles = tmp_path / "mine.jsonl", several(3)
    played = [replace(puzzle, source=replace(puzzle.source, what="self-play")) for puzzle in puzzles]
    with Collection.open(path, HEAD, resume=False) as collection:
        collection.add(played[:2])
    with path.open("a", encoding="utf-8") as file:
        file.write('{"seat":0,"de')
    with Collection.open(path, HEAD, resume=True) as collection:
        assert collection.puzzles == played[:2]
        assert collection.following == 3
        collection.add(played[2:])
    assert read(path) == (HEAD, played)


def refusal(path: Path, head: Head, *, resume: bool) -> str:
    """Return why a file cannot be opened."""
    with pytest.raises(NotationError) as caught, Collection.open(path, head, resume=resume):
        pass
    return str(caught.value)


def test_a_collection_is_not_begun_twice_and_not_continued_as_another(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    assert "no such file, so there is no hunt to resume" in refusal(path, HEAD, resume=True)
    with Collection.open(path, HEAD, resume=False):
        assert "another process looks for these puzzles" in refusal(path, HEAD, resume=True)
    assert "exists already; --resume continues the hunt" in refusal(path, HEAD, resume=False)
    other = Head(game="metropolys", margin=0.07, seed=2)
    assert "belongs to another hunt: seed 1 there, 2 here" in refusal(path, other, resume=True)


def test_a_shipped_puzzle_hides_what_the_seat_does_not_know() -> None:
    assert all("?" in puzzle.deal for puzzle in of("metropolys"))
