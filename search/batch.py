"""Batched search: one tree for every record of a batch, with leaves evaluated together by a Python callable."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from urbanist.engine.batch import Batch
from urbanist.engine.game import Game
from urbanist.engine.integers import whole
from urbanist.search.belief import Belief
from urbanist.search.forest import Forest
from urbanist.search.gumbel import GUMBEL, params
from urbanist.search.limit import Limit
from urbanist.search.options import BatchOptions, SearchOptions
from urbanist.search.verb import Selection

#: Evaluates leaves: from a batch with a position for each leaf, and the seat that searches there, int32 [leaves], to
#: the values of all seats, [leaves, seats], and logits of moves, see `search_batch`.
Evaluate = Callable[[Batch, npt.NDArray[np.int32]], tuple[Any, Any]]

#: What is told of each node of a tree.
TREE_FIELDS = ("parent", "depth", "move", "visits", "prior", "value")


@dataclass(frozen=True, slots=True, eq=False)
class BatchResult:
    """What a search found for each record of a batch; a record that was over has no moves.

    The moves are those that were looked at. They ascend, and shorter rows are padded with zeros, or with actions of -1.
    """

    game: Game
    #: The move of each record, uint32 [N], as `Batch.apply` takes it; 0 if it is over. It is the most visited one, with
    #: Gumbel selection the one of these with the best score, or what a choice of one's own says.
    move: npt.NDArray[np.uint32]
    #: The mean value of all visits for each seat, float32 [N, seats]; if the record is over, its utility.
    value: npt.NDArray[np.float32]
    #: The moves of the seat to move, uint32 [N, width].
    moves: npt.NDArray[np.uint32]
    #: Their actions, int32 [N, width]; -1 in games without a space of actions.
    actions: npt.NDArray[np.int32]
    #: Their visits, int32 [N, width].
    visits: npt.NDArray[np.int32]
    #: Their mean values for each seat, float32 [N, width, seats].
    values: npt.NDArray[np.float32]
    #: Their shares in the policy to learn, float32 [N, width]: those of the visits, or the improved policy of Gumbel
    #: selection, which has all moves of the node.
    shares: npt.NDArray[np.float32]
    #: The nodes of each tree, as `TreeSearch.nodes` returns them, without points; None if they were not asked for.
    trees: tuple[npt.NDArray[np.void], ...] | None = None

    def policy(self, cropped: Batch | None = None) -> npt.NDArray[np.float32]:
        """Return the share of each action in the policy, float32 [N, `Game.action_count`]; 0 if it is over.

        With the batch that was searched they are the shares of cropped actions, [N, `Game.crop_action_count`]; moves
        outside of the window are left out.
        """
        if not self.game.action_count:
            raise TypeError(f"{self.game.name} has no fixed space of actions")
        rows, places = self.shares.nonzero()
        count, actions = self.game.action_count, self.actions[rows, places]
        if cropped is not None:
            count = self.game.crop_action_count
            actions = cropped.take(rows).actions_of(self.moves[rows, places], cropped=True)
            inside = actions >= 0
            rows, places, actions = rows[inside], places[inside], actions[inside]
        shares = np.zeros((len(self.move), count), np.float32)
        shares[rows, actions] = self.shares[rows, places]
        return shares


def search_batch(
    batch: Batch,
    nodes: int,
    evaluate: Evaluate,
    options: BatchOptions = BatchOptions(),
    *,
    beliefs: Sequence[Belief | None] | None = None,
    trees: bool = False,
    select: Any = None,
    worlds: Any = None,
    backup: Any = None,
    choice: Callable[[BatchResult], Any] | None = None,
) -> BatchResult:
    """Return what a search of `nodes` visits finds for the seat to move of each record.

    Each visit draws everything that this seat cannot know again, by the belief of its record if there is one, and
    descends by PUCT, or as `options.selection` says. `select`, `worlds` and `backup` are verbs in place of ours, as
    those of `TreeSearch`; where a record has a belief, that draws its worlds. `choice` gets the result, and returns the
    move of each record.

    The leaves of all trees wait for `evaluate(leaves, seats)`, which gets a batch with a position for each leaf, its
    own to change, and the seat that searches there. What a network may want: `leaves.observe(seats)`,
    `leaves.features(seats)`, `leaves.legal_mask()`, `leaves.moves()`. It returns two arrays, of any library that numpy
    reads. The first one has the values of all seats in their order, [leaves, seats], on the scale of `utilities`, by
    which ends of games count. The second one has logits: of each action, [leaves, `Game.action_count`], or of each of
    `leaves.moves()` in its place, [leaves, places]; None stands for the priors of the game.

    A node gets the 48 moves with the highest priors, and more of them where chance or hidden cards bring other moves.
    The same arguments give the same result, also with another number of threads. `ValueError` says what is wrong with
    an argument or with what `evaluate` returns.
    """
    nodes = whole("nodes", nodes)
    Limit(nodes=nodes)
    array = batch.array
    if array["due"].any():
        raise ValueError(f"record {int(array['due'].argmax())}: a chance event is due: nothing to choose")
    if beliefs is not None and len(beliefs) != len(batch):
        raise ValueError(f"{len(beliefs)} beliefs for a batch of {len(batch)}")
    verbs, given = _verbs(options, nodes, {"selection": select, "draw": worlds, "backup": backup})
    room = batch.take(np.arange(len(batch)).repeat(options.leaves))
    known = [None] * len(batch) if beliefs is None else list(beliefs)
    seats = array["to_move"].astype(np.int32).repeat(options.leaves)
    with batch.game.holding():
        forest = Forest(batch.game, batch.copy().array, room.array, options, verbs, nodes, known, given)
        try:
            while forest.left:
                places = forest.descend()
                if len(places):
                    _evaluate(forest, room, places, seats[places], evaluate)
        finally:
            forest.close()
    result = _result(batch, forest, trees=trees, improved=select is None and options.selection == "gumbel")
    return result if choice is None else replace(result, move=_chosen(result, choice(result)))


def _verbs(options: BatchOptions, nodes: int, slots: dict[str, Any]) -> tuple[SearchOptions, dict[str, Any]]:
    """Return the options of the verbs of a search, and the verbs that take the place of one of ours, by its slot."""
    verbs = SearchOptions(
        selection="puct",
        expansion="shortlist",
        eval="playout",
        explore=options.explore,
        fpu_reduction=options.fpu_reduction,
        history=0.0,
        prior="game",
        noise=options.noise,
        widen=2.0,
        keys=options.keys,
    )
    given = {slot: verb for slot, verb in slots.items() if verb is not None}
    if "selection" not in given and options.selection == "gumbel":
        numbers = params(options, nodes)
        given["selection"] = Selection(
            "gumbel", GUMBEL, "sequential halving", shares=True, numbers=lambda *_: numbers
        )
    return verbs, given


def _result(batch: Batch, forest: Forest, *, trees: bool, improved: bool) -> BatchResult:
    """Return what a forest has found: by the visits, or by the improved policy of Gumbel selection."""
    moves, actions, visits, values = forest.moves()
    shares = (visits / np.maximum(visits.sum(axis=1, keepdims=True), 1)).astype(np.float32)
    mover = batch.array["to_move"].astype(np.intp)[:, None, None]
    scores = np.take_along_axis(values, mover, axis=2)[:, :, 0]
    if improved:
        shares, scores = forest.improved(moves)
    return BatchResult(
        game=batch.game,
        move=_most_visited(moves, visits, scores),
        value=forest.values(),
        moves=moves,
        actions=actions,
        visits=visits,
        values=values,
        shares=shares,
        trees=tuple(rows[[*TREE_FIELDS]] for rows in forest.trees()) if trees else None,
    )


def _evaluate(
    forest: Forest,
    room: Batch,
    places: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int32],
    evaluate: Evaluate,
) -> None:
    """Evaluate the leaves at these places and back up; `ValueError` says what is wrong with the evaluation."""
    n = len(places)
    try:
        answer = evaluate(room.take(places), seats)
    except Exception as error:
        raise ValueError(f"evaluate raised {type(error).__name__}: {error}") from error
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise ValueError(
            f"evaluate returned {type(answer).__name__}: expected values and priors, which may be None"
        )
    values, priors = _numbers("values", answer[0]), None
    if values.shape != (n, forest.table):
        raise ValueError(f"evaluate returned values of shape {values.shape}: expected {(n, forest.table)}")
    if not np.isfinite(values).all():
        leaf = int((~np.isfinite(values)).any(axis=1).argmax())
        raise ValueError(f"evaluate returned values for leaf {leaf} that are not finite")
    if answer[1] is not None:
        priors = _numbers("priors", answer[1])
        if priors.ndim != 2 or len(priors) != n:
            raise ValueError(
                f"evaluate returned priors of shape {priors.shape}: expected ({n}, actions or moves)"
            )
    fault = forest.back_up(values, priors)
    if priors is not None and fault >= 0:
        moves = len(room.state(places[fault]).moves())
        raise ValueError(
            f"evaluate returned priors of shape {priors.shape} in which leaf {fault}, with {moves} legal moves, has no "
            "number for each of them"
        )


def _numbers(what: str, given: Any) -> npt.NDArray[np.float32]:
    """Return an array of any library as one of numpy."""
    try:
        # What is no array of numpy's own way may be one by DLPack, which numpy tries only if it is told to.
        foreign = hasattr(given, "__dlpack__") and not hasattr(given, "__array__")
        return np.ascontiguousarray(np.from_dlpack(given) if foreign else np.asarray(given), np.float32)
    except Exception as error:
        raise ValueError(f"evaluate returned {what} that numpy cannot read: {error}") from error


def _chosen(result: BatchResult, moves: Any) -> npt.NDArray[np.uint32]:
    """Return the moves that a choice has returned; `ValueError` for other moves than those that were looked at."""
    chosen: npt.NDArray[np.uint32] = np.asarray(moves)
    if chosen.shape != result.move.shape:
        raise ValueError(f"choice returned moves of shape {chosen.shape}: expected {result.move.shape}")
    wrong = ~(
        ((result.moves == chosen[:, None]) & (result.visits > 0)).any(axis=1)
        | (result.visits.sum(axis=1) == 0)
    )
    if wrong.any():
        record = int(wrong.argmax())
        raise ValueError(f"choice returned {chosen[record]} for record {record}, a move without a visit")
    return chosen.astype(np.uint32)


def _most_visited(
    moves: npt.NDArray[np.uint32],
    visits: npt.NDArray[np.int32],
    scores: npt.NDArray[np.float32],
) -> npt.NDArray[np.uint32]:
    """Return the most visited move of each record; ties are broken by score, then by the lower word."""
    if not moves.size:
        return np.zeros(len(moves), np.uint32)
    best = np.where(visits == visits.max(axis=1, keepdims=True), scores, -np.inf).argmax(axis=1)
    most: npt.NDArray[np.uint32] = moves[np.arange(len(moves)), best]
    return most
