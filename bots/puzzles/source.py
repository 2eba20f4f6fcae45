"""Where puzzles come from: games of self-play, and recorded games."""

from collections.abc import Iterator
from random import Random

from urbanist.bots.puzzles.searching import evaluation_of
from urbanist.engine.game import Game
from urbanist.engine.history import History, View
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.training import Straying, chosen, drawn_table

#: The visits of a move of self-play, and how a game strays: it leads to positions that good players avoid.
NODES, STRAYING = 100, Straying(opening=8, share=0.15, few=6)


def self_play(game: Game, seed: int, number: int) -> History:
    """Return a game of the search against itself; the same seed and number give the same game."""
    rng = Random(f"{seed} {game.name} {number}")
    table = drawn_table(game, rng)
    state = game.deal(
        variant=table.variant, seats=table.seats, options=table.options, seed=rng.getrandbits(63)
    )
    history = History.start(state)
    options = SearchOptions(
        nodes=NODES, memory=32, draw="even", eval=evaluation_of(game), endings=False, afterstates=0
    )
    search = TreeSearch(game, options)
    while not history.state.over:
        state = history.state
        if len(state.moves()) == 1:
            history = history.play(state.legal()[0])
            continue
        search.clear()
        found = search.think(state, observer=state.to_move)
        history = history.play(chosen(found, state.ply, STRAYING, rng))
    return history


def decisions(history: History, rng: Random | None = None) -> Iterator[tuple[int, View]]:
    """Yield the decisions of a game with their events, counted from 1: in order, or in an order that is drawn."""
    plies = [ply for ply, state in enumerate(history.states[:-1]) if not state.due and len(state.moves()) > 1]
    if rng is not None:
        rng.shuffle(plies)
    for ply in plies:
        yield ply + 1, history.until(ply).seen_by(history.states[ply].to_move)
