"""The games as games of OpenSpiel, which the import of this module registers: `urbanist_` and the name of the game.

Needs OpenSpiel: `pip install 'urbanist[openspiel]'`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from math import prod
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from urbanist.bots.adapters.table import require_actions, rewards
from urbanist.engine import GAMES, Game, History, Observation, State
from urbanist.engine.integers import whole

if TYPE_CHECKING:
    from urbanist.engine.event import Event

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ImportError(f"{error}; pip install 'urbanist[openspiel]' brings it along") from error

Numbers = npt.NDArray[np.float32]

#: More moves than any game has.
LONGEST = 4000

#: The parameters of each game and their defaults; 0 players are the fewest that the game allows.
PARAMETERS = {"variant": "", "players": 0, "options": "", "seed": 0, "deals": 1000, "plies": 0}


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A position, and for each seat, then for a bystander, the deal and the events as they saw them, as text."""

    state: State
    known: tuple[tuple[str, ...], ...]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return itself, as it never changes."""
        return self

    def play(self, action: int) -> "Playthrough":
        """Return the playthrough after a move and the chance events after it, which the hidden part decides."""
        state, known = self.state, self.known
        notation, seats = state.game.notation, (*range(state.seats), None)
        event: Event | None = notation.move(state.move_of(action))
        while event is not None:
            masked = (str(notation.mask_event(event, state.to_move, seat)) for seat in seats)
            known = tuple((*texts, text) for texts, text in zip(known, masked, strict=True))
            state = state.play(event)
            event = state.chance()
        return Playthrough(state, known)

    def imagined(self, seat: int | None, seed: int) -> "Playthrough":
        """Return a determinization: a playthrough that a seat (None: a bystander) cannot distinguish from this one.

        What it cannot know is drawn again. There another seat knows what all have seen, and what it hides now.
        """
        drawn, public = self.state.reshuffled(seat, seed), self.known[-1]
        card = drawn.game.notation.card
        known = [(*public, f"hides {card(drawn.array, other)}") for other in range(drawn.seats)]
        if seat is not None:
            known[seat] = self.known[seat]
        return Playthrough(drawn, (*known, public))


class Deals:
    """The deals of one table by their number: those of the seeds from `seed` on.

    With `plies` one deal is played on by random moves, and the deals are determinizations of that position for a
    bystander.
    """

    def __init__(self, game: Game, given: Mapping[str, Any]) -> None:
        """Set the table by `PARAMETERS`; `ValueError` says what cannot be."""
        require_actions(game)
        parameters = {**PARAMETERS, **given}
        self.game, self.variant = game, parameters["variant"] or None
        self.options = tuple(filter(None, parameters["options"].split("+")))
        self.seats = whole("players", parameters["players"] or min(game.notation.seat_counts))
        self.seed, self.count, plies = (whole(name, parameters[name]) for name in ("seed", "deals", "plies"))
        if self.count < 1 or plies < 0:
            raise ValueError(f"deals={self.count}, plies={plies}: at least 1 deal and 0 plies")
        self._opened = self._after(plies) if plies else None
        self._dealt(self.seed)  # raises for a wrong table

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return itself, as it never changes."""
        return self

    def playthrough(self, number: int) -> Playthrough:
        """Return the game that begins with a deal."""
        if self._opened is not None:
            return self._opened.imagined(None, number)
        return _playthrough_of(self._dealt(self.seed + number))

    def _dealt(self, seed: int) -> History:
        state = self.game.deal(variant=self.variant, seats=self.seats, options=self.options, seed=seed)
        return History.start(state)

    def _after(self, plies: int) -> Playthrough:
        """Return the game after random moves."""
        rng = np.random.default_rng(self.seed)
        history = self._dealt(self.seed)
        while not history.state.over and history.state.ply < plies:
            move = int(rng.choice(history.state.moves()))
            history = history.play(self.game.notation.move(move))
        if history.state.over:
            raise ValueError(
                f"plies={plies}: the random game of seed {self.seed} has only {history.state.ply} moves"
            )
        return _playthrough_of(history)


def _playthrough_of(history: History) -> Playthrough:
    views = [history.seen_by(seat) for seat in (*range(history.state.seats), None)]
    return Playthrough(history.state, tuple((view.deal, *view.texts) for view in views))


class UrbanistGame(pyspiel.Game):
    """A game at one table. Its only chance node is the deal, and what is drawn later is a hidden part of the deal."""

    def __init__(self, kind: Any, game: Game, given: Mapping[str, Any] | None = None) -> None:
        """Set the table by the parameters; `ValueError` says what cannot be."""
        self.deals = Deals(game, given or {})
        information = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=self.deals.count,
            num_players=self.deals.seats,
            min_utility=-1.0,
            max_utility=self.deals.seats - 1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, information, dict(given or {}))

    def new_initial_state(self, _: object = None) -> "UrbanistState":
        """Return the state before the deal."""
        return UrbanistState(self)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """Pickle the game as its text, which has all parameters."""
        return loaded_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "UrbanistObserver":
        """Return an observer: arrays of `State.observe` and their text, or the information state string."""
        if params:
            raise ValueError(f"observers have no parameters, such as {', '.join(params)}")
        return UrbanistObserver(self.deals, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class UrbanistState(pyspiel.State):
    """A state of a game; `playthrough` is the game in progress, or None before the deal."""

    def __init__(self, game: UrbanistGame) -> None:
        """Make the state before the deal."""
        super().__init__(game)
        # OpenSpiel copies all attributes with each state; both of these stay as they are.
        self.deals = game.deals
        self.playthrough: Playthrough | None = None

    def __reduce__(self) -> tuple[Callable[[str, Playthrough | None], Any], tuple[str, Playthrough | None]]:
        """Pickle the state as its text and its playthrough, which may have been resampled."""
        return loaded_state, (pyspiel.serialize_game_and_state(self.get_game(), self), self.playthrough)

    def current_player(self) -> int:
        """Return the seat to move, or the number of chance or of the end."""
        if self.playthrough is None:
            return int(pyspiel.PlayerId.CHANCE)
        state = self.playthrough.state
        return int(pyspiel.PlayerId.TERMINAL) if state.over else state.to_move

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.playthrough is not None and self.playthrough.state.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, all equally likely."""
        return [(number, 1 / self.deals.count) for number in range(self.deals.count)]

    def returns(self) -> list[float]:
        """Return the rewards `win` of all seats at the end, zeros before."""
        return (
            [0.0] * self.deals.seats if self.playthrough is None else list(self.playthrough.state.returns())
        )

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "UrbanistState":
        """Return a state that the player cannot distinguish from this one; the sampler returns numbers from 0 to 1."""
        assert self.playthrough is not None
        drawn: UrbanistState = self.clone()
        drawn.playthrough = self.playthrough.imagined(player, int(sampler() * 2**53))
        return drawn

    def _legal_actions(self, player: int) -> list[int]:
        assert self.playthrough is not None
        return sorted(self.playthrough.state.actions().tolist())

    def _apply_action(self, action: int) -> None:
        self.playthrough = (
            self.deals.playthrough(action) if self.playthrough is None else self.playthrough.play(action)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if self.playthrough is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        state = self.playthrough.state
        return state.game.notation.write_move(state.move_of(action))

    def __str__(self) -> str:
        """Return the position with all that is hidden."""
        if self.playthrough is None:
            return "before the deal"
        return str(self.playthrough.state.game.notation.describe(self.playthrough.state.array))


def loaded_game(text: str) -> Any:
    """Return the game of a text; a process that reads a pickled game first imports this module, which registers it."""
    return pyspiel.load_game(text)


def loaded_state(text: str, playthrough: Playthrough | None) -> Any:
    """Return the state of a text with a playthrough."""
    _, state = pyspiel.deserialize_game_and_state(text)
    state.playthrough = playthrough
    return state


class UrbanistObserver:
    """Observes states for OpenSpiel as a kind of observation asks.

    With perfect recall there is no tensor, and the text is all that a seat was dealt and saw happen. Without private
    information a seat sees what a bystander sees, and without public information only what a bystander does not see.
    """

    def __init__(self, deals: Deals, kind: Any) -> None:
        """Make room for the numbers; `ValueError` for the cards of all seats, which nobody sees together."""
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError(
                "an observer sees the private information of one seat or of none, not ALL_PLAYERS"
            )
        self.layout, self.recalls, self.seats = deals.game.layout, kind.perfect_recall, deals.seats
        self.public, self.private = kind.public_info, kind.private_info != pyspiel.PrivateInfoType.NONE
        shapes = self.layout.shapes(deals.seats)
        self.tensor = None if self.recalls else np.zeros(sum(map(prod, shapes)), np.float32)
        self.dict: dict[str, Numbers] = {}
        if self.tensor is not None:
            parts = zip(Observation._fields, self.layout.split(self.tensor, deals.seats), strict=True)
            self.dict = {name: part for name, part in parts if part.size}

    def set_from(self, state: UrbanistState, player: int) -> None:
        """Write what a player sees."""
        if self.tensor is not None:
            self.tensor[:] = (
                0 if state.playthrough is None else self._seen(state.playthrough.state, player).flat()
            )

    def string_from(self, state: UrbanistState, player: int) -> str:
        """Return what a player sees, or remembers, as text."""
        if state.playthrough is None:
            return f"{player}: before the deal"
        if self.recalls:
            return "\n".join((f"{player}:", *self._remembered(state.playthrough, player)))
        return self._text(player, self._seen(state.playthrough.state, player))

    def _seen(self, state: State, player: int) -> Observation:
        """Return the numbers that a player sees; a bystander sees them from the place of the player."""
        own = state.observe(player) if self.private else None
        if self.public and own is not None:
            return own
        seen = state.observe(None)
        seats, planes = (np.roll(part, -player, axis=0) for part in (seen.seats, seen.seat_planes))
        seen = seen._replace(seats=seats, seat_planes=planes)
        if self.public:
            return seen
        parts = zip(seen if own is None else own, seen, strict=True)
        return Observation(*(np.where(mine == common, 0, mine).astype(np.float32) for mine, common in parts))

    def _remembered(self, playthrough: Playthrough, player: int) -> tuple[str, ...]:
        """Return the deal and the events as a player knows them."""
        common = playthrough.known[-1]
        own = playthrough.known[player] if self.private else common
        if self.public:
            return own
        return tuple(mine for mine, shown in zip_longest(own, common) if mine and mine != shown)

    def _text(self, player: int, seen: Observation) -> str:
        """Return the numbers of an observation that are not 0, with their names."""
        lines = [f"{player}: {_named(self.layout.common, seen.common)}"]
        lines += [f"seat +{place}: {_named(self.layout.seats, row)}" for place, row in enumerate(seen.seats)]
        for name, plane in zip(self.layout.common_planes, seen.common_planes, strict=True):
            lines.append(f"{name}: {_placed(plane)}")
        for place, planes in enumerate(seen.seat_planes):
            for name, plane in zip(self.layout.seat_planes, planes, strict=True):
                lines.append(f"seat +{place} {name}: {_placed(plane)}")
        return "\n".join(lines)


def _named(names: tuple[str, ...], values: Numbers) -> str:
    return " ".join(f"{name}={value:g}" for name, value in zip(names, values, strict=True) if value)


def _placed(plane: Numbers) -> str:
    values = plane.ravel()
    return " ".join(f"{place}={values[place]:g}" for place in np.flatnonzero(values))


class PlayoutEvaluator:
    """An OpenSpiel evaluator by playouts of urbanist: uniform ones, or `informed` ones by its playout policy."""

    def __init__(self, games: int = 1, *, informed: bool = False, seed: int = 0) -> None:
        """Begin with a seed; the same seed gives the same values."""
        self.games, self.informed = whole("games", games), informed
        self._seeds = np.random.default_rng(seed)

    def evaluate(self, state: UrbanistState) -> Any:
        """Return the mean rewards of all seats."""
        assert state.playthrough is not None
        start = state.playthrough.state
        seeds = self._seeds.integers(2**63, size=self.games).tolist()
        ends = (start.playout(seed, informed=self.informed) for seed in seeds)
        return np.mean([rewards(end, "win") for end in ends], axis=0)

    def prior(self, state: UrbanistState) -> list[tuple[int, float]]:
        """Return the same probability for each legal action."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def kind_of(game: Game) -> Any:
    """Return the `GameType` of a game."""
    return pyspiel.GameType(
        short_name=f"urbanist_{game.name}",
        long_name=f"{game.name.capitalize()} of urbanist",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.notation.seat_counts),
        min_num_players=min(game.notation.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


def register(game: Game) -> None:
    """Register a game."""
    kind = kind_of(game)

    # A class, because OpenSpiel keeps it beyond the end of Python, when a function would be freed and crash.
    class Registered(UrbanistGame):
        def __init__(self, given: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, game, given)

    pyspiel.register_game(kind, Registered)


for _game in GAMES.values():
    register(_game)
