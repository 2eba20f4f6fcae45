"""The legal moves of a game with very many moves, in a useful order."""

from collections.abc import Iterator

from urbanist.engine import State


def best_first(state: State) -> Iterator[str]:
    """Return the legal moves, most promising first and equal ones in alphabetical order."""
    write = state.game.notation.write_move
    rated = zip(state.appraise(), map(int, state.moves()), strict=True)
    return (move for _, move in sorted((-float(prior), write(move)) for prior, move in rated))
