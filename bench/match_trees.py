"""Does this tree play worse than another one? Both search with equal visits, so nothing but the tree differs.

`python -m bench.match_trees OLD/.venv/bin/urbanist metropolys --variant expert --players 2 --nodes 20000 --deals 100
--out trees.jsonl` plays `ismcts` of this tree against that of another one, which runs as a program. All games of a deal
draw by the same seeds, seat by seat. So where both trees play alike, the games of a deal are alike too, and what is
measured is only what they do differently: few deals tell what would need thousands of games with seeds of their own.
The games are added to a file, and those of the whole file are judged: by a sequential test, which goes on when it is
decided, and by how many deals had games that were alike. `--first` is the number of the first deal to be played; with
`--deals 0` nothing is played.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from urbanist.bots.contest.format import Plan, of_two
from urbanist.bots.contest.match import match_of
from urbanist.bots.contest.results import GameResult
from urbanist.bots.contest.sprt import Sprt, concluded, group_scores
from urbanist.bots.match.arena import Arena, Played
from urbanist.bots.match.intervals import share_estimate, share_text
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.match.workers import in_order
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine.record import PLAYED_OUT, Record, read_lines

#: The hypotheses of the test: by how much this tree is better.
ELO0, ELO1 = -10, 10
#: Seconds that the other tree has to start, on a machine however busy.
PATIENCE = 600.0


@dataclass(frozen=True, slots=True)
class AlikeGame:
    """A game whose searches draw by its deal and their seats, whoever sits there."""

    pairing: Pairing

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.pairing.id

    def play(self, arena: Arena) -> Played:
        """Return the game, played with the seeds of all games on its deal."""
        return arena.play(replace(self.pairing, id=f"deal {self.pairing.deal}", title=self.id))


def plan_of(rules: Rules, other: str, nodes: int) -> Plan:
    """Return the plan of a match of this tree, entrant 0, and another one, a program."""
    program = CommandBot(f"{other} bot ismcts --set nodes={nodes}", handshake=PATIENCE)
    return match_of(rules, (parse_bot(f"ismcts:nodes={nodes}"), program), 1, restart=False)


def play(plan: Plan, deals: range, workers: int, out: Path) -> None:
    """Play all seatings of some deals, and add the records to a file."""
    games = (AlikeGame(pairing) for deal in deals for pairing in of_two(plan, 1, deal))
    with out.open("a", encoding="utf-8") as file:
        for game, played in in_order(games, workers):
            meta = {"of": game.pairing.entrants, **played.record.meta}
            file.write(replace(played.record, meta=meta).to_json() + "\n")
            file.flush()


@dataclass(frozen=True, slots=True)
class Deal:
    """The games on one deal, with the tree of each seat: 0 for this one, 1 for the other."""

    records: list[Record]

    @property
    def last_events(self) -> int:
        """How many events the games differ in at their ends; 0 if they are alike."""
        events = [record.events for record in self.records]
        common = sum(1 for _ in takewhile(lambda row: len(set(row)) == 1, zip(*events, strict=False)))
        return max(map(len, events)) - common

    @property
    def ends_alike(self) -> bool:
        """Whether the games have the same points."""
        return len({record.scores for record in self.records}) == 1


def deals_of(out: Path) -> Iterator[Deal]:
    """Yield the deals of a file of records; raise `ValueError` if a game was not played out."""
    deals: dict[str, Deal] = {}
    for number, line in read_lines(out):
        record = Record.from_json(line)
        if record.ended != PLAYED_OUT:
            raise ValueError(f"{out}:{number}: the game was not played out: {record.ended}")
        deals.setdefault(record.deal, Deal([])).records.append(record)
    yield from deals.values()


def results(number: int, deal: Deal) -> Iterator[GameResult]:
    """Yield the results of the games on a deal."""
    for record in deal.records:
        assert record.scores is not None
        assert record.ranks is not None
        seats = (0,) * len(record.seats)
        yield GameResult(
            "",
            number,
            tuple(record.meta["of"]),
            record.scores,
            record.ranks,
            (),
            seats,
            tuple(map(float, seats)),
            "",
        )


def told(deals: Sequence[Deal]) -> Iterator[str]:
    """Yield lines about the games: how alike they are, and what the test says."""
    size = len(max(deals, key=lambda deal: len(deal.records)).records)
    whole = [deal for deal in deals if len(deal.records) == size]
    apart = Counter(deal.last_events for deal in whole)
    alike = sum(deal.ends_alike for deal in whole)
    yield f"{len(whole)} deals, {size} games each: {apart[0]} alike, {alike} with the same points"
    yield "last events that differ, and deals: " + ", ".join(
        f"{last}: {apart[last]}" for last in sorted(apart)
    )
    games = [game for number, deal in enumerate(whole) for game in results(number, deal)]
    scores = list(group_scores(games, 0, 1, size).values())
    test = Sprt(ELO0, ELO1, games=size)
    yield f"share of this tree: {share_text(share_estimate([[score] for score in scores]), ' %')}"
    yield f"scores of deals: {dict(sorted(Counter(scores).items()))}"
    yield concluded(test, test.judge(scores), scores, "this tree", "the other").line


def main() -> None:
    """Play the games, and print what all games of the file show."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", help="the command `urbanist` of the other tree")
    parser.add_argument("game")
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--nodes", type=int, required=True, help="visits of both for each move")
    parser.add_argument("--deals", type=int, required=True)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="the file of the records")
    given = parser.parse_args()
    plan = plan_of(Rules(given.game, given.players, given.seed, given.variant), given.other, given.nodes)
    play(plan, range(given.first, given.first + given.deals), given.workers, given.out)
    print("\n".join(told(list(deals_of(given.out)))))


if __name__ == "__main__":
    main()
