"""A small network that estimates win shares and final points of all seats from the features of a position.

Each seat has the same weights: a layer reads the row of a seat and the common features, a second layer reads what the
first one says of the seat and, on average, of the other seats. So the network takes any number of seats, in any order
(Zaheer et al. 2017, Deep Sets). The win shares are the softmax of one output a seat.

`estimate` finds the same in every build, to the last bit.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
from msgspec.json import decode

from libc.math cimport exp
from libc.string cimport memcpy

from urbanist.cext.units cimport add32, dot, rectify
from urbanist.engine.game cimport MAX_FEATURES, MAX_SEATS, Game, Head
from urbanist.search.policy cimport POLICY_WIDTH, rank_moves

#: The layout of a file of weights; a file of another version is refused.
VERSION = 2

KINDS_OF_FEATURES = ("common_features", "seat_features", "move_features")


def shapes_of(Game game not None):
    """Return the shape of each array of weights of a network for a game, by name."""
    common, seat, move = len(game.common_features), len(game.seat_features), len(game.move_features)
    return {
        "from_common": (common, WIDTH), "from_row": (seat, WIDTH), "first_bias": (WIDTH,),
        "from_own": (WIDTH, WIDTH), "from_others": (WIDTH, WIDTH), "second_bias": (WIDTH,),
        "win": (WIDTH,), "points": (WIDTH,), "points_bias": (),
        # The first input of the policy is a move's prior.
        "move_hidden": (1 + move, POLICY_WIDTH), "move_bias": (POLICY_WIDTH,), "move_out": (POLICY_WIDTH,),
        "move_direct": (1 + move,),
    }


cdef class Network:
    """The weights of a network for one game; `ValueError` says in one line what does not fit."""

    def __init__(self, Game game not None, arrays, tuned=None):
        self.game = game.name
        self.tuned = dict(tuned or {})
        self.arrays = {}
        for name, wanted in shapes_of(game).items():
            array = np.ascontiguousarray(arrays[name], np.float32).reshape(np.shape(arrays[name]))
            if array.shape != wanted:
                raise ValueError(f"weights of {game.name}: {name} has the shape {array.shape}, expected {wanted}")
            if not np.isfinite(array).all():
                raise ValueError(f"weights of {game.name}: {name} has values that are not finite")
            self.arrays[name] = array
        self.layers.common, self.layers.row = len(game.common_features), len(game.seat_features)
        self.layers.from_common = address(self.arrays["from_common"])
        self.layers.from_row = address(self.arrays["from_row"])
        self.layers.first_bias = address(self.arrays["first_bias"])
        self.layers.from_own = address(self.arrays["from_own"])
        self.layers.from_others = address(self.arrays["from_others"])
        self.layers.second_bias = address(self.arrays["second_bias"])
        self.layers.win = address(self.arrays["win"])
        self.layers.points = address(self.arrays["points"])
        self.layers.points_bias = self.arrays["points_bias"]
        self.policy.inputs = 1 + len(game.move_features)
        self.policy.hidden = address(self.arrays["move_hidden"])
        self.policy.bias = address(self.arrays["move_bias"])
        self.policy.out = address(self.arrays["move_out"])
        self.policy.direct = address(self.arrays["move_direct"])

    def estimate(self, common, rows):
        """Return each seat's win share and final points, as two arrays, for the features of one position."""
        cdef float[MAX_FEATURES] shared
        cdef float[MAX_FEATURES * MAX_SEATS] row
        cdef float[MAX_SEATS] win_share, points
        cdef int seats = len(rows)
        for i, value in enumerate(common):
            shared[i] = value
        for i, value in enumerate(np.ravel(rows)):
            row[i] = value
        estimate(&self.layers, shared, row, seats, win_share, points)
        return np.array(<float[:seats]>win_share), np.array(<float[:seats]>points)

    def logits(self, priors, rows):
        """Return the logits of moves, a float32 array, for their priors in points and their rows of features."""
        cdef float[::1] found = np.array(priors, np.float32)
        cdef const float[:, ::1] features = np.ascontiguousarray(rows, np.float32)
        if features.shape[0] != found.shape[0] or features.shape[1] != self.policy.inputs - 1:
            raise ValueError(f"expected a row of {self.policy.inputs - 1} features for each of {len(found)} moves")
        if len(found):
            rank_moves(&self.policy, &features[0, 0], found.shape[0], &found[0])
        return np.asarray(found)

    def estimates(self, Game game not None, array, seat=None):
        """Return the win shares and the points of many positions: two float32 arrays of positions x seats.

        `array` has records of the game, such as `Batch.array`. Each position is seen by `seat`, by default by the seat
        to move. Seats that a position does not have are 0.
        """
        if game.name != self.game or array.dtype != game.dtype or not array.flags.c_contiguous:
            raise ValueError(f"expected a contiguous array of records of {self.game}")
        cdef int width = int(array["seats"].max(initial=0))
        cdef float[:, ::1] win_share = np.zeros((len(array), width), np.float32)
        cdef float[:, ::1] points = np.zeros((len(array), width), np.float32)
        cdef const unsigned char* memory = <const unsigned char*><size_t>array.ctypes.data
        cdef float[MAX_FEATURES] common
        cdef float[MAX_FEATURES * MAX_SEATS] row
        cdef int observer = -1 if seat is None else seat
        cdef const Head* state
        cdef Py_ssize_t i
        if observer >= width:
            raise ValueError(f"no seat {seat}; there are {width}, counted from 0")
        with nogil:
            for i in range(win_share.shape[0]):
                state = <const Head*>(memory + i * game.ops.size)
                game.ops.features(state, state.to_move if observer < 0 else observer, common, row)
                estimate(&self.layers, common, row, state.seats, &win_share[i, 0], &points[i, 0])
        return np.asarray(win_share), np.asarray(points)

    def save(self, file, Game game not None):
        """Write the weights with the names of the game's features to a file or a path."""
        np.savez(file, version=VERSION, game=game.name, common_features=game.common_features,
                 seat_features=game.seat_features, move_features=game.move_features, **self.arrays)


cdef const float* address(array):
    cdef const float[:] view = array.reshape(-1)
    return &view[0]


def load(Game game not None, bytes content, name, tuned=None):
    """Return the network of a file of weights; `ValueError` says in one line why it is none for the game."""
    from zipfile import BadZipFile

    try:
        # From memory, because numpy leaves a file open that is no archive.
        with np.load(BytesIO(content), allow_pickle=False) as found:
            arrays = dict(found)
        version, made_for = int(arrays["version"]), str(arrays["game"])
        features = {kind: [str(feature) for feature in arrays.get(kind, ())] for kind in KINDS_OF_FEATURES}
    except (ValueError, KeyError, TypeError, EOFError, BadZipFile):
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


@cache
def network_of(Game game not None, path=None):
    """Return the network of a file of weights, by default the one that comes with the package; None if none comes.

    `tuned` is in both cases what comes with the package: it suits all networks of the game.
    """
    from importlib.resources import files

    shipped = files("urbanist.search") / "weights"
    origin, weights = shipped / f"{game.name}.json", shipped / f"{game.name}.npz"
    tuned = decode(origin.read_bytes())["search"] if origin.is_file() else {}
    if path:
        try:
            return load(game, Path(path).read_bytes(), path, tuned)
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}; expected a file of weights") from None
    return load(game, weights.read_bytes(), weights.name, tuned) if weights.is_file() else None


cdef void estimate(
    const Layers* layers, const float* common, const float* row, int seats, float* win_share, float* points,
) noexcept nogil:
    """Write each seat's win share and final points."""
    cdef float[MAX_SEATS][WIDTH] first
    cdef float[WIDTH] shared, others, second
    cdef float highest = -1e30
    cdef float whole = 0
    cdef int seat, other, unit
    memcpy(shared, layers.first_bias, sizeof(shared))
    add32(common, layers.common, 1, layers.from_common, shared)
    for seat in range(seats):
        memcpy(first[seat], shared, sizeof(shared))
        add32(row + layers.row * seat, layers.row, 1, layers.from_row, first[seat])
        rectify(first[seat], WIDTH)
    for seat in range(seats):
        memcpy(second, layers.second_bias, sizeof(second))
        add32(first[seat], WIDTH, 1, layers.from_own, second)
        for unit in range(WIDTH):
            others[unit] = 0
        for other in range(seats):
            if other != seat:
                for unit in range(WIDTH):
                    others[unit] += first[other][unit]
        add32(others, WIDTH, <float>1 / max(seats - 1, 1), layers.from_others, second)
        rectify(second, WIDTH)
        win_share[seat] = dot(second, layers.win, WIDTH)
        points[seat] = layers.points_bias + dot(second, layers.points, WIDTH)
        highest = max(highest, win_share[seat])
    for seat in range(seats):
        win_share[seat] = <float>exp(win_share[seat] - highest)
        whole += win_share[seat]
    for seat in range(seats):
        win_share[seat] /= whole
