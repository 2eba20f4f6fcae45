"""The example that learns from games against itself: what it does in numpy, and what it learns with PyTorch."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bots.cli.using import call
from tests.test_docs import ROOT, blocks
from urbanist.engine import Batch, History
from urbanist.engine.user_file import loaded

PROGRAM = ROOT / "examples" / "ppo.py"
GUIDE = ROOT / "docs" / "learning.md"
ppo: Any = loaded(PROGRAM)


@pytest.fixture(scope="module")
def weights() -> dict[str, np.ndarray]:
    """Return weights of which none is zero, so that every line of the network counts."""
    rng = np.random.default_rng(3)
    return {
        name: array + rng.normal(0, 0.02, array.shape).astype(np.float32)
        for name, array in ppo.drawn_weights(rng).items()
    }


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a short training: weights after three updates, and after six."""
    pytest.importorskip("torch", reason="needs urbanist[torch]", exc_type=ImportError)
    folder = tmp_path_factory.mktemp("training")
    trained(folder, "--updates", "6", "--every", "3")
    return folder


def trained(folder: Path, *arguments: str) -> None:
    command = [sys.executable, str(PROGRAM), "--seed", "2", *arguments]
    subprocess.run(command, cwd=folder, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=True)


def dealt(tables: int) -> Batch:
    return Batch.deal(ppo.GAME, tables, variant=ppo.VARIANT, seats=ppo.SEATS, seed=5)


def share(weights: Path, opponent: str, games: int, monkeypatch: pytest.MonkeyPatch) -> float:
    """Return the win share of the bot in a match, in %."""
    monkeypatch.setenv("WEIGHTS", str(weights))
    seats = ["--seat", f"{PROGRAM}:Trained", "--seat", opponent]
    done = call("match", "metropolys", "--variant", "family", *seats, "--games", games, "--seed", 1)
    assert "forfeit" not in done.output
    [percent] = re.findall(r"Trained .* (\S+)% \[", done.stdout)
    return float(percent)


def test_the_constants_are_those_of_the_game() -> None:
    layout = ppo.GAME.layout
    assert layout.plane_shape == (ppo.PLACES,)
    assert len(layout.common_planes) + ppo.SEATS * len(layout.seat_planes) == ppo.PLANES
    assert ppo.GAME.action_count == 1 + ppo.VALUES * ppo.PLACES


def test_what_the_shared_network_says_of_a_place_belongs_to_the_actions_there(weights) -> None:
    """A plane at one place changes the logits of buildings on this place alone, if only they can see it."""
    layers = weights | {"first": np.zeros_like(weights["first"])}
    seen = dealt(1).observe(0).flat()
    other = seen.copy()
    other[0, -ppo.PLANES * ppo.PLACES + 7] += 1
    changed = (ppo.network(layers, seen) != ppo.network(layers, other))[0]
    state = dealt(1).state(0)
    moves = [state.move_of(action) for action in changed.nonzero()[0] if state.legal_mask()[action]]
    sites = {ppo.GAME.notation.write_move(move).split("@")[1] for move in moves}
    assert changed.sum() == ppo.VALUES
    assert sites <= {"C8"}


def test_a_bot_with_any_weights_plays_legal_games(weights, tmp_path, monkeypatch) -> None:
    np.savez(tmp_path / "weights.npz", **weights)
    assert 0 <= share(tmp_path / "weights.npz", "random", 4, monkeypatch) <= 100


def test_the_bot_sees_what_the_training_sees(weights, tmp_path, monkeypatch) -> None:
    np.savez(tmp_path / "weights.npz", **weights)
    monkeypatch.setenv("WEIGHTS", str(tmp_path / "weights.npz"))
    bot, batch = ppo.Trained(), dealt(1)
    history = History.start(batch.state(0))
    while not history.state.over:
        seat = history.state.to_move
        logits = ppo.network(weights, batch.observe(seat).flat())[:, :-1]
        moves = batch.moves_of(np.where(batch.legal_mask(), logits, -np.inf).argmax(axis=1))
        batch.apply(moves)
        chosen = bot.choose(history.seen_by(seat))
        assert chosen == ppo.GAME.notation.write_move(int(moves[0]))
        history = history.play(chosen)


def test_all_rewards_of_a_game_are_its_result(weights) -> None:
    """With nothing expected and nothing discounted, the first turn is worth what its seat wins by."""
    silent = {name: np.zeros_like(array) for name, array in weights.items()}
    batch, rng, turns = dealt(20), np.random.default_rng(1), []
    games = [batch.state(table) for table in range(20)]
    for _ in range(80):
        turns.append(ppo.turn(silent, batch, rng))
    for table, state in enumerate(games):
        first = state.to_move
        for made in turns:
            assert made.mask[table].tolist() == state.legal_mask().tolist()
            state = state.play(state.move_of(made.action[table]))
            if state.over:
                break
        games[table] = state
        ahead = state.scores()[first] - state.scores()[1 - first]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ppo, "LAMBDA", 1.0)
            worth = ppo.advantages(turns, np.zeros(20, np.float32))[0]
        assert worth[table] == pytest.approx(ahead / ppo.POINTS, abs=1e-4)
    assert all(state.over for state in games)


def test_moves_are_drawn_by_their_chances(weights) -> None:
    batch = dealt(5000)
    batch.array[:] = batch.array[0]
    sharp = weights | {"head": weights["head"] * 40}
    made = ppo.turn(sharp, batch, np.random.default_rng(1))
    values = (made.action - 1) // ppo.PLACES
    drawn = np.bincount(values, minlength=ppo.VALUES) / len(values)
    logits = np.where(made.mask[0], ppo.network(sharp, made.seen[:1])[0, :-1], -np.inf)
    chances = np.exp(logits - np.logaddexp.reduce(logits))
    assert made.chance == pytest.approx(np.log(chances[made.action]), abs=1e-4)
    expected = chances[1:].reshape(ppo.VALUES, ppo.PLACES).sum(axis=1)
    assert drawn == pytest.approx(expected, abs=0.03)
    assert expected.max() > 1.5 / ppo.VALUES


def test_the_guide_shows_pieces_of_both_examples() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (PROGRAM, PROGRAM.with_name("expert_iteration.py"))]
    # The tests of exports and of networks from outside run the other two.
    pieces = [piece for piece in blocks(GUIDE, "py") if "np.load(" not in piece and "onnx" not in piece]
    assert len(pieces) > 5
    for piece in pieces:
        assert any(piece in text for text in texts)


def test_without_pytorch_the_training_says_what_to_install(tmp_path) -> None:
    if importlib.util.find_spec("torch") is not None:
        pytest.skip("PyTorch is here")
    done = subprocess.run([sys.executable, PROGRAM], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.endswith("no PyTorch here; install it: pip install 'urbanist[torch]'\n")


def test_tensors_and_arrays_give_the_same_numbers(weights) -> None:
    torch = pytest.importorskip("torch", reason="needs urbanist[torch]", exc_type=ImportError)
    seen = dealt(50).observe(0).flat()
    tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
    outputs = ppo.network(tensors, torch.from_numpy(seen)).numpy()
    np.testing.assert_allclose(outputs, ppo.network(weights, seen), rtol=1e-4, atol=1e-4)


def test_the_same_seed_gives_the_same_weights(short: Path, tmp_path: Path) -> None:
    trained(tmp_path, "--updates", "3")
    with np.load(short / "ppo-3.npz") as one, np.load(tmp_path / "ppo.npz") as other:
        assert one.files == other.files
        assert all((one[name] == other[name]).all() for name in one.files)


def test_some_seconds_of_training_beat_random_moves(short: Path, monkeypatch) -> None:
    assert share(short / "ppo.npz", "random", 40, monkeypatch) > 80
