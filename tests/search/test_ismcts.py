"""Fairness: what a seat cannot see changes nothing that its bots and searches put out."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.engine.tables import PLAIN_TABLES, UNTOLD, Table, world, worlds
from tests.search.positions import untimed, whole_game, with_cards
from urbanist.bots.players import BOTS
from urbanist.bots.spec import parse_bot
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.search.ismcts import ismcts
from urbanist.search.limits import Limits
from urbanist.search.mcts import TreeSearch

BUDGET = {
    "random": "",
    "greedy": "",
    "pimc": ":nodes=60:worlds=3",
    "mcts": ":nodes=60",
    "ismcts": ":nodes=60",
}
MOST_WORLDS = 8


@pytest.fixture(params=PLAIN_TABLES, ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    table: Table = request.param
    return table


def other_worlds(table: Table, history: History, seat: int) -> list[History]:
    """Return the history with other cards in all hands but the seat's, or another draw pile, in several ways."""
    if table.game.name in UNTOLD:
        read = History.read(table.game, history.deal, history.events)
        return [read.redrawn(seed) for seed in range(MOST_WORLDS)]
    cards = worlds(table, seat, history.state.array)
    drawn = Random(len(history.events)).sample(cards, min(MOST_WORLDS, len(cards)))
    return [History.read(table.game, with_cards(history.deal, dealt), history.events) for dealt in drawn]


def is_secret(table: Table, state: State) -> bool:
    """Tell whether anything is hidden in a position."""
    return table.game.name not in UNTOLD or len(set(world(table, state.array))) > 1


def decisions(table: Table) -> Iterator[tuple[History, int, list[History]]]:
    """Yield positions of random games with the seat to move and the worlds that it cannot tell apart."""
    for seed in range(2):
        whole = whole_game(table, seed)
        choices = [
            ply for ply, state in enumerate(whole.states[:-1]) if not state.due and is_secret(table, state)
        ]
        for ply in choices[::13]:
            history = whole.until(ply)
            seat = history.state.to_move
            yield history, seat, other_worlds(table, history, seat)


def test_the_worlds_do_differ(table: Table) -> None:
    for _, _, others in decisions(table):
        assert len({table.hidden(other.state.array) for other in others}) == len(others) > 1


def test_no_bot_answers_to_what_it_cannot_see(table: Table) -> None:
    for history, seat, others in decisions(table):
        view = history.seen_by(seat)
        assert all(other.seen_by(seat) == view for other in others)
        for name in BOTS:
            bot = parse_bot(name + BUDGET[name])
            answer = untimed(bot.sit(7).choose(view))
            for other in others[:3]:
                assert untimed(bot.sit(7).choose(other.seen_by(seat))) == answer


def test_no_player_that_follows_a_game_answers_to_what_it_cannot_see(table: Table) -> None:
    whole = whole_game(table, 3)
    seat = table.seats - 1
    for name in BOTS:
        bot = parse_bot(name + BUDGET[name])
        answers = []
        for other in other_worlds(table, whole, seat)[:2]:
            player = bot.sit(1)
            turns = [
                ply for ply, state in enumerate(other.states[:-1]) if state.to_move == seat and not state.due
            ]
            views = [other.until(ply).seen_by(seat) for ply in turns]
            answers.append([untimed(player.choose(view)) for view in views])
        assert answers[0] == answers[1]


def test_a_search_given_the_truth_does_not_look_at_it(table: Table) -> None:
    for history, seat, others in decisions(table):
        states = [history.state, history.seen_by(seat).bare_state(), *(other.state for other in others)]
        before = [state.array.tobytes() for state in states]
        results = [
            untimed(TreeSearch(table.game, seed=2).think(state, Limits(nodes=120), observer=seat))
            for state in states
        ]
        assert all(result == results[0] for result in results)
        assert [state.array.tobytes() for state in states] == before


def test_the_search_of_a_view_is_the_search_of_any_state_that_fits_it(table: Table) -> None:
    for history, seat, others in decisions(table):
        found = ismcts(history.seen_by(seat), Limits(nodes=100, seed=4), utility="margin")
        search = TreeSearch(table.game, seed=4, utility="margin")
        assert untimed(search.think(others[0].state, Limits(nodes=100), observer=seat)) == untimed(found)


def test_a_search_without_observer_takes_the_state_for_the_truth(table: Table) -> None:
    _, _, others = next(decisions(table))
    limits = Limits(nodes=300)
    results = [untimed(TreeSearch(table.game, seed=2).think(other.state, limits)) for other in others]
    assert any(result != results[0] for result in results)


def test_draws_of_the_hidden_part_differ_from_visit_to_visit(table: Table) -> None:
    # What others hold is not known: their points are a mean over many hands, and no whole number.
    whole = whole_game(table, 4)
    secret = [ply for ply, state in enumerate(whole.states[:-1]) if not state.due and is_secret(table, state)]
    history = whole.until(secret[-1])
    seat = history.state.to_move
    result = TreeSearch(table.game).think(history.state, Limits(nodes=500), observer=seat)
    assert any(points % 1 for other, points in enumerate(result.values[0].points) if other != seat)
