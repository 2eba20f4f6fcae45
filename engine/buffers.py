"""What `Batch.step` writes for each record, in memory of the caller."""

from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from urbanist.engine.batch_arguments import as_out
from urbanist.engine.observation import Layout, Observation
from urbanist.engine.suggestion import suggestion

if TYPE_CHECKING:
    from urbanist.engine.batch import Batch
    from urbanist.engine.encoder import Encoder

#: What seats get: at the end of a game as `docs/adapters.md` says, or with each step the points that it brings.
Reward = Literal["win", "margin", "points", "gain"]
REWARDS: tuple[Reward, ...] = get_args(Reward)


class Buffers:
    """Arrays for the answers of `Batch.step`, which `Batch.buffers` makes.

    The observation, the mask and `to_move` tell of the position before the next move; `rewards` and `over` of the move
    that was made.
    """

    #: What the seat to move sees, a row for each record: float32, float16 or uint8 [N, numbers].
    observation: npt.NDArray[Any]
    #: Which actions are legal: bool [N, actions], or uint8 [N, bytes] whose bits are the actions, the lowest first.
    mask: npt.NDArray[Any]
    #: What each seat got by the move, float32 [N, seats].
    rewards: npt.NDArray[np.float32]
    #: Whether the move ended the game, bool [N]; then all else is of the next game.
    over: npt.NDArray[np.bool_]
    #: The seat to move, int32 [N].
    to_move: npt.NDArray[np.int32]

    def __init__(
        self,
        batch: "Batch",
        encoder: "Encoder",
        *,
        packed: bool = False,
        reward: Reward = "win",
        observation: object = None,
        mask: object = None,
        rewards: object = None,
        over: object = None,
        to_move: object = None,
    ) -> None:
        """Take the arrays that are given, and make the others."""
        if reward not in REWARDS:
            raise ValueError(f"no reward '{reward}'; {suggestion(reward, REWARDS)}")
        game, n = batch.game, len(batch)
        actions = game.crop_action_count if encoder.cropped else game.action_count
        if actions == 0:
            raise TypeError(f"{game.name} has no fixed space of actions")
        self.game, self.encoder, self.packed, self.reward = game, encoder, bool(packed), reward
        self.action_count = actions
        self.observation = _own("observation", observation, (n, encoder.size), encoder.dtype)
        width = -(-actions // 8) if packed else actions
        self.mask = _own("mask", mask, (n, width), np.uint8 if packed else np.bool_)
        self.rewards = _own("rewards", rewards, (n, encoder.seats), np.float32)
        self.over = _own("over", over, (n,), np.bool_)
        self.to_move = _own("to_move", to_move, (n,), np.int32)

    def __repr__(self) -> str:
        """Return what is seen of how many records."""
        return f"<buffers of {len(self.over)} {self.game.name} states>"

    @property
    def layout(self) -> Layout:
        """The names of the numbers of an observation."""
        return self.encoder.layout

    @property
    def seen(self) -> Observation:
        """The observation as named arrays, in the same memory."""
        return self.layout.split(self.observation, self.encoder.seats)

    def bits(self) -> npt.NDArray[np.bool_]:
        """Return the mask as bool [N, actions]."""
        if not self.packed:
            return self.mask
        return np.unpackbits(self.mask, axis=1, count=self.action_count, bitorder="little").view(np.bool_)


def _own(name: str, given: object, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    return np.zeros(shape, dtype) if given is None else as_out(name, given, shape, dtype)
