"""What a balance says of games that can be worked out by hand, and of our games beside their rules."""

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.bots.balance.games import GAME, Deal, Lots
from urbanist.bots.balance import BalancePlan, BalanceReport, played, report_of
from urbanist.bots.balance.report import SeatRow, verdict_of
from urbanist.bots.balance.sums import ORDER, GameSums
from urbanist.bots.match.intervals import Estimate
from urbanist.bots.players.spec import parse_builtin
from urbanist.engine import GAMES, Batch, PythonGame
from urbanist.engine.deferred_error import GameFault
from urbanist.engine.facts import Fact, bits, chosen, counted


def reported(plan: BalancePlan, workers: int = 1) -> BalanceReport:
    *_, (_, rulesets) = played(plan, workers)
    return report_of(plan, rulesets)


def rows_of(report: BalanceReport, name: str) -> dict[str, SeatRow]:
    [question] = [question for question in report.seats if question.name == name]
    return {row.value: row for row in question.rows}


LOTS = BalancePlan("lots", 2, 7, 6000, "plain")


def test_the_first_seat_wins_as_often_as_can_be_worked_out() -> None:
    """It wins if it draws the lot (2 of 3): 6 points are more than 2 for the ace and 2 for coins together."""
    rows = rows_of(reported(LOTS), ORDER)
    first, second = rows["1"], rows["2"]
    assert (first.seats, second.seats) == (6000, 6000)
    assert first.win.low is not None
    assert first.win.high is not None
    assert first.win.low < 2 / 3 < first.win.high
    assert first.win.high - first.win.low < 0.03
    assert first.win.mean + second.win.mean == pytest.approx(1)
    # Against the other seat: 6 points in two of three games, -6 in the third; that is 2 on average.
    assert first.worth is not None
    assert first.worth.low is not None
    assert first.worth.high is not None
    assert first.worth.low < 2 < first.worth.high
    assert second.worth is not None
    assert second.worth.mean == pytest.approx(-first.worth.mean)


def test_a_card_is_worth_what_the_rules_say() -> None:
    rows = rows_of(reported(LOTS), "card")
    for value, points in (("ace", 2), ("coin", 1)):
        worth, win = rows[value].worth, rows[value].win_worth
        assert worth is not None
        assert win is not None
        assert worth.low is not None
        assert worth.high is not None
        assert worth.low < points < worth.high
        assert worth.high - worth.low < 0.7
        # Both change who wins in no game.
        assert win.low is not None
        assert win.high is not None
        assert win.low < 0 < win.high
    assert rows["ace"].seats == 6000


def test_what_winners_choose_has_all_wins() -> None:
    report = reported(LOTS)
    [prize] = [question for question in report.seats if question.name == "prize"]
    [cup] = prize.rows
    assert not prize.drawn
    assert (cup.seats, cup.win.mean, cup.win.high) == (6000, 1.0, 1.0)
    assert cup.win_worth is not None
    assert cup.win_worth.mean == pytest.approx(1.0)


class Told(PythonGame):
    """A game whose deals are given one after the other: its balance is that of a table on paper."""

    name = "told"
    seats = (3,)
    moves = ("end",)
    games: tuple[Deal, ...] = ()

    def begin(self, seats, rng):
        return self.games[0]

    def legal(self, state):
        return [0] if state.to_move < 3 else []

    def apply(self, state, move):
        return state._replace(to_move=3)

    def scores(self, state):
        return state.points

    def dealt(self, state):
        return {"card": state.held}


@pytest.mark.parametrize(
    ("own", "search", "said"),
    [
        ((10, 2), (9, 3), "agrees"),
        ((10, 2), (5, 6), "doubtful"),  # it may be 0
        ((10, 2), (8, 6), "agrees"),  # 6 * 2.576 / 1.960 = 7.9
        ((10, 2), (-8, 6), "differs"),
        ((10, 2), (7.8, 6), "doubtful"),  # not at 99 %
        ((10, 2), (2, 5), "differs"),  # 8 apart, and the margins of both come to 5.4
        ((10, 2), (-9, 3), "differs"),
        ((1, 2), (9, 3), "differs"),
        ((1, 2), (3, 4), ""),
        ((1, 2), None, ""),
    ],
)
def test_a_search_agrees_differs_or_leaves_a_worth_doubtful(own: Any, search: Any, said: str) -> None:
    first, second = (
        None if given is None else Estimate(given[0], given[0] - given[1], given[0] + given[1])
        for given in (own, search)
    )
    assert verdict_of(first, second) == said


def test_rules_are_compared_deal_by_deal_and_a_forfeit_leaves_its_deal_out() -> None:
    """The deals of `Told` with 2 points more for seat 0: half a point more for each seat of three, and other leads."""
    one, other = GameSums(paired=9), GameSums(paired=9)
    for points, more in (((9, 5, 1), 3), ((2, 8, 8), 3), ((3, 4, 6), 6)):
        for sums, added in ((one, 0), (other, more)):
            begun = Batch.of([Told().state_from(Deal(0, ((), (), ()), (points[0] + added, *points[1:])), 3)])
            ended = begun.copy()
            ended.playout(1)
            sums.add(begun, ended)
    one.skip()
    other.add(begun, ended)
    changes = other.changes(one)
    assert changes[:, 0].tolist() == [3, 3, 3, 3]  # deals
    assert changes[:, 2] == pytest.approx([1 + 1 + 2, 3 + 0 + 1, 0, 0 + 0 + 1])


def test_three_games_on_paper() -> None:
    """Points 9 5 1, seat 0 holds one; points 2 8 8, seat 1 two; points 3 4 6, seat 2 one: leads 4, 0, 2."""
    game = Told()
    games = [
        Deal(0, (("a",), (), ()), (9, 5, 1)),
        Deal(0, ((), ("a", "a"), ()), (2, 8, 8)),
        Deal(2, ((), (), ("a",)), (3, 4, 6)),  # seat 2 begins, then 0, then 1
    ]
    begun = Batch.of([game.state_from(deal, 3) for deal in games])
    ended = begun.copy()
    ended.playout(1)
    sums = GameSums(scored=10)
    sums.add(begun, ended)
    assert (sums.games, sums.shared, sums.broken) == (3, 1, 0)
    assert sums.margins == Counter({4: 1, 0: 1, 2: 1})
    assert sums.points == Counter({9: 1, 5: 1, 1: 1, 2: 1, 8: 2, 3: 1, 4: 1, 6: 1})
    assert sums.plies == Counter({1: 3})
    groups, weight, total, *_ = sums.whole[0]
    assert (groups, weight, total) == (3, 9, 46)
    assert list(sums.whole[:, 2]) == pytest.approx(
        [46, 6, 3, 2]
    )  # points, leads, moves, wins of the first seat
    by_order = [sums.questions[ORDER].values[place][0, 2] for place in ("1", "2", "3")]
    assert by_order == [9 + 2 + 6, 5 + 8 + 3, 1 + 8 + 4]
    points, wins, worth, win_worth = sums.questions["card"].values["a"]
    assert sums.questions["card"].had["a"] == 3
    assert list(points[:3]) == [3, 3, 9 + 8 + 6]
    assert list(wins[:3]) == pytest.approx([3, 3, 1 + 1 / 2 + 1])
    # How many a seat has, less the mean of the table: 2/3 -1/3 -1/3; -2/3 4/3 -2/3; -1/3 -1/3 2/3.
    squares = [2 / 3, 8 / 3, 2 / 3]
    products = [2 / 3 * 9 - 5 / 3 - 1 / 3, -4 / 3 + 4 / 3 * 8 - 2 / 3 * 8, -1 - 4 / 3 + 4]
    assert list(worth) == pytest.approx(
        [
            3,
            sum(squares),
            sum(products),
            sum(product**2 for product in products),
            sum(product * square for product, square in zip(products, squares, strict=True)),
            sum(square**2 for square in squares),
        ]
    )
    assert win_worth[2] == pytest.approx(2 / 3 + (4 / 3 - 2 / 3) / 2 + 2 / 3)


def test_rows_of_the_score_on_paper() -> None:
    """The winner of the first game leads by 5 - 1/2 in row a, the two of the second one by 4 - 2; nobody leads in b."""
    sums = GameSums(scored=2)
    sums.scores = [{"a": [5, 1, 0], "b": [1, 1, 1]}, {"a": [2, 4, 4]}]
    sums.won = [np.array([1.0, 0, 0]), np.array([0, 0.5, 0.5])]
    rows = sums.rows()
    assert [list(part[:3]) for part in rows["a"]] == [[2, 6, 16], [2, 2, 4.5 + 2]]
    assert [list(part[:3]) for part in rows["b"]] == [[2, 6, 3], [2, 2, 0]]


def test_games_in_parts_are_the_same_as_all_at_once() -> None:
    game = GAMES["metropolys"]
    whole, parts = GameSums(), GameSums()
    begun = Batch.deal(game, 60, seats=3, seed=4)
    ended = begun.copy()
    ended.playout(5, informed=True)
    whole.add(begun, ended)
    for start in range(0, 60, 7):
        rows = np.arange(start, min(start + 7, 60))
        parts.add(begun.take(rows), ended.take(rows))
    assert parts.points == whole.points
    for name, question in whole.questions.items():
        assert parts.questions[name].had == question.had
        for value, sums in question.values.items():
            np.testing.assert_allclose(parts.questions[name].values[value], sums, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("bot", [None, "ismcts:nodes=20", pytest.param("random", marks=pytest.mark.nightly)])
def test_any_number_of_workers_gives_the_same(bot: str | None) -> None:
    player = None if bot is None else parse_builtin(bot)
    plan = BalancePlan("metropolys", 2, 3, 12, "expert", bot=player)
    assert reported(plan) == reported(plan, 2)


def test_other_rules_are_those_that_suit_the_table() -> None:
    def names(game: str, seats: int, options: tuple[str, ...] = ()) -> list[str]:
        variant = GAMES[game].notation.variants[-1]
        return [ruleset.name for ruleset in BalancePlan(game, seats, 1, 100, variant, options).rulesets()]

    assert names("metropolys", 4) == ["as asked", "variant family"]
    assert names("metropolys", 2, ("districts=CES",)) == [
        "as asked",
        "variant family",
        "+districts=CNE",
        "+districts=CNW",
        "+districts=CSW",
    ]
    assert names("akropolis", 2, ("long",)) == [
        "as asked",
        *(f"+{kind}" for kind in ("houses", "markets", "barracks", "temples", "gardens")),
        "-long",
    ]
    assert "+long" not in names("akropolis", 4)
    assert names("warszawa", 3) == ["as asked", "+rounds7"]


def test_the_margin_and_the_share_of_ties_are_those_of_the_ranks() -> None:
    plan = BalancePlan("metropolys", 2, 5, 2000, "family")
    report = reported(plan)
    assert report.games == 2000
    assert sum(report.points.counts.values()) == 4000
    assert sum(report.margin.counts.values()) == sum(report.plies.counts.values()) == 2000
    tied = report.margin.counts[0] / 2000
    assert report.shared.mean + report.tie_break.mean == pytest.approx(tied)


# -- the facts of our games ------------------------------------------------------------------------------------------


def ends(game: str, seats: int, variant: str) -> tuple[Batch, Batch]:
    begun = Batch.deal(GAMES[game], 40, seats=seats, seed=6, variant=variant)
    ended = begun.copy()
    ended.playout(7, informed=True)
    return begun, ended


def facts_of(begun: Batch, ended: Batch) -> dict[str, Fact]:
    return {fact.name: fact for fact in begun.game.notation.facts(begun.array, ended.array)}


def had(fact: Fact, game: int, seat: int) -> Counter[str]:
    counts = fact.counts[game, seat]
    return Counter({value: int(n) for value, n in zip(fact.values, counts, strict=True) if n})


@pytest.mark.parametrize("variant", ["family", "expert"])
def test_metropolys_tells_cards_and_buildings(variant: str) -> None:
    begun, ended = ends("metropolys", 3, variant)
    facts = facts_of(begun, ended)
    notation = begun.game.notation
    for game in range(len(begun)):
        cards = notation.write_deal(begun.state(game).array).rpartition("=")[2].split(",")
        said = notation.describe(ended.state(game).array)
        blocks = said.split("\nseat ")[1:]
        for seat, (card, block) in enumerate(zip(cards, blocks, strict=True)):
            area, _, kind = card.partition("+")
            assert had(facts["area card"], game, seat) == Counter([area])
            assert had(facts["type card"], game, seat) == Counter([kind] if kind else [])
            built = block.partition("built ")[2].partition("\n")[0].split()
            places = [building.partition("@")[2] for building in built]
            assert had(facts["building on a place"], game, seat) == Counter(places)
            assert had(facts["building in a district"], game, seat) == Counter(place[0] for place in places)
            numbers, *held = block.partition("tokens ")[2].partition(";")[0].split(", ")
            words = numbers.split()
            taken = {name: int(n) for name, n in zip(words[::2], words[1::2], strict=True) if n != "0"}
            assert had(facts["token taken"], game, seat) == Counter(taken)
            last = [card.removesuffix(" card") for card in held]
            assert had(facts["last token taken"], game, seat) == Counter(last)


@pytest.mark.parametrize(("seats", "options"), [(2, ()), (3, ("long",)), (4, ("houses",))])
def test_akropolis_tells_the_tiles_that_seats_took(seats: int, options: tuple[str, ...]) -> None:
    """Beside the moves of games: a tile in a city has no number, and may lie turned."""
    from urbanist.engine.akropolis.editions import EDITIONS

    def face(tile: int) -> tuple[str, ...]:
        hexes = EDITIONS.at(0).hexes(tile)
        return min(hexes[turn:] + hexes[:turn] for turn in range(3))

    game = GAMES["akropolis"]
    rng = np.random.default_rng(8)
    for number in range(6):
        state = begun = game.deal(seats=seats, options=options, seed=number)
        taken = [Counter[tuple[str, ...]]() for _ in range(seats)]
        kinds = [Counter[str]() for _ in range(seats)]
        while not state.over:
            if (event := state.chance()) is not None:
                state = state.play(event)
                continue
            move = game.notation.write_move(int(rng.choice(state.moves())))
            tile = int(move.partition("@")[0])
            taken[state.to_move][face(tile)] += 1
            kinds[state.to_move].update(EDITIONS.at(0).hexes(tile))
            state = state.play(move)
        facts = facts_of(Batch.of([begun]), Batch.of([state]))
        for seat in range(seats):
            told = Counter[tuple[str, ...]]()
            for name, n in had(facts["tile taken"], 0, seat).items():
                hexes = tuple(name.split())
                told[min(hexes[turn:] + hexes[:turn] for turn in range(3))] += n
            assert told == taken[seat]
            assert had(facts["hex laid"], 0, seat) == kinds[seat]


@pytest.mark.parametrize("seats", [3, 5])
def test_warszawa_tells_norms_hands_and_buildings(seats: int) -> None:
    game = GAMES["warszawa"]
    rng = np.random.default_rng(9)
    for number in range(4):
        state = begun = game.deal(seats=seats, seed=number)
        kept, built = [""] * seats, [Counter[str]() for _ in range(seats)]
        laid: dict[str, str] = {}
        while not state.over:
            if (event := state.chance()) is not None:
                state = state.play(event)
                continue
            move = game.notation.write_move(int(rng.choice(state.moves())))
            verb, _, rest = move.partition("@")
            if verb == "norm":
                kept[state.to_move] = rest
            elif verb == "build":
                built[state.to_move][laid[rest.partition("/")[0]]] += 1
            elif "," in rest and verb not in {"clear", "metro", "bridge", "send"}:
                laid[rest] = verb
            state = state.play(move)
        facts = facts_of(Batch.of([begun]), Batch.of([state]))
        deal = dict(token.split("=") for token in game.notation.write_deal(begun.array).split())
        for seat in range(seats):
            assert had(facts["norm dealt"], 0, seat) == Counter(deal["norms"].split(",")[seat].split("+"))
            assert had(facts["norm kept"], 0, seat) == Counter([kept[seat]])
            hand = Counter(deal["hands"].split(",")[seat].split("+"))
            assert had(facts["card in the first hand"], 0, seat) == hand
            assert had(facts["card built"], 0, seat) == built[seat]
            assert sum(had(facts["building of a type"], 0, seat).values()) == built[seat].total()
        tasks = facts["task at the start"]
        assert tasks.shared
        open_tasks = [task for task, n in zip(tasks.values, tasks.counts[0], strict=True) if n]
        assert open_tasks == deal["tasks"].split(",")


def test_counts_of_numbers_masks_and_texts() -> None:
    assert chosen([1, 3, 255], 3).tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert bits([5, 1 << 63], 64).sum(axis=1).tolist() == [2, 1]
    assert bits([6], 3).tolist() == [[0, 1, 1]]
    fact = counted([[["a"], ["b", "b"]], [[], ["a"]]], "card", drawn=True)
    assert fact.values == ("a", "b")
    assert fact.counts.tolist() == [[[1, 0], [0, 2]], [[0, 0], [1, 0]]]
    assert not fact.shared


def test_a_wrong_fact_of_a_game_is_one_fault() -> None:
    class Odd(Lots):
        name = "odd"

        def dealt(self, state):
            return {"card": [["ace"]]}

    game = Odd()
    begun = Batch.deal(game, 2, seats=2)
    with pytest.raises(GameFault, match="odd: dealt raised ValueError: 'card' has 1 entries for 2 seats"):
        game.notation.facts(begun.array, begun.array)


def test_a_plan_goes_to_other_processes() -> None:
    plan = BalancePlan("lots", 2, 1, 4, "plain", bot=parse_builtin("random"))
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert GAMES["lots"] is GAME
