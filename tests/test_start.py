"""The first minute: `urbanist.load`, a position that prints its board and draws itself, and what the seats get."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

import urbanist
from urbanist.engine import GAMES, State

#: The games that are drawn, each with its number of seats.
DRAWN = {"metropolys": 3, "akropolis": 2, "warszawa": 3}


def positions(name: str) -> list[State]:
    """Return positions from the beginning of a game to its end."""
    state = urbanist.load(name).deal(seats=DRAWN[name], seed=5)
    found = [state]
    while not state.over:
        move = state.chance() if state.due else state.legal()[len(found) % len(state.legal())]
        assert move is not None
        state = state.play(move)
        found.append(state)
    return [*found[::17], state]


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
