"""One table at which other libraries play: its deals, what its seats see and get, and how it is shown."""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Literal, TypedDict, get_args

import numpy as np
import numpy.typing as npt

from urbanist.bots.table import PlayerView, draw_picture, table_of
from urbanist.engine import GAMES, Game, History, Observation, State
from urbanist.engine.encoder import encoder_of
from urbanist.engine.integers import whole
from urbanist.engine.observation import Layout, Parts
from urbanist.engine.suggestion import suggestion

Reward = Literal["win", "margin", "points"]

#: No end of a game gives a seat less. Of points this is a bound that no game comes near: where most are scored, a seat
#: lays at most 30 tiles and has less than 4,000 points.
WORST = {"win": -1.0, "margin": -10_000.0, "points": -10_000.0, "gain": -10_000.0}

#: The rewards that one can choose.
REWARDS: tuple[Reward, ...] = get_args(Reward)


def rewards(end: State, kind: Reward) -> list[float]:
    """Return the reward of each seat at the end of a game.

    `win` is the win share times the number of seats, less 1; so the sum over the seats is 0. `margin` is the difference
    to the best other seat in points, and `points` are the points.
    """
    points = end.scores()
    if kind == "points":
        return [float(own) for own in points]
    if kind == "margin":
        return [float(own - max(points[:seat] + points[seat + 1 :])) for seat, own in enumerate(points)]
    return list(end.returns())


Floats = npt.NDArray[np.float32]


def render_modes() -> list[str]:
    """Return the render modes that work here: `rgb_array` needs the libraries of the extras."""
    drawn = find_spec("resvg_py") is not None and find_spec("PIL") is not None
    return ["human", "ansi", *(["rgb_array"] if drawn else [])]


def require_actions(game: Game) -> None:
    """Raise `ValueError` for a game that other libraries cannot play: they know moves by their number."""
    if game.action_count == 0:
        raise ValueError(f"{game.name} has no fixed space of actions: give its GameOps the verb `actions`")


def game_called(name: str) -> Game:
    """Return the game with a name; `ValueError` if there is none that other libraries can play."""
    if name not in GAMES:
        raise ValueError(f"no game '{name}'; {suggestion(name, GAMES)}")
    require_actions(GAMES[name])
    return GAMES[name]


def bounds_of(layout: Layout, seats: int, options: Sequence[str]) -> tuple[Floats, Floats]:
    """Return the bounds of the numbers of an observation; there are none with cards or numbers of the caller."""
    low, high = layout.bounds(seats)
    if any(option.startswith("data=") for option in options):
        return np.full_like(low, -np.inf), np.full_like(high, np.inf)
    return low, high


class TableSettings(TypedDict, total=False):
    """The settings of an environment: by default the usual variant with the fewest seats, and the reward `win`.

    The reward is `win`, `margin` or `points`. A cropped table shows small planes, and has their actions. `parts` are
    those of `Batch.observe`.
    """

    variant: str | None
    seats: int | None
    options: Sequence[str]
    reward: Reward
    cropped: bool
    parts: Parts
    render_mode: str | None


class EnvironmentTable:
    """The settings of a table, and the game that is played there; `ValueError` says what cannot be."""

    def __init__(
        self,
        game: str,
        *,
        variant: str | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        reward: Reward = "win",
        cropped: bool = False,
        parts: Parts = "all",
        render_mode: str | None = None,
    ) -> None:
        self.game = game_called(game)
        modes = render_modes()
        if render_mode not in {None, *modes}:
            needed = (
                "; pip install 'urbanist[pettingzoo]' for rgb_array" if render_mode == "rgb_array" else ""
            )
            raise ValueError(f"no render mode '{render_mode}'; there are {', '.join(modes)}{needed}")
        if cropped and self.game.crop_layout is None:
            raise ValueError(f"{game} has no cropped planes")
        self.seats = min(self.game.notation.seat_counts) if seats is None else whole("seats", seats)
        self.game.notation.setup(variant, self.seats, tuple(options))  # raises for a wrong table
        if reward not in REWARDS:
            raise ValueError(f"no reward '{reward}'; {suggestion(reward, REWARDS)}")
        self.variant, self.options, self.reward = variant, tuple(options), reward
        self.cropped, self.parts, self.render_mode = cropped, parts, render_mode
        #: The names of the numbers of an observation.
        self.layout: Layout = encoder_of(self.game, self.seats, parts=parts, cropped=cropped).layout
        self.action_count = self.game.crop_action_count if cropped else self.game.action_count
        self._seeds = np.random.default_rng()
        self.history = self._dealt(0)

    def deal(self, seed: int | None) -> None:
        """Deal a new game: the deal of the seed, or the next of a sequence that the last seed began."""
        if seed is not None:
            seed = whole("seed", seed)
            self._seeds = np.random.default_rng(seed)
        self.history = self._dealt(int(self._seeds.integers(2**63)) if seed is None else seed)

    def play(self, action: int) -> None:
        """Play an action of the seat to move; `IllegalMove` if the rules forbid it."""
        state = self.history.state
        move = state.move_of(action, cropped=self.cropped)
        self.history = self.history.play(self.game.notation.move(move))

    def seen(self, seat: int) -> Observation:
        """Return the observation of a seat."""
        return self.history.state.observe(seat, parts=self.parts, cropped=self.cropped)

    def revealed(self) -> Floats:
        """Return the observations of all seats in one row, from seat 0 on."""
        state = self.history.state
        return state.observe(0, parts=self.parts, cropped=self.cropped, revealed=True).flat()

    def mask(self) -> npt.NDArray[np.int8]:
        """Return the action mask of the seat to move."""
        return self.history.state.legal_mask(cropped=self.cropped).astype(np.int8)

    def bounds(self) -> tuple[Floats, Floats]:
        """Return the bounds of the numbers of an observation, the least and the greatest."""
        return bounds_of(self.layout, self.seats, self.options)

    def render(self) -> Any:
        """Return the position with all that is hidden, as text or as a picture; `human` prints it."""
        pov = PlayerView.of(self.history, None, ("",) * self.seats, revealed=True)
        if self.render_mode == "rgb_array":
            return _pixels(pov)
        text = table_of(self.game.name).describe(pov)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - it is what the mode is for
        return None

    def _dealt(self, seed: int) -> History:
        state = self.game.deal(variant=self.variant, seats=self.seats, options=self.options, seed=seed)
        return History.start(state)


def _pixels(pov: PlayerView) -> npt.NDArray[np.uint8]:
    """Return a picture as rows of pixels of red, green and blue."""
    from PIL import Image

    from urbanist.bots.table.kit.picture.image import png

    return np.asarray(Image.open(BytesIO(png(draw_picture(pov)))).convert("RGB"))
