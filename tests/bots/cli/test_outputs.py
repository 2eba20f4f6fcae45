"""What matches and tournaments write for other programs, and what their exit statuses tell."""

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import ROOT, call, good, refused
from tests.bots.tournament.plans import TWO, written
from urbanist.bots.process.resource_limits import processors_of
from urbanist.engine.message import UserError

#: A tag of PGN, whose value has each quotation mark and backslash after a backslash.
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]')
SPRT = "format = 'sprt'\nplayers = 2\ndeals = {}\n[sprt]\nelo0 = 0\nelo1 = 200\nbatch = 4\n"


def test_results_are_written_for_rating_programs(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        f'players = 2\ndeals = 2\n{TWO}[[bot]]\nplay = "random:seed=2"\nname = \'a "quoted\\\\" name\'\n',
    )
    good("tournament", path, "--pgn", tmp_path / "cup.pgn", "--json", tmp_path / "cup.json")
    text = (tmp_path / "cup.pgn").read_text(encoding="utf-8")
    games = [dict(TAG.findall(game)) for game in re.split(r"(?<=\n\n)(?=\[Event)", text)]
    assert len(games) == 12
    assert re.fullmatch(
        r'(\[\w+ ".*"\]\n){5}\n(1-0|0-1|1/2-1/2)\n\n', re.split(r"(?<=\n\n)(?=\[Event)", text)[0]
    )
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    won = sum(
        points[game["Result"]] if game["White"] == "greedy" else 1 - points[game["Result"]]
        for game in games
        if "greedy" in (game["White"], game["Black"])
    )
    told = json.loads((tmp_path / "cup.json").read_text(encoding="utf-8"))
    names = [bot["name"] for bot in told["bots"]]
    assert won == sum(told["ahead"][names.index("greedy")])
    assert {game["White"].replace('\\"', '"').replace("\\\\", "\\") for game in games} == set(names)
    three = written(tmp_path, f'players = 3\n{TWO}[[bot]]\nplay = "random:seed=2"\n', "three.toml")
    assert "--pgn: tables of 3 seats" in refused("tournament", three, "--pgn", tmp_path / "three.pgn")


def test_the_likelihood_of_superiority_is_a_matrix_of_shares(tmp_path: Path) -> None:
    path = written(tmp_path, f'players = 2\ndeals = 6\n{TWO}[[bot]]\nplay = "random:seed=2"\n')
    good("tournament", path, "--json", tmp_path / "cup.json", "--html", tmp_path / "cup.html")
    likely = json.loads((tmp_path / "cup.json").read_text(encoding="utf-8"))["superiority"]
    for bot in range(3):
        for other in range(3):
            assert (likely[bot][other] is None) is (bot == other)
            assert bot == other or likely[bot][other] + likely[other][bot] == pytest.approx(1)
    # The greedy one is first and never loses, and the bots stand in order.
    assert likely[0][1] > 0.99 < likely[0][2]
    assert likely[1][2] >= 0.5
    assert "Likelihood of superiority" in (tmp_path / "cup.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("first", "deals", "status", "child"),
    [("greedy", 60, 0, None), ("random", 60, 3, "failure"), ("greedy", 4, 4, "skipped")],
)
def test_the_status_of_a_sequential_test_is_its_verdict(
    first: str, deals: int, status: int, child: str | None, tmp_path: Path
) -> None:
    bots = TWO if first == "greedy" else "".join(reversed(TWO.partition('[[bot]]\nplay = "random"\n')[:2]))
    path = written(tmp_path, SPRT.format(deals) + bots)
    done = call("tournament", path, "--junit", tmp_path / "cup.xml")
    assert (done.exit_code, done.stderr) == (status, "")
    assert call("tournament", path, "--standings").exit_code == 0
    suite = ElementTree.parse(tmp_path / "cup.xml").getroot()
    assert (suite.get("name"), suite.get("tests")) == ("cup", "3")
    last = suite.findall("testcase")[-1]
    assert [found.tag for found in last] == [*[child] * (child is not None), "system-out"]
    assert suite.get("failures") == ("1" if status == 3 else "0")
    assert "log-likelihood ratio" in (last.findtext("system-out") or "")


def test_a_match_has_a_sequential_test_that_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    asked = ["match", "metropolys", "--seats", "random,greedy", "--games", 60, "--seed", 2]
    asked += ["--sprt", "elo0=0,elo1=200,batch=4"]
    whole, part = tmp_path / "whole", tmp_path / "part"
    done = call(*asked, "--out", whole, "--junit", tmp_path / "m.xml", "--html", tmp_path / "m.html")
    assert done.exit_code == 3
    assert "sprt: random is not 200 Elo better than greedy (H0)" in done.stdout
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    assert 8 < len(lines) < 60
    part.write_text("".join(lines[:5]), encoding="utf-8")
    again = call(*asked, "--out", part, "--resume", "--workers", 2)
    assert (again.exit_code, again.stdout) == (3, done.stdout)
    assert part.read_bytes() == whole.read_bytes()
    assert "needs two bots" in refused(
        "match", "metropolys", "--seats", "greedy,random,random", "--games", 9, "--sprt", "elo1=5"
    )


def test_a_forfeit_fails_the_case_of_its_bot(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        SOUND.read_text(encoding="utf-8").replace(
            'elif word == "go":', 'elif word == "go":\n        raise SystemExit'
        ),
        encoding="utf-8",
    )
    seats = ["--seat", f"{sys.executable} -I {tmp_path / 'bad.py'}", "--seat", "greedy", "--games", 2]
    done = call("match", "metropolys", *seats, "--junit", tmp_path / "m.xml", "--csv", tmp_path / "m.csv")
    assert done.exit_code == 0, done.stderr
    suite = ElementTree.parse(tmp_path / "m.xml").getroot()
    assert suite.get("failures") == "1"
    [failure] = suite.findall("testcase/failure")
    assert failure.get("message") == "2 of 2 games forfeited: 2 crash"
    assert (tmp_path / "m.csv").read_text(encoding="utf-8").count("\n") == 3


def test_a_match_writes_pages_of_its_games_and_begins_with_openings(tmp_path: Path) -> None:
    first = tmp_path / "first"
    quick = ["match", "metropolys", "--seats", "greedy,random", "--games", 2]
    call(*quick, "--out", first)
    more = tmp_path / "more"
    asked = [*quick, "--openings", f"file={first},plies=12", "--out", more, "--pages", tmp_path / "pages"]
    done = call(*asked)
    assert done.exit_code == 0, done.stderr
    begun, also = (
        [json.loads(line)["events"][:12] for line in file.read_text(encoding="utf-8").splitlines()]
        for file in (first, more)
    )
    assert also == [begun[0]] * 2
    assert sorted(page.name for page in (tmp_path / "pages").iterdir()) == ["0.html", "1.html"]
    whole, part = tmp_path / "whole", tmp_path / "part"
    call(*quick[:-1], 8, "--out", whole, "--seed", 5)
    asked = [*quick[:-1], 8, "--openings", f"file={whole},plies=6,order=random", "--seed", 3, "--out"]
    call(*asked, more.with_name("again"))
    lines = more.with_name("again").read_text(encoding="utf-8").splitlines(keepends=True)
    part.write_text("".join(lines[:3]), encoding="utf-8")
    assert call(*asked, part, "--resume").exit_code == 0
    assert part.read_text(encoding="utf-8").splitlines(keepends=True) == lines
    assert "--out FILE keeps them" in refused(*quick, "--pages", tmp_path / "pages")
    wrong = {
        "file=x,order=up": "order: expected one of sequential, random, not 'up'",
        "file=x,luck=3": "unknown key 'luck'",
        "file=x,start=0": "start",
    }
    for words, said in wrong.items():
        assert said in refused(*quick, "--openings", words)


def test_workers_with_affinity_and_their_programs_have_processors_of_their_own(tmp_path: Path) -> None:
    tells = "        print(sorted(__import__('os').sched_getaffinity(0)), file=__import__('sys').stderr)\n"
    program = SOUND.read_text(encoding="utf-8").replace(
        'if word == "ugi":\n', f'if word == "ugi":\n{tells}', 1
    )
    (tmp_path / "mine.py").write_text(program, encoding="utf-8")
    there = sorted(processors_of(0, 1))
    if len(there) < 2:
        pytest.skip("needs two processors")
    seats = ["--seat", f"{sys.executable} -I {tmp_path / 'mine.py'}", "--seat", "greedy"]
    asked = [
        "match",
        "metropolys",
        *seats,
        "--games",
        8,
        "--restart",
        "--logs",
        tmp_path / "logs",
        "--workers",
        2,
    ]
    done = call(*asked, "--affinity")
    assert done.exit_code == 0, done.stderr.removeprefix(ROOT)
    told = (tmp_path / "logs" / "bot-1.log").read_text(encoding="utf-8").splitlines()
    assert str(there) == told[0]  # the check of its start
    halves = {str(sorted(processors_of(place, 2))) for place in (0, 1)}
    assert set(told[1:]) <= halves
    with pytest.raises(UserError, match=f"{len(there) + 1} workers, but {len(there)} processors"):
        processors_of(0, len(there) + 1)
