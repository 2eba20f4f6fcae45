"""The page of a tournament at its end and while it runs."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from tests.bots.cli.using import good
from tests.bots.contest.game_results import game
from tests.bots.contest.plans import SIX, TWO, planned
from tests.bots.hostile import HOSTILE, program
from tests.bots.html_reader import read
from urbanist.bots.cli.outputs import KINDS, Outputs
from urbanist.bots.contest.page import MOST, forfeit_list
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import standings
from urbanist.bots.contest.store import Store

TEXT = """
deals = 1
seed = 77123
clock = {{ time = 20, increment = 0.1 }}
[[bot]]
name = "<b>lost"
command = {command!r}
env = {{ TOKEN = "secret", STYLE = "bold" }}
memory = 2048
[[bot]]
play = "greedy:seed=4"
clock = {{ move = 2.0, grace = 1 }}
"""


def test_the_page_has_clock_date_settings_and_forfeits_and_loads_again_while_it_runs(tmp_path: Path) -> None:
    command = program(tmp_path, HOSTILE["makes a move up"].code)
    plan = planned(tmp_path, TEXT.format(command=command))
    file = tmp_path / "cup.html"
    with Store.open(plan, resume=False) as store:
        run = Run(plan, store)
        outputs = Outputs(dict.fromkeys(KINDS) | {"html": file}, None)
        for _ in run.play():
            outputs.refresh(run)
        running = file.read_text(encoding="utf-8")
        outputs.write(run, standings(plan.names, run.games.values(), resamples=0))
        ended = file.read_text(encoding="utf-8")
    assert '<meta http-equiv="refresh" content="10">' in running
    assert "refresh" not in ended
    assert "1 of 2 games" in read(running).texts
    assert "77123" not in running
    assert "secret" not in running + ended
    texts = read(ended).texts
    assert {"77123", "20 s a game, 0.1 s more by each move; 0.25 s grace", "greedy:seed=4", command} <= set(
        texts
    )
    assert "20 s a game, 0.1 s more by each move, 2 s a move; 1 s grace" in texts
    assert "memory = 2048, env = TOKEN STYLE" in texts
    assert [text for text in texts if re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d UTC", text)]
    assert {"Forfeits", "1.1.1.1", "1.1.1.2", "illegal"} <= set(texts)
    assert sum("'99@Q7' is not a move of metropolys" in text for text in texts) == 2
    assert "<b>lost" in texts


@pytest.mark.parametrize(
    "rest",
    [
        f"deals = 2\n{TWO}",
        f'format = "swiss"\nrounds = 2\ndeals = 1\n{SIX}',
        f'format = "sprt"\nsprt = {{ elo0 = 0, elo1 = 400, batch = 4 }}\n{TWO}',
    ],
)
def test_nobody_is_told_the_seed_before_the_last_game(rest: str, tmp_path: Path) -> None:
    plan = planned(tmp_path, f"seed = 77123\n{rest}")
    file = tmp_path / "cup.html"

    def told() -> list[str]:
        return [
            good("tournament", plan.path, "--standings", "--html", file),
            file.read_text(encoding="utf-8"),
        ]

    with Store.open(plan, resume=False) as store, closing(Run(plan, store).play()) as games:
        assert not any("77123" in text for text in told())
        next(games)
        assert not any("77123" in text for text in told())
    good("tournament", plan.path, "--resume")
    assert all("77123" in text for text in told())


def test_very_many_forfeits_are_cut_short() -> None:
    lost = [game(deal, (0, 1), (2, 1), forfeits=((0, "time"),)) for deal in range(MOST + 5)]
    [part] = forfeit_list(lost, ["a"])
    assert f"These are the first {MOST} of {MOST + 5}." in "".join(part.itertext())
    assert len(part.findall(".//tbody/tr")) == MOST
    assert forfeit_list([], ["a"]) == []
