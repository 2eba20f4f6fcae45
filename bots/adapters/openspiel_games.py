"""The games of OpenSpiel as games of urbanist: `from_openspiel("hearts")` is one that searches and matches play.

Needs OpenSpiel: `pip install 'urbanist[openspiel]'`.
"""

from functools import cache
from statistics import pstdev
from typing import Any

from msgspec.structs import replace

from urbanist.engine.deferred_error import GameFault
from urbanist.engine.python_game import CHANCE, Dice, PythonGame
from urbanist.search.options import SearchOptions

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ImportError(f"{error}; pip install 'urbanist[openspiel]' brings it along") from error

#: In place of a player.
THEIR_CHANCE = int(pyspiel.PlayerId.CHANCE)
#: The most seats of a game here.
MOST_SEATS = 5
#: Random games that show whether a game has chance events after its first move.
PROBES = 20
#: Random games that tell how far returns lie apart.
SAMPLES = 200
#: Weights of a search whose values are returns, for each standard deviation of a return after random moves.
EXPLORE = 1.5
FPU_REDUCTION = 0.2


class OpenSpielState(tuple[int, ...]):  # noqa: SLOT001 - a tuple cannot have slots with something in them
    """The history of a state of OpenSpiel that nobody changes any more; `state` is that state."""

    state: Any

    @classmethod
    def of(cls, state: Any) -> "OpenSpielState":
        """Return a state of OpenSpiel that does not go on."""
        made = cls(state.history())
        made.state = state
        return made

    def __repr__(self) -> str:
        """Return the state as OpenSpiel writes it."""
        return str(self.state)


class OpenSpielGame(PythonGame):
    """A game of OpenSpiel; `spiel` is the game as OpenSpiel has it, and `unit` how many points a return of 1 counts."""

    name = "openspiel"
    spiel: Any
    unit: float

    def begin(self, seats: int, rng: Dice) -> OpenSpielState:
        """Return the state after the chance events at the beginning."""
        state = self.spiel.new_initial_state()
        while state.is_chance_node():
            state.apply_action(_drawn(state, rng))
        return OpenSpielState.of(state)

    def to_move(self, state: OpenSpielState) -> int:
        """Return the player to move."""
        player = int(state.state.current_player())
        return CHANCE if player == THEIR_CHANCE else player

    def legal(self, state: OpenSpielState) -> list[int]:
        """Return the legal actions."""
        actions: list[int] = state.state.legal_actions()
        return actions

    def apply(self, state: OpenSpielState, move: int) -> OpenSpielState:
        """Return the state after an action."""
        return OpenSpielState.of(state.state.child(move))

    def scores(self, state: OpenSpielState) -> list[int]:
        """Return the returns in points."""
        return [round(gain * self.unit) for gain in state.state.returns()]

    def playout(self, state: OpenSpielState, rng: Dice) -> OpenSpielState:
        """Return the end of a game by uniformly random actions."""
        end = state.state.clone()
        legal, play, randrange = end.legal_actions, end.apply_action, rng.randrange
        while actions := legal():
            play(actions[randrange(len(actions))])
        return OpenSpielState.of(end)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its text."""
        return loaded_game, (str(self.spiel), self.unit)

    def encode(self, state: OpenSpielState) -> tuple[int, ...]:
        """Return the actions and outcomes that lead to a state."""
        return tuple(state)

    def decode(self, value: tuple[int, ...], seats: int) -> OpenSpielState:
        """Return the state after actions and outcomes."""
        state = self.spiel.new_initial_state()
        for action in value:
            state.apply_action(action)
        return OpenSpielState.of(state)

    def describe(self, state: OpenSpielState) -> str:
        """Return the state as OpenSpiel writes it."""
        return str(state.state)


class WithChance(PythonGame):
    """The methods of a game of OpenSpiel with chance events."""

    def outcomes(self, state: OpenSpielState) -> list[tuple[int, float]]:
        """Return the outcomes of the chance event that is due."""
        outcomes: list[tuple[int, float]] = state.state.chance_outcomes()
        return outcomes

    def playout(self, state: OpenSpielState, rng: Dice) -> OpenSpielState:
        """Return the end of a game by uniformly random actions and drawn outcomes."""
        end = state.state.clone()
        while actions := end.legal_actions():
            chance = end.is_chance_node()
            end.apply_action(_drawn(end, rng) if chance else actions[rng.randrange(len(actions))])
        return OpenSpielState.of(end)


class WithHistory(PythonGame):
    """The method of a game of OpenSpiel with chance events that hides nothing."""

    def knows(self, state: OpenSpielState, seat: int) -> tuple[int, ...]:
        """Return the history, which all players have seen."""
        return tuple(state)


class WithSecrets(PythonGame):
    """The methods of a game of OpenSpiel with hidden information."""

    spiel: Any

    def reshuffle(self, state: OpenSpielState, seat: int | None, rng: Dice) -> OpenSpielState:
        """Return a state that a player cannot tell from this one; for a bystander one that nobody knows."""
        world = state.state
        if world.is_terminal():
            return state
        seats = range(self.spiel.num_players()) if seat is None else (seat,)
        try:
            for player in seats:
                world = world.resample_from_infostate(player, rng.random)
        except pyspiel.SpielError as error:
            raise GameFault(
                f"a fault of OpenSpiel, not of the game here: after {len(world.history())} actions its "
                f"resample_from_infostate cannot draw again what a seat does not know: {error}"
            ) from None
        return OpenSpielState.of(world)

    def hears(self, move: int, by: int, seat: int | None) -> bool:
        """Return False: nobody is told the moves of others, as OpenSpiel does not say which ones are public."""
        return False


class WithInformation(PythonGame):
    """The methods of a game of OpenSpiel that writes the information states of its players."""

    def knows(self, state: OpenSpielState, seat: int) -> str:
        """Return all that a player has seen and knows, as OpenSpiel writes it."""
        written: str = state.state.information_state_string(seat)
        return written


class WithObservations(PythonGame):
    """The methods of a game of OpenSpiel with tensors: the observation, or else the information state."""

    spiel: Any

    def observe(self, state: OpenSpielState, seat: int | None) -> list[float]:
        """Return the tensor of a player; zeros for a bystander, whom OpenSpiel does not have, and at the end."""
        if seat is None or state.state.is_terminal():
            return [0.0] * len(self.observation)
        tensors = state.state
        kind = self.spiel.get_type()
        told = (
            tensors.observation_tensor
            if kind.provides_observation_tensor
            else tensors.information_state_tensor
        )
        numbers: list[float] = told(seat)
        return numbers


def from_openspiel(game: Any, *, unit: float = 1.0) -> OpenSpielGame:
    """Return a game of OpenSpiel, by its text or itself, as a game that searches and matches of urbanist play.

    Its scores are the returns times `unit`, rounded. `ValueError` says why a game cannot be played here.
    """
    return loaded_game(str(pyspiel.load_game(game) if isinstance(game, str) else game), unit)


@cache
def loaded_game(text: str, unit: float) -> OpenSpielGame:
    """Return the game of a text of OpenSpiel, always the same one."""
    spiel = pyspiel.load_game(text)
    kind = spiel.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(
            f"{kind.short_name}: seats move at the same time; convert_to_turn_based makes them take turns"
        )
    if spiel.num_players() > MOST_SEATS:
        raise ValueError(
            f"{kind.short_name}: {spiel.num_players()} players; there may be {MOST_SEATS} at most"
        )
    bases: list[type[PythonGame]] = [OpenSpielGame]
    shown = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    if _has_chance_later(spiel):
        bases[:0] = [WithHistory, WithChance] if shown else [WithChance]
    if not shown:
        bases.insert(0, WithSecrets)
        if kind.provides_information_state_string:
            bases.insert(0, WithInformation)
        _check_resampling(spiel)
    size = _observed(spiel)
    if size:
        bases.insert(0, WithObservations)
    facts = {
        "name": kind.short_name if kind.short_name.isidentifier() else f"game_{kind.short_name}",
        "seats": (spiel.num_players(),),
        "actions": spiel.num_distinct_actions(),
        "observation": tuple(f"number {place}" for place in range(size)),
        "spiel": spiel,
        "unit": unit,
    }
    made: OpenSpielGame = type("OpenSpielGame", tuple(bases), facts)()
    return made


def _observed(spiel: Any) -> int:
    """Return how many numbers the tensor of a player has; 0 if there is none."""
    kind = spiel.get_type()
    if kind.provides_observation_tensor:
        return int(spiel.observation_tensor_size())
    return int(spiel.information_state_tensor_size()) if kind.provides_information_state_tensor else 0


def _check_resampling(spiel: Any) -> None:
    """Raise `ValueError` if a game cannot draw again what a player does not know, as searches need."""
    state, dice = spiel.new_initial_state(), Dice(0)
    while state.is_chance_node():
        state.apply_action(_drawn(state, dice))
    try:
        state.resample_from_infostate(state.current_player(), dice.random)
    except pyspiel.SpielError as error:
        raise ValueError(
            f"{spiel.get_type().short_name}: OpenSpiel cannot draw again what a player does not know: {error}"
        ) from None


def _has_chance_later(spiel: Any) -> bool:
    """Return whether a game has chance events after its first move, as random games show."""
    dice = Dice(0)
    for _ in range(PROBES):
        state = spiel.new_initial_state()
        chosen = False
        while not state.is_terminal():
            if state.is_chance_node():
                if chosen:
                    return True
                state.apply_action(_drawn(state, dice))
            else:
                chosen = True
                state.apply_action(dice.choice(state.legal_actions()))
    return False


def deviation(game: OpenSpielGame) -> float:
    """Return the highest standard deviation of a seat's points in random games."""
    dice, seats = Dice(0), game.seats[0]
    ends = [game.scores(game.playout(game.begin(seats, dice), dice)) for _ in range(SAMPLES)]
    return max(float(pstdev(points)) for points in zip(*ends, strict=True))


def options_for(game: OpenSpielGame, options: SearchOptions = SearchOptions()) -> SearchOptions:
    """Return options of a search that wants the most points, with weights that suit how far points lie apart."""
    spread = deviation(game) / 100  # a search counts a hundred points as 1
    return replace(options, utility="points", explore=EXPLORE * spread, fpu_reduction=FPU_REDUCTION * spread)


def _drawn(state: Any, rng: Dice) -> int:
    """Return an outcome of the chance event that is due, drawn by its probability."""
    at = rng.random()
    outcomes = state.chance_outcomes()
    for action, probability in outcomes:
        at -= probability
        if at < 0:
            return int(action)
    return int(outcomes[-1][0])
