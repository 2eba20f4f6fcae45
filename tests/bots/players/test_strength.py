"""Short checks of strength: fixed seeds and nodes, and thresholds far below the measured results."""

from tests.bots.games import played_out, wins
from tests.search.positions import EXPERT_2
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.player import Bot


def won_in_pairs(bot: Bot, other: Bot, deals: int) -> float:
    """Return the number of games that `bot` wins if every deal is played twice with swapped seats."""
    won = 0.0
    for seed in range(deals):
        start = EXPERT_2.deal(seed)
        won += wins(played_out(start, [bot, other], seed), 0) + wins(played_out(start, [other, bot], seed), 1)
    return won


def test_greedy_beats_random() -> None:
    assert won_in_pairs(parse_bot("greedy"), parse_bot("random"), 30) >= 0.9 * 60


def test_a_short_search_beats_greedy() -> None:
    assert won_in_pairs(parse_bot("ismcts:nodes=150"), parse_bot("greedy"), 12) > 0.5 * 24


def test_a_longer_search_beats_a_shorter_one() -> None:
    assert won_in_pairs(parse_bot("ismcts:nodes=300"), parse_bot("ismcts:nodes=20"), 10) >= 0.6 * 20
