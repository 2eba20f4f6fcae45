"""Tests of exact endings of Akropolis: against a slow oracle, and against all moves of all seats."""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from random import Random

import pytest

from tests.oracle import akropolis_ending as slow
from tests.oracle.akropolis_ending import Game, Line, Outcome, Seat, Worth
from tests.oracle.akropolis_scoring import City, Hex, points
from tests.oracle.akropolis_tiles import PLAZAS
from urbanist.engine import GAMES, State
from urbanist.engine.akropolis import city_record
from urbanist.engine.batch import Batch
from urbanist.engine.illegal_move import IllegalMove

AKROPOLIS = GAMES["akropolis"]
KINDS = ("houses", "markets", "barracks", "temples", "gardens")
#: Seats, and whether the game is long.
TABLES = [(2, False), (3, False), (4, False), (2, True), (3, True)]
NAMES = {kind: name for name, kind in PLAZAS.items()}
GREEDY = 0
#: More stones than any tile costs.
RICH = 1000

#: Two played games in which the best move was missed three plies before the end: the deal, the events, the margin of
#: the best move in the worst case, and one of the best moves.
MISSED = [
    (
        "game=akropolis players=2 options=none first=1 market=53,13,41,61",
        "13@-1,-1/1 53@-2,3/4 41@-1,-1/0 !1,27,9 1@0,1/0 9@-2,1/1 61@1,-2/0 !40,26,49 27@-1,1/2 26@1,0/1 40@-2,1/5"
        " !28,46,23 28@3,-2/4 49@2,0/4 23@2,-2/5 !39,6,16 6@2,-1/1 46@-1,0/2 16@0,2/3 !12,57,52 12@-2,-1/2 57@-2,3/0"
        " 39@-1,-2/0 !3,35,36 3@-2,3/5 52@-2,1/5 36@-1,2/2 !2,20,25 2@0,-1/3 25@-2,1/0 20@-1,3/0 !50,37,60 37@4,0/2"
        " 35@-1,0/4 50@1,2/4 !14,5,32 14@-2,4/2 5@2,1/5 60@-2,0/3 !24,48,22 24@2,1/4 22@-3,6/5 32@6,-1/3 !7,21,8",
        2,
        "21@-3,5/0",
    ),
    (
        "game=akropolis players=2 options=none first=0 market=57,39,37,1",
        "57@-1,-1/1 39@1,1/2 37@-1,-1/0 !46,7,5 1@-1,0/2 46@-2,1/1 7@1,-1/4 !53,6,14 6@-2,1/0 5@-2,1/5 53@-1,1/3"
        " !25,9,26 14@1,-3/4 25@-2,-2/1 26@1,-1/3 !40,20,23 20@-1,-3/3 23@1,0/1 9@2,0/4 !22,60,8 22@0,-3/1 60@2,-1/1"
        " 40@0,-5/0 !48,28,61 28@0,-3/4 8@1,-4/2 61@0,-4/1 !32,2,52 2@2,-5/4 48@4,-2/3 52@1,-5/5 !13,35,41 13@3,-1/4"
        " 41@1,-7/1 32@3,-2/1 !27,16,3 3@2,-7/4 27@2,-3/0 35@1,-5/1 !49,24,36 24@4,-4/3 16@1,-7/5 36@4,-4/1 !21,12,50",
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
        moves, prior = state.moves(), state.appraise()
        tried = range(len(moves)) if greed == GREEDY else [rng.randrange(len(moves)) for _ in range(greed)]
        state = state.play(int(moves[max(tried, key=lambda i: float(prior[i]))]))
        left -= 1
    return state


def plies_left(state: State) -> int:
    """Return how many moves will be made."""
    record = state.array
    return int(record["market_size"]) - 1 + int(record["stacks"]) * (state.seats + 1)


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
    return AKROPOLIS.from_array(record)


def options_of(state: State) -> list[str]:
    return [kind for number, kind in enumerate(KINDS) if int(state.array["options"]) >> number & 1]


def city_of(state: State, seat: int) -> City:
    """Return a city in the form of the oracle; each tile has an own number."""
    record = state.array["city"][seat]
    city: City = {}
    hexes = city_record.hexes(record)
    for i in range(int(record["hexes"])):
        number = int(record["hex"][i])
        space = (number % 128 - 64, number // 128 - 64)
        top = hexes[space]
        what = NAMES[top.kind] if top.plaza else top.kind
        city[space] = Hex(what, top.height, 0 if i < 4 else (i - 4) // 3 + 100)
    return city


def pool_of(state: State) -> tuple[tuple[int, ...], frozenset[int]]:
    """Return the market and the tiles of the closed stack."""
    record = state.array
    market = tuple(int(tile) for tile in record["market"][: int(record["market_size"])])
    return market, frozenset(tile for tile in range(64) if int(record["unseen"]) >> tile & 1)


def by_rules(state: State) -> dict[str, Outcome]:
    """Return the outcomes by the slow oracle, with scores by the rule book alone."""
    options = options_of(state)

    def seat_of(seat: int) -> Seat:
        city, stones = city_of(state, seat), int(state.array["city"][seat]["stones"])
        return Seat(
            stones,
            (points(city, options) + stones, stones),
            lambda tile: slow.last_moves(city, stones, options, tile),
            lambda tile, others: slow.all_lines(city, stones, options, tile, others),
        )

    market, closed = pool_of(state)
    return slow.solve(Game([seat_of(seat) for seat in range(state.seats)], market, closed, state.to_move))


def offered(state: State, seat: int, tiles: list[int], stones: int) -> State:
    """Return a position in which a seat may take any of some tiles, with stones for each."""
    record = state.array.copy()
    record["market"] = [*tiles, *[0] * (8 - len(tiles))]
    record["market_size"] = len(tiles)
    record["stacks"] = 1
    record["unseen"] = 0
    record["due"] = 0
    record["to_move"] = seat
    record["city"][seat]["stones"] = stones
    return AKROPOLIS.from_array(record)


def bests(state: State, seat: int, tiles: list[int]) -> dict[int, list[tuple[int, Worth]]]:
    """Return for each tile all moves of a seat by the verbs, with the worth of the city after it, before the price."""
    market = [*tiles, 0] if len(tiles) == 1 else tiles
    start = offered(state, seat, market, RICH)
    moves = start.moves()
    moves = moves[moves >> 17 != 0]
    batch = Batch.of([start] * len(moves))
    batch.apply(moves, trusted=True)
    totals, stones = batch.scores(), batch.array["city"]["stones"]
    own = int(state.array["city"][seat]["stones"])
    found: dict[int, list[tuple[int, Worth]]] = {tile: [] for tile in tiles}
    for move, total, left in zip(moves.tolist(), totals[:, seat].tolist(), stones[:, seat].tolist(), strict=True):
        shift = market.index(move >> 17) + own - RICH
        found[move >> 17].append((move, (total + shift, left + shift)))
    return found


def by_verbs(state: State) -> dict[str, Outcome]:
    """Return the outcomes by the slow oracle, with moves and scores by the verbs of the engine."""
    write = AKROPOLIS.notation.write_move

    def lines(seat: int, tile: int, others: frozenset[int]) -> list[Line]:
        found = []
        own = int(state.array["city"][seat]["stones"])
        for move, (_, left) in bests(state, seat, [tile])[tile]:
            after = offered(state, seat, [tile, 0], own).play(move)
            worths = {other: max(worth for _, worth in each) for other, each in bests(after, seat, sorted(others)).items()}
            found.append(Line(write(move), left - own, worths))
        return found

    def seat_of(seat: int) -> Seat:
        return Seat(
            int(state.array["city"][seat]["stones"]),
            (state.scores()[seat], int(state.array["city"][seat]["stones"])),
            lambda tile: [(write(move), worth) for move, worth in bests(state, seat, [tile])[tile]],
            lambda tile, others: lines(seat, tile, others),
        )

    market, closed = pool_of(state)
    return slow.solve(Game([seat_of(seat) for seat in range(state.seats)], market, closed, state.to_move))


def assert_solved(state: State, oracle: Callable[[State], dict[str, Outcome]]) -> None:
    """Assert that the solver finds the value of a slow oracle, and a move that has it."""
    solution = state.solve()
    assert solution is not None
    wanted = max(oracle(state).values(), key=lambda outcome: outcome.key(state.to_move))
    assert solution.win_share == pytest.approx([float(share) for share in wanted.share], abs=1e-9)
    assert solution.points == pytest.approx([float(each) for each in wanted.points], abs=1e-9)
    again = state.solve([solution.move])
    assert again is not None
    assert (again.move, again.win_share, again.points) == (solution.move, solution.win_share, solution.points)


@pytest.mark.parametrize("number", range(len(MISSED)))
def test_missed_wins_are_found(number: int) -> None:
    state = missed(number)
    solution = state.solve()
    assert solution is not None
    seat = state.to_move
    assert solution.points[seat] - solution.points[1 - seat] == MISSED[number][2]
    named = state.solve([MISSED[number][3]])
    assert named is not None
    assert (named.win_share, named.points) == (solution.win_share, solution.points)


def test_small_cities_agree_with_the_rules() -> None:
    assert_solved(young(dealt(2, False, 1), 0, 0), by_rules)


@pytest.mark.nightly
@pytest.mark.parametrize(("seats", "long"), TABLES)
def test_more_small_cities_agree_with_the_rules(seats: int, long: bool) -> None:
    for seed in range(4):
        rng = Random(seed)
        start = dealt(seats, long, seed)
        state = young(played(start, plies_left(start) - seed * seats, rng, 4), seed % 2, 2)
        state = played(state, plies_left(state) - (seed % 2) * seats, rng, 4)
        for _ in range(seats):
            assert_solved(state, by_rules)
            state = played(state, plies_left(state) - 1, rng, 4)


@pytest.mark.parametrize(("seats", "long"), TABLES)
def test_the_last_round_agrees_with_the_slow_oracle(seats: int, long: bool) -> None:
    rng = Random(seats)
    state = played(dealt(seats, long, seats), seats + 1, rng, 8)
    while not state.over:
        assert_solved(state, by_verbs)
        state = played(state, plies_left(state) - 1, rng, 8)


def test_the_last_stack_agrees_with_the_slow_oracle() -> None:
    assert_solved(missed(0, len(MISSED[0][1].split()) - 2), by_verbs)


@pytest.mark.nightly
@pytest.mark.parametrize("options", [False, True])
@pytest.mark.parametrize(("seats", "long"), TABLES)
@pytest.mark.parametrize(("greed", "games"), [(1, 200), (GREEDY, 50)])
def test_many_endings_agree_with_the_slow_oracle(
    seats: int, long: bool, options: bool, greed: int, games: int
) -> None:
    for seed in range(games):
        rng = Random(seed)
        plies = seats + 1 + (seed % 10 == 0)
        assert_solved(played(dealt(seats, long, seed, options=options), plies, rng, greed), by_verbs)


@pytest.mark.parametrize("seed", range(4))
def test_two_plies_agree_with_all_moves_of_both_seats(seed: int) -> None:
    rng = Random(seed)
    start = dealt(2, False, seed)
    state = young(played(start, plies_left(start) - 4, rng, 8), 0, 2)
    state = played(state, 2, rng, 8)
    me, other = state.to_move, 1 - state.to_move
    values = []
    for move in state.moves().tolist():
        after = state.play(move)
        replies = Batch.of([after] * len(after.moves()))
        replies.apply(after.moves())
        ends = [replies.state(i) for i in range(len(replies))]
        values.append(min((share(end, me), margin(end, me)) for end in ends))
    solution = state.solve()
    assert solution is not None
    assert (solution.win_share[me], solution.points[me] - solution.points[other]) == max(values)
    assert values[state.moves().tolist().index(AKROPOLIS.notation.read_move(solution.move))] == max(values)


def share(end: State, seat: int) -> float:
    """Return a seat's share of the win."""
    ranks = end.ranks()
    return (ranks[seat] == 1) / ranks.count(1)


def margin(end: State, seat: int) -> int:
    """Return the points of one of two seats minus those of the other."""
    points_of_all = end.scores()
    return points_of_all[seat] - points_of_all[1 - seat]


def test_the_order_of_the_closed_stack_is_not_read() -> None:
    state = missed(0, len(MISSED[0][1].split()) - 2)
    drawn, size = int(state.array["drawn"]), 3
    solutions = set()
    for order in permutations([7, 8, 21]):
        record = state.array.copy()
        record["stacked"][drawn : drawn + size] = order
        solutions.add(AKROPOLIS.from_array(record).solve())
    record["stacked"][drawn : drawn + size] = 0
    solutions.add(AKROPOLIS.from_array(record).solve())
    assert len(solutions) == 1
    assert None not in solutions


def test_effort_has_no_influence_but_its_bound() -> None:
    state = missed(1)
    solution = state.solve()
    assert solution is not None
    assert state.solve(effort=solution.effort) == solution
    assert state.solve(effort=solution.effort - 1) is None
    assert state.solve(effort=0) is None


def test_the_best_of_some_moves_is_found() -> None:
    state = missed(0)
    legal = state.legal()
    some = legal[:: len(legal) // 7]
    key = lambda solution: (solution.win_share[0], solution.points[0] - solution.points[1], solution.points[0])  # noqa: E731
    singles = [state.solve([move]) for move in some]
    assert [single.move for single in singles if single] == list(some)
    best = state.solve(some)
    assert best is not None
    assert key(best) == max(key(single) for single in singles if single)
    assert state.solve(some[::-1]) == best


def test_what_is_not_an_ending_is_not_solved() -> None:
    start = dealt(2, False, 0)
    assert start.solve() is None
    rng = Random(0)
    last = played(start, 1, rng, 8)
    assert last.solve() is not None
    assert last.play(int(last.moves()[0])).solve() is None
    with pytest.raises(IllegalMove, match="not legal"):
        last.solve(["1@40,40/0"])
    assert GAMES["metropolys"].deal(seats=2).solve() is None
