"""The answer to a move that is not legal."""

from urbanist.engine.game import State

#: How many legal moves an answer lists.
LISTED = 8


def objection(state: State, move: str) -> str:
    """Return why a well-formed move in notation is not legal; empty if there is no special reason."""
    if state.over:
        return "the game is over"
    if state.due:
        return "a chance event (!...) is due"
    return state.game.notation.objection(state.array, move)


def complaint(state: State, text: str) -> str:
    """Return why a move is not legal in a position: the rule that forbids it, and some legal moves."""
    why = objection(state, text)
    if state.over or state.due:
        return f"'{text}' cannot be played: {why}"
    legal = state.legal()
    more = f" and {len(legal) - LISTED} more" if len(legal) > LISTED else ""
    because = f" ({why})" if why else ""
    return f"'{text}' is not legal for seat {state.to_move}{because}; legal: {' '.join(legal[:LISTED])}{more}"
