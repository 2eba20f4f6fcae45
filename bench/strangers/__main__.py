"""Does our search beat opponents that do not share its evaluation, and are its win shares calibrated?

`python -m bench.strangers akropolis --players 2 --games 40 --nodes 1000 --workers 2` plays the default against each
opponent on the same deals, and each deal in all rotations of the seats. It prints a row for each opponent: the share of
the wins with its interval over deals, and how many games were won and lost by at most ten points and by more. Then it
prints the calibration of the search: the win share that it expected of its seat, and what came of it, by the plies
left. A calibrated search expects what comes, and its squared error is what it promises.

Strangers are weaker, so few games are close. With `--late 8` our seats draw their first eight moves at random: choose
it so that both sides are ahead equally often. Then the close games tell who plays their ends better.

`--ours 1` has one of our seats at a table of more than two, and `--ours 2` of three sets two of ours against one. An
opponent may have options: `--opponent flat:playouts=100000`. `--records FILE` adds the games to a file.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from bench.strangers import OPPONENTS, parse_opponent
from bench.strangers.players import LateBot, Opponent
from bench.strangers.report import (
    CALIBRATION_HEAD,
    ENDS_HEAD,
    Game,
    Report,
    calibration_rows,
    ends_row,
    report,
)
from urbanist.bots.contest.match import match_of, played
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.runner import GamePool
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.player import Bot
from urbanist.engine import GAMES


def games_against(
    rules: Rules, ours: Bot, seats: int, opponent: Opponent, games: int, workers: int
) -> Iterator[Game]:
    """Yield games of `seats` seats of ours against opponents in all others."""
    bots = (*seats * (ours,), *(rules.seats - seats) * (opponent,))
    for pairing, game in played(match_of(rules, bots, games, pool=GamePool(workers))):
        own = frozenset(seat for seat, bot in enumerate(pairing.entrants) if bot < seats)
        yield Game(pairing.deal, game.record, own)


def kept(games: Iterator[Game], records: Path | None) -> list[Game]:
    """Return the games, each added to a file of records as it ends."""
    played = []
    for game in games:
        played.append(game)
        if records is not None:
            with records.open("a", encoding="utf-8") as file:
                file.write(game.record.to_json() + "\n")
    return played


def written(reports: list[Report], path: Path) -> None:
    """Write the reports as JSON."""
    path.write_text(json.dumps([asdict(report) for report in reports], indent=1) + "\n", encoding="utf-8")


def parsed() -> argparse.Namespace:
    """Return the arguments, with `rules`, `bot` and `opponents` made from them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100, help="games against each opponent")
    parser.add_argument("--seat", default="ismcts", help="our bot, without `nodes` and `time`")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, default=1000, help="visits of our bot for each move")
    limit.add_argument("--time", type=float, help="seconds of our bot for each move")
    parser.add_argument("--ours", type=int, default=1, help="how many seats are ours")
    parser.add_argument(
        "--opponent", action="append", help=f"one of {', '.join(OPPONENTS)}, with options; by default all"
    )
    parser.add_argument(
        "--late", type=int, default=0, help="first moves of our seats that are drawn at random"
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="a file for all numbers")
    parser.add_argument("--records", type=Path, help="a file to which the games are added")
    given = parser.parse_args()
    if not 0 < given.ours < given.players or given.games < 1:
        parser.error("expected --ours from 1 to one less than --players, and --games from 1")
    limited = f"nodes={given.nodes}" if given.time is None else f"time={given.time}"
    given.rules = Rules(given.game, given.players, given.seed, given.variant)
    try:
        given.rules.start(0)
        given.bot = parse_bot(f"{given.seat}:{limited}")
        if given.late:
            given.bot = LateBot(given.bot, given.late)
        given.opponents = [parse_opponent(text) for text in given.opponent or OPPONENTS]
    except ValueError as error:
        parser.error(str(error))
    return given


def main() -> None:
    """Play all games and print the tables."""
    given, reports = parsed(), []
    print(ENDS_HEAD, flush=True)
    for opponent in given.opponents:
        lacking = opponent.missing(given.game, given.variant, given.players)
        if lacking:
            print(f"| {opponent.kind} | skipped: {lacking} |", flush=True)
            continue
        games = games_against(given.rules, given.bot, given.ours, opponent, given.games, given.workers)
        reports.append(report(opponent.name, kept(games, given.records)))
        print(ends_row(reports[-1]), flush=True)
    print(f"\n{CALIBRATION_HEAD}")
    for each in reports:
        print("\n".join(calibration_rows(each)))
    if given.json is not None:
        written(reports, given.json)


if __name__ == "__main__":
    main()
