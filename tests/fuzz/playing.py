"""Games that go on by any legal moves."""

from urbanist.engine.history import History


def played_on(history: History, number: int, times: int) -> History:
    """Return a game after so many moves, or at its end; `number` chooses each of them among the legal ones."""
    for _ in range(times):
        if not history.state.over:
            legal = history.state.legal()
            history = history.play(legal[number % len(legal)])
    return history
