"""Why a move of Warszawa is better: what is told of the games after two moves is counted again by their texts."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from statistics import fmean

import pytest

from tests.search.positions import BY_NAME, whole_game
from urbanist.bots.analysis.cause import MoveComparison, Played
from urbanist.bots.analysis.rollout import rollouts
from urbanist.bots.table.puzzles.store import read_shipped
from urbanist.bots.table.warszawa.model.city import plots, supply_of
from urbanist.bots.table.warszawa.text.reasons import GameAfter, because
from urbanist.engine import GAMES
from urbanist.engine.event import Move
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
        if state.seats > 4 or (int(state.array["stage"]), int(state.array["round"])) < (1, 2):
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


def test_a_hex_that_is_free_for_a_card_is_not_cleared_first() -> None:
    cases = found(r"takes ([-\d,]+), (?:the only free hex|one of \d hexes free) for .+, in \d+ of 10 games")
    for _, games, match in cases:
        assert not any(move == f"clear@{match[1]}" for side in games for game in side for _, move in game)
    assert cases


def test_no_hex_is_left_where_the_only_free_one_is_taken() -> None:
    cases = 0
    for (_, _, before), (_, _, said) in pairwise(told()):
        if re.match(r"Then no hex is left for .+\.$", said):
            assert "the only free hex" in before or "Others take all hexes" in before
            cases += 1
    assert cases


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


# -- the rest of random games -----------------------------------------------------------------------------------------


def random_games() -> Iterator[tuple[int, list[Played]]]:
    """Yield random games of three seats from one of their positions on, each with the seat to move there."""
    for seed in range(6):
        history = whole_game(BY_NAME["warszawa-advanced-3"], seed)
        plies = [ply for ply, event in enumerate(history.events) if isinstance(event, Move)]
        states, events = history.states, history.events
        moves: list[Played] = [
            (states[ply], event, states[following])
            for ply, following in pairwise([*plies, len(events)])
            if isinstance(event := events[ply], Move)
        ]
        for begin in range(10, len(moves), 7):
            yield moves[begin][0].to_move, moves[begin:]


def funds_later(seat: int, moves: list[Played]) -> int | None:
    """Return the funds of a seat when it first builds in a later round than that of the first move."""
    now, *rounds = [[int(before.array[name]) for name in ("stage", "round")] for before, _, _ in moves]
    later = [before for (before, _, _), each in zip(moves[1:], rounds, strict=True) if each != now]
    builds = [state for state in later if state.to_move == seat and int(state.array["phase"]) == 2]
    return int(builds[0].array["cubes"][seat][0]) if builds else None


def test_the_funds_of_the_next_round_are_those_before_the_first_thing_is_paid_for() -> None:
    funds = [(GameAfter(moves).funds(), funds_later(seat, moves)) for seat, moves in random_games()]
    assert all(told == counted for told, counted in funds)
    assert sum(told is None for told, _ in funds) > 5
    assert sum(told is not None for told, _ in funds) > 20


def test_a_card_for_a_site_waits_for_the_clearing_of_it() -> None:
    waiting = 0
    for seat, moves in random_games():
        after, start = GameAfter(moves), moves[0][0]
        for card in supply_of(start, seat).hand:
            held = [state for _, _, state in moves if card in supply_of(state, seat).hand]
            if card.site is None or not held or int(held[-1].array["stage"]) != 0:
                continue
            plot = next(plot for plot in plots(held[-1]) if plot.hexagon == card.site)
            never_laid = not any(str(move).startswith(f"{card.id}@") for _, move, _ in moves)
            assert (after.lacks(card) == "site") == (plot.rubble and never_laid)
            waiting += plot.rubble and never_laid
    assert waiting > 5


def test_a_card_fulfils_the_tasks_whose_points_its_building_brings() -> None:
    fulfilled = 0
    for seat, moves in random_games():
        after = GameAfter(moves)
        tasks = {task for _, each in after.builds.values() for task in each}
        for before, move, then in moves:
            if before.to_move != seat or not str(move).startswith("build@"):
                continue
            card = next(iter(GameAfter([(before, move, then)]).builds))
            points = [
                sum(row.points for row in state.score_rows(seat) if row.kind == "tasks and industry")
                for state in (before, then)
            ]
            if card.type != "industrial":
                brought = sum(task.points for task in tasks if after.fulfils(card, task))
                assert brought == points[1] - points[0]
                fulfilled += brought > 0
    assert fulfilled > 2


def test_others_take_what_a_turn_clears() -> None:
    given = 0
    for seat, moves in random_games():
        steps = [(before.to_move, str(move)) for before, move, _ in moves]
        cleared = {move[6:] for move in turn(seat, steps)[1:] if move.startswith("clear@")}
        away = {place for place in cleared if {*takers(steps, place)} - {seat}}
        after = GameAfter(moves)
        assert after.given_away == away
        assert after.gives_away() == (bool(cleared) and away == cleared)
        given += bool(away)
    assert given


def left_over() -> Iterator[tuple[int, MoveComparison, str]]:
    """Yield what is told of a metro segment rather than the end of building, with the seat and the games after both."""
    for seed in range(8):
        history = whole_game(BY_NAME["warszawa-advanced-3"], seed)
        for ply in range(len(history.events) - 60, len(history.events)):
            state = history.states[ply]
            texts = {str(move): move for move in state.legal()} if not (state.over or state.due) else {}
            digs = [move for text, move in texts.items() if text.startswith("metro@")]
            if not digs or "done" not in texts:
                continue
            view, seat = history.until(ply).seen_by(state.to_move), state.to_move
            games = [rollouts(view, move, games=12, careful=(2,)) for move in (digs[0], texts["done"])]
            comparison = MoveComparison(seat, *games)
            for change in comparison.changes():
                if (
                    change.seat == seat
                    and change.row
                    and change.row.kind == "metro segments"
                    and change.points > 0
                ):
                    said = because(comparison, comparison.cause_of(change), lambda seat: f"seat {seat}")
                    yield seat, comparison, " ".join(said)


def test_the_end_of_building_leaves_funds() -> None:
    """What is left in the last round is worth nothing; before, the funds of the next round are told."""
    last = missed = 0
    for seat, comparison, said in left_over():
        if not said:
            continue
        funds = [[funds_later(seat, moves) for moves in games] for games in comparison.moves]
        over = not any(each is not None for each in (*funds[0], *funds[1]))
        assert ("It is the last round: cubes that are left are worth nothing." in said) == over
        last += over
        if match := re.search(r"(\d+\.\d) funds on average, after the other move (\d+\.\d)", said):
            means = [fmean(each for each in side if each is not None) for side in funds]
            assert [float(each) for each in match.groups()] == [
                pytest.approx(each, abs=0.051) for each in means
            ]
            assert means[0] >= means[1] - 0.5
            missed += 1
    assert last > 1
    assert missed
