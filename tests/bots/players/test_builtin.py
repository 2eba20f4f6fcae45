"""Every built-in bot plays every game by the view of its seat."""

from typing import Any

import numpy as np
import pytest

from tests.bots.games import played_out
from tests.engine.tables import PLAIN_TABLES, Table
from tests.search.positions import BY_NAME, EXPERT_2, untimed, whole_game
from urbanist.bots.match.arena import play_game
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import BOTS, IsmctsBot
from urbanist.bots.players.player import Bot
from urbanist.engine.history import History, View
from urbanist.search.belief import belief_for
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions

BUDGET = {
    "random": "",
    "greedy": "",
    "pimc": ":nodes=40:worlds=4",
    "mcts": ":nodes=20",
    "ismcts": ":nodes=20",
    "mccfr": ":nodes=20:memory=8",
}


#: The searches name no game: by day the smallest table is enough.
SMALLEST = [
    pytest.param(table, id=str(table), marks=[pytest.mark.nightly] * (table != PLAIN_TABLES[0]))
    for table in PLAIN_TABLES
]


@pytest.fixture(params=BOTS)
def bot(request: pytest.FixtureRequest) -> Bot:
    return parse_bot(request.param + BUDGET[request.param])


@pytest.fixture(params=SMALLEST)
def table(request: pytest.FixtureRequest) -> Table:
    table: Table = request.param
    return table


def own_views(whole: History, seat: int) -> list[View]:
    """Return the views of a seat each time that it is to move."""
    return [
        whole.until(ply).seen_by(seat)
        for ply, state in enumerate(whole.states)
        if not (state.over or state.due) and state.to_move == seat
    ]


class TestGames:
    def test_a_game_of_equal_bots_is_legal_and_reproducible(self, table: Table, bot: Bot) -> None:
        game = played_out(table.deal(5), [bot] * table.seats, seed=9)
        assert game.state.over
        read = History.read(table.game, game.deal, game.events)
        assert table.told(read.state.array) == table.told(game.state.array)
        again = played_out(table.deal(5), [bot] * table.seats, seed=9, plies=20)
        assert game.events[: len(again.events)] == again.events

    def test_other_seeds_play_other_games(self, bot: Bot) -> None:
        games = {played_out(EXPERT_2.deal(5), [bot, bot], seed=seed).events for seed in (0, 10, 20, 30)}
        assert len(games) > 1

    def test_a_seed_may_be_a_number_of_numpy(self, bot: Bot) -> None:
        start = History.start(EXPERT_2.deal(5))
        start = start.play(start.state.legal()[0])
        view = start.seen_by(start.state.to_move)
        seeds: Any = np.array([250, 251], np.uint8)
        assert bot.sit(seeds[0]).choose(view).move == bot.sit(250).choose(view).move
        with pytest.raises(TypeError, match=r"^seed=2\.0: expected a whole number$"):
            bot.sit(2.0)  # type: ignore[arg-type]
        if bot.name == "random":
            record = play_game(start, [bot, bot], seeds).record.to_json()
            assert record == play_game(start, [bot, bot], [250, 251]).record.to_json()

    def test_the_seed_of_the_bot_counts_too(self) -> None:
        games = {
            played_out(EXPERT_2.deal(5), [parse_bot(f"random:seed={seed}")] * 2).events for seed in (0, 1)
        }
        assert len(games) == 2

    def test_different_bots_play_at_one_table(self) -> None:
        table = BY_NAME["metropolys-expert-4"]
        bots = [parse_bot(name + BUDGET[name]) for name in ("random", "greedy", "pimc", "ismcts")]
        assert played_out(table.deal(2), bots).state.over


class TestResults:
    def test_a_random_player_gives_no_values_of_moves(self) -> None:
        view = own_views(whole_game(EXPERT_2, 0), 0)[0]
        result = parse_bot("random").sit(0).choose(view)
        assert (result.values, result.nodes, result.pv) == ((), 0, (result.move,))

    def test_a_greedy_player_plays_the_highest_prior(self, table: Table) -> None:
        for view in own_views(whole_game(table, 1), 1):
            result = parse_bot("greedy").sit(0).choose(view)
            priors = {value.move: value.value for value in result.values}
            assert {*priors} == {*view.bare_state().legal()}
            assert priors[result.move] == max(priors.values())

    def test_a_random_player_plays_every_move_sooner_or_later(self) -> None:
        view = own_views(whole_game(EXPERT_2, 0), 0)[-1]
        legal = view.bare_state().legal()
        player = parse_bot("random").sit(0)
        assert {player.choose(view).move for _ in range(50 * len(legal))} == set(legal)

    def test_a_searching_player_uses_its_nodes_exactly(self) -> None:
        view = own_views(whole_game(EXPERT_2, 0), 0)[2]
        for text in ("mcts:nodes=123", "ismcts:nodes=123", "pimc:nodes=120:worlds=4"):
            assert parse_bot(text).sit(0).choose(view).nodes == int(text.split("=")[1].split(":")[0])

    def test_the_default_is_five_thousand_nodes(self) -> None:
        view = own_views(whole_game(EXPERT_2, 0), 0)[2]
        assert parse_bot("ismcts").sit(0).choose(view).nodes == 5000


class TestReuse:
    def test_a_kept_tree_advances_by_the_events(self, table: Table) -> None:
        bot = IsmctsBot(nodes=60, seed=2)
        views = own_views(whole_game(table, 2), 0)
        player = bot.sit(3)
        search, belief = TreeSearch(table.game, SearchOptions(seed=5)), belief_for(views[0])
        events: tuple[str, ...] | None = None
        for view in views:
            for event in () if events is None else view.events[len(events) :]:
                search.advance(event)
            events = view.texts
            if belief is not None:
                belief.follow(view)
            state = view.state(5 + len(events))
            expected = search.think(state, Limit(nodes=60), observer=0, belief=belief)
            assert untimed(player.choose(view)) == untimed(expected)

    def test_a_kept_tree_has_more_visits_than_a_new_one(self) -> None:
        start = EXPERT_2.deal(1)
        history = History.start(start)
        player = IsmctsBot(nodes=2000).sit(0)
        seat = start.to_move
        line = player.choose(history.seen_by(seat)).pv
        while history.state.to_move != seat or not history.events:
            history = history.play(line[len(history.events)])
        again = player.choose(history.seen_by(seat))
        assert sum(value.visits for value in again.values) > again.nodes == 2000

    @pytest.mark.parametrize("text", ["ismcts:nodes=50:reuse=off", "mcts:nodes=50", "pimc:nodes=50"])
    def test_without_reuse_a_choice_depends_only_on_the_view(self, text: str) -> None:
        bot = parse_bot(text)
        player = bot.sit(1)
        for view in own_views(whole_game(EXPERT_2, 2), 0):
            assert untimed(player.choose(view)) == untimed(bot.sit(1).choose(view))

    def test_the_same_view_continues_the_search(self) -> None:
        view = own_views(whole_game(EXPERT_2, 2), 0)[3]
        player = IsmctsBot(nodes=100).sit(1)
        visits = [sum(value.visits for value in player.choose(view).values) for _ in range(3)]
        assert visits == [100, 200, 300]

    @pytest.mark.parametrize("other", ["game", "deal", "seat", "earlier", "line"])
    def test_a_view_that_does_not_follow_starts_a_new_tree(self, other: str) -> None:
        whole = whole_game(EXPERT_2, 2)
        views = own_views(whole, 0)
        view = {
            "game": own_views(whole_game(BY_NAME["metropolys-expert-3"], 1), 0)[0],
            "deal": History.start(EXPERT_2.deal(99)).seen_by(0),
            "seat": whole.until(len(views[3].events)).seen_by(1),
            "earlier": views[1],
            "line": own_views(whole_game(EXPERT_2, 3), 0)[5],
        }[other]
        first = {"deal": History.start(EXPERT_2.deal(98)).seen_by(0)}.get(other, views[3])
        bot = IsmctsBot(nodes=100)
        player = bot.sit(1)
        player.choose(first)
        assert untimed(player.choose(view)) == untimed(bot.sit(1).choose(view))
