"""What could have happened after the best move: a line in which every seat plays what a search of its view finds."""

from urbanist.bots.analysis.decisions import Decision, searched
from urbanist.engine.history import History
from urbanist.search.options import SearchOptions

#: The number of moves in a line.
LONG = 6


def better_line(history: History, decision: Decision, options: SearchOptions, moves: int = LONG) -> History:
    """Return the game until a decision, and then at most `moves` moves that begin with its best move.

    Chance events are drawn from the seed. If nodes are the only limit, the result is reproducible.
    """
    ply = decision.event - 1
    line = history.until(ply).redrawn(options.seed).play(decision.best.move)
    for _ in range(moves - 1):
        if line.state.over:
            break
        legal = line.state.legal()
        line = line.play(
            legal[0] if len(legal) == 1 else searched(line.seen_by(line.state.to_move), options).move
        )
    return line
