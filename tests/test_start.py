"""The first minute: `urbanist.load`, a position that prints its board and draws itself, and what the seats get."""

import subprocess
import sys
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

import urbanist
from tests.engine.python_games import Tricks
from urbanist.engine import GAMES, History, Move, State
from urbanist.search import Limit, ismcts, pimc

#: The games that are drawn, each with its number of seats.
DRAWN = {"metropolys": 3, "akropolis": 2, "warszawa": 3}


def positions(name: str) -> list[State]:
    """Return positions from the beginning of a game to its end."""
    state = urbanist.load(name).deal(seats=DRAWN[name], seed=5)
    states = [state]
    while not state.over:
        move = state.chance() if state.due else state.legal()[len(states) % len(state.legal())]
        assert move is not None
        state = state.play(move)
        states.append(state)
    return [*states[::17], state]


@pytest.mark.parametrize("name", DRAWN)
def test_a_position_alone_prints_its_board_and_draws_itself(name: str) -> None:
    for state in positions(name):
        lines = str(state).splitlines()
        assert len(lines) >= 14
        assert lines == [line.rstrip() for line in lines]
        drawing = state._repr_svg_()
        assert drawing is not None
        assert ElementTree.fromstring(drawing).tag.endswith("svg")
        assert "?" not in {each.text for each in ElementTree.fromstring(drawing).iter()}


def test_a_board_shows_what_was_played() -> None:
    state = urbanist.load("metropolys").deal(seats=3, seed=1)
    seat = state.to_move
    site = f"({'●■▲'[seat]}7)▀"  # on the map; the legend below it has such a bid too
    assert site not in str(state)
    assert site in str(state.play("7@N3"))


@pytest.mark.parametrize("name", DRAWN)
def test_seats_get_nothing_before_the_end_and_then_their_shares_of_the_win(name: str) -> None:
    *before, end = positions(name)
    assert {state.returns() for state in before if not state.over} == {(0.0,) * DRAWN[name]}
    winners = [rank == 1 for rank in end.ranks()]
    for won, got in zip(winners, end.returns(), strict=True):
        assert got == (DRAWN[name] / sum(winners) - 1 if won else -1)


def test_a_game_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(ValueError, match="no game 'chess'; there are metropolys, akropolis, warszawa"):
        urbanist.load("chess")
    with pytest.raises(ValueError, match="did you mean 'metropolys'"):
        urbanist.load("metropolis")
    assert urbanist.load("akropolis") is GAMES["akropolis"]


def test_a_position_says_what_it_is_where_nothing_draws_it() -> None:
    """The engine alone knows no table."""
    code = (
        "import sys; from urbanist.engine import GAMES; state = GAMES['akropolis'].deal(seats=2, seed=1); "
        "print(state, state._repr_svg_(), 'urbanist.bots' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "<akropolis state, ply 0, seat 0 to move> None False\n"


def midway(name: str, plies: int) -> State:
    """Return a position of a game in which a seat has a choice."""
    state = urbanist.load(name).deal(seats=DRAWN[name], seed=2)
    while state.ply < plies or state.due or len(state.moves()) < 2:
        state = state.play(state.chance() or state.legal()[state.ply % len(state.legal())])
    return state


@pytest.mark.parametrize("plies", [0, 7, 20])
@pytest.mark.parametrize("name", DRAWN)
def test_a_search_of_a_position_reads_nothing_that_the_seat_to_move_may_not_see(
    name: str, plies: int
) -> None:
    state = midway(name, plies)
    worlds = [state, *(state.reshuffled(state.to_move, seed) for seed in range(6))]
    assert len(set(worlds)) == 7
    for search in (ismcts, pimc):
        results = [search(world, Limit(nodes=60)) for world in worlds]
        assert {(result.move, tuple(result.values), result.points) for result in results} == {
            (results[0].move, tuple(results[0].values), results[0].points)
        }


def test_a_search_of_a_position_of_a_game_in_python_reads_its_mask() -> None:
    state = Tricks().deal(seats=2, seed=4)
    results = [
        ismcts(world, Limit(nodes=80)).values
        for world in (state, *(state.reshuffled(state.to_move, seed) for seed in range(5)))
    ]
    assert all(values == results[0] for values in results)


def test_a_search_of_a_position_is_that_of_the_view_where_moves_told_nothing() -> None:
    state = urbanist.load("akropolis").deal(seats=2, seed=1)
    limit = Limit(nodes=300)
    seen, told = (ismcts(known, limit) for known in (state, History.start(state).seen_by(state.to_move)))
    assert (seen.values, seen.points) == (told.values, told.points)
    assert state.best_move(limit) == ismcts(state, limit).move


def test_the_first_line_finds_a_move_before_anything_else_is_imported() -> None:
    line = "import urbanist; print(urbanist.load('metropolys').deal(seats=2, seed=1).best_move())"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "@" in done.stdout


def test_a_legal_move_prints_as_text_and_counts_as_a_number() -> None:
    state = urbanist.load("metropolys").deal(seats=3, options=("first=0",), seed=1)
    moves = state.legal()
    assert [str(move) for move in moves] == sorted(map(str, moves))
    assert sorted(moves) == state.moves().tolist()
    assert "7@N3" in moves
    assert moves[0] == str(moves[0]) == moves[0]
    assert moves[0] != "pass"
    assert {move: state.play(move).key for move in moves}[moves[3]] == state.play(str(moves[3])).key
    actions = state.actions()
    assert {state.move_of(action) for action in actions} == {*moves}
    assert all(isinstance(state.move_of(action), Move) for action in actions[:3])


def test_the_packages_of_the_house_wait_until_they_are_asked_for() -> None:
    code = (
        "import sys, urbanist; print('urbanist.engine' in sys.modules); "
        "print(urbanist.search.Limit(nodes=5).nodes, urbanist.bots.__name__, urbanist.testing.check_game.__name__)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "False\n5 urbanist.bots check_game\n"
    with pytest.raises(AttributeError, match="module 'urbanist' has no attribute 'serach'"):
        urbanist.serach  # noqa: B018 - the access is the test


def test_the_package_runs_as_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "urbanist", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("urbanist")


STATE = GAMES["metropolys"].deal(seats=2, seed=1)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ismcts(42), "expected a View or a State, not int"),  # type: ignore[arg-type]
        (
            lambda: ismcts(History.start(STATE)),  # type: ignore[arg-type]
            "expected a View or a State, not History; history.seen_by(seat) makes one",
        ),
        (lambda: ismcts(STATE, 1000), "limit: expected a Limit, not int"),  # type: ignore[arg-type]
        (lambda: STATE.best_move(1000), "limit: expected a Limit, not int"),
        (lambda: STATE.play(None), "None is neither a move nor a chance event"),  # type: ignore[arg-type]
        (lambda: STATE.play(1.5), "1.5 is neither a move nor a chance event"),  # type: ignore[arg-type]
        (lambda: urbanist.load(3), "no game '3'"),  # type: ignore[arg-type]
        (lambda: GAMES["metropolys"].deal(seats="2"), "seats='2': expected a whole number"),  # type: ignore[arg-type]
        (GAMES["metropolys"].deal, "seats"),
        (lambda: STATE.score_rows(7), "no seat 7; there are 2, counted from 0"),
        (lambda: STATE.reshuffled("0", 1), "seat='0': expected a whole number"),  # type: ignore[arg-type]
        (lambda: History.start("7@N3"), "expected a State, not str"),  # type: ignore[arg-type]
        (lambda: History.start(STATE.play(STATE.legal()[0])), "ply 1"),
        (lambda: History.start(STATE).seen_by(9), "no seat 9; there are 2, counted from 0"),
    ],
)
def test_a_wrong_argument_is_told_in_words(call: Callable[[], object], said: str) -> None:
    with pytest.raises((TypeError, ValueError)) as error:
        call()
    assert said in str(error.value)
