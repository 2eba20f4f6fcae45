"""Tests of exact endings of Akropolis: against a slow oracle, and against all moves of all seats."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from random import Random
from subprocess import PIPE, Popen
from typing import Any

import pytest

from tests.engine.akropolis.endings import (
    AKROPOLIS,
    GREEDY,
    KINDS,
    MISSED,
    dealt,
    missed,
    played,
    plies_left,
    small,
    stretched,
    young,
)
from tests.engine.tables import unchecked
from tests.oracle import akropolis_ending as slow
from tests.oracle.akropolis_ending import Game, Line, Opening, Outcome, Seat, Worth
from tests.oracle.akropolis_scoring import City, Hex
from tests.oracle.akropolis_tiles import PLAZAS
from urbanist.engine import GAMES, State
from urbanist.engine.akropolis import city_record
from urbanist.engine.batch import Batch
from urbanist.engine.notation import IllegalMove
from urbanist.search.ending import Solution, Solving, solve

#: Seats, and whether the game is long.
TABLES = [(2, False), (3, False), (4, False), (2, True), (3, True)]
NAMES = {kind: name for name, kind in PLAZAS.items()}
#: Rows or columns of the largest city of a game: three of the start tile, and two of each of 30 tiles.
WIDEST = 63
#: More stones than any tile costs.
RICH = 1000


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


def span(state: State) -> int:
    """Return the most rows or columns of a city."""
    city = state.array["city"][: state.seats]
    rows, columns = city["south"] - city["north"], city["east"] - city["west"]
    return int(max(rows.max(), columns.max())) + 1


def pool_of(state: State) -> tuple[tuple[int, ...], frozenset[int]]:
    """Return the market and the tiles of the closed stack."""
    record = state.array
    market = tuple(int(tile) for tile in record["market"][: int(record["market_size"])])
    return market, frozenset(tile for tile in range(64) if int(record["unseen"]) >> tile & 1)


def by_rules(state: State) -> dict[str, Outcome]:
    """Return the outcomes by the slow oracle, with scores by the rule book alone."""
    options = options_of(state)

    seats = [
        slow.seat_of(city_of(state, seat), int(state.array["city"][seat]["stones"]), options)
        for seat in range(state.seats)
    ]
    market, closed = pool_of(state)
    return slow.solve(Game(seats, market, closed, state.to_move))


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
    return unchecked(AKROPOLIS, record)


def offers(state: State, seat: int, tiles: list[int]) -> Iterator[tuple[int, Any, Any, Any]]:
    """Yield each tile with all moves of a seat by the verbs, and points and stones of the city, before the price."""
    market = [*tiles, 0] if len(tiles) == 1 else tiles
    start = offered(state, seat, market, RICH)
    moves = start.moves()
    moves = moves[moves >> 17 != 0]
    batch = Batch.of([start] * len(moves))
    batch.apply(moves, trusted=True)
    totals, stones = batch.scores()[:, seat], batch.array["city"]["stones"][:, seat].astype(int)
    own = int(state.array["city"][seat]["stones"])
    for tile in tiles:
        this, shift = moves >> 17 == tile, market.index(tile) + own - RICH
        yield tile, moves[this], totals[this] + shift, stones[this] + shift


def bests(state: State, seat: int, tiles: list[int]) -> dict[int, list[tuple[int, Worth]]]:
    """Return for each tile all moves of a seat by the verbs, with the worth of the city after it, before the price."""
    return {
        tile: [
            (move, (total, left))
            for move, total, left in zip(moves.tolist(), totals.tolist(), stones.tolist(), strict=True)
        ]
        for tile, moves, totals, stones in offers(state, seat, tiles)
    }


def highest(state: State, seat: int, tiles: list[int]) -> dict[int, Worth]:
    """Return for each tile the highest worth of the city after it, before the price."""
    return {
        tile: (int(totals.max()), int(stones[totals == totals.max()].max()))
        for tile, _, totals, stones in offers(state, seat, tiles)
    }


def by_verbs(state: State, root: frozenset[str] = frozenset()) -> dict[str, Outcome]:
    """Return the outcomes by the slow oracle, with moves and scores by the verbs of the engine.

    `root` are the moves that the seat to move may make if it has three turns (empty: all).
    """
    write = AKROPOLIS.notation.write_move

    def seat_of(state: State, seat: int, root: frozenset[str]) -> Seat:
        own = int(state.array["city"][seat]["stones"])

        def lines(tile: int, others: frozenset[int]) -> list[Line]:
            listed = []
            for move, (_, left) in bests(state, seat, [tile])[tile]:
                after = offered(state, seat, [tile, 0], own).play(move)
                listed.append(Line(write(move), left - own, highest(after, seat, sorted(others))))
            return listed

        def openings(tile: int) -> list[Opening]:
            listed = []
            for move, (_, left) in bests(state, seat, [tile])[tile]:
                if not root or write(move) in root:
                    after = offered(state, seat, [tile, 0], own).play(move)
                    listed.append(Opening(write(move), left - own, seat_of(after, seat, root)))
            return listed

        return Seat(
            own,
            (state.scores()[seat], own),
            lambda tile: [(write(move), worth) for move, worth in bests(state, seat, [tile])[tile]],
            lines,
            openings,
        )

    market, closed = pool_of(state)
    seats = [
        seat_of(state, seat, root if seat == state.to_move else frozenset()) for seat in range(state.seats)
    ]
    return slow.solve(Game(seats, market, closed, state.to_move))


def assert_solved(state: State, oracle: Callable[[State], dict[str, Outcome]]) -> None:
    """Assert that the solver finds the value of a slow oracle, and a move that has it."""
    solution = solve(state)
    assert solution is not None
    wanted = max(oracle(state).values(), key=lambda outcome: outcome.key(state.to_move))
    assert solution.win_share == pytest.approx([float(share) for share in wanted.share], abs=1e-9)
    assert solution.points == pytest.approx([float(each) for each in wanted.points], abs=1e-9)
    again = solve(state, [solution.move])
    assert again is not None
    assert (again.move, again.win_share, again.points) == (solution.move, solution.win_share, solution.points)


@pytest.mark.parametrize("number", range(len(MISSED)))
def test_missed_wins_are_found(number: int) -> None:
    state = missed(number)
    solution = solve(state)
    assert solution is not None
    seat = state.to_move
    assert solution.points[seat] - solution.points[1 - seat] == MISSED[number][2]
    named = solve(state, [MISSED[number][3]])
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
        while not state.over:
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


def assert_solved_with(state: State, moves: Sequence[str]) -> None:
    """Assert that the solver finds the value of the best of some moves by the slow oracle."""
    solution = solve(state, moves)
    assert solution is not None
    wanted = max(by_verbs(state, frozenset(moves)).values(), key=lambda outcome: outcome.key(state.to_move))
    assert solution.win_share == pytest.approx([float(share) for share in wanted.share], abs=1e-9)
    assert solution.points == pytest.approx([float(each) for each in wanted.points], abs=1e-9)


def test_three_turns_agree_with_the_slow_oracle() -> None:
    state = small(0, 5)
    assert_solved_with(state, [*map(str, state.legal())][::40])


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(12))
def test_more_endings_of_three_turns_agree_with_the_slow_oracle(seed: int) -> None:
    state = small(seed, 5)
    best = solve(state)
    assert best is not None
    assert_solved_with(state, [str(best.move), *map(str, Random(seed).sample(state.legal(), 4))])


@pytest.mark.nightly
def test_three_turns_of_both_agree_with_the_slow_oracle() -> None:
    state = small(0, 6, options=False)
    best = solve(state)
    assert best is not None
    assert_solved_with(state, [str(best.move)])


@pytest.mark.parametrize(("seed", "plies", "moves"), [(0, 5, 40), (24, 6, 12)])
def test_three_turns_agree_with_the_positions_one_ply_later(seed: int, plies: int, moves: int) -> None:
    state = small(seed, plies)
    assert_agrees_with_next_ply(state, [*map(str, state.legal())][:: len(state.legal()) // moves])


@pytest.mark.nightly
@pytest.mark.parametrize("plies", [5, 6])
@pytest.mark.parametrize("seed", range(24))
def test_more_endings_of_three_turns_agree_with_the_positions_one_ply_later(seed: int, plies: int) -> None:
    state = small(seed, plies)
    whole = solve(state)
    assert whole is not None
    some = {str(whole.move), *map(str, Random(seed).sample(state.legal(), 60))}
    solution = assert_agrees_with_next_ply(state, sorted(some))
    assert liked(state, solution) == liked(state, whole)


def assert_agrees_with_next_ply(state: State, moves: Sequence[str]) -> Solution:
    """Assert that the solution by some moves is the best of those one ply later, and return it."""
    solution = solve(state, moves)
    assert solution is not None
    later = {move: solve(state.play(move)) for move in moves}
    values = {move: liked(state, after) for move, after in later.items() if after}
    assert len(values) == len(moves)
    assert liked(state, solution) == pytest.approx(max(values.values()), abs=1e-9)
    assert values[str(solution.move)] == pytest.approx(max(values.values()), abs=1e-9)
    return solution


@pytest.mark.nightly
@pytest.mark.parametrize("options", [False, True])
@pytest.mark.parametrize(("seats", "long"), TABLES)
@pytest.mark.parametrize(
    ("greed", "part"), [*((1, part) for part in range(8)), *((GREEDY, part) for part in range(2))]
)
def test_many_endings_agree_with_the_slow_oracle(
    seats: int, long: bool, options: bool, greed: int, part: int
) -> None:
    """Of each table 200 random games and 50 played ones, in parts of 25: the oracle takes a second or two for one."""
    for seed in range(25 * part, 25 * part + 25):
        rng = Random(seed)
        plies = seats + 1 + (seed % 10 == 0)
        state = played(dealt(seats, long, seed, options=options), plies, rng, greed)
        assert_solved(state, by_verbs)


#: Ways in which a city becomes as wide, as high or both as it can.
STRETCHED = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


@pytest.mark.parametrize("step", STRETCHED)
def test_the_largest_cities_of_all_are_solved(step: tuple[int, int]) -> None:
    assert span(stretched(1, step)) == WIDEST
    for plies in (1, 2):
        assert_solved(stretched(plies, step), by_verbs)


@pytest.mark.parametrize("step", STRETCHED[::2])
def test_three_tiles_more_fit_around_a_large_city(step: tuple[int, int]) -> None:
    state = stretched(5, step)
    assert span(state) == WIDEST - 4
    moves = [*map(str, state.legal())]
    assert_agrees_with_next_ply(state, [moves[0], moves[-1]])


@pytest.mark.nightly
@pytest.mark.parametrize("step", STRETCHED)
def test_two_turns_in_the_largest_cities_agree_with_the_slow_oracle(step: tuple[int, int]) -> None:
    assert_solved(stretched(3, step), by_verbs)


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
        ranks, points = replies.ranks(), replies.scores()
        shares = (ranks[:, me] == 1) / (ranks == 1).sum(axis=1)
        margins = points[:, me] - points[:, other]
        values.append(min(zip(shares.tolist(), margins.tolist(), strict=True)))
    solution = solve(state)
    assert solution is not None
    assert (solution.win_share[me], solution.points[me] - solution.points[other]) == max(values)
    assert values[state.moves().tolist().index(int(solution.move))] == max(values)


def test_the_order_of_the_closed_stack_is_not_read() -> None:
    state = missed(0, len(MISSED[0][1].split()) - 2)
    drawn, size = int(state.array["drawn"]), 3
    solutions = set()
    for order in permutations([7, 8, 21]):
        record = state.array.copy()
        record["stacked"][drawn : drawn + size] = order
        solutions.add(solve(unchecked(AKROPOLIS, record)))
    record["stacked"][drawn : drawn + size] = 0
    solutions.add(solve(unchecked(AKROPOLIS, record)))
    assert len(solutions) == 1
    assert None not in solutions


@pytest.mark.parametrize("state", [missed(1), small(24, 5)], ids=["three plies", "five plies"])
def test_effort_has_no_influence_but_its_bound(state: State) -> None:
    solution = solve(state)
    assert solution is not None
    assert solve(state, effort=solution.effort) == solution
    assert solve(state, effort=solution.effort - 1) is None
    assert solve(state, effort=0) is None


@pytest.mark.parametrize(
    "position",
    [lambda: small(9, 5), lambda: played(dealt(3, False, 0), 6, Random(0), GREEDY)],
    ids=["three turns", "two turns of three seats"],
)
def test_a_solver_can_be_left_after_each_step_and_taken_up_again(position: Callable[[], State]) -> None:
    state = position()
    moves = [int(move) for move in state.legal()[::2]]
    solving, steps = Solving(state, moves), 0
    while not solving.go_on(1 << 40, 0.0):
        assert solving.begun
        assert solving.solution is None
        steps += 1
    assert steps > 7
    assert not solving.begun
    assert solving.solution == solve(state, moves)


@pytest.mark.parametrize("number", [0, 1])
def test_what_is_too_far_from_the_end_is_not_begun(number: int) -> None:
    solving = Solving(played(dealt(2 + number, False, 0), 7, Random(0), GREEDY), [])
    assert not solving.go_on(1 << 62)
    assert not solving.begun


INTERRUPTED = """
import sys, time
from urbanist.engine import GAMES
from urbanist.search.ending import solve

state = GAMES["akropolis"].read_deal(sys.argv[1])
for event in sys.argv[2].split():
    state = state.play(event)
began = time.process_time()
try:
    print("begun", flush=True)
    solve(state)
except KeyboardInterrupt:
    print(time.process_time() - began)
"""


def test_ctrl_c_ends_a_solver_at_once() -> None:
    """Six plies take seconds of the processor, a step of them some hundredths of one."""
    deal, events = MISSED[0][0], " ".join(MISSED[0][1].split()[:-4])
    assert plies_left(missed(0, len(events.split()))) == 6
    with Popen([sys.executable, "-c", INTERRUPTED, deal, events], stdout=PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "begun\n"
        running.send_signal(signal.SIGINT)
        assert float(running.stdout.readline()) < 0.5


def preference(solution: Solution) -> tuple[float, ...]:
    """Return what seat 0 prefers in a game of two."""
    return solution.win_share[0], solution.points[0] - solution.points[1], solution.points[0]


def liked(state: State, solution: Solution) -> tuple[float, ...]:
    """Return what the seat to move prefers in a game of two: the greater, the better."""
    return tuple(each if state.to_move == 0 else -each for each in preference(solution))


def test_the_best_of_some_moves_is_found() -> None:
    state = missed(0)
    legal = state.legal()
    some = legal[:: len(legal) // 7]
    singles = [solve(state, [move]) for move in some]
    assert [str(single.move) for single in singles if single] == list(some)
    best = solve(state, some)
    assert best is not None
    assert preference(best) == max(preference(single) for single in singles if single)
    assert solve(state, some[::-1]) == best


def test_what_is_not_an_ending_is_not_solved() -> None:
    start = dealt(2, False, 0)
    assert solve(start) is None
    rng = Random(0)
    last = played(start, 1, rng, 8)
    assert solve(last) is not None
    assert solve(last.play(int(last.moves()[0]))) is None
    with pytest.raises(IllegalMove, match="not legal"):
        solve(last, ["1@40,40/0"])
    assert solve(GAMES["metropolys"].deal(seats=2)) is None
