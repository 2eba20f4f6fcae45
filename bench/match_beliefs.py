"""What are beliefs worth, and what would it be worth to know more?

`python -m bench.match_beliefs metropolys --variant expert --players 2 --knows belief --deals 60` plays one search
that knows more against searches that draw evenly, with the same nodes, in every seat of each deal. It knows `belief`:
its own beliefs; `secrets`: what all seats together know; `truth`: the future too. The last two cheat, so no bot offers
them.
"""

import argparse

from msgspec.structs import replace

from bench.cheating import KNOWS, Searcher, played_out
from urbanist.bots.match.intervals import share_estimate, share_text
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.record import win_shares
from urbanist.search import Limit, SearchOptions


def win_share(start: History, knowing: int, knows: str, limits: Limit, options: SearchOptions) -> float:
    """Return the win share of the seat that knows more, in a game from this start."""
    seats = range(start.state.seats)
    players = [
        Searcher(
            start,
            seat,
            knows if seat == knowing else "even",
            replace(options, seed=10 * options.seed + seat),
        )
        for seat in seats
    ]
    end = played_out(start, players, [limits for _ in seats])
    return win_shares(end.ranks())[knowing]


def main() -> None:
    """Play the games and print the win share with its interval over deals."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--knows", choices=KNOWS, default="belief")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=400, help="visits for each move")
    parser.add_argument("--seed", type=int, default=17)
    given = parser.parse_args()
    shares: list[list[float]] = []
    for seed in range(given.seed * 100_000, given.seed * 100_000 + given.deals):
        deal = GAMES[given.game].deal(variant=given.variant, seats=given.players, seed=seed)
        start, options = History.start(deal), SearchOptions(seed=seed)
        games = [
            win_share(start, seat, given.knows, Limit(nodes=given.nodes), options)
            for seat in range(given.players)
        ]
        shares.append(games)
    print(f"{given.knows}: {share_text(share_estimate(shares), ' %')} of the wins")
    print(f"{given.game}, {given.players} players, {len(shares) * given.players} games, {given.nodes} nodes")


if __name__ == "__main__":
    main()
