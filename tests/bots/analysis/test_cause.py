"""Why one move is better: rollouts in the same worlds, and changes of rows counted a second time, slowly."""

from collections.abc import Iterator
from functools import partial
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from tests.bots.table.playing import city_game, played, rebuilt
from tests.search.positions import EXPERT_2, whole_game
from urbanist.bots.analysis.cause import (
    CERTAIN,
    ENOUGH,
    LEAST,
    MAKES,
    OFTEN,
    MoveComparison,
    RowChange,
    Stake,
    certain,
)
from urbanist.bots.analysis.rollout import Rollout, rollouts
from urbanist.bots.table.metropolys.text.reasons import deeds, steps
from urbanist.engine.akropolis.notation import AkropolisMove
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.engine.metropolys.score_kinds import MetropolysScoreKind
from urbanist.engine.record import win_shares
from urbanist.engine.score_row import Holding

#: A position of each game, and two moves of which the first one is better.
CASES = {
    "metropolys": (played(45, seats=2), "5@N9", "1@C12"),
    "akropolis": (city_game(22, seed=2), "", ""),
    "warszawa": (rebuilt(22, seats=3), "send@7", "send@1"),
}


def moves_of(name: str) -> tuple[History, Move, Move]:
    history, better, other = CASES[name]
    legal = {str(move): move for move in history.state.legal()}
    texts = list(legal)
    return history, legal[better or texts[0]], legal[other or texts[-1]]


def followed(name: str, games: int = 6) -> tuple[list[Rollout], list[Rollout]]:
    history, better, other = moves_of(name)
    view = history.seen_by(history.state.to_move)
    one, two = (rollouts(view, move, games=games, careful=(1,)) for move in (better, other))
    return list(filter(None, one)), list(filter(None, two))


def test_the_rows_of_seats_fit_together() -> None:
    """They are those of one game after each move: no two seats are told to be tallest in a district of one of them."""
    told = 0
    for begin in range(10, 46):
        history = played(begin, seats=2)
        if history.state.over:
            break
        seat, legal = history.state.to_move, history.state.legal()
        view = history.seen_by(seat)
        one, two = (
            [*filter(None, rollouts(view, move, games=12, careful=(1,)))] for move in (legal[0], legal[-1])
        )
        comparison = MoveComparison(seat, one, two)
        tallest = [
            RowChange(each, comparison.rows[each, kind][0], float(comparison.rows[each, kind][1].mean()))
            for each, kind in comparison.rows
            if kind == MetropolysScoreKind.TALLEST
        ]
        if len(tallest) < 2:
            continue
        changes = comparison.cause_of(*tallest).changes
        for side, rows in zip(
            comparison.games,
            [[each.row for each in changes], [each.was for each in changes]],
            strict=True,
        ):
            together = [
                [
                    next((row for row in game.end.score_rows(each.seat) if row.kind == each.row.kind), None)
                    for each in changes
                    if each.row
                ]
                for game in side
            ]
            if all(rows):
                assert rows in together
                told += 1
    assert told > 5


@pytest.mark.parametrize("name", CASES)
def test_a_pair_has_one_world_and_goes_to_the_end(name: str) -> None:
    _, *moves = moves_of(name)
    for pair in zip(*followed(name), strict=True):
        assert pair[0].start == pair[1].start
        for game, move in zip(pair, moves, strict=True):
            assert game.move == move
            *_, (_, _, end) = game.moves()
            assert end == game.end
            assert end.over
    # They are the same each time, although threads play them.
    assert [[game.words for game in games] for games in followed(name)] == [
        [game.words for game in games] for games in followed(name)
    ]


def test_worlds_are_drawn_from_what_the_seat_knows() -> None:
    game = whole_game(EXPERT_2, 1)
    before = game.until(next(ply for ply in range(20, 60) if len(game.states[ply].moves()) > 5))
    seat, move = before.state.to_move, before.state.legal()[0]
    hands = set()
    for seed in range(3):
        other = History.start(game.states[0].reshuffled(seat, seed))
        for event in before.events:
            other = other.play(event)
        told = rollouts(other.seen_by(seat), move, games=2, careful=(1,))
        hands.add(tuple(each.words for each in told if each))
    assert len(hands) == 1


@pytest.mark.parametrize("name", CASES)
def test_changes_are_those_of_a_slow_count(name: str) -> None:
    history, *_ = moves_of(name)
    seat, (better, other) = history.state.to_move, followed(name)
    comparison = MoveComparison(seat, better, other)
    rivals = [each for each in range(history.state.seats) if each != seat]
    # How often each rival is the best of them.
    threat = dict.fromkeys(rivals, 0.0)
    for game in (*better, *other):
        scores = game.end.scores()
        first = [each for each in rivals if scores[each] == max(scores[rival] for rival in rivals)]
        for each in first:
            threat[each] += 1 / len(first) / len((*better, *other))
    ahead = [
        one.end.scores()[seat]
        - two.end.scores()[seat]
        - sum(threat[each] * (one.end.scores()[each] - two.end.scores()[each]) for each in rivals)
        for one, two in zip(better, other, strict=True)
    ]
    assert comparison.points.tolist() == pytest.approx(ahead)
    expected = {}
    for each in range(history.state.seats):
        for kind in {row.kind for row in better[0].end.score_rows(each)}:
            points = [
                sum(row.points for row in one.end.score_rows(each) if row.kind == kind)
                - sum(row.points for row in two.end.score_rows(each) if row.kind == kind)
                for one, two in zip(better, other, strict=True)
            ]
            mean, error = fmean(points), stdev(points) / sqrt(len(points))
            if abs(mean) >= LEAST and abs(mean) > CERTAIN * error:
                expected[each, kind] = mean
    told = {(each.seat, each.row.kind): each.points for each in comparison.changes() if each.row}
    assert told == pytest.approx(expected)


def test_a_cause_is_certain_and_explains_what_is_at_stake() -> None:
    history = whole_game(EXPERT_2, 1)
    said = silent = together = chained = 0
    for ply in range(1, len(history.events), 3):
        before = history.until(ply)
        legal = before.state.legal()
        if len(legal) < 2:
            continue
        seat = before.state.to_move
        games = [rollouts(before.seen_by(seat), move, careful=(1,)) for move in (legal[0], legal[-1])]
        comparison = MoveComparison(seat, games[0], games[1])
        cause = comparison.cause()
        # What is at stake may be little: a cause is always most of what follows. But of a win that no point decides
        # points explain nothing.
        decides = comparison.share_of_a_point > 0
        assert comparison.cause(Stake(share=1e-9)) == (cause if decides else None)
        if cause is None:
            silent += 1
            continue
        said += 1
        together += len(cause.changes) > 1
        worth = [
            sum(
                comparison.weights[each] * sign * row.points
                for each in range(before.state.seats)
                for sign, game in zip((1, -1), pair, strict=True)
                for row in game.end.score_rows(each)
                if row.kind == cause.kind
            )
            for pair in zip(*games, strict=True)
            if all(pair)
        ]
        mean, error = fmean(worth), stdev(worth) / sqrt(len(worth))
        assert mean > MAKES * error
        assert mean >= fmean(comparison.points) / 2 > 0
        assert comparison.cause(Stake(points=2 * mean + 0.1)) is None
        assert comparison.cause(Stake(points=2 * mean - 0.1)) == cause
        early, built = partial(steps, tallest=False), partial(deeds, before.state)
        happened = [
            {*early([*game.moves()]), *(key for move in game.moves() for key in built(*move))}
            for game in games[0]
            if game
        ]
        shares = [*comparison.steps(cause.changes[0], early), comparison.led(cause.changes[0], built)]
        typical = comparison.typical(cause)
        agree = [
            (share.now >= 0.5) == ((share.seat, share.deed) in keys)
            for keys in [happened[games[0].index(typical)]]
            for share in filter(None, shares)
        ]
        assert sum(agree) >= len(agree) / 2
        for share in filter(None, shares):
            chained += 1
            assert abs(share.more) >= OFTEN
            assert share.now == pytest.approx(fmean((share.seat, share.deed) in each for each in happened))
    assert said > 1
    assert silent > 1
    assert together
    assert chained > said


def test_a_win_share_is_explained_by_what_points_are_worth() -> None:
    better, other = followed("metropolys", 12)
    seat = CASES["metropolys"][0].state.to_move
    comparison = MoveComparison(seat, better, other)
    ends = [game.end for game in (*better, *other)]
    ahead = [end.scores()[seat] - end.scores()[1 - seat] for end in ends]
    won = [win_shares(end.ranks())[seat] for end in ends]
    slope = float(np.polyfit(ahead, won, 1)[0])
    cause = comparison.cause()
    assert cause is not None
    points = sum(comparison.weights[each] * comparison.rows[each, cause.kind][1] for each in (0, 1))
    # With standard errors to spare.
    most = 2 * slope * (points.mean() - ENOUGH * points.std(ddof=1) / sqrt(len(points)))
    assert comparison.cause(Stake(share=0.99 * most)) == cause
    assert comparison.cause(Stake(share=1.01 * most)) is None


def stars(before: State, move: Move, after: State) -> Iterator[tuple[int, int | Holding]]:
    """Yield the tile that a seat takes at Akropolis, and the kinds of which it has more stars then."""
    seat = before.to_move
    yield seat, AkropolisMove(move).tile
    for was, now in zip(before.score_rows(seat), after.score_rows(seat), strict=True):
        if isinstance(now, DistrictRow) and now.each > was.each:
            yield seat, Holding(now.kind, now.each)


def test_what_a_move_itself_does_is_no_news_but_what_one_has_then_is() -> None:
    """Tile 8 brings a second star for temples, and tile 49 none."""
    history = city_game(22, seed=4)
    seat, view = history.state.to_move, history.seen_by(history.state.to_move)
    moves = map(history.game.notation.move, ("8@-1,-5/1", "49@-1,-1/1"))
    better, other = (list(filter(None, rollouts(view, move, games=36, careful=(1,)))) for move in moves)
    temples = next(row for row in better[0].end.score_rows(seat) if row.kind == "temples")
    change, comparison = RowChange(seat, temples, 4.0), MoveComparison(seat, better, other)
    led = comparison.led(change, stars)
    assert led is not None
    assert isinstance(led.deed, Holding)
    assert (led.seat, led.deed.kind) == (seat, temples.kind)
    assert led.now > led.was

    assert comparison.led(change, lambda *move: [key for key in stars(*move) if key[1] == 8]) is None


def test_what_is_certain() -> None:
    assert certain(np.array([1.0, 1.0, 1.0]))
    assert certain(np.array([1.0, 2.0, 3.0, 2.0]))  # 2 against an error of 0.41
    assert not certain(np.array([-1.0, 2.0, 1.0, -1.0]))  # 0.25 against 0.75
