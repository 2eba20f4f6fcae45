"""The answer to a move that is not legal."""

from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.message import Message

#: How many legal moves an answer lists.
LISTED = 8


def illegal_reason(state: State, move: Move) -> str:
    """Return why a move is not legal; empty if there is no special reason."""
    if state.over:
        return Message("the game is over")
    if state.due:
        return Message("a chance event (!...) is due")
    return state.game.notation.illegal_reason(state.array, move)


def illegal_message(state: State, move: Move) -> str:
    """Return why a move is not legal in a position: the rule that forbids it, and some legal moves."""
    why, text = illegal_reason(state, move), str(move)
    if state.over or state.due:
        return Message("'{move}' cannot be played: {why}", move=text, why=why)
    legal, seat = state.legal(), state.to_move
    some = " ".join(map(str, legal[:LISTED]))
    if len(legal) > LISTED:
        some = Message("{some} and {more} more", some=some, more=len(legal) - LISTED)
    if why:
        return Message(
            "'{move}' is not legal for seat {seat} ({why}); legal: {some}",
            move=text,
            seat=seat,
            why=why,
            some=some,
        )
    return Message("'{move}' is not legal for seat {seat}; legal: {some}", move=text, seat=seat, some=some)


def not_due(event: str) -> str:
    """Return why a chance event cannot be played when none is due."""
    return Message("'{move}' cannot be played: {why}", move=event, why=Message("no chance event is due"))
