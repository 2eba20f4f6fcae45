"""How much stronger is a search with twice the nodes?

`python -m bench.doublings akropolis --players 2 --least 100 --most 6400 --games 100` plays a match for each doubling
and prints a row for docs/measurements.md. With more than two players one bot has the nodes and the others have half of
them. `--seat` gives the bot, and its option `nodes` is set here.
"""

import argparse
from itertools import groupby

from urbanist.bots.cli.estimate_text import share_text
from urbanist.bots.match.arena import Played
from urbanist.bots.match.intervals import Estimate, share_estimate
from urbanist.bots.match.match import Match, played
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.seat_text import parse_bot


def ahead(game: Played, entrant: int) -> float:
    """Return the share of the other seats that one seat has beaten; a tie counts half."""
    ranks = game.record.ranks
    others = [rank for seat, rank in enumerate(ranks) if seat != entrant]
    return sum(0.5 * ((ranks[entrant] < rank) + (ranks[entrant] <= rank)) for rank in others) / len(others)


def doubled(rules: Rules, bot: str, nodes: int, games: int, workers: int) -> Estimate:
    """Return how often a bot with `nodes` is ahead of one with half of them, with an interval over deals."""
    bots = tuple(parse_bot(f"{bot}:nodes={count}") for count in (nodes, *(rules.seats - 1) * [nodes // 2]))
    match = Match(rules, bots, games)
    found = (
        (match.deal_number(number), ahead(game, match.seating(number).index(0)))
        for number, game in enumerate(played(match, workers))
    )
    return share_estimate(
        [[share for _, share in deal] for _, deal in groupby(found, key=lambda row: row[0])]
    )


def main() -> None:
    """Play the matches and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seat", default="ismcts", help="the bot, without `nodes`")
    parser.add_argument("--least", type=int, default=100, help="nodes that are doubled first")
    parser.add_argument("--most", type=int, default=6400, help="nodes to which they are doubled")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rules = Rules(given.game, given.players, given.seed, given.variant)
    nodes = 2 * given.least
    while nodes <= given.most:
        share = doubled(rules, given.seat, nodes, given.games, given.workers)
        print(f"| {nodes // 2:,} to {nodes:,} | {share_text(share, ' %')} | {given.games} |", flush=True)
        nodes *= 2


if __name__ == "__main__":
    main()
