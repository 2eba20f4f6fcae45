"""How far apart are the levels of a game?

`python -m bench.match_levels akropolis --players 2 --games 100 --top 22000 --out levels.jsonl` lets each level play its
neighbours, adds the records to a file, and prints the ratings that all games of the file tell: rows of docs/bots.md.
At a table of three sit three neighbours, and so on. The highest level has no limit but a second, so a busy machine
would make it weaker: here it has the nodes of `--top`, as many as a quiet one makes in that second. Other levels count
nodes, so their games are the same on every machine. `--least` and `--most` choose some of the levels, from 0, that of a
first game; without `--games` nothing is played.
"""

import argparse
from collections import defaultdict
from math import log
from pathlib import Path

import numpy as np

from urbanist.bots.contest.match import match_of, played
from urbanist.bots.contest.ratings import SCALE, strengths
from urbanist.bots.contest.results import meetings
from urbanist.bots.match.intervals import Estimate, share_estimate, share_text
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.runner import GamePool
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.level import HIGHEST, level_name, level_of
from urbanist.engine.record import Record, read_lines

#: The level whose rating is fixed, and that rating.
FIXED, FIXED_RATING = 1, 1000
#: Wins that each level has against each other one before their first game. The usual prior would pull levels together
#: that never meet.
FAINT = 0.01

#: For each two levels, the lower one first, and each deal: the results of the higher one.
Results = dict[tuple[int, int], dict[str, list[float]]]


def bot_text(level: int, top: int) -> str:
    return f"ismcts:level={level}" + (f":nodes={top}" if level == HIGHEST else "")


def play(rules: Rules, levels: range, games: int, top: int, workers: int, out: Path) -> None:
    """Play all tables of neighbours, and add the records to a file."""
    for lowest in levels[: len(levels) - rules.seats + 1]:
        bots = tuple(parse_bot(bot_text(lowest + seat, top)) for seat in range(rules.seats))
        with out.open("a", encoding="utf-8") as file:
            for _, game in played(match_of(rules, bots, games, pool=GamePool(workers))):
                file.write(game.record.to_json() + "\n")
                file.flush()


def results(records: Path) -> Results:
    """Return the results of the games of a file."""
    outcomes: Results = defaultdict(lambda: defaultdict(list))
    for _, line in read_lines(records):
        record = Record.from_json(line)
        levels = [int(seat.partition("level=")[2][:1]) for seat in record.seats]
        for one, other, got in meetings(levels, record.ranks or ()):
            low, high, won = (one, other, 1 - got) if one < other else (other, one, got)
            outcomes[low, high][record.deal].append(won)
    return outcomes


def ratings(outcomes: Results) -> dict[int, float]:
    """Return the rating of each level that has played, by the fit of tournaments; `FIXED` or the lowest is fixed."""
    levels = sorted({level for pair in outcomes for level in pair})
    ahead = np.zeros((len(levels), len(levels)))
    for (low, high), deals in outcomes.items():
        shares = [share for deal in deals.values() for share in deal]
        ahead[levels.index(high), levels.index(low)] += sum(shares)
        ahead[levels.index(low), levels.index(high)] += len(shares) - sum(shares)
    fitted = strengths(ahead, prior=FAINT)
    fixed = fitted[levels.index(FIXED) if FIXED in levels else 0]
    return {
        level: FIXED_RATING + SCALE * float(one - fixed) for level, one in zip(levels, fitted, strict=True)
    }


def points(share: float | None) -> str:
    """Return the rating difference at which one of two levels has this share of the wins."""
    return "?" if share is None or not 0 < share < 1 else f"{SCALE * log(share / (1 - share)):+.0f}"


def row(level: int, outcomes: Results, rated: dict[int, float], settings: dict[str, object]) -> str:
    """Return the row of a level: what it plays, its rating, and how often it is ahead of the level below."""
    said = ":".join(f"{name}={value}" for name, value in settings.items())
    rating = f"{rated[level]:.0f}" if level in rated else ""
    deals = outcomes.get((level - 1, level), {})
    share, step = "", ""
    if deals:
        estimate: Estimate = share_estimate(list(deals.values()))
        share = f"{share_text(estimate)} of {sum(map(len, deals.values()))}"
        step = f"{points(estimate.mean)} [{points(estimate.low)}, {points(estimate.high)}]"
    return f"| {level} | {level_name(level)} | `{said}` | {share} | {step} | {rating} |"


def main() -> None:
    """Play the games, and print a row for each level."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=0, help="games of each table of neighbours")
    parser.add_argument("--least", type=int, default=1, help="the lowest level that plays")
    parser.add_argument("--most", type=int, default=HIGHEST, help="the highest level that plays")
    parser.add_argument("--top", type=int, default=20000, help="nodes of the highest level")
    parser.add_argument("--out", type=Path, required=True, help="the file of the records")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rules = Rules(given.game, given.players, given.seed, given.variant)
    if given.games:
        play(rules, range(given.least, given.most + 1), given.games, given.top, given.workers, given.out)
    outcomes = results(given.out)
    rated = ratings(outcomes)
    for number in range(given.least, given.most + 1):
        settings = level_of(given.game, given.players, number).settings
        print(row(number, outcomes, rated, settings))


if __name__ == "__main__":
    main()
