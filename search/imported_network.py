"""Networks from outside: a file of ONNX or of TorchScript that evaluates many positions in one call.

Its inputs and outputs have the names of the columns of an export, so that a network plays that was fitted to these. All
that is by seat begins with the seat to move and goes clockwise.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from urbanist.engine.observation import Observation, Parts, part_of

if TYPE_CHECKING:
    from urbanist.engine.batch import Batch
    from urbanist.engine.game import Game

Floats = npt.NDArray[np.float32]
#: From arrays by the names of inputs to arrays by the names of outputs.
Run = Callable[[dict[str, Floats]], Mapping[str, Any]]
#: The lengths of the axes of an input; None or a name: any.
Shape = tuple[int | str | None, ...]
#: The logit of a move that a network does not know.
UNKNOWN = -1e9
#: What reads a file, by its suffix: the library, and the extra that brings it.
LIBRARIES = {".onnx": ("onnxruntime", "onnx"), ".pt": ("torch", "torch")}
OUTPUTS = ("win_share", "points", "policy")
#: What inputs may hold, the least work first.
WAYS: tuple[Parts, ...] = ("features", "details", "all")


class Opened(NamedTuple):
    """A file that a library has opened: what runs it, and its inputs, with their shapes where the file tells them."""

    run: Run
    inputs: dict[str, Shape | None]


class Estimates(NamedTuple):
    """The win shares and points of the seats by their numbers, [positions, seats], and logits of `Batch.moves()`."""

    win_share: Floats
    points: Floats | None
    logits: Floats | None


def is_imported(weights: str | None) -> bool:
    """Return whether a file of weights is one that another library reads."""
    return weights is not None and Path(weights).suffix in LIBRARIES


def imported_network(game: "Game", path: str) -> "ImportedNetwork":
    """Return the network of a file; `ValueError` says in one line why it is none for the game."""
    library, extra = LIBRARIES[Path(path).suffix]
    if find_spec(library) is None:
        raise ValueError(f"{path}: pip install 'urbanist[{extra}]' brings what reads it")
    try:
        stat = Path(path).stat()
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}; expected a file of weights") from None
    return _read(game, path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=16)
def _read(game: "Game", path: str, _changed: int, _size: int) -> "ImportedNetwork":
    try:
        opened = (_onnx if Path(path).suffix == ".onnx" else _torch)(path)
    except Exception as error:  # each library has its own
        raise ValueError(f"{path}: {_first_line(error)}") from error
    try:
        return ImportedNetwork(game, opened)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _onnx(path: str) -> Opened:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # sums in the same order everywhere
    options.log_severity_level = 4
    known = ("CUDAExecutionProvider", "CPUExecutionProvider")
    there = onnxruntime.get_available_providers()
    session = onnxruntime.InferenceSession(path, options, providers=[name for name in known if name in there])
    names = [output.name for output in session.get_outputs()]

    def run(inputs: dict[str, Floats]) -> Mapping[str, Any]:
        return dict(zip(names, session.run(names, inputs), strict=True))

    return Opened(run, {each.name: tuple(each.shape) for each in session.get_inputs()})


def _torch(path: str) -> Opened:
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch would have its users export files of other kinds
        module = torch.jit.load(path, map_location=device).eval()
    names = [argument.name for argument in module.forward.schema.arguments[1:]]

    def run(inputs: dict[str, Floats]) -> Mapping[str, Any]:
        with torch.inference_mode():
            outputs = module(*[torch.from_numpy(inputs[name]).to(device) for name in names])
        if not isinstance(outputs, dict):
            raise TypeError(f"it returns {type(outputs).__name__}; expected a dict of tensors by name")
        return {name: tensor.cpu().numpy() for name, tensor in outputs.items()}

    return Opened(run, dict.fromkeys(names))


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


class ImportedNetwork:
    """A network of a file for a game; `ValueError` says in one line what does not fit."""

    def __init__(self, game: "Game", opened: Opened) -> None:
        self.game, self._opened = game, opened
        strange = [name for name in opened.inputs if name not in Observation._fields]
        if strange or not opened.inputs:
            known = ", ".join(Observation._fields)
            raise ValueError(f"input '{strange[0] if strange else ''}'; expected some of {known}")
        for name, shape in opened.inputs.items():
            if shape and isinstance(shape[0], int):
                raise ValueError(f"input '{name}' takes {shape[0]} positions; expected an axis of any length")
        faults = []
        for how, seats in product(self._ways(), game.notation.seat_counts):
            self.how = how
            try:
                self.outputs = self._tried(seats)
            except ValueError as error:
                faults.append(error)
            else:
                return
        raise faults[0] if faults else self._misfit()

    def _ways(self) -> Iterator[dict[str, Any]]:
        """Yield the arguments of `Batch.observe` that give arrays of the shapes of the inputs.

        Cropped ones come first: a network may take maps of any size.
        """
        for cropped, parts in product((True, False), WAYS):
            layout = self.game.crop_layout if cropped else self.game.layout
            if layout is None:
                continue
            part = part_of(layout, parts, len(self.game.common_features), len(self.game.seat_features))
            shapes = dict(zip(Observation._fields, part.shapes(0), strict=True))
            if all(_fits(shape, name, shapes[name]) for name, shape in self._opened.inputs.items()):
                yield {"parts": parts, "cropped": cropped}

    def _misfit(self) -> ValueError:
        """Return the error of inputs of a wrong shape."""
        layout, expected = self.game.layout, []
        few = part_of(layout, "features", len(self.game.common_features), len(self.game.seat_features))
        for name in self._opened.inputs:
            sizes = {getattr(few, name): 0, getattr(layout, name): 0}
            counts = " or ".join(str(len(names)) for names in sizes if names)
            expected.append(f"{name} with {counts} {'planes' if name.endswith('planes') else 'numbers'}")
        return ValueError(f"inputs of other shapes than those of {self.game.name}: {', '.join(expected)}")

    def _tried(self, seats: int) -> tuple[str, ...]:
        """Return the names of the outputs for positions of a new game; `ValueError` if they are not as they should."""
        from urbanist.engine.batch import Batch

        batch = Batch.deal(self.game, 2, seats=seats)
        outputs = self._outputs(batch)
        share = outputs["win_share"]
        if (share < -0.001).any() or abs(share.sum(axis=1) - 1).max() > 0.01:
            raise ValueError(
                f"win_share: the shares of a position add up to {share.sum(axis=1)[0]:.3g}; "
                "expected shares from 0 to 1 that add up to 1, such as a softmax"
            )
        return tuple(outputs)

    def _outputs(self, batch: "Batch") -> dict[str, Floats]:
        """Return the outputs for positions, by name."""
        seats = int(batch.array["seats"].max(initial=0))
        seen = batch.observe(batch.array["to_move"].astype(np.int32), **self.how)._asdict()
        try:
            outputs = self._opened.run(
                {name: np.ascontiguousarray(seen[name]) for name in self._opened.inputs}
            )
        except Exception as error:  # each library has its own
            raise ValueError(_first_line(error)) from error
        actions = self.game.crop_action_count if self.how["cropped"] else self.game.action_count
        shapes = {
            "win_share": (len(batch), seats),
            "points": (len(batch), seats),
            "policy": (len(batch), actions),
        }
        told = {name: np.asarray(outputs[name], np.float32) for name in OUTPUTS if name in outputs}
        if "win_share" not in told:
            raise ValueError(
                f"outputs {', '.join(outputs)}; expected win_share, and points and policy if there are"
            )
        for name, array in told.items():
            if array.shape != shapes[name]:
                raise ValueError(f"{name} of shape {list(array.shape)}; expected {list(shapes[name])}")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} with a number that is not finite")
        return told

    def estimates(self, batch: "Batch") -> Estimates:
        """Return what the network says of positions; each is seen by its seat to move."""
        outputs = self._outputs(batch)
        array = batch.array
        width = int(array["seats"].max(initial=0))
        places = (np.arange(width) - array["to_move"].astype(np.intp)[:, None]) % width
        win, points = (
            np.take_along_axis(outputs[name], places, axis=1) if name in outputs else None
            for name in ("win_share", "points")
        )
        assert win is not None
        logits = None
        if "policy" in outputs:
            actions = batch.actions(cropped=self.how["cropped"])[0]
            logits = np.take_along_axis(outputs["policy"], actions.clip(0), axis=1)
            logits = np.where(actions < 0, np.float32(UNKNOWN), logits)
        return Estimates(win, points, logits)

    def evaluate(self, leaves: "Batch", _seats: Any = None) -> tuple[Floats, Floats | None]:
        """Return the win shares and the logits of moves, as `search_batch` takes them."""
        win, _, logits = self.estimates(leaves)
        return win, logits


def _fits(shape: Shape | None, name: str, expected: tuple[int, ...]) -> bool:
    """Return whether an input may have a shape; its axes of records and of seats may have any length."""
    if shape is None:
        return expected[-1] > 0
    own = shape[2:] if name.startswith("seat") else shape[1:]
    wanted = expected[1:] if name.startswith("seat") else expected
    return len(own) == len(wanted) and all(
        not isinstance(length, int) or length == other for length, other in zip(own, wanted, strict=True)
    )
