"""Networks of other libraries: what they say of a position, the search that asks them in rounds, and wrong files."""

import json
import re
import warnings
from math import tanh
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bots.cli.using import call, good, refused
from tests.bots.table.puzzles.made import several, written
from tests.engine.tables import onward
from tests.search import batch_oracle
from tests.search.imported_files import onnx_file, torch_file
from tests.test_docs import ROOT, blocks
from urbanist.engine import GAMES, Batch, Game, State
from urbanist.search import BatchOptions, SearchOptions, TreeSearch, search_batch
from urbanist.search.imported_network import ImportedNetwork, Opened, imported_network
from urbanist.search.limit import Limit

METROPOLYS = GAMES["metropolys"]


def by_hand(state: State) -> tuple[Any, Any, Any]:
    """Return the win shares, the points and the logits of moves of the network of `imported_files`."""
    column = state.game.seat_features.index("points")
    seen = state.observe(state.to_move).seats[:, column].astype(float)
    points = np.roll(seen, state.to_move)
    powers = np.exp(points / 10)
    return powers / powers.sum(), points, -state.actions() / 9


def in_process(game: Game, *left_out: str) -> tuple[ImportedNetwork, list[int]]:
    """Return the same network without a library, and the list of the sizes of its calls."""
    sizes, column = [], game.seat_features.index("points")

    def run(inputs: dict[str, Any]) -> dict[str, Any]:
        points = inputs["seats"][:, :, column]
        sizes.append(len(points))
        powers = np.exp(points / 10)
        policy = np.tile(-np.arange(game.action_count) / 9, (len(points), 1))
        outputs = {
            "win_share": powers / powers.sum(axis=1, keepdims=True),
            "points": points,
            "policy": policy,
        }
        return {name: array for name, array in outputs.items() if name not in left_out}

    return ImportedNetwork(game, Opened(run, {"seats": None})), sizes


def played_on(name: str, seats: int, plies: int, **deal: Any) -> State:
    state = GAMES[name].deal(seats=seats, seed=3, **deal)
    for ply in range(plies):
        state = onward(state.play(state.moves()[ply % len(state.moves())]))
    return state


def test_the_guide_writes_onnx_by_pytorch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    [piece] = [piece for piece in blocks(ROOT / "docs" / "learning.md", "py") if "onnx.export(" in piece]

    class Net(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, common, seats):
            logits = common.sum(1, keepdim=True).repeat(1, METROPOLYS.action_count)
            return torch.softmax(seats[:, :, 0], 1), logits

    common = torch.zeros(2, len(METROPOLYS.common_features))
    seats = torch.zeros(2, 3, len(METROPOLYS.seat_features))
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        exec(piece, {"torch": torch, "net": Net(), "common": common, "seats": seats})
    assert imported_network(METROPOLYS, "net.onnx").outputs == ("win_share", "policy")


@pytest.mark.parametrize("written", [onnx_file, torch_file])
def test_estimates_are_those_of_the_network_for_the_seat_to_move(written: Any, tmp_path: Path) -> None:
    file = "net.onnx" if written is onnx_file else "net.pt"
    for name, plies in (("metropolys", 9), ("warszawa", 5)):
        network = imported_network(GAMES[name], str(written(tmp_path / f"{name}-{file}", GAMES[name])))
        states = [played_on(name, 3, plies - less) for less in range(3)]
        estimates = network.estimates(Batch.of(states))
        assert estimates.points is not None
        assert estimates.logits is not None
        for row, state in enumerate(states):
            win, points, logits = by_hand(state)
            assert estimates.win_share[row] == pytest.approx(win, abs=1e-6)
            assert estimates.points[row] == pytest.approx(points)
            assert estimates.logits[row, : len(logits)] == pytest.approx(logits)


def test_cropped_planes_have_cropped_actions(tmp_path: Path) -> None:
    game = GAMES["akropolis"]
    network = imported_network(game, str(onnx_file(tmp_path / "net.onnx", game, cropped=True)))
    assert network.how == {"parts": "all", "cropped": True}
    state = played_on("akropolis", 2, 3)
    logits = network.estimates(Batch.of([state])).logits
    assert logits is not None
    assert logits[0] == pytest.approx(-state.actions(cropped=True) / 9, rel=1e-6)


def test_rounds_grow_to_64_leaves_and_their_tree_is_that_of_the_oracle() -> None:
    network, sizes = in_process(METROPOLYS)
    sizes.clear()
    state = played_on("metropolys", 2, 6, variant="family")

    def judge(leaf: State, _seat: int) -> tuple[list[float], list[float]]:
        win, points, logits = by_hand(leaf)
        margins = points - points[::-1]
        values = [
            0.75 * share + 0.125 + 0.125 * tanh(lead / 12) for share, lead in zip(win, margins, strict=True)
        ]
        return values, logits.tolist()

    search = TreeSearch(METROPOLYS, SearchOptions(endings=False), network=network)
    result = search.think(state, Limit(nodes=400))
    assert result.nodes == 400
    assert max(sizes) == 64
    assert sizes[:6] == [1, 1, 1, 1, 1, 1]
    top = batch_oracle.searched(state, 401, judge, 0, explore=0.4, leaves=None, draw=lambda root, _: root)
    visits = {child["move"]: child["visits"] for child in top["children"] if child["visits"]}
    assert {int(value.move): value.visits for value in result.values} == visits
    assert result.values[0].value == pytest.approx(
        float(max(top["children"], key=lambda child: child["visits"])["value"][state.to_move]), abs=1e-5
    )
    again = TreeSearch(METROPOLYS, SearchOptions(endings=False, threads=2), network=network)
    assert again.think(state, Limit(nodes=400)).values == result.values
    with pytest.raises(ValueError, match="evaluates leaves in rounds"):
        search.play_out(state, [1], 0)
    only = result.values[-1].move
    search.restrict([only])
    assert [value.move for value in search.think(state, Limit(nodes=20)).values] == [only]


def test_a_backup_gets_the_seats_of_its_own_descent() -> None:
    state, paths = played_on("metropolys", 3, 4), []

    def keep(nodes: Any, path: Any, choosers: Any, _values: Any) -> None:
        paths.append((nodes["move"][path[1:]].tolist(), choosers[1:].tolist()))

    network = in_process(METROPOLYS)[0]
    TreeSearch(METROPOLYS, SearchOptions(endings=False), network=network, backup=keep).think(
        state, Limit(nodes=200)
    )
    assert len({len(moves) for moves, _ in paths}) > 2
    for moves, choosers in paths:
        at = state
        for move, seat in zip(moves, choosers, strict=True):
            assert at.to_move == seat
            at = onward(at.play(move))


def test_a_search_sees_what_its_seat_sees_and_one_visit_finds_a_move() -> None:
    options, network = SearchOptions(seed=4), in_process(METROPOLYS, "policy")[0]
    state = played_on("metropolys", 3, 8)
    results = [
        TreeSearch(METROPOLYS, options, network=network)
        .think(world, Limit(nodes=150), observer=state.to_move)
        .values
        for world in (state, state.reshuffled(state.to_move, 1))
    ]
    assert results[0] == results[1]
    with pytest.raises(ValueError, match="a network of metropolys; expected one of akropolis"):
        TreeSearch(GAMES["akropolis"], options, network=network)
    assert TreeSearch(METROPOLYS, options, network=network).think(state, Limit(nodes=1)).nodes == 1
    # Where a network has no policy, the priors of the game say which moves are looked at.
    priors = dict(zip(state.moves().tolist(), state.priors().tolist(), strict=True))
    best = sorted(priors, key=lambda move: -priors[move])[: len(results[0])]
    assert {int(value.move) for value in results[0]} <= {
        move for move in priors if priors[move] >= priors[best[-1]]
    }


def test_search_batch_asks_the_network_for_the_leaves_of_all_trees() -> None:
    network, sizes = in_process(METROPOLYS)
    batch = Batch.deal(METROPOLYS, 8, seats=2, seed=1)
    assert (search_batch(batch, 20, network.evaluate, BatchOptions(seed=1)).visits.sum(axis=1) == 19).all()
    assert max(sizes) == 8


def test_a_network_plays_matches_and_is_an_option_of_the_protocol(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    bot = f"ismcts:nodes=40:weights={onnx_file(tmp_path / 'net.onnx', METROPOLYS)}"
    asked = ("match", "metropolys", "--seats", f"{bot},random", "--games", 2, "--seed", 1, "--out")
    for workers in (1, 2):
        assert call(*asked, tmp_path / f"{workers}.jsonl", "--workers", workers).exit_code == 0
    records = [
        [json.loads(line) for line in (tmp_path / f"{workers}.jsonl").read_text().splitlines()]
        for workers in (1, 2)
    ]
    assert [record["events"] for record in records[0]] == [record["events"] for record in records[1]]
    assert not any("forfeits" in record for record in records[0])
    told = json.loads(
        good("analyse", tmp_path / "1.jsonl", "--nodes", 3, "--json", "--weights", tmp_path / "net.onnx")
    )
    assert told["limits"]["weights"] == str(tmp_path / "net.onnx")
    puzzles = written(tmp_path / "puzzles.jsonl", several(2))
    said = good("puzzles", "metropolys", "--file", puzzles, "--seat", bot)
    assert re.fullmatch(
        rf"{re.escape(bot)} solves (2|[01]) of 2 puzzles of metropolys(; not these: [12, ]+)?\n", said
    )
    table = call(
        "play", "metropolys", "--plain", "--seats", f"human,{bot}", "--seed", 1, given="hint\nquit\n"
    )
    assert table.exit_code == 0, table.stderr
    lines = f"ugi\nsetoption name weights value {tmp_path / 'net.onnx'}\nsetoption name weights value no.pt\nquit\n"
    assert [line for line in good("bot", "ismcts", given=lines).splitlines() if "setoption" in line] == [
        "info string setoption: no.pt: No such file or directory; expected a file of weights"
    ]
    levels = ",".join(f"{name}:nodes=20:weights={tmp_path / 'net.onnx'}" for name in ("mcts", "pimc"))
    assert call("match", "metropolys", "--seats", levels, "--games", 2, "--seed", 1).exit_code == 0


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "input": (
        {"places": ["N", 3]},
        "input 'places'; expected some of common, seats, common_planes, seat_planes",
    ),
    "width": (
        {"seats": ["N", "S", 7]},
        "inputs of other shapes than those of metropolys: seats with 61 or 79 numbers",
    ),
    "batch": ({"seats": [1, "S", 61]}, "input 'seats' takes 1 positions; expected an axis of any length"),
    "outputs": (
        {"share": "odds"},
        "outputs odds, points, policy; expected win_share, and points and policy if there are",
    ),
    "shares": (
        {"share_by": "Identity"},
        "win_share: the shares of a position add up to 0; expected shares from 0 to 1",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_file_is_one_line(wrong: str, tmp_path: Path) -> None:
    more, message = WRONG[wrong]
    file = onnx_file(tmp_path / "net.onnx", METROPOLYS, **more)
    error = refused("match", "metropolys", "--seats", f"ismcts:weights={file},random", "--games", 1)
    assert f"{file}: {message}" in error


def test_options_that_a_network_cannot_follow_and_files_that_are_none_are_one_line(tmp_path: Path) -> None:
    file = onnx_file(tmp_path / "net.onnx", METROPOLYS)
    (tmp_path / "none.onnx").write_bytes(b"none")
    for more, message in (
        (f"{file}:eval=mixed", "eval=mixed: an imported network plays with eval=net, and prior=net or game"),
        (f"{file}:plies=2", "plies=2: with an imported network it is 0"),
        (tmp_path / "none.onnx", "none.onnx: [ONNXRuntimeError]"),
        (tmp_path / "no.onnx", "no.onnx: No such file or directory; expected a file of weights"),
    ):
        bots = f"ismcts:weights={more},random"
        assert message in refused("match", "metropolys", "--seats", bots, "--games", 1)
    games = tmp_path / "games.jsonl"
    call("match", "akropolis", "--seats", "random,random", "--games", 1, "--seed", 1, "--out", games)
    assert "net.onnx: inputs of other shapes than those of akropolis" in refused(
        "analyse", games, "--weights", file
    )
