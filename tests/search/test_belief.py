"""Beliefs: exact where they can be counted, and the same from event to event as from the whole view."""

from collections import Counter, defaultdict
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.engine.tables import SECRET_TABLES, Table, by_day
from tests.search.positions import BY_NAME, EXPERT_2, FAMILY_2, untimed, whole_game, with_cards
from tests.statistics import chi_square, is_plausible
from urbanist.bots.match.seat_text import parse_bot
from urbanist.engine.features import move_features
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.search.belief import Belief, belief, belief_for, secret_of
from urbanist.search.network import Network, network_of
from urbanist.search.options import SearchOptions

NOISE, EPSILON = 0.7, 0.2
METROPOLYS = [BY_NAME[f"metropolys-{table}"] for table in ("family-2", "family-4", "expert-2")]


def chances(table: Table, state: State, event: str, worlds: list[tuple[str, ...]]) -> dict[str, float]:
    """Return the probability of a move by the model with each card of the seat to move, in plain Python."""
    move = state.game.notation.read_move(event)
    # The value of a building tells nothing about cards, so a move is compared with others of the same value.
    alike = [i for i, other in enumerate(state.moves()) if int(other) >> 8 == move >> 8]
    chosen = [int(state.moves()[i]) for i in alike].index(move)
    network = network_of(state.game)
    assert network is not None
    by_world = {}
    for cards in worlds:
        _, priors, rows = move_features(with_cards(table, state, cards))
        powers = np.exp(network.logits(priors, rows)[alike].astype(float) / NOISE)
        by_world[cards[state.to_move]] = (1 - EPSILON) * powers[chosen] / powers.sum() + EPSILON / len(alike)
    return by_world


def likelihoods(table: Table, history: History, seat: int | None) -> dict[tuple[str, ...], float]:
    """Return for each world that a seat holds possible how likely the moves of the others are in it."""
    worlds = table.contract.worlds(table.game, history.state.array, seat)
    products = dict.fromkeys(worlds, 1.0)
    for state, event in zip(history.states, history.texts, strict=False):
        if state.to_move != seat:
            chance = chances(table, state, event, worlds)
            products = {cards: before * chance[cards[state.to_move]] for cards, before in products.items()}
    return products


def about(worlds: dict[tuple[str, ...], float], seat: int) -> dict[str, float]:
    """Return the probability of each card of a seat by Bayes' rule; before any move all worlds are alike."""
    totals: dict[str, float] = defaultdict(float)
    for cards, likelihood in worlds.items():
        totals[cards[seat]] += likelihood / sum(worlds.values())
    return totals


@pytest.mark.parametrize("ply", [5, 14])
@pytest.mark.parametrize("table", METROPOLYS, ids=str)
def test_the_probabilities_are_those_of_all_worlds_by_bayes_rule(table: Table, ply: int) -> None:
    history = whole_game(table, 3).until(ply)
    for seat in (0,) if table is EXPERT_2 else (None, 0):
        belief = Belief(history.seen_by(seat), noise=NOISE, epsilon=EPSILON)
        worlds = likelihoods(table, history, seat)
        for other in range(1, table.seats):
            assert belief.probabilities(other) == pytest.approx(about(worlds, other))


@pytest.mark.parametrize("table", [FAMILY_2, EXPERT_2], ids=str)
def test_the_likelihood_of_all_moves_is_the_mean_over_all_worlds(table: Table) -> None:
    history = whole_game(table, 3).until(14)
    worlds = likelihoods(table, history, 0)
    likelihood = Belief(history.seen_by(0), noise=NOISE, epsilon=EPSILON).log_likelihood
    assert likelihood == pytest.approx(log(sum(worlds.values()) / len(worlds)))


def test_the_cards_of_several_seats_are_drawn_together() -> None:
    """Each world as often as it is likely, and not each seat for itself."""
    table = BY_NAME["metropolys-family-4"]
    history = whole_game(table, 3).until(14)
    belief = Belief(history.seen_by(0), noise=NOISE, epsilon=EPSILON)
    worlds = likelihoods(table, history, 0)
    drawn = Counter(table.contract.world(table.game, belief.world(seed).array) for seed in range(3000))
    shares = [likelihood / sum(worlds.values()) for likelihood in worlds.values()]
    assert min(shares) > 0.003
    assert is_plausible(chi_square([drawn[cards] for cards in worlds], shares), len(worlds) - 1)


def test_where_moves_tell_nothing_all_worlds_stay_alike() -> None:
    table = BY_NAME["warszawa-advanced-3"]
    states = whole_game(table, 0).states
    ply = states.index(table.contract.mysterious(states))
    history = whole_game(table, 0).until(ply)
    for seat in (None, 0):
        belief, worlds = (
            Belief(history.seen_by(seat)),
            table.contract.worlds(table.game, states[ply].array, seat),
        )
        drawn = Counter(table.contract.world(table.game, belief.world(seed).array) for seed in range(4000))
        assert drawn.keys() <= {*worlds}
        assert belief.log_likelihood == 0
        assert is_plausible(
            chi_square([drawn[world] for world in worlds], [1 / len(worlds)] * len(worlds)), len(worlds) - 1
        )


@pytest.mark.parametrize("table", METROPOLYS, ids=str)
def test_worlds_are_drawn_by_their_probabilities(table: Table) -> None:
    history = whole_game(table, 4).until(20)
    belief = Belief(history.seen_by(0))
    shares = belief.probabilities(1)
    drawn = Counter(secret_of(belief.world(seed), 1) for seed in range(2000))
    likely = {card: share for card, share in shares.items() if share > 0.005}
    counts = [drawn[card] for card in likely]
    assert set(drawn) <= set(shares)
    whole = sum(likely.values())
    assert is_plausible(chi_square(counts, [share / whole for share in likely.values()]), len(likely) - 1)


@pytest.mark.parametrize("table", by_day(SECRET_TABLES))
def test_a_drawn_world_keeps_all_that_the_view_shows(table: Table) -> None:
    whole = whole_game(table, 5)
    for ply in range(0, len(whole.events), 11):
        history = whole.until(ply)
        for seat in (None, 0):
            view = history.seen_by(seat)
            world = Belief(view).world(ply)
            assert table.open(world.array) == table.open(history.state.array)
            assert world.reshuffled(seat, 3) == view.state(3)


@pytest.mark.parametrize("table", by_day(SECRET_TABLES))
def test_a_belief_that_follows_equals_one_of_the_whole_view(table: Table) -> None:
    whole = whole_game(table, 6)
    for seat in (None, 1):
        followed = Belief(whole.until(0).seen_by(seat))
        for ply in range(0, len(whole.events), 17):
            view = whole.until(ply).seen_by(seat)
            followed.follow(view)
            assert told(followed) == told(Belief(view))
        other = whole_game(table, 7).until(9).seen_by(seat)
        followed.follow(other)
        assert told(followed) == told(Belief(other))


def told(belief: Belief) -> Any:
    """Return all that a belief says."""
    world = belief.world(2)
    return belief.log_likelihood, world, [belief.probabilities(about) for about in range(world.seats)]


def test_a_seat_knows_its_own_card_and_excludes_it_elsewhere() -> None:
    history = whole_game(EXPERT_2, 1).until(12)
    area, kind = secret_of(history.state, 0).split("+")
    belief = Belief(history.seen_by(0))
    assert belief.probabilities(0) == {secret_of(history.state, 0): 1.0}
    cards = [card.split("+") for card in belief.probabilities(1)]
    assert len(cards) == 16
    assert all(card[0] != area and card[1] != kind for card in cards)


def test_without_a_move_all_cards_are_equally_likely() -> None:
    view = whole_game(EXPERT_2, 1).until(0).seen_by(None)
    assert Belief(view).probabilities(0) == pytest.approx({card: 1 / 25 for card, _ in belief(view, 0)})


def test_where_moves_tell_nothing_draws_are_counted() -> None:
    view = whole_game(BY_NAME["warszawa-advanced-3"], 1).seen_by(0)
    assert Belief(view).probabilities(1) == {}
    assert sum(share for _, share in belief(view, 1, samples=50)) == pytest.approx(1)


@pytest.mark.parametrize("name", ["ismcts", "mcts", "pimc"])
def test_a_bot_draws_by_its_belief_if_not_told_otherwise(name: str) -> None:
    history = whole_game(EXPERT_2, 1).until(30)
    texts = [f"{name}:nodes=200{draw}" for draw in ("", ":draw=belief", ":draw=even")]
    plain, believed, even = (
        untimed(parse_bot(text).sit(0).choose(history.seen_by(history.state.to_move))) for text in texts
    )
    assert plain == believed != even


def test_even_draws_are_the_only_ones_where_moves_tell_nothing() -> None:
    view = whole_game(BY_NAME["warszawa-advanced-3"], 1).seen_by(0)
    assert belief_for(view) is None


def test_a_search_with_weights_of_its_own_infers_by_them(tmp_path: Path) -> None:
    view, network = whole_game(EXPERT_2, 1).until(20).seen_by(0), network_of(EXPERT_2.game)
    assert network is not None
    flat = {
        name: np.zeros_like(array) if name.startswith("move_") else array
        for name, array in network.arrays.items()
    }
    Network(EXPERT_2.game, flat).save(tmp_path / "flat.npz", EXPERT_2.game)
    belief, usual = belief_for(view, SearchOptions(weights=str(tmp_path / "flat.npz"))), belief_for(view)
    assert belief is not None
    assert usual is not None
    even = {card: pytest.approx(1 / 16) for card in usual.probabilities(1)}
    assert belief.probabilities(1) == even != usual.probabilities(1)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 2; there are 2, counted from 0"):
        belief(whole_game(EXPERT_2, 1).seen_by(0), 2)
