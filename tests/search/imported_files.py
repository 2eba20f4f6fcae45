"""Files of ONNX and of TorchScript with a network that anybody can compute by hand."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from urbanist.engine import Game


def onnx_file(
    path: Path,
    game: Game,
    *,
    cropped: bool = False,
    policy: bool = True,
    share: str = "win_share",
    share_by: str = "Softmax",
    **shapes: Any,
) -> Path:
    """Write a network: win shares are a softmax of `points` / 10, points are `points`, and logits fall by action / 9.

    The rest is for wrong ones: the name of the first output, what makes it, and other shapes of inputs.
    """
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    helper, numbers = onnx.helper, onnx.TensorProto.FLOAT
    column = game.seat_features.index("points")
    count = game.crop_action_count if cropped else game.action_count
    inputs: dict[str, Any] = {"seats": ["N", "S", len(game.seat_features)]}
    if cropped:
        planes = game.crop_layout
        assert planes is not None
        inputs = {
            "seats": ["N", "S", len(planes.seats)],
            "seat_planes": ["N", "S", len(planes.seat_planes), *planes.plane_shape],
        }
    inputs |= shapes
    constants = {
        "column": np.array(column, np.int64),
        "ten": np.array(10, np.float32),
        "logits": (-np.arange(count, dtype=np.float32) / 9)[None],
        "rows": np.array([1], np.int64),
        "zero": np.array([0], np.int64),
        "once": np.array([1], np.int64),
    }
    nodes = [
        helper.make_node("Gather", ["seats", "column"], ["points"], axis=2),
        helper.make_node("Div", ["points", "ten"], ["tenth"]),
        helper.make_node(share_by, ["tenth"], [share], **({"axis": 1} if share_by == "Softmax" else {})),
    ]
    outputs: list[tuple[str, list[Any]]] = [(share, ["N", "S"]), ("points", ["N", "S"])]
    if policy:
        nodes += [
            helper.make_node("Shape", ["seats"], ["shape"]),
            helper.make_node("Slice", ["shape", "zero", "once"], ["length"]),
            helper.make_node("Concat", ["length", "rows"], ["repeats"], axis=0),
            helper.make_node("Tile", ["logits", "repeats"], ["policy"]),
        ]
        outputs.append(("policy", ["N", count]))
    graph = helper.make_graph(
        nodes,
        "net",
        [helper.make_tensor_value_info(name, numbers, shape) for name, shape in inputs.items()],
        [helper.make_tensor_value_info(name, numbers, shape) for name, shape in outputs],
        [onnx.numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path)
    return path


def torch_file(path: Path, game: Game) -> Path:
    """Write the same network in TorchScript."""
    torch = pytest.importorskip("torch")
    column, count = game.seat_features.index("points"), game.action_count

    class Net(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, seats):
            points = seats[:, :, column]
            logits = (-torch.arange(count) / 9).repeat(seats.shape[0], 1)
            return {"win_share": torch.softmax(points / 10, 1), "points": points, "policy": logits}

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch would have other files
        traced = torch.jit.trace(Net(), torch.zeros(2, 2, len(game.seat_features)), strict=False)
        traced.save(str(path))
    return path
