"""Exact endings: what the last turns of a game are worth, by the game's own solver (the verb `solve`)."""

from dataclasses import dataclass, replace
from time import perf_counter

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY
from libc.stdint cimport INT64_MAX, int64_t
from libc.stdlib cimport free, malloc

from urbanist.engine import event
from urbanist.engine.game cimport MAX_MOVES, MAX_SEATS, TO_THE_END, Move, State
from urbanist.search.options import UTILITIES
from urbanist.search.result import MoveValue, Result
from urbanist.search.utility cimport Utility, utility_expected

cdef enum:
    # Effort of a solver beside a search.
    SOLVED_IN_VISIT = 300  # takes about as long as a visit
    LAST_ROUND = 1 << 22  # hardly any last round of a game takes more
    SOLVED_IN_SECOND = 50_000_000  # takes half a second

cdef double OF_TIME = 0.75  # for the solver: mostly it needs more than half to be of any use
cdef double SLICE = 0.005  # seconds for it in a slice of visits
cdef double UNLIMITED = 1e18  # effort of an ending that nothing limits


@dataclass(frozen=True, slots=True)
class Solution:
    """A best move, the exact win shares and final points of all seats, and the effort that it takes.

    Win shares and points are expectations if chance is left.
    """

    move: event.Move
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    effort: int


cdef class Solving:
    """The game's own solver at work on the best of some moves of a position, or of all if there are none.

    The game must have one, and no chance event may be due. The moves must be legal.
    """

    def __cinit__(self, State state not None, list moves not None):
        cdef int i
        self.state = state
        if moves:
            self.moves = <Move*>malloc(len(moves) * sizeof(Move))
            if self.moves == NULL:
                raise MemoryError("no memory for a solver")
            self.count = len(moves)
            for i in range(self.count):
                self.moves[i] = moves[i]

    def __dealloc__(self):
        free(self.moves)
        self.release()

    cdef void release(self) noexcept:
        """Free what the game keeps."""
        if self.solver != NULL:
            self.solver.release(self.solver)
        self.solver = NULL

    @property
    def begun(self):
        """Whether the game has begun to solve it, and would go on with more effort."""
        return self.solver != NULL

    @property
    def solution(self):
        """The exact `Solution`; None: it is not known yet."""
        if not self.spent:
            return None
        seats = range(self.state.seats)
        return Solution(
            self.state.game.notation.move(self.exact.move),
            tuple([self.exact.win_share[seat] for seat in seats]),
            tuple([self.exact.points[seat] for seat in seats]), self.spent)

    cpdef bint go_on(self, int64_t effort, double until=INFINITY) except -1:
        """Return whether it is solved with this effort in all, or with what is done before a time of `perf_counter`.

        At least some milliseconds are spent, and signals are heard after them each time.
        """
        while not self.spent and self.tried < effort:
            with nogil:
                self.spent = self.state.game.ops.solve(
                    self.state.head, self.moves, self.count, effort, &self.solver, &self.exact)
            if self.spent:
                self.release()
            elif self.solver == NULL:
                self.tried = INT64_MAX  # the game does not solve it
            else:
                self.tried = self.solver.tried
            PyErr_CheckSignals()
            if perf_counter() >= until:
                break
        return self.spent != 0


def solve(State state not None, moves=(), *, long long effort=TO_THE_END):
    """Return the exact `Solution` of an ending by the best of some legal moves (none given: of all).

    Return None if the game does not solve this position within `effort`. Raise `IllegalMove` as `State.play` does.
    """
    cdef Solving solving
    if state.game.ops.solve == NULL or state.over or state.due:
        return None
    if len(moves) > MAX_MOVES:
        raise ValueError(f"{len(moves)} moves: at most {MAX_MOVES}")
    words = [state.game.notation.read_move(move) if isinstance(move, str) else move for move in moves]
    for word in words:
        state.play(word)  # raises `IllegalMove`
    solving = Solving(state, words)
    solving.go_on(effort)
    return solving.solution


cdef double effort_of_visits(double visits, object options):
    """Return the effort that the solver may take beside so many visits of a search."""
    return max(<double>LAST_ROUND, SOLVED_IN_VISIT * visits * <double>options.solver)


cdef int64_t effort_besides(object limit):
    """Return the effort that a limit allows the solver beside the search."""
    return 0 if limit.ending is None else SOLVED_IN_VISIT * <int64_t>limit.ending


cdef class Ending:
    """The ending of a search: the best of these moves of a position, or of all if there are none.

    The game must have a solver, and no chance event may be due. The moves must be legal.
    """

    def __cinit__(self, State root not None, list only not None, options):
        self.solving = Solving(root, only)
        self.only, self.options = only, options

    cdef bint is_of(self, State root, list only):
        """Return whether this is the ending of a position with these moves permitted."""
        return self.solving.state == root and self.only == only

    cdef bint is_solved(self, object limit, double started) except -1:
        """Return whether the solver solves it within the effort of `worth`; then `exact` has the exact `Result`.

        Else the next call continues the work, so that with nodes alone the slices of a search try as much as one
        uninterrupted search. Of the time of a search that began at `started` a quarter is left to the search itself,
        unless the limit gives the solver a budget of its own. A slice of visits gives it some milliseconds.
        """
        until = INFINITY
        if limit.rest is not None or limit.time is not None and not limit.solves_besides:
            until = started + (SLICE if limit.time is None else OF_TIME * limit.time)
        if self.exact is None and self.solving.go_on(self.worth(limit), until):
            self.exact = self.result()
        return self.exact is not None

    cdef int64_t worth(self, object limit) except -1:
        """Return the effort that the solver may take in all, now that the search goes on with a limit.

        It grows with the visits and seconds of the search. A slice counts with all the time that its decision has
        left. It is at least what `Limit.ending` allows; the two are not added up.
        """
        cdef double most = UNLIMITED
        cdef double seconds
        if limit.nodes is not None:
            self.asked_visits += limit.nodes
            most = min(most, effort_of_visits(self.asked_visits, self.options))
        if limit.time is not None:
            seconds = self.asked_seconds + (0 if limit.rest is None else <double>limit.rest)
            self.asked_seconds += limit.time
            most = min(most, SOLVED_IN_SECOND * max(seconds, self.asked_seconds))
        return max(<int64_t>most, effort_besides(limit))

    cdef bint goes_on(self, object limit):
        """Return whether the solver is at work, and the limit allows it more than it has had."""
        return self.solving.begun and self.solving.tried < effort_besides(limit)

    cdef overran(self, double seconds):
        """Note that a search took so many seconds more than its limit; they count for the effort of the solver too."""
        self.asked_seconds += max(seconds, 0)

    cdef object result(self):
        """Return what the solver has found, as the result of a search."""
        return as_result(self.solving, self.options)


cdef object as_result(Solving solving, object options):
    """Return what a solver has found, as the result of a search."""
    cdef const Found* solution = &solving.exact
    cdef State root = solving.state
    cdef float[MAX_SEATS] win_share, points, value
    cdef int seats = root.head.seats
    cdef int seat
    for seat in range(seats):
        win_share[seat], points[seat] = <float>solution.win_share[seat], <float>solution.points[seat]
    utility_expected(
        win_share, points, seats, <Utility><int>UTILITIES.index(options.utility), options.spread, value)
    move = root.game.notation.move(solution.move)
    expected = tuple([solution.points[seat] for seat in range(seats)])
    return Result(
        move=move, values=(MoveValue(move, 1, value[root.head.to_move], expected),), points=expected,
        win_share=tuple([solution.win_share[seat] for seat in range(seats)]), pv=(move,), nodes=1, seconds=0.0,
        solved=True)


def is_near_end(State state not None):
    """Return whether the game's own solver would take up a position, however much effort it needs."""
    if state.game.ops.solve == NULL or state.over or state.due:
        return False
    cdef Solving solving = Solving(state, [])
    return solving.go_on(1) or solving.begun


def verified(State state not None, result, options, double until=INFINITY):
    """Return the result of a search with the moves that it likes best solved, each alone, and the best of them first.

    Where the whole position takes the solver too much effort, a single move may not. The moves are solved in the order
    of the result, until one wins for certain, or the effort that the options give to so many visits is spent, or a time
    of `perf_counter` has come. If all solved moves lose for certain, the next one is played.
    """
    cdef int64_t effort = <int64_t>effort_of_visits(result.nodes, options)
    cdef int seat = state.head.to_move
    cdef Solving solving
    solved = []
    for value in result.values:
        solving = Solving(state, [int(value.move)])
        if not solving.go_on(effort, until):
            break
        effort -= solving.spent
        exact = as_result(solving, options)
        own = MoveValue(value.move, value.visits, exact.values[0].value, exact.points)
        solved.append(replace(result, move=value.move, values=(own,), win_share=exact.win_share, points=exact.points))
        if exact.win_share[seat] == 1:
            break
    return result if not solved else with_best_first(result, solved, seat)


cdef object with_best_first(object result, list solved, int seat):
    """Return a result with the best of its first moves, which are solved, in front; or the next one if these lose."""
    best = max(solved, key=lambda each: each.values[0].value)
    values = [each.values[0] for each in solved]
    rest = list(result.values[len(solved):])
    if best.win_share[seat] == 0 and rest:
        first, values = rest[0], [rest[0], *values, *rest[1:]]
        return replace(result, move=first.move, values=tuple(values), pv=(first.move,))
    values.remove(best.values[0])
    line = result.pv if best.move == result.move else (best.move,)
    return replace(best, values=(best.values[0], *values, *rest), pv=line)
