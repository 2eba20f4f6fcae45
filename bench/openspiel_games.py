"""Our search against that of OpenSpiel on games of OpenSpiel, at the same number of simulations a move.

    python -m bench.openspiel_games [GAME ...] [--deals 20] [--nodes 1000] [--uct C] [--pace]

Each deal is played twice: every other seat is ours, then the other ones are. So both have the same cards and the same
chance. The result of a deal is by how much a return of ours is higher than one of theirs, as a mean over seats and both
games. Theirs is the information-set search in C++, `pyspiel.ISMCTSBot`, with one random playout a leaf and the most
visited move in the end. Its constant of exploration is `--uct` times the standard deviation of a return.
"""

import argparse
import cProfile
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

import pyspiel
from msgspec.structs import replace

from urbanist.bots.adapters.openspiel_games import (
    EXPLORE,
    OpenSpielGame,
    OpenSpielState,
    deviation,
    from_openspiel,
    options_for,
)
from urbanist.bots.match.intervals import mean_estimate
from urbanist.search import SearchOptions, TreeSearch

#: The outcome of the first chance event of hearts after which no cards are passed, and the moves until they are passed.
NO_PASS, PASSED = 0, 1 + 52 + 12
GAMES = ("gin_rummy", "hearts", "oh_hell", "euchre")


@dataclass
class Sides:
    """Both searches of one game, and the seconds of the processor that each has used."""

    game: OpenSpielGame
    options: SearchOptions
    theirs: Any
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def move(self, state: Any, ours: bool, seed: int) -> int:
        """Return the move of a side for the seat to move."""
        began = time.process_time()
        if ours:
            own = self.game.state_from(OpenSpielState.of(state.clone()), self.game.seats[0])
            result = TreeSearch(self.game, replace(self.options, seed=seed)).think(own, observer=own.to_move)
            move = int(result.move)
        else:
            move = int(self.theirs.step(state))
        self.seconds[not ours] += time.process_time() - began
        return move

    def play(self, deal: int, first: int) -> float:
        """Return our mean return less theirs in one game; every other seat from `first` on is ours."""
        chance, seeds = random.Random(deal), random.Random(deal)
        state = self.game.spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
                continue
            legal, ours = state.legal_actions(), (state.current_player() - first) % 2 == 0
            if len(legal) == 1 or is_broken(state):
                state.apply_action(chance.choice(legal))
            else:
                state.apply_action(self.move(state, ours, seeds.getrandbits(32)))
        returns: list[float] = state.returns()
        return mean(returns[first::2]) - mean(returns[1 - first :: 2])


def is_broken(state: Any) -> bool:
    """Return whether OpenSpiel may draw a world in which a seat has no move, so that neither search can go on."""
    passing = state.get_game().get_type().short_name == "hearts" and state.history()[0] != NO_PASS
    return bool(passing and state.move_number() < PASSED)


def search_of_theirs(game: OpenSpielGame, nodes: int, uct: float) -> Any:
    """Return the search of OpenSpiel; positions that a seat only observes alike may have different moves."""
    observed = not game.spiel.get_type().provides_information_state_string
    return pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        uct * deviation(game),
        nodes,
        -1,  # a new world for each simulation
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        observed,
        observed,
    )


def pace(game: OpenSpielGame, options: SearchOptions, search: Any) -> tuple[float, float]:
    """Return the microseconds of a simulation of the first decision, of ours and of theirs: the lowest of five."""
    state = game.deal(seats=game.seats[0], seed=1)
    own: list[float] = []
    other: list[float] = []
    for _ in range(5):
        began = time.process_time()
        TreeSearch(game, options).think(state, observer=state.to_move)
        between = time.process_time()
        search.step(state.position.state)
        own.append(between - began)
        other.append(time.process_time() - between)
    nodes = options.nodes or 1
    return 1e6 * min(own) / nodes, 1e6 * min(other) / nodes


def share_of_states(game: OpenSpielGame, options: SearchOptions) -> float:
    """Return the share of a search of ours that OpenSpiel's states take, by a profile of the first decision."""
    state = game.deal(seats=game.seats[0], seed=1)
    search = TreeSearch(game, options)
    with cProfile.Profile() as profile:
        search.think(state, observer=state.to_move)
    by_code = {str(row.code): row.inlinetime for row in profile.getstats()}
    return sum(seconds for name, seconds in by_code.items() if "pyspiel" in name) / sum(by_code.values())


def told(name: str, gains: Sequence[Sequence[float]], sides: Sides) -> str:
    """Return a result as a line."""
    estimate = mean_estimate(gains)
    ours, theirs = sides.seconds
    return (
        f"{name}: {estimate.mean:+.2f} ± {estimate.margin or 0:.2f} a seat and game, {2 * len(gains)} games;"
        f" seconds of the processor: ours {ours:.0f}, theirs {theirs:.0f}"
    )


def main() -> None:
    """Play the games that were asked for, and print a line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=GAMES, help="; ".join(GAMES))
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--nodes", type=int, default=1000, help="simulations a move")
    parser.add_argument("--uct", type=float, default=2.0)
    parser.add_argument("--explore", type=float, default=EXPLORE, help="the same for ours")
    parser.add_argument("--follow", action="store_true", help="print the result after each deal, too")
    parser.add_argument("--pace", action="store_true", help="only how long a simulation takes")
    asked = parser.parse_args()
    for name in asked.games:
        game = from_openspiel(name)
        options = options_for(game, SearchOptions(nodes=asked.nodes))
        options = replace(options, explore=(options.explore or EXPLORE) / EXPLORE * asked.explore)
        theirs = search_of_theirs(game, asked.nodes, asked.uct)
        if asked.pace:
            own, other = pace(game, options, theirs)
            share = share_of_states(game, options)
            print(
                f"{name}: microseconds of a simulation: ours {own:.1f}, {share:.0%} of it in OpenSpiel's states;"
                f" theirs {other:.1f}",
                flush=True,
            )
            continue
        sides = Sides(game, options, theirs)
        gains: list[list[float]] = []
        for deal in range(asked.first, asked.first + asked.deals):
            gains.append([sides.play(deal, first) for first in (0, 1)])
            if asked.follow:
                print(told(name, gains, sides), file=sys.stderr, flush=True)
        print(told(name, gains, sides), flush=True)


if __name__ == "__main__":
    main()
