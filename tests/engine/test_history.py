"""Histories and views that grow are those that are made anew."""

import random
from dataclasses import replace

import numpy as np
import pytest

from urbanist.engine import GAMES
from urbanist.engine.history import History, View

PLIES = 60


def played(name: str, seed: int) -> History:
    """Return a game of random moves, in which each seat has looked at each position."""
    draw = random.Random(seed)
    history = History.start(GAMES[name].deal(seats=3, seed=seed))
    while len(history.events) < PLIES and not history.state.over:
        look(history)
        history = history.play(draw.choice(history.state.legal()))
    return history


def look(history: History) -> list[View]:
    views = [history.seen_by(seat) for seat in (None, *range(history.state.seats))]
    for view in views:
        view.states()
    return views


def same(history: History) -> bool:
    """Return whether the views of a history are those of one that nobody has looked at."""
    unseen = replace(history, _views={})
    return all(
        grown == fresh
        and all(
            np.array_equal(one.array, other.array)
            for one, other in zip(grown.states(), fresh.states(), strict=True)
        )
        for grown, fresh in zip(look(history), look(unseen), strict=True)
    )


@pytest.mark.parametrize("name", GAMES.shipped)
def test_a_view_that_grows_is_the_view_of_the_whole_history(name: str) -> None:
    history = played(name, 5)
    assert same(history)
    for seat in range(3):
        assert len(history.seen_by(seat).states()) == len(history.states)


@pytest.mark.parametrize("name", GAMES.shipped)
def test_a_history_that_is_cut_or_drawn_again_forgets_what_comes_later(name: str) -> None:
    history = played(name, 6)
    look(history)
    for other in (history.until(20), history.until(0), history.redrawn(3), history.until(31).redrawn(4)):
        assert same(other)


def test_two_ways_to_go_on_from_a_position_have_views_of_their_own() -> None:
    before = played("warszawa", 7).until(25)
    look(before)
    first, *_, last = (before.play(move) for move in before.state.legal())
    assert same(first)
    assert same(last)
    assert first.seen_by(0).until(25) == last.seen_by(0).until(25) == before.seen_by(0)


def test_a_view_has_the_beginning_of_its_game() -> None:
    history = played("metropolys", 8)
    view = history.seen_by(1)
    assert view.until(10) == history.until(10).seen_by(1)
    assert np.array_equal(view.until(10).bare_state().array, view.states()[10].array)
