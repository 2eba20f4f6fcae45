"""`urbanist export`: each number against the position that it is of, both forms of file, and what leaves no file."""

import json
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bots.cli.using import PATIENCE, good, refused, started
from tests.test_docs import ROOT, blocks
from urbanist.bots.match.arena import Arena
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.training.export import ExportPlan, SearchGame
from urbanist.engine import GAMES, Batch
from urbanist.search.training import states

Table = dict[str, Any]


def read(path: Path) -> Table:
    with np.load(path) as file:
        return dict(file)


def lists(table: Table, name: str) -> list[Any]:
    """Return the list of each position."""
    return np.split(table[name], np.cumsum(table["moves"])[:-1])


@pytest.mark.parametrize(
    ("game", "seats", "variant", "more"),
    [
        ("metropolys", 3, "family", ["--variant", "family"]),
        ("akropolis", 2, "standard", ["--parts", "all", "--cropped"]),
    ],
)
def test_a_row_has_what_a_searching_seat_saw_and_what_came_of_it(
    game: str, seats: int, variant: str, more: list[str], tmp_path: Path
) -> None:
    file, cropped = tmp_path / "few.npz", "--cropped" in more
    asked = ("--players", seats, "--seed", 4, "--seat", "ismcts:nodes=6:eval=playout", "--positions", 15)
    good("export", game, *asked, *more, "--out", file)
    table = read(file)
    plan = ExportPlan(game, seats, 4, 15, variant, bot=IsmctsBot(nodes=6, eval="playout"))
    with Arena() as arena:
        played = SearchGame(plan, 0).play(arena)
    seen = [*states(GAMES[game], played)]
    assert len(table["game"]) == 15 <= len(seen)
    for row, (state, decision) in enumerate(zip(seen[:15], played.decisions, strict=False)):
        order = [(state.to_move + place) % seats for place in range(seats)]
        assert [table[name][row] for name in ("game", "ply", "seat")] == [0, state.ply, state.to_move]
        whole = state.observe(state.to_move, cropped=cropped)
        common, rows = table["common"][row], table["seats"][row]
        assert common.tolist() == whole.common[: len(common)].tolist()
        assert rows.tolist() == whole.seats[:, : rows.shape[1]].tolist()
        if cropped:
            assert table["seat_planes"][row].tolist() == whole.seat_planes.tolist()
        actions = lists(table, "actions")[row].tolist()
        assert actions == state.actions(cropped=cropped).tolist()  # all are inside so early in a game
        visits = {state.action_of(move, cropped=cropped): count for move, count in decision.visits}
        shares = [visits.get(action, 0) / sum(visits.values()) for action in actions]
        assert lists(table, "policy")[row].tolist() == pytest.approx(shares)
        for name, by_seat in (
            ("points", played.points),
            ("win_share", played.win_share),
            ("search_points", decision.points),
            ("search_win_share", decision.win_share),
        ):
            assert table[name][row].tolist() == pytest.approx([by_seat[seat] for seat in order])
        assert table["score_rows"][row].sum(axis=1).tolist() == table["points"][row].tolist()


def test_playouts_are_whole_games_one_after_the_other(tmp_path: Path) -> None:
    asked = ("export", "warszawa", "--players", 3, "--positions", 700, "--seed", 5)
    assert good(*asked, "--out", tmp_path / "one.npz").startswith("700 positions of 5 games, seed 5: ")
    good(*asked, "--workers", 2, "--out", tmp_path / "two.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    table = read(tmp_path / "one.npz")
    starts = np.flatnonzero(np.diff(table["game"], prepend=-1))
    assert table["game"][starts].tolist() == [0, 1, 2, 3, 4]
    assert table["ply"][starts].tolist() == [0] * 5
    assert (np.diff(table["ply"])[np.diff(table["game"]) == 0] == 1).all()
    assert len(table["actions"]) == table["moves"].sum()
    by_seat = np.stack([np.roll(row, seat) for row, seat in zip(table["points"], table["seat"], strict=True)])
    assert (by_seat == by_seat[starts][table["game"]]).all()  # a game has one end
    assert (table["score_rows"].sum(axis=2) == table["points"]).all()
    first = table["seats"][starts[1]]
    assert first[:, [*table["seats_names"]].index("to move")].tolist() == [1, 0, 0]


def test_the_guide_makes_the_mask_of_the_legal_actions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [piece] = [piece for piece in blocks(ROOT / "docs" / "learning.md", "py") if "np.load(" in piece]
    good("export", "metropolys", "--positions", 60, "--seed", 5, "--out", tmp_path / "positions.npz")
    monkeypatch.chdir(tmp_path)
    made: Table = {}
    exec(piece, made)  # what the guide shows
    assert made["mask"].sum(axis=1).tolist() == made["table"]["moves"].tolist()
    assert [np.flatnonzero(row).tolist() for row in made["mask"]] == [
        sorted(actions.tolist()) for actions in lists(made["table"], "actions")
    ]


def test_a_parquet_file_has_the_same_columns(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    for name in ("few.npz", "few.parquet"):
        good("export", "metropolys", "--positions", 60, "--seed", 5, "--out", tmp_path / name)
    table, columns = read(tmp_path / "few.npz"), arrow.read_table(tmp_path / "few.parquet")
    told = {key.decode(): json.loads(names) for key, names in columns.schema.metadata.items()}
    assert told == {name: table[name].tolist() for name in table if name.endswith("_names")}
    assert {*columns.column_names} == {*table} - {*told}
    for name in columns.column_names:
        column = columns[name].combine_chunks()
        if name == "actions":
            assert column.values.to_numpy().tolist() == table[name].tolist()
            assert np.diff(column.offsets).tolist() == table["moves"].tolist()
            continue
        tensors = hasattr(column, "to_numpy_ndarray")
        assert ((column.to_numpy_ndarray() if tensors else column.to_numpy()) == table[name]).all()


def test_a_batch_plays_on_by_plies() -> None:
    for game, informed in (("akropolis", True), ("akropolis", False), ("warszawa", True)):
        batch = Batch.deal(GAMES[game], 20, seats=3, seed=2)
        for ply in range(1, 4):
            batch.playout(ply, informed=informed, plies=1)
            assert batch.array["ply"].tolist() == [ply] * 20
        assert not batch.array["due"].any()
        again = batch.copy()
        batch.playout(9, informed=informed, plies=10_000)
        again.playout(9, informed=informed)
        assert batch.array["over"].all()
        assert not informed or (batch.scores() == again.scores()).all()


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_an_export_that_is_ended_leaves_the_file_as_it_was(sign: int, tmp_path: Path) -> None:
    file = tmp_path / "many.npz"
    file.write_bytes(b"before")
    running = started("export", "metropolys", "--positions", 10**8, "--out", file)
    until = time.monotonic() + PATIENCE
    while len([*tmp_path.iterdir()]) < 2:
        assert time.monotonic() < until
        time.sleep(0.02)
    running.send_signal(sign)
    running.communicate()
    assert running.returncode == (130 if sign == signal.SIGINT else -sign)
    assert file.read_bytes() == b"before"
    assert len([*tmp_path.iterdir()]) == (1 if sign == signal.SIGINT else 2)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("--out a.csv", "--out a.csv: expected a name that ends with .npz or .parquet"),
        ("--out a.npz --seat greedy", "--seat greedy: expected ismcts with its options, or a level"),
        ("--out a.npz --cropped", "--cropped: metropolys has no cropped planes"),
        ("--out a.npz --players 5", "metropolys is for 2, 3 or 4 players, not 5"),
        ("--out a.npz --positions 0", "Invalid value for '--positions': 0 is not in the range x>=1."),
    ],
)
def test_what_cannot_be_exported_is_refused_in_one_line(
    more: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in refused("export", "metropolys", *more.split())
    assert not [*tmp_path.iterdir()]
