"""The order in which moves are offered: by a short search of what the seat knows, or by their priors alone."""

from tests.search.positions import EXPERT_2, whole_game
from urbanist.bots.table import board_of
from urbanist.bots.table.kit.player_view import NamedView, PlayerView, best_first, promising
from urbanist.engine import GAMES
from urbanist.engine.history import History

GAME = whole_game(EXPERT_2, 1)
PLAYERS = ("human", "easy")


def test_what_a_short_search_looks_at_comes_first_and_each_move_once() -> None:
    view = GAME.until(0).seen_by(GAME.states[0].to_move)
    offered = list(promising(view))
    assert sorted(offered, key=str) == list(GAME.states[0].legal())
    # The priors begin with 13, which wins the auction and is gone; a search keeps it.
    assert str(next(best_first(GAME.states[0]))).startswith("13@")
    assert not str(offered[0]).startswith("13@")


def test_hidden_cards_of_others_change_nothing() -> None:
    before = GAME.until(20)
    seat, views = before.state.to_move, set()
    for seed in range(5):
        other = History.start(GAME.states[0].reshuffled(seat, seed))
        for event in before.events:
            other = other.play(event)
        views.add(tuple(promising(other.seen_by(seat))))
    assert len(views) == 1


def test_a_board_that_may_not_help_offers_moves_by_their_priors() -> None:
    board = board_of("metropolys")
    board.show(PlayerView.of(GAME.until(0), GAME.states[0].to_move, PLAYERS), free=False)
    assert board.promising == tuple(best_first(GAME.states[0]))


def test_players_are_told_by_names_that_are_theirs_alone() -> None:
    game = History.start(GAMES["akropolis"].deal(seats=4, seed=1))
    told = PlayerView.of(game, 0, ["human", "human:Ann", "level=3", "level=3"])
    named = NamedView(told.view, told.states, told.players)
    assert [*map(named.name, range(4))] == ["seat 0 (you)", "Ann", "seat 2 (learner)", "seat 3 (learner)"]
    assert [*map(named.player, range(3))] == ["you", "Ann", "learner"]
    unnamed = NamedView(told.view, told.states, ("human", "human", "level=3", ""))
    assert [*map(unnamed.name, (1, 2, 3))] == ["seat 1 (a person)", "learner", "seat 3"]
