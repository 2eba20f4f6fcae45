"""Tournament files: their settings, their defaults, and one line for each error."""

from pathlib import Path

import pytest

from tests.bots.contest.plans import SIX, TWO, planned, written
from urbanist.bots.contest.plan import read_plan
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.match.clock import clock_of
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine import GAMES

WHOLE = """
format = "gauntlet"
variant = "family"
options = ["districts=CNE"]
players = 2
deals = 7
seatings = "all"
seed = 9
challenger = "mine"
anchor = "deep"
workers = 3
database = "results.db"
clock = { time = 1.5, increment = 0.1 }

[[bot]]
name = "deep"
play = "ismcts:nodes=500"
clock = { grace = 1.0 }

[[bot]]
name = "mine"
command = "cat -n"
options = { level = 3, quick = true, style = "bold" }
nodes = 40
ponder = true
memory = 100
cpu = 60
clock = { time = 3.0 }
"""


def test_a_plan_has_all_settings_of_its_file(tmp_path: Path) -> None:
    plan = planned(tmp_path, WHOLE)
    deep, mine = plan.entrants
    assert (plan.name, plan.deals, plan.database) == ("cup", 7, tmp_path / "results.db")
    assert plan.own.challenger == mine.name
    assert (plan.rules.seats, plan.rules.seed, plan.rules.variant) == (2, 9, "family")
    assert deep.bot == IsmctsBot(nodes=500)
    assert deep.control == clock_of(time=1.5, increment=0.1, grace=1.0)
    assert mine.bot == CommandBot(
        "cat -n",
        (("level", "3"), ("quick", "true"), ("style", "bold")),
        40,
        ponder=True,
        limits=ResourceLimits(memory=100, cpu=60),
        log=tmp_path / "cup.logs" / "bot-2.log",
    )
    assert mine.control == clock_of(time=3.0, increment=0.1)


def test_missing_settings_have_defaults(tmp_path: Path) -> None:
    plan = planned(tmp_path, TWO)
    assert (plan.form.format, plan.rules.seats, plan.deals) == ("round robin", 2, 10)
    assert plan.database == tmp_path / "cup.sqlite"
    assert plan.names == ("greedy", "random")
    assert all(entrant.control is None for entrant in plan.entrants)
    assert planned(tmp_path, SIX).rules.seats == 4


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = written(tmp_path, TWO)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_plan(path).names == ("greedy", "random")


def test_workers_anchor_and_database_do_not_change_the_tournament(tmp_path: Path) -> None:
    text = f"seed = 3\n{TWO}"
    plain = planned(tmp_path, text).settings()
    assert planned(tmp_path, f'workers = 4\nanchor = "greedy"\ndatabase = "x"\n{text}').settings() == plain
    assert planned(tmp_path, f"seed = 4\n{TWO}").settings() != plain


def test_a_seed_that_the_file_does_not_set_is_drawn_from_many(tmp_path: Path) -> None:
    drawn = {planned(tmp_path, TWO, seeded=False).rules.seed for _ in range(20)}
    assert len(drawn) == 20
    assert all(0 <= seed < 1 << 63 for seed in drawn)
    assert max(drawn) > 1 << 55


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deal = 3\n" + TWO, "unknown key 'deal'; did you mean 'deals'?"),
        ("xyz = 3\n" + TWO, "unknown key 'xyz'; there are game, bot, format, "),
        (TWO + "node = 3\n", "bot 2: unknown key 'node'; did you mean 'nodes'?"),
        ("clock = { tim = 3 }\n" + TWO, "clock: unknown key 'tim'; did you mean 'time'?"),
        (TWO + "clock = { tim = 3 }\n", "bot 2, clock: unknown key 'tim'; did you mean 'time'?"),
        ("deals = 0\n" + TWO, "deals: expected a whole number >= 1"),
        (f"deals = {10**22}\n" + TWO, "deals: expected a whole number <= 1000000000"),
        ("rounds = 'x'\n" + TWO, "rounds: expected a whole number, got a text"),
        ("deals = 1.5\n" + TWO, "deals: expected a whole number or a text, got a number"),
        (
            "format = 'cup'\n" + TWO,
            "format: expected one of round robin, gauntlet, swiss, sprt, not 'cup'",
        ),
        ("", "'bot' is missing"),
        ("bot = 3", "bot: expected a list, got a whole number"),
        ("bot = [\n", "invalid TOML: "),
        ("players = 4\n" + TWO, "players = 4: 2 bots cannot fill a table of 4 seats"),
        (
            "players = 4\n" + TWO + '[[bot]]\nplay = "mcts"\n',
            "players = 4: 3 bots cannot fill a table of 4 seats",
        ),
        ("players = 5\n" + SIX, "2, 3 or 4 players, not 5"),
        ("variant = 'easy'\n" + TWO, "no variant 'easy' of metropolys"),
        ("options = ['moon']\n" + TWO, "no option 'moon'"),
        ("[[bot]]\nplay = 'greedy'\n", "1 bot cannot fill a table of 2 seats"),
        (TWO + TWO, "two bots have the name 'greedy'; give one of them another name"),
        (TWO + "name = ''\n", "bot 2, name: expected a text of length >= 1"),
        (TWO + 'name = "a\\u001b[2Jb"\n', "bot 2: name 'a\\x1b[2Jb': expected signs that can be seen"),
        (
            TWO + "command = 'cat'\n",
            "bot 2: expected either play = 'BUILT-IN' or command = 'PROGRAM ARGUMENTS'",
        ),
        (TWO + "[[bot]]\nname = 'x'\n", "bot 3: expected either play"),
        (
            TWO + "nodes = 3\n",
            "bot 2: nodes is only for programs; write options of a built-in after colons: ismcts:nodes=2000",
        ),
        (
            "[[bot]]\nplay = 'ismtcs'\n" + TWO,
            "bot 1: play = 'ismtcs': no such built-in; did you mean 'ismcts'?",
        ),
        (
            '[[bot]]\nplay = "\\t:nodes=20"\n' + TWO,
            r"bot 1: play = '\t:nodes=20': no such built-in; there are",
        ),
        (
            "[[bot]]\nplay = 'ismcts:nodes=x'\n" + TWO,
            "bot 1: option 'nodes=x' of ismcts: expected a whole number",
        ),
        (
            "[[bot]]\ncommand = './nothing.py -x'\n" + TWO,
            "bot 1: command = './nothing.py -x': no program './nothing.py'",
        ),
        ("anchor = 'x'\n" + TWO, "anchor = 'x': no bot with this name; there are greedy, random"),
        ("format = 'gauntlet'\nchallenger = 'x'\n" + TWO, "challenger = 'x': no bot with this name"),
        (
            "challenger = 'greedy'\n" + TWO,
            "challenger: a round robin has no challenger; format = 'gauntlet' has one",
        ),
        ("format = 'sprt'\n[sprt]\nelo0 = 0\n" + SIX, "format = 'sprt' needs two bots, not 6"),
        (
            "format = 'sprt'\n[sprt]\nelo0 = 5\nelo1 = 5\n" + TWO,
            "elo0 = 5.0, elo1 = 5.0: expected elo0 below elo1",
        ),
        (TWO + "[sprt]\nelo0 = 5\n", "[sprt]: a round robin has no such section"),
        (
            "clock = { increment = 0.1 }\n" + TWO,
            "bot 1: clock: expected time (seconds a game), move (seconds a move) or both",
        ),
        ("clock = { time = -1 }\n" + TWO, "clock, time: expected a number > 0"),
        ("clock = { move = nan }\n" + TWO, "clock, move: expected a number > 0"),
        (f"seed = {'9' * 5000}\n" + TWO, "invalid TOML: a number is too long"),
        (f"seed = {'[' * 5000}\n" + TWO, "a number is too long, or brackets are nested too deep"),
        ("seed = 2026-01-01\n" + TWO, "seed: expected a whole number, got date"),
        ("players = 100000000000\n" + TWO, "players: expected a whole number <= 99"),
        ("workers = 62\n" + TWO, "workers: expected a whole number <= 61"),
        ("database = ''\n" + TWO, "database: expected a text of length >= 1"),
        ('database = "a\\u0000b"\n' + TWO, "database: expected one line of printable characters"),
        ('logs = "a\\nb"\n' + TWO, "logs: expected one line of printable characters"),
        (TWO + '[[bot]]\ncommand = "cat\\u0000"\n', "bot 3: command: expected a shell command"),
        (
            TWO + "[[bot]]\ncommand = 'cat'\noptions = { level = [1, 2] }\n",
            "bot 3, options: expected true or false or a whole number or a number or a text, got a list",
        ),
        (
            TWO + '[[bot]]\ncommand = "cat"\noptions = { style = "bold\\nquit" }\n',
            "bot 3: options: expected one line of printable characters",
        ),
        (
            TWO + "[[bot]]\ncommand = 'cat'\noptions = { 'a value b' = 1 }\n",
            "bot 3: options: 'a value b' cannot be the name of an option",
        ),
    ],
)
def test_an_error_is_one_line_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(PlanError) as caught:
        read_plan(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_device_without_an_end_is_no_plan() -> None:
    with pytest.raises(PlanError, match="/dev/zero: not a file: the results stand beside it"):
        read_plan(Path("/dev/zero"))


def test_an_unknown_game_is_refused_with_a_list_of_all(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(f'game = "chess"\n{TWO}', encoding="utf-8")
    with pytest.raises(PlanError, match=f"no game 'chess'; there are {', '.join(sorted(GAMES))}"):
        read_plan(path)


def test_a_program_that_does_not_play_the_game_is_refused_before_the_first_game(tmp_path: Path) -> None:
    plan = planned(tmp_path, TWO + "[[bot]]\ncommand = 'echo games chess; echo ugiok; cat'\n")
    with pytest.raises(PlanError, match="it does not play metropolys; the games it names: chess"):
        plan.check_start()
