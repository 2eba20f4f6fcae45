"""How many simulations a second does a search make in a game that is written in Python, here and in OpenSpiel?

    python -m bench.python_games [--nodes 20000] [--rounds 5]

Both play tic-tac-toe from the empty board, in one thread, with one random playout a simulation: our search over
`TicTacToe` below, and the search of OpenSpiel in C++ over its game in Python, `python_tic_tac_toe`. They take turns,
and each line is the median of the rounds, by the time of the processor.
"""

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - the import registers the game

from urbanist.engine.python_game import Dice, PythonGame
from urbanist.search import SearchOptions, TreeSearch

State = tuple[str, int]


class TicTacToe(PythonGame):
    """Tic-tac-toe: a state has the nine squares, row by row, and the seat to move."""

    name = "tic_tac_toe"
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def begin(self, seats: int, rng: Dice) -> State:
        """Return the empty board."""
        return "." * 9, 0

    def to_move(self, state: State) -> int:
        """Return the seat to move."""
        return state[1]

    def legal(self, state: State) -> list[int]:
        """Return the empty squares, unless the other seat has won."""
        board, turn = state
        return [] if self.has_won(board, 1 - turn) else [at for at in range(9) if board[at] == "."]

    def apply(self, state: State, move: int) -> State:
        """Return the state after a mark."""
        board, turn = state
        return f"{board[:move]}{'xo'[turn]}{board[move + 1 :]}", 1 - turn

    def scores(self, state: State) -> tuple[int, int]:
        """Return 1 for a line."""
        return int(self.has_won(state[0], 0)), int(self.has_won(state[0], 1))

    def has_won(self, board: str, seat: int) -> bool:
        """Return whether a seat has a line."""
        mark = "xo"[seat]
        return any(board[a] == board[b] == board[c] == mark for a, b, c in self.lines)


def ours(nodes: int, seed: int) -> Callable[[], Any]:
    """Return a call of our search."""
    game = TicTacToe()
    state = game.deal(seats=2)
    return lambda: TreeSearch(game, SearchOptions(nodes=nodes, seed=seed)).think(state)


def theirs(nodes: int, seed: int) -> Callable[[], Any]:
    """Return a call of the search of OpenSpiel."""
    game = pyspiel.load_game("python_tic_tac_toe")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, nodes, 1000, False, seed, False)
    state = game.new_initial_state()
    return lambda: bot.mcts_search(
        state
    )  # `step` lets go of the interpreter and crashes with games in Python


def main() -> None:
    """Measure both, in turn, and print a line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    took: dict[str, list[float]] = {"urbanist": [], "OpenSpiel": []}
    for seed in range(asked.rounds):
        for name, search in (("urbanist", ours), ("OpenSpiel", theirs)):
            call = search(asked.nodes, seed)
            began = time.process_time()
            call()
            took[name].append(asked.nodes / (time.process_time() - began))
    for name, rates in took.items():
        print(
            f"{name}: {median(rates):,.0f} simulations a second (from {min(rates):,.0f} to {max(rates):,.0f})"
        )


if __name__ == "__main__":
    main()
