"""The opponents: they play what they promise to, from their view alone, and the tables about them are right."""

import math
from pathlib import Path

import numpy as np
import pytest

from bench.calibration import lines_of, scale, tenths
from bench.strangers import parse_opponent
from bench.strangers.__main__ import games_against, main
from bench.strangers.foreign import PPO, TrainedBot
from bench.strangers.players import (
    DISTRICTS,
    FlatBot,
    LateBot,
    affordable,
    after,
    best_replies,
    best_reply,
    city,
    denied,
    evaluation,
    halved,
    rounds,
)
from bench.strangers.report import (
    BINS,
    Decision,
    Game,
    calibration,
    decisions,
    ends,
    report,
    win_share,
)
from urbanist.bots.match.intervals import share_estimate
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.seat_text import parse_bot
from urbanist.engine import GAMES, Batch
from urbanist.engine.history import History
from urbanist.engine.move_stats import move_stats
from urbanist.engine.record import Record, read_lines
from urbanist.engine.user_file import loaded

#: A table for each game, and opponents that think fast.
TABLES = [("metropolys", 2), ("akropolis", 3), ("warszawa", 3)]
QUICK = ("flat:playouts=40", "builder:playouts=20:choices=4", "denier:playouts=20:choices=4")


def played(game: str, seats: int, left: int, seed: int = 4) -> History:
    """Return a random game, so many moves before its end."""
    rng = np.random.default_rng(seed)
    history = History.start(GAMES[game].deal(seats=seats, seed=seed))
    while not history.state.over:
        history = history.play(str(rng.choice(list(map(str, history.state.legal())))))
    plies = history.state.ply
    return history.until(
        next(at for at, state in enumerate(history.states) if state.ply == plies - left and not state.due)
    )


def game(scores: tuple[int, ...], ranks: tuple[int, ...], ours: set[int], deal: int = 0) -> Game:
    """Return a game with this end."""
    return Game(deal, Record("", ("",) * len(scores), (), scores, ranks), frozenset(ours))


def test_a_halving_tries_as_many_moves_as_it_can_play_out_in_each_round() -> None:
    assert [rounds(count) for count in (1, 2, 3, 4, 5, 256, 257)] == [1, 1, 2, 2, 3, 8, 9]
    assert affordable(900, 2000) == 250  # 250 moves in 8 rounds
    assert affordable(4, 80) == 4
    assert affordable(900, 1) == 1


def test_each_round_of_a_halving_gets_the_same_share() -> None:
    state = played("akropolis", 2, left=9).state
    values = halved(state, state.moves()[:5], 90, np.random.default_rng(1))
    # Three rounds of 30: 5 moves 6 times, 3 moves 10 times more, 2 moves 15 times more.
    assert [visits for _, visits, _ in values] == [31, 31, 16, 6, 6]
    assert {move for move, _, _ in values} == set(state.moves()[:5].tolist())


@pytest.mark.parametrize("seats", [2, 3])
def test_flat_monte_carlo_finds_the_best_last_move(seats: int) -> None:
    history = played("akropolis", seats, left=1)
    state = history.state
    chosen = FlatBot(playouts=40_000).sit(1).choose(history.seen_by(state.to_move)).move
    points = {move: state.play(move).scores()[state.to_move] for move in state.legal()}
    assert points[chosen] == max(points.values())
    assert len(set(points.values())) > 1


def test_the_evaluation_of_a_city_is_that_worked_out_by_hand() -> None:
    row = {f"{what} of {kind}": 0.0 for what in ("value", "stars") for kind in DISTRICTS}
    row |= {"turns left": 10, "stones": 4, "value of houses": 2, "stars of houses": 3}
    row |= {"hexes on level 2": 2, "hexes on higher levels": 1}
    # Houses (2 + 3.5) (3 + 1.2), four other kinds 3.5 x 1.2, four stones, a height of four for ten turns.
    assert city(row) == pytest.approx(23.1 + 16.8 + 4 + 2)


def test_the_evaluation_of_a_finished_city_is_its_points_without_stones() -> None:
    state = played("akropolis", 3, left=0).state
    for seat in range(3):
        stones = next(row.points for row in state.score_rows(seat) if row.kind == "stones")
        assert evaluation(state, seat, seat) == state.scores()[seat] - stones


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_positions_that_look_alike_to_the_rivals_have_the_same_best_reply(name: str, seats: int) -> None:
    state = played(name, seats, left=8).state
    moves = state.moves()[:40]
    ends_of = after(moves, Batch.of([state]), np.zeros(len(moves), int))
    states = [ends_of.state(at) for at in range(len(moves))]
    replies = best_replies(states, np.zeros(len(moves)), state.to_move)
    looked = [at for at in range(len(moves)) if np.isfinite(replies[at])]
    assert len(looked) >= min(len(moves), 32)
    assert [replies[at] for at in looked] == [best_reply(states[at], state.to_move) for at in looked]


def test_the_denier_likes_what_leaves_the_rival_least() -> None:
    """Here the tile that is best for the seat leaves the rival more; no refill comes before the reply."""
    state = played("akropolis", 2, left=6, seed=36).state
    moves = state.moves()
    ends_of = after(moves, Batch.of([state]), np.zeros(len(moves), int))
    replies = best_replies(
        [ends_of.state(at) for at in range(len(moves))], np.zeros(len(moves)), state.to_move
    )
    liked = denied(state, moves, np.random.default_rng(1)).argmax()
    assert replies[liked] == min(replies) < max(replies)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("text", QUICK)
def test_the_same_seed_plays_the_same_move(name: str, seats: int, text: str) -> None:
    history = played(name, seats, left=12)
    view = history.seen_by(history.state.to_move)
    chosen = [parse_opponent(text).sit(3).choose(view) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert str(chosen[0].move) in history.state.legal()


def test_a_bot_that_comes_late_draws_its_first_moves() -> None:
    bot, opponent = LateBot(parse_bot("ismcts:nodes=3"), 3), parse_opponent(QUICK[0])
    assert bot.name == "ismcts:nodes=3 after 3 moves"
    [one] = games_against(Rules("akropolis", 2, seed=5), bot, 1, opponent, 1, 1)
    history = one.record.replay(GAMES)
    told = [
        stats.score
        for state, stats in zip(history.states, move_stats(one.record), strict=False)
        if state.to_move == 0 and not state.due
    ]
    assert told[:3] == [None] * 3  # nobody searched
    assert None not in told[3:]
    assert len(decisions(one)) == len(told) - 3


def test_the_search_of_openspiel_plays_the_same_game_again() -> None:
    pytest.importorskip("pyspiel", reason="needs urbanist[openspiel]", exc_type=ImportError)
    for name, seats in TABLES:
        history = played(name, seats, left=5)
        view = history.seen_by(history.state.to_move)
        chosen = [parse_opponent("openspiel:simulations=20").sit(7).choose(view).move for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert str(chosen[0]) in history.state.legal()


def test_a_trained_policy_plays_the_table_that_it_knows(tmp_path: Path) -> None:
    weights = tmp_path / "drawn.npz"
    assert TrainedBot(weights=str(weights)).missing("metropolys", "family", 2).startswith("no file")
    np.savez(weights, **loaded(PPO).drawn_weights(np.random.default_rng(1)))
    bot = TrainedBot(weights=str(weights))
    assert "--variant family --players 2" in bot.missing("metropolys", "expert", 2)
    assert not bot.missing("metropolys", "family", 2)
    rules = Rules("metropolys", 2, seed=3, variant="family")
    assert len(list(games_against(rules, parse_bot("ismcts:nodes=2"), 1, bot, 2, 1))) == 2


def test_texts_of_strangers_are_read_and_written() -> None:
    assert parse_opponent("builder:choices=3").name == "builder:playouts=20000:choices=3"
    assert parse_opponent(parse_opponent("flat:playouts=7").name) == FlatBot(playouts=7)
    for text, why in {
        "flta": "did you mean 'flat'",
        "flat:playouts": "expected each of playouts once, as KEY=VALUE",
        "flat:playouts=0": "playouts=0: expected a whole number from 1",
    }.items():
        with pytest.raises(ValueError, match=why):
            parse_opponent(text)


def test_ends_and_margins_are_those_of_the_best_of_each_side() -> None:
    games = [
        game((100, 90), (1, 2), {0}),
        game((90, 101), (2, 1), {1}),
        game((90, 90), (1, 2), {1}),  # a tie-break decided
        game((90, 90), (1, 1), {1}),
        game((80, 95, 70), (2, 1, 3), {0, 2}),
        game((80, 80, 70), (1, 1, 3), {0, 1}),  # ours share the win
    ]
    assert [one.end for one in games] == [
        "won narrowly", "won by more", "lost narrowly", "tied", "lost by more", "won narrowly",
    ]  # fmt: skip
    assert [one.margin for one in games] == [10, 11, 0, 0, -15, 10]
    assert [one.won for one in games] == [1, 1, 0, 0.5, 0, 1]
    assert ends(games) == {
        "won by more": 1, "won narrowly": 2, "tied": 1, "lost narrowly": 1, "lost by more": 1,
    }  # fmt: skip


def test_games_on_one_deal_count_as_one_group() -> None:
    games = [game((9, 1), (1, 2), {seat}, deal) for deal in (1, 2, 3) for seat in (0, 1)]
    assert win_share(games) == share_estimate([[1, 0], [1, 0], [1, 0]])


def test_a_game_that_was_not_played_out_is_refused() -> None:
    with pytest.raises(ValueError, match="deal 4 was not played out: forfeit 1 crash"):
        Game(4, Record("", ("", ""), (), (1, 2), (1, 2), "forfeit 1 crash"), frozenset({0}))


def test_calibration_is_that_worked_out_by_hand() -> None:
    rows = calibration(
        [
            Decision(1, 1, 0.9, 1.0),
            Decision(1, 2, 0.5, 0.0),
            Decision(2, 2, 0.7, 1.0),
            Decision(2, 30, 0.4, 0.0),
        ]
    )
    assert [(row.plies, row.decisions) for row in rows] == [((1, 2), 3), (BINS[-1], 1)]
    last = rows[0]
    assert [last.expected, last.came] == pytest.approx([0.7, 2 / 3])
    assert last.bias.mean == pytest.approx(-0.1 / 3)
    assert last.error == pytest.approx((0.01 + 0.25 + 0.09) / 3)
    assert last.expected_error == pytest.approx((0.09 + 0.25 + 0.21) / 3)
    # By deal the differences add up to -0.4 and 0.3; both differ from their size times the mean by 1/3, so the error
    # is sqrt(2 / 9 * 2) / 3 = 2 / 9, and Student's t of one degree of freedom is 12.706.
    assert last.bias.margin == pytest.approx(12.706 * 2 / 9, abs=1e-3)


def test_tenths_of_the_expected_win_share() -> None:
    sure = [Decision(1, 5, 1.0, 1.0), Decision(2, 5, 0.9, 0.0), Decision(2, 4, 0.15, 0.0)]
    # Two deals with the differences 0 and -0.9, so the error is 0.45 and the margin 12.706 times as much.
    assert tenths(sure) == [
        "| 10 to 20 % | 1 | 15.0 % | 0.0 % | -15.0 [?, ?] % |",
        "| 90 to 100 % | 2 | 95.0 % | 50.0 % | -45.0 [-616.8, +526.8] % |",
    ]


def test_expectations_are_too_cautious_by_a_factor_of_their_log_odds() -> None:
    # Of nine decisions at odds of 4 eight were won, so the odds were 8, which is 4 ** 1.5; the tenth tells nothing.
    came = [Decision(deal, 5, 0.8, float(deal > 0)) for deal in range(9)]
    [found] = scale([*came, Decision(9, 5, 1.0, 1.0)])
    # One deal of nine is wrong by 8/9 and eight by 1/9, and the curvature is 9 x 8/9 x 1/9, all in log odds of 4.
    assert found.mean == pytest.approx(1.5)
    assert found.margin == pytest.approx(1.96 * (72 / 81) ** 0.5 / (8 / 9) / math.log(4))
    assert scale(came[1:])[0].margin is None


def test_a_fit_finds_the_factor_and_what_the_seat_to_move_and_the_last_one_get() -> None:
    # The odds come true squared, twice for the seat to move, and twice again or half for one that plays last or not.
    groups = ((5, 2 / 3, 16, 17), (4, 2 / 3, 4, 5), (5, 1 / 3, 1, 2), (4, 1 / 3, 1, 5))
    deals = iter(range(99))
    decisions = [
        Decision(next(deals), left, expected, float(game < won))
        for left, expected, won, games in groups
        for game in range(games)
    ]
    found = scale(decisions, [4])
    assert [each.mean for each in found] == pytest.approx([2, math.log(2), math.log(2)])
    assert lines_of(found, [4])[0] == (
        '{"plies left": [4], "factor": [2.0], "to move": [0.69], "order": [0.0, 0.69]}'
    )


def test_decisions_are_ours_with_the_plies_that_were_left() -> None:
    rules = Rules("akropolis", 2, seed=5)
    [one] = games_against(rules, parse_bot("ismcts:nodes=3"), 1, parse_opponent(QUICK[0]), 1, 1)
    judged = decisions(one)
    history = one.record.replay(GAMES)
    mine = [
        (history.state.ply - state.ply, told.score)
        for state, told in zip(history.states, move_stats(one.record), strict=False)
        if state.to_move == 0 and not state.due
    ]
    assert [(row.left, row.expected) for row in judged] == mine
    assert judged[-1].left in (1, 2)
    assert {row.came for row in judged} == {one.won}
    told = report("flat", [one])
    assert sum(row.decisions for row in told.calibration) == len(judged) == history.state.ply / 2


def test_the_command_prints_tables_and_keeps_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    records, numbers = tmp_path / "games.jsonl", tmp_path / "numbers.json"
    words = ["metropolys", "--nodes", "2", "--games", "2", "--records", str(records), "--json", str(numbers)]
    called(monkeypatch, *words, "--opponent", QUICK[0], "--opponent", "trained")
    printed = capsys.readouterr().out
    assert "| flat:playouts=40 | 2 |" in printed
    assert "| trained | skipped: knows only metropolys" in printed
    assert len(list(read_lines(records))) == 2
    assert '"opponent": "flat:playouts=40"' in numbers.read_text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("warszawa",), "warszawa is for 3, 4 or 5 players"),
        (("akropolis", "--ours", "2"), "--ours from 1 to one less"),
        (("akropolis", "--opponent", "nobody"), "no opponent 'nobody'; there are"),
        (("go",), "invalid choice: 'go'"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        called(monkeypatch, *words)
    assert why in capsys.readouterr().err


def called(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["opponents", *words])
    main()
