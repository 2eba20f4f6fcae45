"""The weights of a game's value network and policy network."""

from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec.json import decode

from cython cimport embedsignature

from urbanist.cext.address cimport address
from urbanist.engine.game cimport MAX_SEATS, Game, Head
from urbanist.engine.integers import seat_at
from urbanist.engine.message import UserError
from urbanist.search.policy cimport MAX_POLICY_WIDTH, POLICY_WIDTH, rank_moves
from urbanist.search.value cimport MAX_WIDTH, WIDTH, estimate

#: The layout of a file of weights; a file of another version is refused.
VERSION = 2
#: No file of weights has more bytes, packed or unpacked.
LONGEST = 1 << 26

#: The matrices of the value network.
MATRICES = ("from_common", "from_row", "from_own", "from_others")
KINDS_OF_FEATURES = ("common_features", "seat_features", "move_features")


class Size(NamedTuple):
    """The size of a network: units of each hidden layer of the value network, and of the policy network."""

    value: int = WIDTH
    policy: int = POLICY_WIDTH

    @classmethod
    def read(cls, text):
        """Return the size of a text such as `64` or `64,32`; `ValueError` says what there is."""
        value, comma, policy = text.partition(",")
        try:
            return cls(int(value), int(policy) if comma else POLICY_WIDTH).checked()
        except ValueError:
            raise UserError(f"'{text}' is no size of a network: expected {SIZES}") from None

    def checked(self):
        """Return the size; `ValueError` if there is no network of this size."""
        for units, block, most in ((self.value, WIDTH, MAX_WIDTH), (self.policy, POLICY_WIDTH, MAX_POLICY_WIDTH)):
            if units % block or not 0 < units <= most:
                raise ValueError(f"no network has {units} units; there are {SIZES}")
        return self


#: The sizes that there are, in words.
SIZES = (
    f"units for positions, {WIDTH} to {MAX_WIDTH} in steps of {WIDTH}, and after a comma units for moves, "
    f"{POLICY_WIDTH} to {MAX_POLICY_WIDTH} in steps of {POLICY_WIDTH}"
)


def shapes_of(Game game not None, size=Size()):
    """Return the shape of each array of weights of a network of a size for a game, by name."""
    common, seat, move = len(game.common_features), len(game.seat_features), len(game.move_features)
    width, policy = size
    return {
        "from_common": (common, width), "from_row": (seat, width), "first_bias": (width,),
        "from_own": (width, width), "from_others": (width, width), "second_bias": (width,),
        "win": (width,), "points": (width,), "points_bias": (),
        # The first input of the policy is a move's prior.
        "move_hidden": (1 + move, policy), "move_bias": (policy,), "move_out": (policy,),
        "move_direct": (1 + move,),
    }


def size_of(arrays):
    """Return the size of a network from its arrays; `ValueError` if there is no network of this size."""
    return Size(np.size(arrays["first_bias"]), np.size(arrays["move_bias"])).checked()


cdef object in_blocks(array, int block):
    """Return a matrix of weights in the blocked layout of the kernels: by block of units, then input, then unit."""
    inputs, units = array.shape
    return np.ascontiguousarray(array.reshape(inputs, units // block, block).swapaxes(0, 1))


cdef class Network:
    """Network(game, arrays, tuned=None)
--

    The weights of a network for one game; `ValueError` says in one line what does not fit.

    `arrays` has an array of each shape in `shapes_of(game, size)`, by name. `tuned` has options of a search that suit
    it.
    """

    @embedsignature(False)  # the first line of the class says it
    def __init__(self, Game game not None, arrays, tuned=None):
        self.game = game.name
        self.tuned = dict(tuned or {})
        self.arrays = {}
        try:
            size = size_of(arrays)
        except ValueError as error:
            raise ValueError(f"weights of {game.name}: {error}") from None
        for name, wanted in shapes_of(game, size).items():
            array = np.ascontiguousarray(arrays[name], np.float32).reshape(np.shape(arrays[name]))
            if array.shape != wanted:
                raise ValueError(f"weights of {game.name}: {name} has the shape {array.shape}, expected {wanted}")
            if not np.isfinite(array).all():
                raise ValueError(f"weights of {game.name}: {name} has values that are not finite")
            self.arrays[name] = array
        self.blocks = {name: in_blocks(self.arrays[name], WIDTH) for name in MATRICES}
        self.blocks["move_hidden"] = in_blocks(self.arrays["move_hidden"], POLICY_WIDTH)
        self.layers.width, self.policy.width = size
        self.layers.common, self.layers.row = len(game.common_features), len(game.seat_features)
        self.layers.from_common = first(self.blocks["from_common"])
        self.layers.from_row = first(self.blocks["from_row"])
        self.layers.first_bias = first(self.arrays["first_bias"])
        self.layers.from_own = first(self.blocks["from_own"])
        self.layers.from_others = first(self.blocks["from_others"])
        self.layers.second_bias = first(self.arrays["second_bias"])
        self.layers.win = first(self.arrays["win"])
        self.layers.points = first(self.arrays["points"])
        self.layers.points_bias = self.arrays["points_bias"]
        self.policy.inputs = 1 + len(game.move_features)
        self.policy.hidden = first(self.blocks["move_hidden"])
        self.policy.bias = first(self.arrays["move_bias"])
        self.policy.out = first(self.arrays["move_out"])
        self.policy.direct = first(self.arrays["move_direct"])

    @property
    def size(self):
        """The `Size` of the network."""
        return Size(self.layers.width, self.policy.width)

    def estimate(self, common, rows):
        """Return each seat's win share and final points, as two arrays, for the features of one position."""
        shared, row = floats(common, (self.layers.common,)), floats(rows, (len(rows), self.layers.row))
        if not 0 < len(row) <= MAX_SEATS:
            raise ValueError(f"expected rows of 1 to {MAX_SEATS} seats, not of {len(row)}")
        win_share, points = np.empty(len(row), np.float32), np.empty(len(row), np.float32)
        estimate(&self.layers, first(shared), first(row), len(row), first(win_share), first(points))
        return win_share, points

    def logits(self, priors, rows):
        """Return the logits of moves, a float32 array, for their priors in points and their rows of features."""
        logits = np.array(priors, np.float32)
        row = floats(rows, (len(logits), self.policy.inputs - 1))
        rank_moves(&self.policy, first(row), len(logits), first(logits))
        return logits

    def estimates(self, Game game not None, array, seat=None):
        """Return the win shares and the points of many positions: two float32 arrays of positions x seats.

        `array` has records of the game, such as `Batch.array`. Each position is seen by `seat`, by default by the seat
        to move. Seats that a position does not have are 0.
        """
        if game.name != self.game or array.dtype != game.dtype or not array.flags.c_contiguous:
            raise ValueError(f"expected a contiguous array of records of {self.game}")
        cdef int width = int(array["seats"].max(initial=0))
        cdef int observer = -1 if seat is None else seat_at(width, seat)
        outputs = np.zeros((2, len(array), width), np.float32)
        common, row = np.empty(self.layers.common, np.float32), np.empty(MAX_SEATS * self.layers.row, np.float32)
        cdef const unsigned char* memory = <const unsigned char*>address(array)
        cdef float* shared = first(common)
        cdef float* rows = first(row)
        cdef float* win_share = first(outputs[0])
        cdef float* points = first(outputs[1])
        cdef const Head* state
        cdef Py_ssize_t i, count = len(array)
        with nogil:
            for i in range(count):
                state = <const Head*>(memory + i * game.ops.size)
                game.ops.features(state, state.to_move if observer < 0 else observer, shared, rows)
                estimate(&self.layers, shared, rows, state.seats, win_share + i * width, points + i * width)
        return outputs[0], outputs[1]

    def save(self, file, Game game not None):
        """Write the weights with the names of the game's features to a file or a path."""
        np.savez(file, version=VERSION, game=game.name, common_features=game.common_features,
                 seat_features=game.seat_features, move_features=game.move_features, **self.arrays)


cdef inline float* first(array):
    """Return the address of the first number of an array of floats."""
    return <float*>address(array)


cdef object floats(values, shape):
    """Return numbers as a float32 array of a shape; `ValueError` if they have another one."""
    array = np.ascontiguousarray(values, np.float32)
    if array.shape != shape:
        raise ValueError(f"expected numbers of the shape {shape}, not {array.shape}")
    return array


def load(Game game not None, bytes content, name, tuned=None):
    """Return the network of a file of weights; `ValueError` says in one line why it is none for the game."""
    from zipfile import BadZipFile, ZipFile

    try:
        if len(content) > LONGEST or sum(part.file_size for part in ZipFile(BytesIO(content)).infolist()) > LONGEST:
            raise ValueError(f"{name}: more than {LONGEST >> 20} MiB: not a file of weights")
    except BadZipFile:
        raise ValueError(f"{name}: not a file of weights") from None
    try:
        # From memory, because numpy leaves a file open that is no archive.
        with np.load(BytesIO(content), allow_pickle=False) as file:
            arrays = dict(file)
        version, made_for = int(arrays["version"]), str(arrays["game"])
        features = {kind: [str(feature) for feature in arrays.get(kind, ())] for kind in KINDS_OF_FEATURES}
    except (ValueError, KeyError, TypeError, EOFError, MemoryError, BadZipFile):
        raise ValueError(f"{name}: not a file of weights") from None
    if version != VERSION:
        raise ValueError(f"{name}: weights of version {version}, expected {VERSION}: train them again")
    if made_for != game.name:
        raise ValueError(f"{name}: weights of {made_for}, expected {game.name}")
    for kind, read in features.items():
        known = getattr(game, kind)
        if list(known) != read:
            odd = next((feature for feature in [*read, *known] if (feature in read) != (feature in known)), "the order")
            raise ValueError(f"{name}: made for other features of {game.name} ({odd}): train the weights again")
    missing = next((array for array in shapes_of(game) if array not in arrays), None)
    if missing:
        raise ValueError(f"{name}: the weights lack '{missing}'")
    try:
        return Network(game, arrays, tuned)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def network_of(Game game not None, path=None):
    """Return the network of a file of weights, by default the one that comes with the package; None if none comes.

    `tuned` is in both cases what comes with the package: it suits all networks of the game.
    """
    if not path:
        return shipped_network(game)
    try:
        if Path(path).exists() and not Path(path).is_file():
            # A pipe or a device may never end.
            raise ValueError(f"{path}: no file; expected a file of weights")
        with Path(path).open("rb") as file:
            content = file.read(LONGEST + 1)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}; expected a file of weights") from None
    return network_in(game, content, path)


@cache
def shipped_network(Game game not None):
    """Return the network that comes with the package; None if none comes."""
    weights = shipped(game, "npz")
    return load(game, weights.read_bytes(), weights.name, tuned_for(game)) if weights.is_file() else None


# By the content of the file, which another one may replace at any time.
@lru_cache(maxsize=64)
def network_in(Game game not None, bytes content, name):
    """Return the network of the content of a file of weights, with what comes with the package as `tuned`."""
    return load(game, content, name, tuned_for(game))


def tuned_for(Game game not None):
    """Return the options of searches that suit the networks of a game."""
    return origin_of(game).get("search", {})


@cache
def origin_of(Game game not None):
    """Return what the package says of its network of a game: where it comes from, and what suits it."""
    origin = shipped(game, "json")
    return decode(origin.read_bytes()) if origin.is_file() else {}


cdef object shipped(Game game, str ending):
    """Return the file about the weights of a game that comes with the package; it may be missing."""
    from importlib.resources import files

    return files("urbanist.search") / "weights" / f"{game.name}.{ending}"
