"""Whether a search may begin: what is wrong with a state or an observer."""

from urbanist.engine.features import ALL_SEATS
from urbanist.engine.game import Game, State


def require_searchable(game: Game, state: State, observer: int | None, root_ply: int | None) -> None:
    """Raise `ValueError` if a tree of this game cannot be searched from a state; `root_ply` is None if it is empty."""
    if state.game is not game:
        raise ValueError(f"a state of {state.game.name} in a search of {game.name}")
    if state.over:
        raise ValueError("the game is over: nothing to search")
    if state.due:
        raise ValueError("a chance event is due: nothing to choose")
    if observer is not None and observer != ALL_SEATS and not 0 <= observer < state.seats:
        raise ValueError(f"no seat {observer}; there are {state.seats}, counted from 0")
    if root_ply is not None and root_ply != state.ply:
        raise ValueError(
            f"the root of the tree is at ply {root_ply}, the state at ply {state.ply}: "
            "advance the tree by each event, or clear it"
        )
