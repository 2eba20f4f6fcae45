"""How much stronger is a search with twice the nodes?

`python -m bench.doublings akropolis --players 2 --least 100 --most 6400 --games 100` plays a match for each doubling
and prints a row for docs/measurements.md. With more than two players one bot has the nodes and the others have half of
them; the share is that of the others whom it beats. `--times 4` plays four times the nodes, and so on. `--seat` gives
the bot, and its option `nodes` is set here. With `--knows secrets` or `truth` all searches know what all seats together
know, or the future too, so that one sees what nodes would be worth if nothing were hidden.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from bench.cheating import KNOWS, Searcher, played_out
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.intervals import Estimate, share_estimate, share_text
from urbanist.bots.match.pairing import Rules, derived
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.match.workers import completed
from urbanist.bots.tournament.match import match_of, played
from urbanist.search import Limit, SearchOptions


def ahead(ranks: Sequence[int] | None, entrant: int) -> float:
    """Return the share of the other seats that one seat has beaten; a tie counts half."""
    if ranks is None:
        raise ValueError("a game was not finished")
    others = [rank for seat, rank in enumerate(ranks) if seat != entrant]
    return sum(0.5 * ((ranks[entrant] < rank) + (ranks[entrant] <= rank)) for rank in others) / len(others)


def estimate(found: Iterable[tuple[int, float]]) -> Estimate:
    """Return the mean of the shares of games, which come with the number of their deal, with an interval over deals."""
    return share_estimate(
        [[share for _, share in deal] for _, deal in groupby(found, key=lambda row: row[0])]
    )


def gained(rules: Rules, bot: str, more: int, nodes: int, games: int, workers: int) -> Estimate:
    """Return the score of a bot with `more` nodes against bots with `nodes`."""
    bots = tuple(parse_bot(f"{bot}:nodes={count}") for count in (more, *(rules.seats - 1) * [nodes]))
    return estimate(
        (pairing.deal, ahead(game.record.ranks, pairing.entrants.index(0)))
        for pairing, game in played(match_of(rules, bots, games, workers=workers))
    )


@dataclass(frozen=True, slots=True)
class KnowingGame:
    """A game of searches that all know the same: the search at seat `entrant` has `more` nodes."""

    rules: Rules
    knows: str
    deal: int
    entrant: int
    more: int
    nodes: int

    @property
    def id(self) -> str:
        """The id of the game."""
        return f"{self.deal}-{self.entrant}"

    def play(self, arena: Arena) -> float:
        """Return the share of the other seats that the entrant has beaten."""
        start, seats = self.rules.start(self.deal), range(self.rules.seats)
        players = [
            Searcher(
                start,
                seat,
                self.knows,
                SearchOptions(seed=derived(self.rules.seed, "knowing", self.id, seat)),
            )
            for seat in seats
        ]
        limits = [Limit(nodes=self.more if seat == self.entrant else self.nodes) for seat in seats]
        return ahead(played_out(start, players, limits).ranks(), self.entrant)


def gained_knowing(rules: Rules, knows: str, more: int, nodes: int, games: int, workers: int) -> Estimate:
    """Return the score of a search with `more` nodes against those with `nodes`, where all know the same."""
    jobs = (
        KnowingGame(rules, knows, number // rules.seats, number % rules.seats, more, nodes)
        for number in range(games)
    )
    return estimate(sorted((job.deal, share) for job, share in completed(jobs, workers)))


def main() -> None:
    """Play the matches and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seat", default="ismcts", help="the bot, without `nodes`")
    who.add_argument("--knows", choices=KNOWS, help="play searches of the default that all know this")
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
        if given.knows is None:
            share = gained(rules, given.seat, more, nodes, given.games, given.workers)
        else:
            share = gained_knowing(rules, given.knows, more, nodes, given.games, given.workers)
        print(f"| {nodes:,} to {more:,} | {share_text(share, ' %')} | {given.games} |", flush=True)
        nodes = more


if __name__ == "__main__":
    main()
