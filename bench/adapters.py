"""How many random games and visits of searches do the adapters make in a second of processor time, beside urbanist?

`python -m bench.adapters` prints a row of the table in docs/adapters.md for each game. It needs their extras.
"""

from collections.abc import Callable
from time import process_time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from urbanist.bots.adapters.openspiel import PlayoutEvaluator
from urbanist.bots.adapters.pettingzoo import env
from urbanist.engine import GAMES, History
from urbanist.engine.simulate import simulate
from urbanist.search import Limit, SearchOptions
from urbanist.search import ismcts as own_ismcts


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """Repeat the work; return how much of it is done in a second."""
    done, began = 0, process_time()
    while (passed := process_time() - began) < seconds:
        done += work()
    return done / passed


def environment_game(game: str, seats: int) -> int:
    """Play a random game in PettingZoo."""
    table = env(game, seats=seats)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, _, over, _, _ = table.last()
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
    return 1


def state_game(game: str, seats: int) -> int:
    """Play a random game in OpenSpiel."""
    rng = np.random.default_rng(1)
    state = pyspiel.load_game(f"urbanist_{game}(players={seats})").new_initial_state()
    state.apply_action(1)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[rng.integers(len(legal))])
    return 1


def search(game: str, seats: int, visits: int, judge: object) -> int:
    """Search the first position by the ISMCTS of OpenSpiel."""
    table = pyspiel.load_game(f"urbanist_{game}(players={seats})")
    state = table.new_initial_state()
    state.apply_action(1)
    ismcts.ISMCTSBot(
        game=table,
        evaluator=judge,
        uct_c=2.0,
        max_simulations=visits,
        random_state=np.random.RandomState(1),
        allow_inconsistent_action_sets=True,
    ).step(state)
    return visits


def own_search(game: str, seats: int) -> int:
    """Search the first position by the ISMCTS of urbanist."""
    start = History.start(GAMES[game].deal(seats=seats, seed=1))
    options = SearchOptions(eval="playout", playout="uniform")
    own_ismcts(start.seen_by(start.state.to_move), Limit(nodes=2000), options)
    return 2000


def main() -> None:
    """Print the table."""
    for name, game in GAMES.items():
        seats = min(game.notation.seat_counts)
        rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        cells = [
            rate(lambda: simulate(game, 2000, seats=seats).games),  # noqa: B023 - called at once
            rate(lambda: environment_game(name, seats)),  # noqa: B023
            rate(lambda: state_game(name, seats)),  # noqa: B023
            rate(lambda: own_search(name, seats)),  # noqa: B023
            rate(lambda: search(name, seats, 20, rollouts)),  # noqa: B023
            rate(lambda: search(name, seats, 200, PlayoutEvaluator())),  # noqa: B023
        ]
        print(f"| {name.capitalize()} | {seats} | " + " | ".join(f"{round(cell):,}" for cell in cells) + " |")


if __name__ == "__main__":
    main()
