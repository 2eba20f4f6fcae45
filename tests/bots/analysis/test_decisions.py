"""Judged decisions depend only on the view of the seat, are reproducible, and agree with exact counts."""

from dataclasses import replace

import pytest

from tests.bots.games import played_out
from tests.engine.akropolis.endings import AKROPOLIS, MISSED
from tests.engine.contract import with_cards
from tests.engine.tables import PLAIN_TABLES, Table, by_day
from tests.search.named import named
from tests.search.positions import BY_NAME, EXPERT_2, FAMILY_2, FAMILY_3, whole_game
from urbanist.bots.analysis.decisions import (
    BEST,
    DECISIVE,
    EVEN_POINTS,
    GRADES,
    WORLDS,
    Decision,
    InferredCard,
    MoveEvaluation,
    choices,
    decisive,
    inferred,
    judge,
    summary_of,
)
from urbanist.bots.match.seat_text import parse_bot
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.record import win_shares
from urbanist.search.belief import belief
from urbanist.search.ending import solve
from urbanist.search.ismcts import ismcts
from urbanist.search.options import SearchOptions

FEW = SearchOptions(nodes=40, seed=3)


def evaluation(
    win_share: float, points: float = 30.0, visits: int = 100_000, move: str = "pass"
) -> MoveEvaluation:
    return MoveEvaluation(named(move), win_share, points, visits, (win_share, 1 - win_share))


def decision(lost: float, *, event: int = 1, seat: int = 0, points_lost: float = 1.0) -> Decision:
    """Return a decision that lost this win share and these points."""
    played = evaluation(0.3, 30 - points_lost, move="played")
    best = evaluation(0.3 + lost, 30.0, move="best") if lost else played
    return Decision(event, seat, played, best, None)


class TestJudgement:
    def test_hidden_cards_of_other_seats_change_nothing(self) -> None:
        table = FAMILY_3
        game = whole_game(table, 4)
        for ply in (0, 1, 30, len(game.events) - 1):
            seat = game.states[ply].to_move
            judged = set()
            for cards in table.contract.worlds(table.game, game.state.array, seat):
                other = History.read(table.game, with_cards(game.deal, cards), game.events)
                judged.add(replace(judge(other, ply, FEW), known=None))
            assert len(judged) == 1

    def test_a_best_move_that_short_searches_miss_is_told_with_what_tempted(self) -> None:
        deal = (
            "game=metropolys variant=expert players=2 districts=CNE first=0 trendy=C5,C11,C15,E6,E9 "
            "metro=N2,N3,N4,N10,E1,E7 ruins=C4,C6,C9,C14,N5,E8 cards=bridges+shopping,lakes+administration"
        )
        events = (
            "13@N4 12@E2 pass 1@N7 8@N6 10@N8 pass 1@N7 8@N6 pass 1@N7 12@N2 11@E6 9@E7 pass 2@E5 6@E3 7@E1 8@N9"
        ).split()
        history = History.read(GAMES["metropolys"], deal, events)
        decision = judge(history, len(events) - 1, SearchOptions(nodes=2000, seed=3))
        # A pass leaves 7 on E1 to the rival; a long search bids 8 on N9, whatever its seed.
        view = history.until(len(events) - 1).seen_by(history.states[-2].to_move)
        assert {
            str(ismcts(view, options=SearchOptions(nodes=20000, seed=seed)).move) for seed in range(3)
        } == {"8@N9"}
        assert decision.grade == BEST
        assert decision.tempting is not None
        assert str(decision.tempting.move) == "pass"
        assert decision.played.win_share - decision.tempting.win_share >= GRADES["mistake"]
        assert judge(history, 0, SearchOptions(nodes=2000, seed=3)).tempting is None

    def test_the_own_card_of_a_seat_counts(self) -> None:
        game = whole_game(FAMILY_3, 4)
        seat, last = game.states[-2].to_move, len(game.events) - 1
        judged = set()
        for cards in FAMILY_3.contract.worlds(FAMILY_3.game, game.state.array, None):
            other = History.read(FAMILY_3.game, with_cards(game.deal, cards), game.events)
            judged.add((cards[seat], judge(other, last, FEW).played))
        assert len(judged) == len({own for own, _ in judged}) > 1

    def test_the_same_arguments_give_the_same_decision(self) -> None:
        game = whole_game(EXPERT_2, 1)
        assert judge(game, 8, FEW) == judge(game, 8, FEW) != judge(game, 8, SearchOptions(nodes=40, seed=4))

    def test_later_events_are_not_known(self) -> None:
        game = whole_game(EXPERT_2, 1)
        assert judge(game, 8, FEW) == judge(game.until(9), 8, FEW)

    @pytest.mark.parametrize("name", ["akropolis-standard-3", "warszawa-advanced-3"])
    def test_chance_events_after_a_move_do_not_change_its_judgement(self, name: str) -> None:
        whole = whole_game(BY_NAME[name], 2)
        ply = next(ply for ply, state in enumerate(whole.states) if state.due) - 1
        read = History.read(whole.game, whole.deal, whole.events)
        others = [read.until(ply), *(read.until(ply).redrawn(seed) for seed in range(3))]
        judged = {judge(other.play(whole.events[ply]), ply, FEW) for other in others}
        assert judged == {judge(whole, ply, FEW)}
        [decision] = judged
        assert decision.played.visits == FEW.nodes

    @pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
    def test_every_table_can_be_judged(self, table: Table) -> None:
        whole = whole_game(table, 2)
        game = History.read(table.game, whole.deal, whole.events)
        choices = [ply for ply, state in enumerate(game.states[:-1]) if not state.due]
        uncertain = [ply for ply in choices if game.states[ply + 1].due]
        for ply in {choices[0], choices[len(choices) // 2], choices[-1], *uncertain[:1]}:
            decision = judge(game, ply, FEW)
            assert (decision.event, decision.seat) == (ply + 1, game.states[ply].to_move)
            assert decision.played.move == game.events[ply]
            assert str(decision.best.move) in game.states[ply].legal()
            assert 0 <= decision.lost <= decision.best.win_share <= 1
            for evaluation in (decision.played, decision.best):
                assert sum(evaluation.win_shares) == pytest.approx(1)
                assert evaluation.win_shares[decision.seat] == pytest.approx(evaluation.win_share)

    def test_a_move_that_ends_the_game_gets_the_mean_result_over_worlds(self) -> None:
        table = FAMILY_2
        game = whole_game(table, 6)
        last = len(game.events) - 1
        seat = game.states[last].to_move
        played = judge(game, last, FEW).played
        ends = [
            History.read(table.game, with_cards(game.deal, cards), game.events).state
            for cards in table.contract.worlds(table.game, game.state.array, seat)
        ]
        expected = sum(win_shares(end.ranks())[seat] for end in ends) / len(ends)
        points = sum(end.scores()[seat] for end in ends) / len(ends)
        assert (played.visits, played.solved) == (WORLDS, False)
        assert played.win_share == pytest.approx(expected, abs=0.1)
        assert played.points == points

    @pytest.mark.parametrize("last", [2, 3], ids=["four plies", "five plies"])
    def test_what_the_game_solves_is_judged_exactly(self, last: int) -> None:
        """With four plies a stack is opened after the move, in one of six orders: none of them is drawn."""
        deal, events, *_ = MISSED[0]
        history = History.read(AKROPOLIS, deal, events.split())
        ply = len(history.events) - last
        state, decision = history.states[ply], judge(history, ply, FEW)
        best, played = solve(state), solve(state, [history.move(ply)])
        assert best is not None
        assert played is not None
        assert decision.solved
        assert decision.played.win_shares == played.win_share
        assert decision.played.points == played.points[decision.seat]
        assert decision.best.win_shares in (best.win_share, played.win_share)
        assert decision.lost == pytest.approx(best.win_share[decision.seat] - played.win_share[decision.seat])

    def test_a_search_loses_little_by_its_own_judgement_and_a_random_bot_loses_much(self) -> None:
        bots = [parse_bot("ismcts:nodes=200"), parse_bot("random")]
        game = played_out(FAMILY_2.deal(3), bots, seed=5)
        decisions = [judge(game, ply, SearchOptions(nodes=200)) for ply in choices(game)]
        strong, weak = (summary_of(game, decisions, seat).mean_lost for seat in (0, 1))
        assert strong is not None
        assert weak is not None
        assert weak > 3 * strong

    def test_every_position_with_more_than_one_move_is_a_choice(self) -> None:
        game = whole_game(EXPERT_2, 1)
        several = [ply for ply, state in enumerate(game.states[:-1]) if len(state.legal()) > 1]
        assert choices(game) == several


class TestProspects:
    @pytest.mark.parametrize(
        ("one", "other", "better"),
        [
            (evaluation(0.40), evaluation(0.30), True),
            (evaluation(0.30), evaluation(0.40), False),
            (evaluation(0.300, 20), evaluation(0.305, 30), False),
            (evaluation(0.300, 30), evaluation(0.305, 20), True),
            (evaluation(0.300, 30), evaluation(0.305, 30 - EVEN_POINTS / 2), False),
            (evaluation(0.40, visits=20), evaluation(0.30, visits=20), False),
            (evaluation(0.0, 10), evaluation(0.0, 12), False),
            (evaluation(0.0, 12), evaluation(0.0, 10), True),
        ],
    )
    def test_win_shares_are_compared_first_and_then_points(
        self, one: MoveEvaluation, other: MoveEvaluation, better: bool
    ) -> None:
        assert one.beats(other) == better

    def test_no_prospect_beats_itself(self) -> None:
        assert not evaluation(0.4).beats(evaluation(0.4))

    @pytest.mark.parametrize(
        ("lost", "grade"),
        [(0.0, BEST), (0.02, "good"), (0.031, "inaccuracy"), (0.08, "mistake"), (0.2, "blunder")],
    )
    def test_the_grade_depends_on_the_lost_win_share(self, lost: float, grade: str) -> None:
        assert decision(lost).grade == grade

    def test_a_move_as_good_as_the_best_loses_only_points(self) -> None:
        decision = Decision(1, 0, evaluation(0.300, 28, move="a"), evaluation(0.305, 30, move="b"), None)
        assert (decision.lost, decision.points_lost, decision.grade) == (0.0, 2.0, "good")


class TestAccounts:
    def test_only_the_moves_of_a_seat_count_for_it(self) -> None:
        game = whole_game(FAMILY_2, 0)
        decisions = [decision(0.2), decision(0.0, event=2, points_lost=0.0), decision(0.5, event=3, seat=1)]
        own = summary_of(game, decisions, 0)
        assert (own.decisions, own.points_lost) == (2, 1.0)
        assert own.mean_lost == pytest.approx(0.1)
        assert own.grades == {"best": 1, "good": 0, "inaccuracy": 0, "mistake": 0, "blunder": 1}

    def test_a_seat_that_never_moved_has_no_mean(self) -> None:
        own = summary_of(whole_game(FAMILY_2, 0).until(0), [], 1)
        assert (own.decisions, own.mean_lost, own.points_lost, own.most_informative) == (0, None, 0, None)

    def test_the_most_informative_event_raised_the_true_card_most(self) -> None:
        def with_known(event: int, probability: float) -> Decision:
            return replace(decision(0.0, event=event), known=InferredCard("lakes", probability, 1, 4))

        game = whole_game(FAMILY_2, 0)
        decisions = [with_known(1, 0.3), with_known(4, 0.6), with_known(6, 0.5), with_known(9, 0.7)]
        assert summary_of(game, decisions, 0).most_informative == 4
        assert summary_of(game, decisions[:1], 0).most_informative is None

    def test_decisive_moves_are_the_costliest_in_order(self) -> None:
        costs = [0.04, 0.0, 0.3, 0.02, 0.1, 0.04, 0.05, 0.2, 0.06]
        decisions = decisive([decision(cost, event=event) for event, cost in enumerate(costs, 1)])
        assert [each.event for each in decisions] == [3, 8, 5, 9, 7]
        assert len(decisions) == DECISIVE
        assert decisive([decision(0.02)]) == []


class TestCards:
    def test_the_inference_is_the_belief_of_an_observer(self) -> None:
        game = whole_game(BY_NAME["metropolys-expert-3"], 5)
        known = inferred(game, 1, seed=2)
        assert known is not None
        rows = belief(game.seen_by(None), 1, seed=2)
        assert known.card == game.game.notation.card(game.states[0].array, 1)
        assert rows[known.rank - 1] == (known.card, known.probability)
        assert known.cards == len(rows) == 25

    def test_an_observer_knows_which_norms_are_left(self) -> None:
        game = whole_game(BY_NAME["warszawa-advanced-3"], 5)
        known = inferred(game, 1, seed=2)
        assert known is not None
        assert known.card == game.game.notation.card(game.state.array, 1).partition("/")[0]
        assert known.cards == 14
        assert known.probability == pytest.approx(1 / 14, abs=0.03)
        own = dict(belief(game.seen_by(0), 1))
        assert len(own) == 12

    def test_there_is_nothing_to_infer_if_nothing_is_hidden(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = whole_game(FAMILY_2, 0)
        monkeypatch.setattr(type(game.game.notation), "card", lambda self, record, seat: "")
        assert inferred(game, 0) is None
        decision = judge(game, 3, FEW)
        assert decision.known is None
        assert summary_of(game, [decision], decision.seat).known is None
