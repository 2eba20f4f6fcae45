"""What matches and tournaments write for other programs, and what their exit statuses tell."""

import json
from pathlib import Path

import pytest

from tests.bots.cli.using import call, good, refused
from tests.bots.contest.plans import TWO, written
from tests.bots.hostile import HOSTILE, program
from tests.plugin import restored
from tests.search import small_games
from urbanist.engine import GAMES
from urbanist.engine.record import Record

SPRT = "format = 'sprt'\nplayers = 2\ndeals = {}\n[sprt]\nelo0 = 0\nelo1 = 200\nbatch = 4\n"


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
    ("first", "deals", "status"), [("greedy", 60, 0), ("random", 60, 3), ("greedy", 4, 4)]
)
def test_the_status_of_a_sequential_test_is_its_verdict(
    first: str, deals: int, status: int, tmp_path: Path
) -> None:
    bots = TWO if first == "greedy" else "".join(reversed(TWO.partition('[[bot]]\nplay = "random"\n')[:2]))
    path = written(tmp_path, SPRT.format(deals) + bots)
    done = call("tournament", path)
    assert (done.exit_code, done.stderr) == (status, "")
    assert call("tournament", path, "--standings").exit_code == 0
    assert "log-likelihood ratio" in done.stdout


def test_a_match_has_a_sequential_test_that_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    asked = ["match", "metropolys", "--seats", "random,greedy", "--games", 60, "--seed", 2]
    asked += ["--sprt", "elo0=0,elo1=200,batch=4"]
    whole, part = tmp_path / "whole", tmp_path / "part"
    done = call(*asked, "--out", whole, "--html", tmp_path / "m.html")
    assert done.exit_code == 3
    assert "sprt: random is not 200 Elo better than greedy (H0)" in done.stdout
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    assert 8 < len(lines) < 60
    part.write_text("".join(lines[:5]), encoding="utf-8")
    again = call(*asked, "--out", part, "--resume")
    assert (again.exit_code, again.stdout) == (3, done.stdout)
    assert part.read_bytes() == whole.read_bytes()
    assert "needs two bots" in refused(
        "match", "metropolys", "--seats", "greedy,random,random", "--games", 9, "--sprt", "elo1=5"
    )
    asked = ["match", "metropolys", "--seats", "random,random:seed=1", "--players", 3, "--games", 6]
    call(*asked, "--sprt", "elo1=5", "--out", tmp_path / "three")
    seated = [Record.from_json(line).seats for line in (tmp_path / "three").read_text("utf-8").splitlines()]
    assert [seats.count("random") for seats in seated] == [1, 1, 1, 2, 2, 2]


def test_a_match_writes_pages_of_its_games_and_begins_with_openings(tmp_path: Path) -> None:
    first = tmp_path / "first"
    quick = ["match", "metropolys", "--seats", "greedy,random", "--games", 2]
    call(*quick, "--out", first)
    more = tmp_path / "more"
    asked = [*quick, "--openings", f"file={first},plies=12", "--out", more]
    done = call(*asked)
    assert done.exit_code == 0, done.stderr
    begun, also = (
        [json.loads(line)["events"][:12] for line in file.read_text(encoding="utf-8").splitlines()]
        for file in (first, more)
    )
    assert also == [begun[0]] * 2
    paged = ["--out", tmp_path / "paged", "--pages", tmp_path / "pages"]
    assert call(*quick[:-1], 1, *paged).exit_code == 0
    assert [page.name for page in (tmp_path / "pages").iterdir()] == ["0.html"]
    whole, part = tmp_path / "whole", tmp_path / "part"
    call(*quick[:-1], 4, "--out", whole, "--seed", 5)
    asked = [*quick[:-1], 4, "--openings", f"file={whole},plies=6,order=random", "--seed", 3, "--out"]
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


def test_forfeits_stand_beside_every_share_that_they_are_in(tmp_path: Path) -> None:
    bad = program(tmp_path, HOSTILE["makes a move up"].code)
    told = "forfeits in 2 of 2 games"
    seats = ["--seat", bad, "--seat", "greedy"]
    printed = call("match", "metropolys", *seats, "--games", 2, "--sprt", "elo1=50").stdout
    heading, first, second, *_, concluded = printed.splitlines()
    assert heading.split()[-1] == "forfeits"
    assert (first.split()[-1], second.split()[-1]) == ("2", "0")
    assert concluded.endswith(f"; {told}")
    clean = call("match", "metropolys", "--seats", "random,greedy", "--games", 2)
    assert "forfeits" not in clean.output

    bots = f"[[bot]]\ncommand = {json.dumps(bad)}\nname = 'bad'\n{TWO}"
    path = written(tmp_path, f"format = 'swiss'\nplayers = 3\nrounds = 1\ndeals = 1\n{bots}")
    files = [tmp_path / f"cup.{kind}" for kind in ("json", "html")]
    shown = good("tournament", path, "--json", files[0], "--html", files[1])
    lines = [line.rstrip() for line in shown.splitlines()]
    told = "forfeits in 3 of 3 games"
    assert lines[1].split()[-1] == "forfeits"
    assert [line.split()[-1] for line in lines if line.lstrip()[:1].isdigit() and "[" in line] == [
        "0",
        "0",
        "3",
    ]
    assert f"ahead of, % ({told})" in lines
    assert told in lines[-2]
    assert lines[-1].startswith("swiss: ")
    assert lines[-1].endswith(told)
    exported = json.loads(files[0].read_text(encoding="utf-8"))
    assert (exported["games"], exported["forfeited"]) == (3, 3)
    assert files[1].read_text(encoding="utf-8").count(told) >= 3


def test_a_sequential_test_without_a_section_has_its_defaults(tmp_path: Path) -> None:
    path = written(tmp_path, f"format = 'sprt'\ndeals = 1\nplayers = 2\n{TWO}")
    done = call("tournament", path)
    assert done.exit_code == 4
    assert "for 10 against 0 after 1 groups" in done.stdout


def test_a_game_that_begins_with_chance_is_played(tmp_path: Path) -> None:
    game = f"{Path(small_games.__file__)}:PrivateDice"
    asked = ["--seats", "random,random", "--games", 2, "--seed", 1, "--out", tmp_path / "games"]
    with restored(GAMES):
        assert call("match", game, *asked).exit_code == 0
    for line in (tmp_path / "games").read_text(encoding="utf-8").splitlines():
        assert [event[0] for event in json.loads(line)["events"][:2]] == ["!", "!"]
