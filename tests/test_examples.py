"""The example bots are small programs that play legal moves and survive any input."""

import ast
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.bots.cli.using import call, good
from tests.engine.tables import OPEN_DEALS, PLAIN_TABLES, played
from tests.oracle.metropolys import Oracle
from urbanist.bots.check.candidate import FAIL, SKIP, Candidate, Conditions
from urbanist.bots.check.suite import checks, results
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.transport import StreamClosed
from urbanist.engine import GAMES, Batch
from urbanist.engine.history import History
from urbanist.engine.metropolys.pieces import ALLOWED_DISTRICTS
from urbanist.search.imported_network import imported_network

EXAMPLES = Path(__file__).parents[1] / "examples"
COMPILE = "cc -std=c99 -pedantic -Wall -Wextra -O2".split()
PATIENCE = 60.0


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the command of each bot; the C bot must compile without warnings."""
    program = tmp_path_factory.mktemp("examples") / "bot"
    compiled = [*COMPILE, "-o", str(program), str(EXAMPLES / "bot.c")]
    done = subprocess.run(compiled, capture_output=True, text=True, check=True)
    assert done.stdout + done.stderr == ""
    python = [sys.executable, "-I", "-S"]
    words = {
        "bot.py": [*python, str(EXAMPLES / "bot.py")],
        "bot.c": [str(program)],
        "bot.sh": ["sh", str(EXAMPLES / "bot.sh")],
        "quick.py": [*python, str(EXAMPLES / "quick.py")],
    }
    return {name: shlex.join(command) for name, command in words.items()}


@pytest.fixture
def bot(request: pytest.FixtureRequest, commands: dict[str, str]) -> Iterator[EngineProcess]:
    """Return the process of one of the bots."""
    process = EngineProcess(commands[request.param], taking=60.0)  # a shell reads byte by byte
    yield process
    process.close()


every = pytest.mark.parametrize("bot", ["bot.py", "bot.c", "bot.sh", "quick.py"], indirect=True)
by_the_rules = pytest.mark.parametrize("bot", ["bot.py", "bot.c", "bot.sh"], indirect=True)


def chosen(bot: EngineProcess, *lines: str) -> str:
    """Send lines and `go`; return the move of the bot."""
    bot.send(*lines, "go movetime 1000")
    word, move = bot.read(PATIENCE).split()
    assert word == "bestmove"
    return move


def position(events: list[str]) -> str:
    return f"position moves {' '.join(events)}" if events else "position"


@by_the_rules
@pytest.mark.parametrize("variant", [pytest.param("family", marks=pytest.mark.nightly), "expert"])
def test_a_bot_plays_whole_games_that_the_oracle_finds_legal(bot: EngineProcess, variant: str) -> None:
    game = GAMES["metropolys"]
    rng = Random(variant)
    for seats, districts in (
        (seats, choice) for seats, choices in ALLOWED_DISTRICTS.items() for choice in choices
    ):
        seed, seat = rng.getrandbits(32), rng.randrange(seats)
        start = History.start(
            game.deal(variant=variant, seats=seats, options=(f"districts={districts}",), seed=seed)
        )
        oracle, eager = Oracle(start.deal), rng.random()
        events: list[str] = []
        bot.send(f"uginewgame seat {seat} deal {start.seen_by(seat).deal}")
        while not oracle.over:
            if oracle.to_move == seat:
                events.append(chosen(bot, position(events)))
            else:
                legal = oracle.legal()
                events.append("pass" if legal[-1] == "pass" and rng.random() > eager else rng.choice(legal))
            oracle.play(events[-1])


@every
@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def test_a_bot_finds_a_legal_move_in_any_position_of_a_new_game(bot: EngineProcess, table) -> None:
    states, events = played(table, 3)
    if f" {table.game.name}" not in handshake(bot)["games"]:
        pytest.skip(f"it does not play {table.game.name}")
    history = History.start(states[0])
    for ply, move in enumerate(event for event in events if not event.startswith("!")):
        if ply % 4 == 0:
            seat = history.state.to_move
            view = history.seen_by(seat)
            legal = [*map(str, history.state.legal())]
            bot.send(f"uginewgame seat {seat} deal {view.deal}")
            assert chosen(bot, position(list(view.texts)), f"legal {' '.join(legal)}") in legal
        history = history.play(move)


def handshake(bot: EngineProcess) -> dict[str, str]:
    """Return the lines of a bot's handshake by their first words."""
    bot.send("ugi")
    lines: dict[str, str] = {}
    while "ugiok" not in lines:
        word, _, rest = bot.read(PATIENCE).partition(" ")
        lines[word] = f" {rest}"
    return lines


@by_the_rules
def test_the_deal_of_a_position_replaces_that_of_the_game(bot: EngineProcess) -> None:
    game = GAMES["metropolys"]
    north, south = (
        game.deal(seats=2, options=(f"districts={districts}", "first=1"), seed=1)
        for districts in ("CNE", "CSW")
    )
    bot.send(f"uginewgame seat 0 deal {History.start(south).deal}")
    # Each first move is legal in only one of the two deals.
    assert chosen(bot, f"position deal {History.start(north).deal} moves 1@N2") in north.play("1@N2").legal()
    assert chosen(bot, "position moves 1@S2") in south.play("1@S2").legal()


@every
def test_only_quit_ends_a_bot(bot: EngineProcess) -> None:
    noise = Random(1).randbytes(50_000).replace(b"\n", b"").decode(errors="surrogateescape")
    deal = "game=metropolys players=2 first=1"
    bot.send("go", "", "   ", "stop", "ponderhit", "position moves 99@Q1", "go", "position moves pass", "go")
    bot.send(f"uginewgame seat 0 deal {deal}", "go", "uginewgame", "position deal players=9 first=x", "go")
    bot.send(
        "setoption name colour value red", f"position deal {deal} moves * $((", "go", noise, "x" * (1 << 20)
    )
    bot.send("isready")
    while bot.read(PATIENCE) != "readyok":
        continue
    history = History.start(GAMES["metropolys"].deal(seats=3, options=("first=2",), seed=8))
    legal = [*map(str, history.state.legal())]
    bot.send(f"uginewgame seat 2 deal {history.seen_by(2).deal}")
    assert chosen(bot, "position", f"legal {' '.join(legal)}") in legal
    bot.send("quit")
    with pytest.raises(StreamClosed, match="ended with status 0"):
        bot.read(PATIENCE)


def named_games(command: str) -> list[str]:
    """Return the games that a bot declares."""
    process = EngineProcess(command)
    games = handshake(process)["games"].split()
    process.close()
    return games


@pytest.mark.parametrize(
    "name",
    ["quick.py", *(pytest.param(f"bot.{kind}", marks=pytest.mark.nightly) for kind in ("py", "c", "sh"))],
)
def test_a_bot_passes_every_check_that_applies(name: str, commands: dict[str, str]) -> None:
    busy_machine = Conditions(grace=10.0, patience=60.0)
    checked = list(results(Candidate(commands[name], busy_machine)))
    does_not_apply = {"ponder", "info", "query", "same-moves", *(f"view/{game}" for game in OPEN_DEALS)}
    missing = [game for game in GAMES if game not in named_games(commands[name])]
    others = tuple(f"{kind}/{game}" for kind in ("game", "view") for game in missing)
    does_not_apply |= {check for check in checks() if check.startswith(others)}
    if name != "quick.py":
        does_not_apply |= {"set-options"}
    assert [str(verdict) for verdict in checked if verdict.outcome == FAIL] == []
    assert {verdict.name for verdict in checked if verdict.outcome == SKIP} == does_not_apply


def test_the_first_line_of_the_bot_in_c_leads_to_a_program_that_every_command_accepts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(EXAMPLES / "bot.c", tmp_path)
    monkeypatch.chdir(tmp_path)
    first_line = Path("bot.c").read_text(encoding="utf-8").splitlines()[0]
    compilation, check = first_line.partition("In its folder: ")[2].split(" && urbanist ")
    subprocess.run(shlex.split(compilation), check=True)
    assert good(*shlex.split(check), "--only", "handshake") == "ok   handshake\n"
    seats = ["--seat", "./bot", "--seat", "random"]
    assert call("match", "metropolys", *seats, "--games", 1, "--seed", 1).exit_code == 0
    Path("cup.toml").write_text(
        'game = "metropolys"\ndeals = 1\n[[bot]]\ncommand = "./bot"\n[[bot]]\nplay = "random"\n'
    )
    assert call("tournament", "cup.toml").exit_code == 0


def test_the_python_bots_have_forty_lines_and_use_the_standard_library() -> None:
    for name in ("bot.py", "quick.py"):
        text = (EXAMPLES / name).read_text()
        imports = [
            node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        modules = {
            node.module if isinstance(node, ast.ImportFrom) else alias.name
            for node in imports
            for alias in node.names
        }
        assert modules <= sys.stdlib_module_names
        assert len(text.splitlines()) <= 40


@pytest.mark.parametrize("shell", ["sh", "dash", "bash"])
def test_every_shell_can_parse_the_shell_bot(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    subprocess.run([shell, "-n", str(EXAMPLES / "bot.sh")], check=True)


@pytest.mark.parametrize("bot", ["quick.py"], indirect=True)
def test_the_quick_bot_plays_several_games_and_needs_the_legal_moves(bot: EngineProcess) -> None:
    games = handshake(bot)["games"].split()
    assert len(games) > 1
    assert set(games) <= set(GAMES)
    assert chosen(bot, "position", "legal a b", "position") == "none"


@pytest.mark.nightly
def test_a_network_learns_akropolis_and_plays_as_a_file(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    file = tmp_path / "net.pt"
    few = "--generations 1 --games 4 --deals 2".split()
    learning = [sys.executable, str(EXAMPLES / "akropolis_net.py"), *few]
    done = subprocess.run([*learning, "--out", str(file)], capture_output=True, text=True, check=True)
    first, last = done.stdout.splitlines()
    assert re.fullmatch(r"generation 0: entropy 0\.\d{3}, of other games 0\.\d{3}, .* minutes", first)
    assert re.fullmatch(r"[\d.]+ % \[.*\] of the wins against itself before, on 2 deals", last)
    game = GAMES["akropolis"]
    network = imported_network(game, str(file))
    assert (network.outputs, network.how["cropped"]) == (("win_share", "points"), True)
    batch = Batch.deal(game, 2, seats=2, seed=1)
    assert network.estimates(batch).win_share.sum(axis=1) == pytest.approx(1)
