"""A training: it repeats, goes on after an interruption, and refuses folders that are not its own."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner

from tests.bots.cli.using import call, once_over, told_until
from tests.engine.metropolys.sets import mine
from tests.search.training.slopes import ended
from urbanist.bots.cli import terminal
from urbanist.bots.cli.main import main
from urbanist.bots.cli.train import tell
from urbanist.bots.contest.sprt import Verdict
from urbanist.bots.match.runner import GamePool
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.training import Folder, TrainingError, TrainingSettings, TrainingStage, train
from urbanist.bots.training.folder import GenerationReport, settings_of
from urbanist.bots.training.games import (
    BATCH,
    TEST,
    GamePair,
    Scores,
    compared,
    drawn_searches,
    game_pairs,
    missing_games,
)
from urbanist.bots.training.run import VALUE, fit_value, window
from urbanist.engine import GAMES
from urbanist.search import SearchOptions
from urbanist.search.network import network_of
from urbanist.search.training import (
    DealtTable,
    Exploration,
    Fit,
    Schedule,
    Setups,
    bootstrapped,
    fitted,
    play,
    positions,
)

SMALL = TrainingSettings(game="metropolys", seed=5, games=2, nodes=4, passes=1, gate_deals=1, gate_nodes=2)


def run(path: Path, generations: int, workers: int = 1, stop_after: int | None = None) -> None:
    """Train in a folder; with `stop_after` leave after so many steps."""
    folder = Folder.open(path, SMALL)
    with folder.locked():
        for step, _ in enumerate(train(folder, generations, GamePool(workers))):
            if step == stop_after:
                return


def lasting(path: Path, generations: int = 2) -> dict[str, object]:
    """Return what must not depend on interruptions and workers: games, tests, weights, reports without their times."""
    folder = Folder(path, SMALL)
    reports = folder.reports()[:generations]
    assert len(reports) == generations
    return {
        "games": [dict(folder.games(number)) for number in range(len(reports))],
        "tests": [folder.groups(number) for number in range(len(reports))],
        "weights": [folder.weights(number).read_bytes() for number in range(len(reports))],
        "reports": [(r.games, r.positions, r.entropy, r.error, r.score, r.accepted) for r in reports],
    }


@pytest.mark.parametrize(
    ("stops", "generations"),
    [((2, 8), 1), pytest.param((0, 2, 5, 6, 10, 12, 16), 2, marks=pytest.mark.nightly)],
    ids=lambda value: "" if isinstance(value, int) else str(len(value)),
)
def test_a_training_gives_the_same_with_interruptions_and_any_number_of_workers(
    stops: tuple[int, ...], generations: int, tmp_path: Path
) -> None:
    """Two workers take so many generations, the others two."""
    run(tmp_path / "whole", 2)
    run(tmp_path / "two", generations, workers=2)
    for stop in stops:
        run(tmp_path / "interrupted", 2, stop_after=stop)
    torn = tmp_path / "interrupted" / "games-001.jsonl"
    with torn.open("ab") as file:
        file.write(b'[3,{"game":"akro')
    run(tmp_path / "interrupted", 2)
    assert lasting(tmp_path / "whole") == lasting(tmp_path / "interrupted")
    assert lasting(tmp_path / "whole", generations) == lasting(tmp_path / "two", generations)


# One game of Metropolys has no choice to learn from.
@pytest.mark.nightly
@pytest.mark.parametrize("game", ["akropolis", pytest.param("metropolys", marks=pytest.mark.nightly)])
def test_a_fit_tells_how_much_is_done_in_percent(game: str, tmp_path: Path) -> None:
    folder = Folder.open(tmp_path / "out", msgspec.structs.replace(SMALL, game=game, games=1, passes=4))
    with folder.locked():
        steps = [(step.done, step.total) for step in train(folder, 1, GamePool()) if step.doing == "fit"]
    assert steps[0] == (0, 100)
    assert steps[-1] == (100, 100)
    assert steps == sorted(set(steps))
    assert len(steps) > 4 or game == "metropolys"


@pytest.mark.parametrize("bootstraps", [0, 2])
def test_a_bootstrap_goes_on_with_what_the_fit_before_expects(bootstraps: int, tmp_path: Path) -> None:
    akropolis, search = GAMES["akropolis"], SearchOptions(nodes=2)
    table = DealtTable(None, 2)
    games = [play(akropolis, table, [search] * 2, search, Exploration(), seed) for seed in range(2)]
    groups, how = positions(akropolis, games, 0.5), Fit(Schedule(passes=6))
    values = [ended(fitted(groups, groups, how, seed=4))]
    for _ in range(bootstraps):
        told = bootstrapped(groups, games, values[-1].expected, 0.8)
        shorter = Fit(Schedule(passes=2, rate=Schedule.rate / 2))
        values.append(ended(fitted(told, groups, shorter, 4, values[-1])))
    settings = msgspec.structs.replace(SMALL, passes=6, bootstraps=bootstraps, bootstrap_trace=0.8)
    folder = Folder.open(tmp_path / "out", settings)
    steps = fit_value(TrainingStage(0, "fit", 0, 100), folder, games, groups, groups, how, seed=4)
    done = []
    while True:
        try:
            done.append(next(steps).done)
        except StopIteration as end:
            weights = end.value.weights
            break
    same = [all((weights[name] == array).all() for name, array in each.weights.items()) for each in values]
    assert same == [*[False] * bootstraps, True]
    assert done == sorted(set(done))
    assert done[-1] == VALUE


def test_the_network_has_the_size_that_is_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "out"
    small = "--games 2 --nodes 2 --generations 1 --test-deals 1 --test-nodes 2 --network 64,32".split()
    quick = ["--hyperparameters", once_over(tmp_path)]
    done = CliRunner().invoke(main, ["train", "metropolys", "--out", str(out), *quick, *small])
    assert done.exit_code == 0, done.stderr
    network = network_of(GAMES["metropolys"], str(out / "weights-000.npz"))
    assert network is not None
    assert network.size == (64, 32)
    assert "64 units, 32 for moves" in (out / "report.html").read_text(encoding="utf-8")
    other = CliRunner().invoke(main, ["train", "metropolys", "--out", str(out), *quick, *small[:-2]])
    assert other.exit_code == 1
    assert "units = 64, and 32 was asked for" in other.stderr


@pytest.mark.parametrize("device", ["numpy", pytest.param("cpu", marks=pytest.mark.nightly), "nowhere"])
def test_weights_are_fitted_where_one_asks(device: str, tmp_path: Path) -> None:
    small = "--games 2 --nodes 2 --generations 1 --test-deals 1 --test-nodes 2 --device".split()
    quick, out = ["--hyperparameters", once_over(tmp_path)], tmp_path / "out"
    done = CliRunner().invoke(main, ["train", "metropolys", "--out", str(out), *quick, *small, device])
    if device == "numpy" or (device == "cpu" and find_spec("torch")):
        assert done.exit_code == 0, done.stderr
        fit = "fit" if device == "numpy" else f"fit on {device}"
        assert f"generation 0: {fit} 0 / 100" in done.stderr.splitlines()
        assert (out / "weights-000.npz").exists()
    else:
        assert done.exit_code == 2
        assert re.search(rf"device '{device}'.*", done.stderr)
        assert not out.exists()


@pytest.mark.nightly
def test_a_test_that_ends_early_gives_the_same_report_with_any_number_of_workers(tmp_path: Path) -> None:
    """Three workers finish deals after the verdict; they do not count."""
    settings = msgspec.structs.replace(SMALL, seed=6, games=1, nodes=2, gate_deals=40)

    def report(workers: int) -> GenerationReport:
        folder = Folder.open(tmp_path / str(workers), settings)
        *_, last = train(folder, 1, GamePool(workers))
        assert last.report is not None
        return msgspec.structs.replace(last.report, seconds=0.0)

    alone = report(1)
    assert alone.deals < 40 * 3
    assert alone.deals % BATCH == 0
    assert report(3) == alone


def test_scores_count_in_the_order_of_deals_up_to_the_verdict() -> None:
    scores = [*[0.0] * 6, *[0.5] * 6] * 10
    whole = Scores(dict(enumerate(scores)))
    assert whole.verdict is Verdict.H0
    assert len(whole.counted) < len(scores)
    for seed in range(20):
        mixed = list(enumerate(scores))
        random.Random(seed).shuffle(mixed)
        counted = Scores({})
        for number, score in mixed:
            counted.add(number, score)
        assert (counted.verdict, counted.counted) == (whole.verdict, whole.counted)


def test_a_fit_reads_the_newest_half_of_the_generations(tmp_path: Path) -> None:
    folder = Folder.open(tmp_path / "out", msgspec.structs.replace(SMALL, window=3))
    search = SearchOptions(nodes=1, memory=1)
    for generation in range(7):
        table = DealtTable(None, 2)
        game = play(folder.game, table, [search] * 2, search, Exploration(), seed=generation)
        folder.add(generation, 0, game)
        folder.add(generation, 1, game)
    read = [[game.seed for game in part] for generation in range(7) for part in window(folder, generation)]
    newest = [[0], [1], [1, 2], [2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6]]
    assert read == [part for part in newest for _ in ("seen", "held out")]


def test_a_score_counts_only_when_all_deals_before_it_are_played() -> None:
    scores = Scores({0: 1.0, 2: 0.0})
    assert scores.counted == [1.0]
    scores.add(1, 0.5)
    assert scores.counted == [1.0, 0.5, 0.0]


def test_self_play_with_one_visit_a_move_is_possible() -> None:
    settings = msgspec.structs.replace(SMALL, nodes=1)
    for seed in range(50):
        searches = drawn_searches(settings, 4, ("one", "two", "three"), random.Random(seed)).searches
        assert {search.nodes for search in searches} <= {1, 2}


def test_searches_that_play_games_to_their_end_have_a_quarter_of_the_visits() -> None:
    settings = TrainingSettings(game="metropolys", nodes=200)

    def visits(weights: tuple[str, ...]) -> set[int | None]:
        return {drawn_searches(settings, 2, weights, random.Random(seed)).best.nodes for seed in range(30)}

    assert visits(()) == {25, 50, 100}
    assert visits(("one",)) == {100, 200, 400}


def test_no_two_jobs_of_a_training_have_the_same_id() -> None:
    ids: list[str] = []
    for generation in range(12):
        ids += [job.id for job in missing_games(SMALL, generation, (), set())]
        ids += [job.id for job in game_pairs(SMALL, generation, "new", None, ())]
    assert len(set(ids)) == len(ids)


def test_the_bots_of_a_test_have_the_weights_of_any_path() -> None:
    bot = GamePair(SMALL, 0, 0, "", None).bot("a:b c/weights=1.npz")
    assert isinstance(bot, IsmctsBot)
    assert (bot.weights, bot.eval, bot.nodes) == ("a:b c/weights=1.npz", "net", 2)


def test_a_bot_without_weights_has_a_quarter_of_the_visits_of_a_test() -> None:
    bot = GamePair(msgspec.structs.replace(SMALL, gate_nodes=300), 0, 0, "", None).bot(None)
    assert isinstance(bot, IsmctsBot)
    assert (bot.eval, bot.nodes) == ("playout", 75)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ((), {("family", 2), ("family", 3), ("family", 4), ("expert", 2), ("expert", 3), ("expert", 4)}),
        (("family", 2), {("family", 2)}),
        ((None, 3), {("family", 3), ("expert", 3)}),
    ],
)
def test_games_have_the_setups_that_are_asked_for(asked: tuple[Any, ...], expected: set[Any]) -> None:
    setups = Setups.of(GAMES["metropolys"], *asked)
    drawn = [setups.draw(GAMES["metropolys"], random.Random(seed)) for seed in range(60)]
    assert {(table.variant, table.seats) for table in drawn} == expected


def test_options_are_drawn_unless_they_are_asked_for() -> None:
    game = GAMES["akropolis"]
    one, other = Setups.of(game), Setups.of(game, None, 2, ("temples",))
    tables = [
        [setups.draw(game, random.Random(seed)).options for seed in range(60)] for setups in (one, other)
    ]
    assert len(set(tables[0])) > 2
    assert set(tables[1]) == {("temples",)}


def test_a_training_may_be_for_one_setup_with_cards_and_hyperparameters_of_ones_own(tmp_path: Path) -> None:
    out, cards, file = tmp_path / "out", tmp_path / "own.json", tmp_path / "own.toml"
    cards.write_text(json.dumps(mine()))
    file.write_text("passes = 2\nbatch = 64\n")
    small = "--games 2 --nodes 2 --generations 1 --test-deals 1 --test-nodes 2 --variant family --players 2".split()
    asked = [
        "train",
        "metropolys",
        "--out",
        str(out),
        *small,
        "--cards",
        str(cards),
        "--hyperparameters",
        str(file),
    ]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.stderr
    folder = Folder(out, settings_of(out))
    tables = [game.table for _, game in folder.games(0)]
    assert tables == [DealtTable("family", 2, ("data=mine",))] * 2
    [report] = folder.reports()
    assert len(report.value_curve) == 2
    assert report.deals == 1


@pytest.mark.parametrize(
    ("asked", "content", "message"),
    [
        (("--players", "7"), "", "7"),
        (("--variant", "small"), "", "small"),
        (("--options", "nonsense"), "", "nonsense"),
        ((), "passes = 0", "passes: expected a whole number >= 1"),
        ((), "depth = 3", "unknown key 'depth'; "),
        ((), "passes =", "invalid TOML"),
    ],
)
def test_a_wrong_setup_or_hyperparameter_gets_one_line_and_leaves_nothing(
    asked: tuple[str, ...], content: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(content)
    out = tmp_path / "out"
    line = ["train", "akropolis", "--out", str(out), "--hyperparameters", str(file), *asked]
    done = call(*line)
    assert done.exit_code == 2
    assert message in done.stderr.splitlines()[-1]
    assert not out.exists()


def test_a_folder_with_other_settings_is_refused(tmp_path: Path) -> None:
    Folder.open(tmp_path / "out", SMALL)
    with pytest.raises(
        TrainingError, match=r"settings.json: games = 2, and 9 was asked for; expected the same"
    ):
        Folder.open(tmp_path / "out", msgspec.structs.replace(SMALL, games=9))


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    with pytest.raises(
        TrainingError, match="not the folder of a training; expected a new or an empty folder"
    ):
        Folder.open(tmp_path, SMALL)
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


def test_only_one_process_trains_in_a_folder(tmp_path: Path) -> None:
    folder = Folder.open(tmp_path / "out", SMALL)
    ask = f"""
from urbanist.bots.training import Folder
from pathlib import Path
from tests.bots.training.test_run import SMALL
folder = Folder.open(Path({str(tmp_path / "out")!r}), SMALL)
with folder.locked(): pass
"""
    with folder.locked():
        done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, env=os.environ)
    assert "another process is training here" in done.stderr


@pytest.mark.parametrize(
    ("sides", "ranks", "results"),
    [
        ([True, False], (1, 2), [1.0]),
        ([True, False], (1, 1), [0.5]),
        ([True, False, True], (3, 2, 1), [0.0, 1.0]),
    ],
)
def test_new_seats_are_compared_with_old_ones(sides, ranks, results) -> None:
    assert compared(sides, ranks) == results


@pytest.mark.parametrize(
    ("scores", "accepted"),
    [([1.0] * 60, True), ([0.0] * 60, False), ([0.6, 0.5], True), ([0.5, 0.5], False)],
)
def test_new_weights_replace_the_best_only_if_they_win(scores, accepted: bool) -> None:
    assert Scores(dict(enumerate(scores))).passed is accepted
    assert TEST.elo0 == 0


def test_the_command_trains_prints_its_reports_and_its_weights_play(tmp_path: Path) -> None:
    out = tmp_path / "out"
    asked = ["train", "akropolis", "--out", str(out), "--games", "1", "--nodes", "2", "--generations", "1"]
    asked += ["--hyperparameters", once_over(tmp_path)]
    done = CliRunner().invoke(main, [*asked, "--test-deals", "1", "--test-nodes", "2"])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0].split()[:3] == ["generation", "games", "positions"]
    assert done.stdout.splitlines()[-1].startswith("best weights: ")
    stages = [line.partition(": ")[2].split()[0] for line in done.stderr.splitlines()]
    assert stages in (["games", "fit", "test", "accepted,"], ["games", "fit", "test", "not"])
    seat = f"ismcts:nodes=2:eval=net:weights={out / 'weights-000.npz'}"
    played = CliRunner().invoke(
        main, ["match", "akropolis", "--seat", seat, "--seat", "random", "--games", "1"]
    )
    assert played.exit_code == 0, played.output


def test_a_training_without_a_terminal_writes_a_line_each_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "EVERY", 0.02)

    def steps() -> Iterator[TrainingStage]:
        yield TrainingStage(2, "games", 7, 40)
        yield TrainingStage(2, "games", 8, 40)
        lines.extend(told_until(capsys, "generation 2: games 8 / 40"))

    lines: list[str] = []
    tell(steps())
    assert "generation 2: games 7 / 40" in lines


def arrays(folder: Folder, file: Path | None = None) -> dict[str, npt.NDArray[np.float32]]:
    """Return the weights in a file, or those that come with urbanist."""
    network = network_of(folder.game, None if file is None else str(file))
    assert network is not None
    return network.arrays


def test_a_training_may_begin_with_weights(tmp_path: Path) -> None:
    """The first games and the first test have them, and a copy stays in the folder."""
    run(tmp_path / "first", 1)
    file = tmp_path / "first" / "weights-000.npz"
    settings = msgspec.structs.replace(SMALL, start=str(file))
    folder = Folder.open(tmp_path / "second", settings)
    assert folder.accepted() == (str(folder.first_weights),)
    copy, original = (arrays(folder, path) for path in (folder.first_weights, file))
    assert all((copy[name] == original[name]).all() for name in original)
    for _ in train(folder, 1, GamePool()):
        pass
    assert drawn_searches(settings, 2, folder.accepted(), random.Random(1)).best.eval == "net"
    file.unlink()
    Folder.open(tmp_path / "second", settings)  # goes on without the original


def test_a_training_may_begin_with_the_weights_that_come_with_urbanist(tmp_path: Path) -> None:
    folder = Folder.open(tmp_path / "out", msgspec.structs.replace(SMALL, start="shipped"))
    assert (arrays(folder, folder.first_weights)["win"] == arrays(folder)["win"]).all()


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("missing.npz", "missing.npz: No such file or directory; expected a file of weights"),
        (__file__, "test_run.py: not a file of weights"),
    ],
)
def test_a_start_that_is_no_weights_gets_one_line_and_leaves_nothing(
    start: str, message: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    done = CliRunner().invoke(main, ["train", "akropolis", "--out", str(out), "--start", start])
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
    assert not out.exists()


def test_a_wrong_folder_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    done = CliRunner().invoke(main, ["train", "akropolis", "--out", str(tmp_path)])
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    assert "not the folder of a training" in done.stderr
