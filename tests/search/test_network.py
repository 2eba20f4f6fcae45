"""The network: its numbers against a plain computation, and what it refuses."""

import os
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

from urbanist.engine import GAMES, Batch
from urbanist.engine.features import features, move_features
from urbanist.search import SearchOptions, TreeSearch
from urbanist.search.network import Network, Size, load, network_of, shapes_of, shipped_network

AKROPOLIS = GAMES["akropolis"]


USUAL = Size()
#: The usual size, and others; the largest ones there are.
SIZES = (USUAL, Size(64, 16), Size(96, 48), Size(256, 256))


def drawn(seed: int, game=AKROPOLIS, size: Size = USUAL) -> dict[str, np.ndarray]:
    """Return random weights."""
    rng = np.random.default_rng(seed)
    return {name: rng.normal(0, 0.05, shape) for name, shape in shapes_of(game, size).items()}


def plainly(weights: dict[str, np.ndarray], common, rows) -> tuple[np.ndarray, np.ndarray]:
    """Return win shares and points by the definition of the network, seat by seat, in double precision."""
    first = [
        np.maximum(common @ weights["from_common"] + row @ weights["from_row"] + weights["first_bias"], 0)
        for row in rows
    ]
    logits, points = [], []
    for seat, own in enumerate(first):
        others = np.mean([other for place, other in enumerate(first) if place != seat], axis=0)
        second = np.maximum(
            own @ weights["from_own"] + others @ weights["from_others"] + weights["second_bias"], 0
        )
        logits.append(second @ weights["win"])
        points.append(second @ weights["points"] + weights["points_bias"])
    share = np.exp(np.array(logits) - max(logits))
    return share / share.sum(), np.array(points)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_estimate_is_what_the_definition_says(seats: int, size: Size) -> None:
    weights = drawn(seats, size=size)
    network = Network(AKROPOLIS, weights)
    state = AKROPOLIS.deal(seats=seats, seed=seats)
    for _ in range(12):
        while state.due:
            state = state.play(state.chance() or "")
        common, rows = features(state)
        win_share, points = network.estimate(common, rows)
        expected_share, expected_points = plainly(weights, common, rows)
        np.testing.assert_allclose(win_share, expected_share, rtol=1e-3, atol=1e-5)
        np.testing.assert_allclose(points, expected_points, rtol=1e-3, atol=1e-3)
        assert win_share.sum() == pytest.approx(1, abs=1e-5)
        state = state.play(int(state.moves()[state.ply % len(state.moves())]))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_logits_of_moves_are_what_the_definition_says(game, size: Size) -> None:
    weights = drawn(1, game, size)
    for seats in game.notation.seat_counts:
        _, priors, rows = move_features(game.deal(seats=seats, seed=seats))
        inputs = np.column_stack([priors - priors.max(), rows])
        hidden = np.maximum(inputs @ weights["move_hidden"] + weights["move_bias"], 0)
        expected = hidden @ weights["move_out"] + inputs @ weights["move_direct"]
        np.testing.assert_allclose(
            Network(game, weights).logits(priors, rows), expected, rtol=1e-3, atol=1e-3
        )


def test_logits_need_a_row_for_each_move() -> None:
    network = Network(AKROPOLIS, drawn(1))
    with pytest.raises(ValueError, match=r"expected numbers of the shape \(3, 22\), not \(2, 22\)"):
        network.logits(np.zeros(3), np.zeros((2, 22)))


def test_an_estimate_needs_the_features_of_one_to_five_seats() -> None:
    network = Network(AKROPOLIS, drawn(1))
    common, rows = features(AKROPOLIS.deal(seats=2, seed=1))
    with pytest.raises(ValueError, match=r"expected numbers of the shape \(31,\), not \(30,\)"):
        network.estimate(common[1:], rows)
    with pytest.raises(ValueError, match="expected rows of 1 to 5 seats, not of 0"):
        network.estimate(common, rows[:0])


def test_many_positions_get_the_estimates_of_each() -> None:
    network = Network(AKROPOLIS, drawn(1))
    states = [AKROPOLIS.deal(seats=seats, seed=seats) for seats in (2, 4, 3)]
    win_share, points = network.estimates(AKROPOLIS, Batch.of(states).array)
    assert win_share.shape == points.shape == (3, 4)
    for state, shares, expected in zip(states, win_share, points, strict=True):
        one = network.estimate(*features(state, state.to_move))
        np.testing.assert_array_equal(shares[: state.seats], one[0])
        np.testing.assert_array_equal(expected[: state.seats], one[1])
        assert not shares[state.seats :].any()
    with pytest.raises(ValueError, match="expected a contiguous array of records of akropolis"):
        network.estimates(AKROPOLIS, np.zeros(3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat 4; there are 4, counted from 0"):
        network.estimates(AKROPOLIS, Batch.of(states).array, 4)


def test_exchanged_seats_get_exchanged_estimates() -> None:
    network = Network(AKROPOLIS, drawn(1))
    common, rows = features(AKROPOLIS.deal(seats=3, seed=1))
    win_share, points = network.estimate(common, rows)
    other_share, other_points = network.estimate(common, rows[[2, 0, 1]])
    np.testing.assert_allclose(other_share, win_share[[2, 0, 1]], rtol=1e-5)
    np.testing.assert_allclose(other_points, points[[2, 0, 1]], rtol=1e-5)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_saved_weights_are_read_back(size: Size, tmp_path: Path) -> None:
    network = Network(AKROPOLIS, drawn(2, size=size))
    assert network.size == size
    network.save(tmp_path / "weights.npz", AKROPOLIS)
    read = network_of(AKROPOLIS, str(tmp_path / "weights.npz"))
    assert read is not None
    assert all((read.arrays[name] == network.arrays[name]).all() for name in network.arrays)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_weights_from_a_file_play_with_the_options_of_the_package(tmp_path: Path, game) -> None:
    """The options suit all networks of a game; a game without a network in the package has none."""
    file = tmp_path / "weights.npz"
    Network(game, drawn(2, game)).save(file, game)
    network, shipped = network_of(game, str(file)), network_of(game)
    assert network is not None
    assert network.tuned == (shipped.tuned if shipped else {})


def changed(tmp_path: Path, **changes: object) -> Path:
    """Return a file of weights with some arrays changed; None removes one."""
    file = tmp_path / "weights.npz"
    Network(AKROPOLIS, drawn(3)).save(file, AKROPOLIS)
    with np.load(file) as file_arrays:
        arrays = {**file_arrays, **changes}
    np.savez(file, **{name: array for name, array in arrays.items() if array is not None})
    return file


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 99}, "weights of version 99, expected 2: train them again"),
        ({"game": "chess"}, "weights of chess, expected akropolis"),
        ({"seat_features": np.array(["height"])}, "made for other features of akropolis (height): train the"),
        ({"move_features": np.array(["colour"])}, "made for other features of akropolis (colour): train the"),
        ({"win": None}, "the weights lack 'win'"),
        ({"win": np.zeros(3)}, "win has the shape (3,), expected (32,)"),
        (
            {"first_bias": np.zeros(40)},
            "no network has 40 units; there are units for positions, 32 to 256 in",
        ),
        (
            {"move_bias": np.zeros(272)},
            "no network has 272 units; there are units for positions, 32 to 256 in",
        ),
        ({"points_bias": np.float32(np.nan)}, "points_bias has values that are not finite"),
    ],
)
def test_weights_that_do_not_fit_are_refused_in_one_line(tmp_path: Path, changes, message: str) -> None:
    file = changed(tmp_path, **changes)
    with pytest.raises(ValueError, match=r"^[^\n]*$") as raised:
        load(AKROPOLIS, file.read_bytes(), "weights.npz")
    assert message in str(raised.value)
    assert str(raised.value).startswith("weights.npz: ")


def test_a_file_that_unpacks_to_gigabytes_is_refused_before_that(tmp_path: Path) -> None:
    """Its 65 MiB of zeros stand for any number of them; a header may also promise more than there is."""
    bomb, promise = tmp_path / "bomb.npz", tmp_path / "promise.npz"
    with ZipFile(bomb, "w", ZIP_DEFLATED) as packed:
        packed.writestr("version.npy", bytes(65 << 20))
    head = BytesIO()
    shape = {"descr": "<f4", "fortran_order": False, "shape": (1 << 45,)}
    np.lib.format.write_array_header_1_0(head, shape)
    with ZipFile(promise, "w") as packed:
        packed.writestr("version.npy", head.getvalue())
    assert bomb.stat().st_size < 1 << 17
    for file, said in ((bomb, "more than 64 MiB: not a file of weights"), (promise, "not a file of weights")):
        with pytest.raises(ValueError, match=rf"^{file}: {said}$"):
            network_of(AKROPOLIS, str(file))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
def test_what_never_ends_is_no_file_of_weights(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/zero"), tmp_path / "pipe", tmp_path):
        with pytest.raises(ValueError, match=rf"^{path}: no file; expected a file of weights$"):
            network_of(AKROPOLIS, str(path))


@pytest.mark.parametrize(
    ("text", "size"), [("32", Size(32, 16)), ("64,32", Size(64, 32)), ("256,256", Size(256, 256))]
)
def test_a_size_is_read_from_text(text: str, size: Size) -> None:
    assert Size.read(text) == size


@pytest.mark.parametrize("text", ["", "0", "33", "-32", "288", "32,8", "32,", "64,32,16", "x"])
def test_another_size_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=f"^'{text}' is no size of a network: expected units for positions"):
        Size.read(text)


@pytest.mark.parametrize("size", SIZES[1:], ids=str)
def test_a_root_is_ranked_by_a_network_of_any_size_as_by_the_definition(size: Size, tmp_path: Path) -> None:
    """The rows of all moves are judged with what is the same for all of them, seat by seat."""
    weights = drawn(6, size=size)
    file = tmp_path / "weights.npz"
    Network(AKROPOLIS, weights).save(file, AKROPOLIS)
    state = AKROPOLIS.deal(seats=2, seed=3)
    search = TreeSearch(AKROPOLIS, SearchOptions(nodes=400, eval="net", weights=str(file), utility="points"))
    result = search.think(state, observer=state.to_move)
    worth = {}
    for move in state.legal():
        after = state.play(move)
        worth[str(move)] = plainly(weights, *features(after, state.to_move))[1][state.to_move]
    best = max(worth.values())
    assert max(worth[str(value.move)] for value in result.values) == pytest.approx(best, abs=1e-3)


@pytest.mark.parametrize("content", [b"", b"weights", b"PK\x03\x04"])
def test_another_file_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"^other: not a file of weights$"):
        load(AKROPOLIS, content, "other")


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(
        ValueError, match=r"^none.npz: No such file or directory; expected a file of weights$"
    ):
        network_of(AKROPOLIS, "none.npz")


def test_a_search_judges_leaves_by_its_weights(tmp_path: Path) -> None:
    """Weights that always expect the same give the same values to all moves, and points as they say."""
    zeros = {name: np.zeros_like(array) for name, array in drawn(1).items()}
    file = tmp_path / "zeros.npz"
    Network(AKROPOLIS, zeros | {"points_bias": np.float32(70)}).save(file, AKROPOLIS)
    state = AKROPOLIS.deal(seats=2, seed=3)
    search = TreeSearch(AKROPOLIS, SearchOptions(nodes=50, eval="net", weights=str(file)))
    result = search.think(state, observer=state.to_move)
    assert result.points == (70, 70)
    assert result.win_share == (0.5, 0.5)
    assert {value.value for value in result.values} == {0.5}


def test_weights_that_replace_others_in_the_same_file_are_read(tmp_path: Path) -> None:
    file = tmp_path / "changing.npz"
    zeros = {name: np.zeros(shape, np.float32) for name, shape in shapes_of(AKROPOLIS).items()}
    state = AKROPOLIS.deal(seats=2, seed=3)
    for points in (70, 30):  # files of equal size, and maybe of the same moment
        Network(AKROPOLIS, zeros | {"points_bias": np.float32(points)}).save(file, AKROPOLIS)
        search = TreeSearch(AKROPOLIS, SearchOptions(nodes=5, eval="net", weights=str(file)))
        assert search.think(state, observer=state.to_move).points == (points, points)
        assert network_of(AKROPOLIS, str(file)) is network_of(AKROPOLIS, str(file))


@pytest.mark.parametrize(
    ("options", "asks"), [({}, True), ({"prior": "game"}, True), ({"eval": "playout"}, False)]
)
def test_weights_are_read_only_by_a_search_that_asks_the_network(options: dict[str, Any], asks: bool) -> None:
    cached: Any = shipped_network
    before = sum(cached.cache_info()[:2])
    TreeSearch(AKROPOLIS, SearchOptions(nodes=1, **options))
    assert sum(cached.cache_info()[:2]) == before + asks
