"""Positions of Akropolis near the end, to be solved."""

from functools import cache
from random import Random

from tests.engine.tables import unchecked
from urbanist.engine import GAMES, State
from urbanist.engine.akropolis.notation import stack_size

AKROPOLIS = GAMES["akropolis"]
KINDS = ("houses", "markets", "barracks", "temples", "gardens")
GREEDY = 0

#: Two played games in which the best move was missed three plies before the end: the deal, the events, the margin of
#: the best move in the worst case, and one of the best moves.
MISSED = [
    (
        "game=akropolis players=2 options=none first=1 market=53,13,41,61",
        (
            "13@-1,-1/1 53@-2,3/4 41@-1,-1/0 !1,27,9 1@0,1/0 9@-2,1/1 61@1,-2/0 !40,26,49 27@-1,1/2"
            " 26@1,0/1 40@-2,1/5 !28,46,23 28@3,-2/4 49@2,0/4 23@2,-2/5 !39,6,16 6@2,-1/1 46@-1,0/2"
            " 16@0,2/3 !12,57,52 12@-2,-1/2 57@-2,3/0 39@-1,-2/0 !3,35,36 3@-2,3/5 52@-2,1/5 36@-1,2/2"
            " !2,20,25 2@0,-1/3 25@-2,1/0 20@-1,3/0 !50,37,60 37@4,0/2 35@-1,0/4 50@1,2/4 !14,5,32"
            " 14@-2,4/2 5@2,1/5 60@-2,0/3 !24,48,22 24@2,1/4 22@-3,6/5 32@6,-1/3 !7,21,8"
        ),
        2,
        "21@-3,5/0",
    ),
    (
        "game=akropolis players=2 options=none first=0 market=57,39,37,1",
        (
            "57@-1,-1/1 39@1,1/2 37@-1,-1/0 !46,7,5 1@-1,0/2 46@-2,1/1 7@1,-1/4 !53,6,14 6@-2,1/0 5@-2,1/5"
            " 53@-1,1/3 !25,9,26 14@1,-3/4 25@-2,-2/1 26@1,-1/3 !40,20,23 20@-1,-3/3 23@1,0/1 9@2,0/4"
            " !22,60,8 22@0,-3/1 60@2,-1/1 40@0,-5/0 !48,28,61 28@0,-3/4 8@1,-4/2 61@0,-4/1 !32,2,52"
            " 2@2,-5/4 48@4,-2/3 52@1,-5/5 !13,35,41 13@3,-1/4 41@1,-7/1 32@3,-2/1 !27,16,3 3@2,-7/4"
            " 27@2,-3/0 35@1,-5/1 !49,24,36 24@4,-4/3 16@1,-7/5 36@4,-4/1 !21,12,50"
        ),
        3,
        "21@0,-6/0",
    ),
]


@cache
def missed(number: int, events: int = 1 << 30) -> State:
    """Return the position of a played game, after so many events."""
    state = AKROPOLIS.read_deal(MISSED[number][0])
    for event in MISSED[number][1].split()[:events]:
        state = state.play(event)
    return state


def dealt(seats: int, long: bool, seed: int, *, options: bool | None = None) -> State:
    """Return a new game; the options are drawn, or all on, or all off."""
    rng = Random(f"{seats} {long} {seed}")
    named = [kind for kind in KINDS if (rng.random() < 0.5 if options is None else options)]
    return AKROPOLIS.deal(seats=seats, options=(*named, *(["long"] if long else [])), seed=seed)


def played(state: State, until: int, rng: Random, greed: int) -> State:
    """Play on until so many plies are left; each move is the best of `greed` random ones by its prior, or of all."""
    left = plies_left(state)
    while left > until or state.due:
        if state.due:
            event = state.chance()
            assert event is not None
            state = state.play(event)
            continue
        moves, prior = state.moves(), state.priors()
        tried = range(len(moves)) if greed == GREEDY else [rng.randrange(len(moves)) for _ in range(greed)]
        state = state.play(int(moves[max(tried, key=lambda i: float(prior[i]))]))
        left -= 1
    return state


def stretched(until: int, step: tuple[int, int]) -> State:
    """Return a long game of two, so many plies before its end: each tile lies as far out in a direction as it can."""

    def far(move: int) -> int:
        return step[0] * (move >> 2 & 127) + step[1] * (move >> 9 & 127)

    state = dealt(2, True, 0, options=False)
    while plies_left(state) > until or state.due:
        if (event := state.chance()) is None:
            free = int(state.array["market"][0])
            state = state.play(max((move for move in state.moves().tolist() if move >> 17 == free), key=far))
        else:
            state = state.play(event)
    return state


def plies_left(state: State) -> int:
    """Return how many moves will be made."""
    record = state.array
    return int(record["market_size"]) - 1 + int(record["stacks"]) * stack_size(record)


def young(state: State, stacks: int, stones: int) -> State:
    """Return a position of small cities, with all but the next `stacks` stacks taken out of the game."""
    record = state.array.copy()
    size = (state.seats + 1) * stacks
    drawn = int(record["drawn"])
    kept = record["stacked"][drawn : drawn + size]
    record["unseen"] = sum(1 << int(tile) for tile in kept)
    record["stacked"] = [*[0] * drawn, *kept, *[0] * (64 - drawn - size)]
    record["stacks"] = stacks
    for seat in range(state.seats):
        record["city"][seat]["stones"] = min(stones, int(record["city"][seat]["stones"]))
    return unchecked(AKROPOLIS, record)


def small(seed: int, plies: int, *, options: bool | None = None) -> State:
    """Return a position of two small cities so many plies before the end, one closed stack among them."""
    rng = Random(seed)
    start = dealt(2, False, seed, options=options)
    state = played(start, plies_left(start) - 6 * (seed % 3), rng, 4)
    return played(young(state, 1, seed % 4), plies, rng, 4)
