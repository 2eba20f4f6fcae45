"""Why one move is better than another: in sentences with names; and hints that lead to different things."""

import re
from itertools import permutations
from threading import Event

import pytest

from tests.bots.table.playing import city_game, played, rebuilt
from tests.engine.hidden_games import Goofspiel
from urbanist.bots.analysis.cause import Stake
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.python_bot import seated
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.session.advice import IDEAS, LEAST_VISITS, Hint, advised, best, ideas
from urbanist.bots.table.session.reasons import Reasons
from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.history import History
from urbanist.search.result import MoveValue, Result

#: A position of each game, with moves of which some lead to different things.
CASES = {
    "metropolys": (played(17, seed=2, seats=2), ("12@E9", "11@C14", "9@C14")),
    "akropolis": (city_game(40, seed=2), ("2@7,-10/3", "2@6,-10/5", "2@9,-9/2")),
    "warszawa": (rebuilt(40, seed=4, seats=3), ("praga1@0,-2", "praga1@2,-3", "praga1@-2,-1")),
}
SEAT = r"seat \d \([a-z]+\)"
WHOSE = rf"(you|{SEAT}) [+-]\d+\.\d( \([^.]+ rather than [^.]+\))?"
SENTENCES = re.compile(
    # What each game tells before is tested with the game.
    rf"([A-Z][^.]+\. ){{1,7}}Points for [a-z ]+, on average: {WHOSE}(, {WHOSE})*"
    r"(; (with [a-z ]+ [+-]\d+\.\d((,| and) [a-z ]+ [+-]\d+\.\d)* )?in all [+-]\d+\.\d)?\."
)


def at(name: str) -> tuple[PlayerView, list[Move]]:
    """Return the view of a person who is to move, and the moves."""
    history, texts = CASES[name]
    seat = history.state.to_move
    players = tuple("human" if each == seat else "level=5" for each in range(history.state.seats))
    return PlayerView.of(history, seat, players), [history.game.notation.move(text) for text in texts]


@pytest.mark.parametrize("name", CASES)
def test_it_is_said_in_sentences_with_names(name: str) -> None:
    pov, moves = at(name)
    reasons = Reasons.of(pov)
    said = [reasons.why(*pair) for pair in permutations(moves, 2)]
    assert any(said)
    for why in filter(None, said):
        assert SENTENCES.fullmatch(why), why
        assert f"seat {pov.seat} " not in why
    # Nothing is better than itself, and no reason is large enough for a thousand points.
    assert not reasons.why(moves[0], moves[0])
    assert not any(reasons.why(*pair, Stake(points=1000.0)) for pair in permutations(moves, 2))
    assert reasons.same(moves[0], moves[0])


def test_what_the_better_move_leads_to_is_told_with_the_row_of_each_seat() -> None:
    """The winner of E9 opens on E10, where nobody can outbid; after the other move the rival mostly has its token."""
    pov, (better, other, _) = at("metropolys")
    reasons = Reasons.of(pov)
    said = reasons.why(better, other)
    assert said.startswith("Then you build on E10 (trendy token, ")
    assert (
        ": nobody can outbid) in 10 of 10 games, after the other move in 2. Points for trendy tokens, "
        "on average: you +"
    ) in said
    assert ", seat 0 (medium) -" in said
    assert not reasons.same(better, other)
    assert reasons.rather(better, other).endswith(f": {said}")


def result(values: list[tuple[Move, int, float, float]], seat: int, seats: int) -> Result:
    """Return the result of a search from moves with visits, win shares and points."""
    listed = tuple(
        MoveValue(move, visits, share, tuple(points if each == seat else 20.0 for each in range(seats)))
        for move, visits, share, points in values
    )
    return Result(listed[0].move, listed, (0.5,) * seats, (20.0,) * seats, (), 1000, 0.1)


def test_where_win_shares_are_even_points_decide() -> None:
    _, (one, two, three) = at("warszawa")
    searched = result([(one, 900, 1.0, 38.6), (two, 400, 0.999, 44.6), (three, 300, 0.9, 50.0)], 2, 3)
    assert [value.move for value in best(searched, 2)] == [two, one, three]


def test_moves_that_lead_to_the_same_thing_are_one_idea() -> None:
    pov, (one, other, two) = at("akropolis")
    reasons, seat = Reasons.of(pov), pov.state.to_move
    assert reasons.same(one, other)
    searched = result([(one, 500, 0.6, 60.0), (other, 400, 0.6, 59.9), (two, 300, 0.58, 50.0)], seat, 2)
    told = ideas(searched, reasons, seat)
    assert [idea.value.move for idea in told] == [one, two]
    assert len(told) <= IDEAS
    assert told[0].why.startswith(
        "Tile 2 at 7,-10← rather than tile 2 at 9,-9↙: This tile is the base: markets go on it on level 2, "
    )
    hint = Hint.of(searched, pov, table_of("akropolis"), str)
    assert list(hint.moves) == [one, two]
    assert hint.after.splitlines()[0] == told[0].why


def test_a_game_without_a_network_has_hints_and_no_reasons() -> None:
    history = History.start(Goofspiel().deal(seats=2))
    seat = history.state.to_move
    pov = PlayerView.of(history, seat, ("human", "human"))
    one, two, *_ = history.state.legal()
    searched = result([(one, 500, 0.6, 6.0), (two, 400, 0.5, 5.0)], seat, 2)
    assert [idea.why for idea in ideas(searched, Reasons.of(pov), seat)] == ["", ""]


def test_reasons_are_the_same_whatever_the_others_hold() -> None:
    history = CASES["metropolys"][0]
    seat, deal = history.state.to_move, history.states[0]
    said = set()
    for seed in range(2):
        other = History.start(deal.reshuffled(seat, seed))
        for event in history.events:
            other = other.play(event)
        pov = PlayerView.of(other, seat, ("human", "human"))
        one, two = map(GAMES["metropolys"].notation.move, ("12@E9", "11@C14"))
        said.add(Reasons.of(pov).why(one, two))
    assert len(said) == 1


@pytest.mark.parametrize(
    ("adviser", "ended", "least"),
    [("ismcts:time=0.001", False, LEAST_VISITS), ("ismcts:time=0.001", True, 1), ("greedy", False, 0)],
)
def test_a_hint_has_a_least_number_of_visits_unless_it_is_ended(
    adviser: str, ended: bool, least: int
) -> None:
    pov, _ = at("metropolys")
    enough = Event()
    if ended:
        enough.set()
    searched = advised(seated(parse_bot(adviser), 1), pov.view, enough)
    assert searched.move in pov.state.legal()
    assert searched.nodes >= least
    assert (searched.nodes >= LEAST_VISITS) == (least == LEAST_VISITS)
