"""Why a move of Warszawa is better: what is told of the games after two moves is counted again by their texts."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from urbanist.bots.analysis.cause import MoveComparison
from urbanist.bots.analysis.rollout import rollouts
from urbanist.bots.table.puzzles.store import read_shipped
from urbanist.bots.table.warszawa.text.reasons import because
from urbanist.engine import GAMES
from urbanist.engine.history import View

#: A move of a game with the seat that makes it, such as (1, "send@6").
Steps = list[tuple[int, str]]
GAME = GAMES["warszawa"]


@cache
def told() -> list[tuple[int, list[list[Steps]], str]]:
    """Return the sentences for the puzzles of late rounds, each with the seat and the games after both moves."""
    return list(sentences())


def sentences() -> Iterator[tuple[int, list[list[Steps]], str]]:
    for puzzle in read_shipped("warszawa"):
        view = View.read(GAME, puzzle.seat, puzzle.deal, puzzle.events)
        state, worst = view.bare_state(), min(puzzle.others, key=lambda move: puzzle.others[move])
        if state.seats > 3 or (int(state.array["stage"]), int(state.array["round"])) < (1, 2):
            continue
        moves = map(GAME.notation.move, (puzzle.best, worst))
        games = [rollouts(view, move, games=12, careful=(8, 8, 4)) for move in moves]
        comparison = MoveComparison(puzzle.seat, *games)
        own = [each for each in comparison.changes() if each.seat == puzzle.seat and each.points > 0]
        steps = [
            [[(before.to_move, str(move)) for before, move, _ in game.moves()] for game in side if game]
            for side in games
        ]
        for change in own:
            for said in because(comparison, comparison.cause_of(change), lambda seat: f"seat {seat}"):
                yield puzzle.seat, steps, said


def turn(seat: int, game: Steps) -> list[str]:
    """Return what the seat does before anybody else."""
    others = [number for number, (each, _) in enumerate(game) if each != seat]
    return [move for _, move in game[: others[0] if others else len(game)]]


def takers(game: Steps, place: str) -> list[int]:
    """Return who lays a foundation on a hex."""
    laid = re.compile(rf"(?!clear|metro|build|bridge)[a-z]+[0-9]*@{re.escape(place)}")
    return [seat for seat, move in game if laid.fullmatch(move)]


def found(pattern: str) -> list[tuple[int, list[list[Steps]], re.Match[str]]]:
    matches = [(seat, games, re.search(pattern, said)) for seat, games, said in told()]
    return [(seat, games, match) for seat, games, match in matches if match]


def test_a_rival_takes_the_hex_that_a_card_wants() -> None:
    cases = found(r"After the other move (?:a rival|seat (\d)) takes ([-\d,]+?),? .*in (\d+) of 10 games")
    for seat, (_, other), match in cases:
        who, place, number = match.groups()
        taken = [[each for each in takers(game, place) if each != seat] for game in other]
        assert int(number) == round(10 * sum(map(bool, taken)) / len(other))
        if who:
            assert sum(int(who) in each for each in taken) >= 0.75 * sum(map(bool, taken))
    assert len(cases) > 3


def test_others_take_the_hexes_that_the_other_move_clears() -> None:
    cases = found(r"Others take all hexes that the other move clears, in (\d+) of 10 games")
    for seat, (_, other), match in cases:
        given = 0
        for game in other:
            cleared = [move[6:] for move in turn(seat, game) if move.startswith("clear@")]
            given += bool(cleared) and not any(takers(game, place) in ([], [seat]) for place in cleared)
        assert int(match[1]) == round(10 * given / len(other))
    assert cases


def test_what_a_second_placement_does_is_done_before_the_others_move() -> None:
    cases = found(
        r"a second placement comes .* on ([-\d,]+), in (\d+) of 10 games, after the other move in (\S+)\."
    )
    for seat, games, match in cases:
        place, *numbers = match.groups()
        for side, number in zip(games, numbers, strict=True):
            laid = sum(takers([(seat, move) for move in turn(seat, game)], place) == [seat] for game in side)
            # A card may go to another hex in some of the games.
            assert laid / len(side) <= (0 if number == "none" else int(number) / 10) + 0.05
    assert len(cases) > 3


@pytest.mark.parametrize(
    "pattern",
    [
        r"^Then .+ fulfils the task .+ for \d, next to .+, in \d+ of 10 games, after the other move in \S+\.$",
        r"^.+ is built all the same in \d+ of 10 games; free for it now: \d+ hexes?\.$",
        r"beside it at the end\.$",
        r"no hex is left for .+\.$",
    ],
)
def test_what_counts_and_what_is_missing_is_told(pattern: str) -> None:
    assert found(pattern)
