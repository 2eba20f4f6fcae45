"""`urbanist bot`: a built-in bot as a process."""

import shlex
from pathlib import Path

from tests.bots.cli.using import DEAL, PROGRAM, good, refused, started
from urbanist.bots.match.seat_text import parse_bot
from urbanist.engine import GAMES
from urbanist.engine.history import View


def test_a_bot_is_served() -> None:
    output = good(
        "bot", "ismcts:nodes=9", "--set", "seed=3", given="ugi\nxyzzy\ngo\nisready\nquery legal\nquit\n"
    )
    assert "option name seed type spin default 3" in output
    assert "ugiok\ninfo string go: no position" in output
    assert "\nreadyok\n" in output


def test_a_search_stops_and_a_search_by_nodes_equals_that_of_the_library() -> None:
    deal = DEAL.replace("statues,lakes", "statues,?")
    with started("bot", "ismcts", stdin=-1) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(f"uginewgame seat 0 deal {deal}\ngo infinite\nisready\nstop\n")
        running.stdin.flush()
        lines = iter(running.stdout.readline, "")
        assert "readyok\n" in lines
        assert any(line.startswith("bestmove ") for line in lines)
        running.stdin.write(f"{'x' * (2 << 20)}\nuginewgame seat 0 deal {deal}\ngo nodes 3000\n")
        running.stdin.flush()
        move = next(line.split()[1] for line in lines if line.startswith("bestmove "))
        running.stdin.close()
        assert running.wait(30) == 0
    view = View(GAMES["metropolys"], 0, deal, ())
    assert move == str(parse_bot("ismcts:nodes=3000").sit(0).choose(view).move)


def test_wrong_use_is_one_line() -> None:
    assert "no bot" in refused("bot", "nobody")
    assert "OPTION=V" in refused("bot", "random", "--set", "seed")
    for use in (["ismcts", "--set", "weights=/no.npz"], ["ismcts:weights=/no.npz"]):
        assert refused("bot", *use) == "/no.npz: No such file or directory; expected a file of weights"


def test_weights_that_are_not_there_are_an_error_before_the_first_move(tmp_path: Path) -> None:
    said = "/no.npz: No such file or directory; expected a file of weights"
    seats = "ismcts:weights=/no.npz,greedy"
    assert said in refused("match", "metropolys", "--seats", seats, "--games", 1)
    assert said in refused("play", "metropolys", "--seats", seats)
    assert said in refused(
        "match", "metropolys", "--seats", "ismcts,greedy", "--set", "0:weights=/no.npz", "--games", 1
    )
    other = Path(__file__).parents[3] / "search" / "weights" / "akropolis.npz"
    seats = f"ismcts:weights={other},greedy"
    said = "weights of akropolis, expected metropolys"
    assert said in refused("match", "metropolys", "--seats", seats, "--games", 1)
    assert said in refused("play", "metropolys", "--seats", seats)
    cup = tmp_path / "cup.toml"
    for bot in (
        f'play = "ismcts:weights={other}"',
        f"command = {shlex.join([*PROGRAM, 'bot', 'ismcts'])!r}\noptions = {{ weights = '{other}' }}",
    ):
        cup.write_text(f'game = "metropolys"\n[[bot]]\n{bot}\n[[bot]]\nplay = "greedy"\n', encoding="utf-8")
        assert said in refused("tournament", cup)
        assert list(tmp_path.iterdir()) == [cup]
