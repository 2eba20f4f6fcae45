"""The benchmark: how fast this machine plays, and a signature of what it plays.

A `Benchmark` has the speeds that `measure` found in one thread; `signatures` change with what is played alone, and
`this_machine` says what the measurement was made on.
"""

import os
import platform
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from zlib import crc32

from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.spec import parse_builtin
from urbanist.cext.processor import COMPILER
from urbanist.cext.variant import LEVEL
from urbanist.engine.game import Game, State
from urbanist.engine.history import History
from urbanist.engine.perft import perft
from urbanist.engine.simulate import simulate
from urbanist.search.options import PimcOptions, SearchOptions

#: Where Linux describes the processors.
CPUINFO = Path("/proc/cpuinfo")


def this_machine() -> dict[str, str | int | None]:
    """Return the machine, the compiler and its target, and the version and commit of this program."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "compiler": COMPILER,
        # The least processor that it runs on, as a name for -march; empty for any.
        "arch": LEVEL,
        "version": version("urbanist"),
        # With `-dirty` if the sources were changed; None if they are in no git repository.
        "commit": _commit(),
    }


def _processor() -> str:
    """Return the name of the processor as its maker gives it, or else the kind of machine."""
    if CPUINFO.exists():
        names = (
            line.partition(":")[2].strip()
            for line in CPUINFO.read_text().splitlines()
            if "model name" in line
        )
        return next(names, platform.machine())
    return _printed("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()


def _commit() -> str | None:
    """Return the commit of the sources, if git has them: another project may hold this one."""
    here = Path(__file__).resolve().parent
    if not _printed("git", "-C", str(here), "ls-files", __file__):
        return None
    return (
        _printed("git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*")
        or None
    )


def _printed(*command: str) -> str:
    """Return the output of a program, stripped; empty if it fails or is not installed."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()  # noqa: S603  # words of ours
    except (OSError, subprocess.SubprocessError):
        return ""


#: The nodes of the searches in a signature, and its random games.
SIGNED_NODES, SIGNED_GAMES = 300, 20


def searching() -> dict[str, str]:
    """Return the spec of each measured search by name; a search with one tree has a row for each kind of playout."""
    names: dict[str, str] = {}
    for name in BOTS.shipped:
        bot = BOTS[name]
        if issubclass(bot, PimcOptions):
            names[name] = name
        elif issubclass(bot, SearchOptions):
            names |= {name: f"{name}:playout=uniform", f"{name}-informed": f"{name}:playout=informed"}
    return names


def signature(start: History) -> int:
    """Return a checksum of 32 bits over random games and results of searches."""
    digest = 0
    for seed in range(SIGNED_GAMES):
        digest = crc32(start.state.playout(seed).key.to_bytes(8, "little"), digest)
    view = start.seen_by(start.state.to_move)
    for name, bot in searching().items():
        for value in parse_builtin(f"{bot}:nodes={SIGNED_NODES}").sit(1).choose(view).values:
            digest = crc32(f"{name} {value.move} {value.visits}".encode(), digest)
    return digest


def signatures(games: Iterable[Game]) -> dict[str, int]:
    """Return the signature of each game with each variant and number of players."""
    return {
        f"{game.name} {variant} {seats}": signature(History.start(game.deal(variant=variant, seats=seats)))
        for game in games
        for variant in game.notation.variants
        for seats in game.notation.seat_counts
    }


def whole(parts: dict[str, int]) -> int:
    """Combine signatures into one of 32 bits."""
    digest = 0
    for name, part in parts.items():
        digest = crc32(f"{name} {part}".encode(), digest)
    return digest


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The measured speeds; `signature` changes with the play of games and searches, not with their speed."""

    game: str
    variant: str
    players: int
    threads: int
    playouts_per_second: float
    moves_per_second: float
    move_lists_per_second: float
    iterations_per_second: dict[str, float]
    signature: int


def measure(
    game: Game, *, variant: str | None, seats: int, options: Sequence[str] = (), seconds: float
) -> Benchmark:
    """Measure all speeds in about `seconds` seconds in total."""
    asked = game.notation.setup(variant, seats, options)
    searches = searching()
    share = seconds / (2 + len(searches))
    start = History.start(game.deal(variant=variant, seats=seats, options=options))
    playouts, moves = _playouts(game, variant, seats, options, share)
    return Benchmark(
        game=game.name,
        variant=game.notation.variants[asked.variant],
        players=seats,
        threads=1,
        playouts_per_second=playouts,
        moves_per_second=moves,
        move_lists_per_second=_move_lists(start.state, share),
        iterations_per_second={name: _iterations(bot, start, share) for name, bot in searches.items()},
        signature=signature(start),
    )


def _repeated(work: Callable[[int], float], seconds: float) -> tuple[float, float]:
    """Repeat the work in steps that double until the time is up; return the total amount and the seconds."""
    done, step, began = 0.0, 1, time.perf_counter()
    while True:
        done += work(step)
        passed = time.perf_counter() - began
        if passed >= seconds:
            return done, passed
        # No step may take more than about a third of the time.
        step = 2 * step if passed < seconds / 8 else step


def _playouts(
    game: Game, variant: str | None, seats: int, options: Sequence[str], seconds: float
) -> tuple[float, float]:
    """Return random games and moves per second, with deal and scores."""
    plies = 0

    def work(games: int) -> float:
        nonlocal plies
        plies += simulate(game, games, variant=variant, seats=seats, options=options, seed=games).plies
        return games

    done, passed = _repeated(work, seconds)
    return done / passed, plies / passed


def _move_lists(start: State, seconds: float) -> float:
    """Return lists of legal moves per second, each of a new position, from the positions of one random game."""
    states = [start]
    while not states[-1].over:
        moves = states[-1].legal()
        states.append(states[-1].play(states[-1].chance() or moves[len(states) * 7919 % len(moves)]))

    def work(rounds: int) -> float:
        # Perft of two plies makes one list for the position and one for each position after it.
        for state in states[:-1] * rounds:
            perft(state, 2)
        return rounds * sum(1 + len(state.moves()) for state in states[:-1])

    done, passed = _repeated(work, seconds)
    return done / passed


def _iterations(bot: str, start: History, seconds: float) -> float:
    """Return the iterations per second of a search that starts with an empty tree."""
    view = start.seen_by(start.state.to_move)
    result = parse_builtin(f"{bot}:time={seconds:.6f}").sit(1).choose(view)
    return result.nodes / result.seconds
