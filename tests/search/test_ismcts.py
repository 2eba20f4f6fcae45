"""Fairness: what a seat cannot see changes nothing that its bots and searches put out."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tests.engine.tables import SECRET_TABLES, Table, by_day, choices
from tests.search.positions import untimed, whole_game
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import BOTS
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.search.belief import belief_for
from urbanist.search.ismcts import ismcts
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import network_of
from urbanist.search.option import options_of
from urbanist.search.options import SearchOptions

BUDGET = {
    "random": "",
    "greedy": "",
    "pimc": ":nodes=16:worlds=2",
    "mcts": ":nodes=16",
    "ismcts": ":nodes=16",
    "mccfr": ":nodes=16",
}
#: Every bot, and those that draw by a belief, when they draw evenly.
TEXTS = [
    *(name + BUDGET[name] for name in BOTS),
    *(f"{name}{BUDGET[name]}:draw=even" for name in ("pimc", "mcts", "ismcts")),
]
MAX_WORLDS = 8


@pytest.fixture(params=by_day(SECRET_TABLES))
def table(request: pytest.FixtureRequest) -> Table:
    table: Table = request.param
    return table


def decisions(table: Table, games: int = 2) -> Iterator[tuple[History, int, list[History]]]:
    """Yield positions of random games with the seat to move and the worlds that it cannot tell apart."""
    for seed in range(games):
        whole = whole_game(table, seed)
        secret = [
            ply
            for ply, state in enumerate(whole.states[:-1])
            if not state.due and table.contract.is_secret(state.array)
        ]
        for ply in secret[::17]:
            history = whole.until(ply)
            seat = history.state.to_move
            yield history, seat, table.contract.other_worlds(history, seat, MAX_WORLDS)


def test_the_worlds_do_differ(table: Table) -> None:
    for _, _, others in decisions(table):
        assert len({table.hidden(other.state.array) for other in others}) == len(others) > 1


def test_no_bot_answers_to_what_it_cannot_see(table: Table) -> None:
    for history, seat, others in decisions(table):
        view = history.seen_by(seat)
        assert all(other.seen_by(seat) == view for other in others)
        for text in TEXTS:
            bot = parse_bot(text)
            answer = untimed(bot.sit(7).choose(view))
            for other in others[:2]:
                assert untimed(bot.sit(7).choose(other.seen_by(seat))) == answer


def test_no_player_that_follows_a_game_answers_to_what_it_cannot_see(table: Table) -> None:
    whole = whole_game(table, 3)
    seat = table.seats - 1
    for text in TEXTS:
        bot = parse_bot(text)
        answers = []
        for other in table.contract.other_worlds(whole, seat, MAX_WORLDS)[:2]:
            player = bot.sit(1)
            turns = [
                ply for ply, state in enumerate(other.states[:-1]) if state.to_move == seat and not state.due
            ]
            views = [other.until(ply).seen_by(seat) for ply in turns[::3]]
            answers.append([untimed(player.choose(view)) for view in views])
        assert answers[0] == answers[1]


WORDS = {option.name: option.choices for option in options_of(SearchOptions) if option.choices}
#: Searches that together have every word that an option may have, and the defaults.
PARTS: list[dict[str, Any]] = [
    {},
    {"selection": "ucb", "expansion": "widening"},
    *(
        {"history": turn % 2} | {name: words[turn % len(words)] for name, words in WORDS.items()}
        for turn in range(max(map(len, WORDS.values())))
    ),
]


def name_of(parts: dict[str, Any]) -> str:
    """Return the name of a test with some options."""
    return ":".join(f"{name}={value}" for name, value in parts.items()) or "default"


@pytest.mark.parametrize("parts", PARTS, ids=name_of)
def test_a_search_given_the_truth_does_not_look_at_it(table: Table, parts: dict[str, Any]) -> None:
    without = parts.get("eval", "auto") in ("auto", "playout") and parts.get("prior", "auto") in (
        "auto",
        "game",
    )
    if network_of(table.game) is None and not without:
        pytest.skip("the game has no network")
    if parts.get("keys") == "information" and not table.game.tells_knowledge:
        pytest.skip("the game does not say what a seat knows")
    for history, seat, others in islice(decisions(table), None, None, 2):
        states = [history.state, history.seen_by(seat).bare_state(), *(other.state for other in others)]
        before = [state.array.tobytes() for state in states]
        results = [
            untimed(
                TreeSearch(table.game, SearchOptions(seed=2, **parts)).think(
                    state, Limit(nodes=40), observer=seat
                )
            )
            for state in states
        ]
        assert all(result == results[0] for result in results)
        assert [state.array.tobytes() for state in states] == before


def test_the_search_of_a_view_is_the_search_of_any_state_that_fits_it(table: Table) -> None:
    for history, seat, others in decisions(table):
        view, options = history.seen_by(seat), SearchOptions(seed=4, utility="margin")
        result = ismcts(view, Limit(nodes=100), options)
        search, belief = TreeSearch(table.game, options), belief_for(view, options)
        again = search.think(others[0].state, Limit(nodes=100), observer=seat, belief=belief)
        assert untimed(again) == untimed(result)


def test_a_search_without_observer_takes_the_state_for_the_truth(table: Table) -> None:
    _, _, others = next(decisions(table))
    limits = Limit(nodes=300)
    results = [
        untimed(TreeSearch(table.game, SearchOptions(seed=2)).think(other.state, limits)) for other in others
    ]
    assert any(result != results[0] for result in results)


def doubtful(table: Table) -> State:
    """Return the latest position of a random game in which the end depends on what is hidden."""
    for seed in range(4, 20):
        for state in reversed(choices(table, seed)):
            if len({state.reshuffled(state.to_move, draw).playout(0).scores() for draw in range(20)}) > 1:
                return state
    raise AssertionError("no game in which what is hidden counts")


def test_draws_of_the_hidden_part_differ_from_visit_to_visit(table: Table) -> None:
    # What others hold and what comes is not known: their points are a mean over many hands, and no whole number.
    state = doubtful(table)
    search = TreeSearch(table.game, SearchOptions(endings=False))
    result = search.think(state, Limit(nodes=500), observer=state.to_move)
    assert any(points % 1 for other, points in enumerate(result.values[0].points) if other != state.to_move)


def test_the_choice_of_another_seat_is_looked_at_by_what_the_observer_knows(table: Table) -> None:
    for state in choices(table, 3)[::17]:
        observer = (state.to_move + 1) % state.seats
        result = TreeSearch(table.game, SearchOptions(seed=1)).think(
            state, Limit(nodes=40), observer=observer
        )
        again = state.reshuffled(observer, 5)
        assert untimed(
            TreeSearch(table.game, SearchOptions(seed=1)).think(again, Limit(nodes=40), observer=observer)
        ) == untimed(result)
        assert result.pv[0] == result.move == result.values[0].move
