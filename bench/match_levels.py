"""How far apart are the levels of a game?

`python -m bench.match_levels akropolis --players 2 --games 100 --top 22000 --out levels.jsonl` lets each level play its
neighbours, adds the records to a file, and prints the ratings that all games of the file tell: rows of docs/bots.md.
At a table of three sit three neighbours, and so on. The highest level has no limit but a second, so a busy machine
would make it weaker: here it has the nodes of `--top`, as many as a quiet one makes in that second. Other levels count
nodes, so their games are the same on every machine. `--least` and `--most` choose some of the levels; without `--games`
nothing is played.
"""

import argparse
from pathlib import Path

from urbanist.bots.match import Match, Rules, parse_bot, played
from urbanist.bots.players.level import HIGHEST, NAMES, levels_of
from urbanist.bots.tournament.game_result import GameResult
from urbanist.bots.tournament.ratings import Rating, rate
from urbanist.engine.record import Record, read_lines

#: The rating of the lowest level.
LOWEST_RATING = 1000


def bot_text(level: int, top: int) -> str:
    return f"ismcts:level={level}" + (f":nodes={top}" if level == HIGHEST else "")


def play(rules: Rules, levels: range, games: int, top: int, workers: int, out: Path) -> None:
    """Play all tables of neighbours, and add the records to a file."""
    for lowest in levels[: len(levels) - rules.seats + 1]:
        bots = tuple(parse_bot(bot_text(lowest + seat, top)) for seat in range(rules.seats))
        with out.open("a", encoding="utf-8") as file:
            for game in played(Match(rules, bots, games), workers):
                file.write(game.record.to_json() + "\n")
                file.flush()


def results(records: Path) -> list[GameResult]:
    """Return the results of the games of a file; its bots are levels, counted from 0."""
    found, deals = [], {}
    for number, (_, line) in enumerate(read_lines(records)):
        record = Record.from_json(line)
        bots = tuple(int(seat.split(":")[1].removeprefix("level=")) - 1 for seat in record.seats)
        deal = deals.setdefault((record.deal, tuple(sorted(bots))), len(deals))
        seats = len(bots)
        found.append(
            GameResult(
                str(number),
                deal,
                bots,
                record.scores or (),
                record.ranks or (),
                (),
                (0,) * seats,
                (0.0,) * seats,
            )
        )
    return found


def row(level: int, found: tuple[Rating, ...], games: list[GameResult], settings: dict[str, object]) -> str:
    """Return the row of a level: what it plays, its rating, and how far it is above the level below."""
    own = [game.points[game.bots.index(level)] for game in games if level in game.bots]
    rating = found[level]
    interval = "" if rating.low is None else f" [{rating.low:.0f}, {rating.high:.0f}]"
    step = f"{rating.value - found[level - 1].value:.0f}" if level else ""
    said = ":".join(f"{name}={value}" for name, value in settings.items())
    points = f"{sum(own) / len(own):.1f}" if own else ""
    cells = (
        str(level + 1),
        NAMES[level],
        f"`{said}`",
        f"{rating.value:.0f}{interval}",
        step,
        points,
        str(len(own)),
    )
    return f"| {' | '.join(cells)} |"


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
    games = results(given.out)
    found = rate(HIGHEST, games, anchor=0, at=LOWEST_RATING)
    for level, each in enumerate(levels_of(given.game, given.players)):
        print(row(level, found, games, each.settings))


if __name__ == "__main__":
    main()
