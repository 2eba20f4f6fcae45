"""How much time does the arena add to the moves of bots, and how fast does a program answer?"""

import shutil
import subprocess
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import per_second
from tests.engine.tables import PLAIN_TABLES, Table, played
from urbanist.bots.contest.match import match_of
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.workers import completed
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine.history import History

TABLES = [table for table in PLAIN_TABLES if table.seats != 3]
GAMES = 20
MANY = 400
#: The example bot in C, and the game that it plays.
PROGRAM, GAME = Path(__file__).parents[1] / "examples" / "bot.c", "metropolys"


needs_program = pytest.mark.skipif(
    not PROGRAM.exists() or not shutil.which("cc"), reason="needs the C bot and a compiler"
)


def compiled(folder: Path) -> str:
    """Return the command of the C bot, compiled into a folder."""
    subprocess.run(["cc", "-O2", "-o", folder / "bot", PROGRAM], check=True)
    return str(folder / "bot")


def starts(table: Table) -> list[History]:
    """Return games before their first moves."""
    return [History.start(table.deal(seed)) for seed in range(GAMES)]


def bare(start: History) -> None:
    """Play a random game, each seat by its view, without an arena or a record."""
    players = [RandomBot().sit(seed) for seed in range(start.state.seats)]
    views = [start.seen_by(seat) for seat in range(start.state.seats)]
    mask, state = start.game.notation.mask_event, start.state
    while not state.over:
        seat = state.to_move
        event = state.chance() or players[seat].choose(views[seat]).move
        state = state.play(event)
        views = [view.after(mask(event, seat, view.seat)) for view in views]


@pytest.mark.parametrize("table", TABLES, ids=str)
def bench_games_by_a_bare_loop(benchmark: BenchmarkFixture, table: Table) -> None:
    games = starts(table)
    per_second(benchmark, "games", GAMES, lambda: list(map(bare, games)))


@pytest.mark.parametrize("table", TABLES, ids=str)
def bench_games_in_the_arena(benchmark: BenchmarkFixture, table: Table) -> None:
    games, bots, seeds = starts(table), [RandomBot()] * table.seats, range(table.seats)
    with Arena() as arena:
        per_second(
            benchmark, "games", GAMES, lambda: [arena.play(Pairing.of(game, bots, seeds)) for game in games]
        )


@pytest.mark.parametrize("workers", [1, 2])
def bench_games_by_workers(benchmark: BenchmarkFixture, workers: int) -> None:
    table = TABLES[0]
    rules = Rules(table.game.name, table.seats, 1, table.variant)
    asked = match_of(rules, (RandomBot(),) * table.seats, MANY).format()

    def play() -> None:
        for _ in completed(asked.round(1, ()), workers):
            pass

    per_second(benchmark, "games", MANY, play)


@needs_program
@pytest.mark.parametrize("restart", [False, True], ids=["kept", "restart"])
def bench_games_of_programs_by_two_workers(
    benchmark: BenchmarkFixture, restart: bool, tmp_path: Path
) -> None:
    """Play games between two processes of the C bot, which are kept for all games or started anew for each."""
    bot = CommandBot(compiled(tmp_path))
    asked = match_of(Rules(GAME, 2, 5, "family"), (bot, bot), MANY, restart=restart).format()

    def play() -> None:
        for _ in completed(asked.round(1, ()), 2):
            pass

    per_second(benchmark, "games", MANY, play)


@needs_program
@pytest.mark.parametrize("table", [table for table in TABLES if table.game.name == GAME], ids=str)
def bench_answers_of_a_program(benchmark: BenchmarkFixture, table: Table, tmp_path: Path) -> None:
    """Send the position of a whole game, isready and go, as for each decision, and wait for the answer."""
    program = compiled(tmp_path)
    history = History.read(table.game, History.start(table.deal(1)).deal, played(table, 1)[1][:-1])
    view = history.seen_by(history.state.to_move)
    player = CommandBot(program).sit(1)
    per_second(benchmark, "answers", 1, lambda: player.choose(view))
    player.close()
