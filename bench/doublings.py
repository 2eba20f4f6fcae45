"""How much stronger is a search with twice the nodes?

`python -m bench.doublings akropolis --players 2 --least 100 --most 6400 --games 100` plays a match for each doubling
and prints a row for docs/measurements.md. With more than two players one bot has the nodes and the others have half of
them; the share is that of the others whom it beats. `--times 4` plays four times the nodes, and so on. `--seat` gives
the bot, and its option `nodes` is set here.
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
    if ranks is None:
        raise ValueError("a game was not finished")
    others = [rank for seat, rank in enumerate(ranks) if seat != entrant]
    return sum(0.5 * ((ranks[entrant] < rank) + (ranks[entrant] <= rank)) for rank in others) / len(others)


def gained(rules: Rules, bot: str, more: int, nodes: int, games: int, workers: int) -> Estimate:
    """Return how often a bot with `more` nodes is ahead of one with `nodes`, with an interval over deals."""
    bots = tuple(parse_bot(f"{bot}:nodes={count}") for count in (more, *(rules.seats - 1) * [nodes]))
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
    parser.add_argument("--times", type=int, default=2, help="a number to multiply by instead of 2")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.least < 1 or given.times < 2:
        parser.error("expected --least from 1 and --times from 2: the nodes must grow")
    rules = Rules(given.game, given.players, given.seed, given.variant)
    nodes = given.least
    while (more := given.times * nodes) <= given.most:
        share = gained(rules, given.seat, more, nodes, given.games, given.workers)
        print(f"| {nodes:,} to {more:,} | {share_text(share, ' %')} | {given.games} |", flush=True)
        nodes = more


if __name__ == "__main__":
    main()
