"""What ends are worth and which move is best, by the slowest code that could possibly be right."""

from math import tanh

from urbanist.engine.game import State

Worth = tuple[float, ...]


def win_share(end: State) -> Worth:
    """Return each seat's share of the win."""
    ranks = end.ranks()
    return tuple((rank == 1) / ranks.count(1) for rank in ranks)


def margin(end: State, seat: int) -> int:
    """Return how many points a seat has more than the best of the others."""
    scores = list(end.scores())
    own = scores.pop(seat)
    return own - max(scores)


def worth(end: State, utility: str, spread: float = 12) -> Worth:
    """Return what the end of a game is worth to each seat."""
    seats = range(end.seats)
    if utility == "points":
        return tuple(end.scores()[seat] / 100 for seat in seats)
    leads = [tanh(margin(end, seat) / spread) for seat in seats]
    if utility == "margin":
        return tuple(0.5 + 0.5 * lead for lead in leads)
    shares = win_share(end)
    return tuple(0.75 * share + 0.125 + 0.125 * lead for share, lead in zip(shares, leads, strict=True))


def lines(state: State, most: int) -> int:
    """Return how many ways there are to play on to the end, or some number above `most`."""
    if state.over:
        return 1
    count = 0
    for move in state.moves():
        count += lines(state.play(move), most - count)
        if count > most:
            break
    return count


def best_play(state: State, utility: str) -> Worth:
    """Return what the position is worth when every seat plays best for itself (max^n)."""
    if state.over:
        return worth(state, utility)
    futures = [best_play(state.play(move), utility) for move in state.moves()]
    return max(futures, key=lambda future: future[state.to_move])


def worth_of_moves(state: State, utility: str) -> dict[str, float]:
    """Return what each legal move is worth to the seat to move when every seat plays best for itself."""
    return {str(move): best_play(state.play(move), utility)[state.to_move] for move in state.legal()}
