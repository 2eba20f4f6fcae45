"""Time management: a share of the clock for each move, less for a clear one, more for a close one, never too much."""

import shlex
import time

import pytest

from tests.bots.cli.using import PROGRAM
from tests.engine.tables import PLAIN_TABLES
from tests.search.named import named
from tests.search.positions import BY_NAME, FAMILY_2, last_choice, whole_game
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.builtin import IsmctsBot, PimcBot
from urbanist.bots.players.player import Bot
from urbanist.bots.players.time_management import budget, has_enough, moves_to_go, optimum_and_maximum, sliced
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine.history import History
from urbanist.search.limit import INFINITE, LEAST, Limit
from urbanist.search.result import MoveValue, Result

PACE = Limit(optimum=1.0, time=2.0)


def result_of(first: tuple[int, float], *others: tuple[int, float], seconds: float) -> Result:
    """Return the result of a search that makes 1000 visits a second, with visits and values of its moves."""
    values = tuple(
        MoveValue(named(chr(97 + i)), visits, value, ()) for i, (visits, value) in enumerate([first, *others])
    )
    return Result(named("a"), values, (), (), (named("a"),), round(1000 * seconds), seconds)


@pytest.mark.parametrize(
    ("first", "second", "seconds", "enough"),
    [
        ((300, 0.5), (100, 0.4), 0.4, False),  # 600 visits are to come
        ((690, 0.5), (10, 0.4), 0.7, True),  # 300 visits are to come
        ((500, 0.5), (200, 0.4), 0.7, False),
        ((500, 0.5), (200, 0.4), 0.701, True),
        ((9000, 0.5), (10, 0.4), 0.005, True),  # a kept tree knows the move
        ((700, 0.5), (300, 0.4), 1.0, True),
        ((600, 0.5), (400, 0.4), 1.0, False),  # close
        ((700, 0.5), (300, 0.6), 1.0, False),  # the second is better, the first is only older
        ((510, 0.5), (490, 0.6), 2.0, True),
    ],
)
def test_a_search_ends_as_the_two_best_moves_demand(
    first: tuple[int, float], second: tuple[int, float], seconds: float, enough: bool
) -> None:
    assert has_enough(result_of(first, second, seconds=seconds), PACE, seconds) == enough


def test_a_move_without_a_rival_still_takes_until_no_rival_can_come() -> None:
    assert not has_enough(result_of((400, 0.5), seconds=0.4), PACE, 0.4)
    assert has_enough(result_of((600, 0.5), seconds=0.6), PACE, 0.6)


def on_clock(left: float, increment: float, ahead: float) -> tuple[float, float]:
    """Return the optimum and the maximum time of a decision if so many moves are to come."""
    return optimum_and_maximum(Limit(clock=left, increment=increment), ahead)


def test_a_limit_of_the_move_holds_for_both_times() -> None:
    optimum, most = on_clock(60.0, 1.0, 10)
    for seconds in (0.5, (optimum + most) / 2, 100.0):
        limit = Limit(clock=60.0, increment=1.0, time=seconds)
        assert optimum_and_maximum(limit, 10) == (min(optimum, seconds), min(most, seconds))


@pytest.mark.parametrize(("left", "increment"), [(0.05, 0.005), (10, 0.1), (60, 0), (0.2, 1), (3600, 10)])
@pytest.mark.parametrize("moves", [1, 5, 18, 50])
def test_even_if_every_choice_is_close_the_clock_does_not_run_out(
    left: float, increment: float, moves: int
) -> None:
    for ahead in range(moves, 0, -1):
        optimum, most = on_clock(left, increment, ahead)
        assert LEAST <= optimum <= most <= 0.9 * left
        left += increment - most
    assert left > 0


def test_a_clock_that_stands_at_zero_leaves_a_millisecond() -> None:
    assert on_clock(0.0, 0.0, 10) == (LEAST, LEAST)


def test_the_moves_to_come_are_those_of_the_game() -> None:
    state = BY_NAME["akropolis-standard-2"].deal(1)
    assert moves_to_go(state) == 18
    for table in PLAIN_TABLES:
        assert 1 <= moves_to_go(last_choice(table, 1)) < 12 < moves_to_go(table.deal(1)) < 80


def test_a_forced_move_is_played_at_once() -> None:
    whole = whole_game(BY_NAME["warszawa-advanced-5"], 3)
    forced = next(ply for ply, state in enumerate(whole.states) if len(state.moves()) == 1)
    history = whole.until(forced)
    view = history.seen_by(history.state.to_move)
    assert budget(Limit(clock=100, increment=10), IsmctsBot(), view) == Limit(time=LEAST, optimum=LEAST)


def test_only_a_clock_of_its_own_makes_a_usual_time() -> None:
    view = History.start(FAMILY_2.deal(1)).seen_by(0)
    assert budget(None, IsmctsBot(time=0.5), view) == Limit(time=0.5)
    other = Limit(time=0.5, seats=(Limit(time=0.5), Limit(clock=5.0)))
    assert budget(other, IsmctsBot(), view) == Limit(time=0.5)
    assert budget(Limit(clock=5.0, time=0.01), IsmctsBot(), view) == Limit(time=0.01, optimum=0.01)
    assert budget(INFINITE, IsmctsBot(nodes=3), view) == INFINITE


def test_nodes_are_made_to_the_last_under_a_clock() -> None:
    view = History.start(FAMILY_2.deal(1)).seen_by(0)
    limit = Limit(clock=60.0)
    optimum, most = optimum_and_maximum(limit, moves_to_go(view.state()))
    assert budget(limit, IsmctsBot(nodes=300), view) == Limit(nodes=300, time=optimum)
    assert budget(Limit(clock=60.0, nodes=40), IsmctsBot(), view) == Limit(nodes=40, time=optimum)
    assert budget(limit, IsmctsBot(time=0.5), view) == Limit(time=0.5, optimum=0.5)
    assert budget(limit, PimcBot(), view, even=True) == Limit(time=optimum)
    assert budget(limit, IsmctsBot(), view) == Limit(time=most, optimum=optimum)
    assert IsmctsBot(nodes=300).sit(0).choose(view, limit).nodes == 300


def test_a_search_on_a_clock_ends_before_its_limit_once_it_has_enough() -> None:
    view = History.start(FAMILY_2.deal(1)).seen_by(0)
    think = IsmctsBot(expansion="widening", widen=0).sit(0).prepare(view)  # type: ignore[attr-defined]
    *_, last = sliced(
        think, Limit(time=600, optimum=0.05), 1, time.perf_counter()
    )  # it looks at one move only
    assert last.values[0].visits == last.nodes


COMMAND = shlex.join([*PROGRAM, "bot", "ismcts"])


@pytest.mark.parametrize(
    "bots",
    [
        pytest.param((IsmctsBot(), PimcBot()), id="in this process", marks=pytest.mark.nightly),
        pytest.param((CommandBot(COMMAND), CommandBot(COMMAND, ponder=True)), id="processes"),
    ],
)
def test_no_game_is_lost_on_time(bots: tuple[Bot, Bot]) -> None:
    # The grace is for a machine that is busy with other tests; a search that ignored its clock would take longer.
    clock = clock_of(time=0.05, increment=0.005, grace=10.0)
    with Arena() as arena:
        for table in ("metropolys-expert-2", "akropolis-standard-2"):
            played = arena.play(Pairing.of(History.start(BY_NAME[table].deal(3)), bots, [1, 2], [clock] * 2))
            assert played.record.ended == "played out"
