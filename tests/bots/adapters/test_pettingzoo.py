"""The games in PettingZoo: its own tests, seats that see and act, copies, rewards and pictures."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs urbanist[pettingzoo]", exc_type=ImportError)

from pettingzoo.test import api_test, render_test, seed_test

from urbanist.bots import parse_bot
from urbanist.bots.adapters.pettingzoo import env
from urbanist.bots.adapters.table import REWARDS, WORST, Reward, render_modes, rewards
from urbanist.engine import GAMES, NotationError

TABLES = [(game, seats) for game in GAMES for seats in GAMES[game].notation.seat_counts]

#: What PettingZoo says of each environment that it does not know by name and that has action masks.
SAYS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Action mask numpy array is all zeros",
)


def said(message: str) -> str:
    return f"ignore:{message}:UserWarning"


def played_out(table: Any, seed: int, bot: str | None = None) -> list[float]:
    """Play a game with random actions, or with a bot at seat 0, and return the rewards."""
    table.reset(seed=seed)
    totals = {}
    player = parse_bot(bot).sit(seed) if bot else None
    for number, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seed + number)
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        if over:
            totals[agent] = reward
            table.step(None)
        elif player and agent == "seat_0":
            raw = table.unwrapped
            table.step(raw.action_of(player.choose(raw.view(agent)).move))
        else:
            table.step(table.action_space(agent).sample(observation["action_mask"]))
    return [totals[agent] for agent in table.possible_agents]


@pytest.mark.filterwarnings(*map(said, SAYS))
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_api_test_of_pettingzoo_passes(game: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game, seats=seats), num_cycles=60)


@pytest.mark.filterwarnings(*map(said, SAYS))
def test_a_table_can_show_a_part_of_what_agents_see(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env("warszawa", parts="features"), num_cycles=60)
    table = env("warszawa", parts="features").unwrapped
    table.reset(seed=1)
    seen = table.observe("seat_2")["observation"]
    assert (seen == table.history.state.observe(2, parts="features").flat()).all()
    assert seen.shape == table.state().shape
    assert table.state_space.contains(table.state())


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_test_of_pettingzoo_passes(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=60)


# It shows every position of a game; what the pictures show is tested elsewhere.
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.nightly] * (game != "akropolis")) for game in GAMES]
)
def test_the_render_test_of_pettingzoo_passes(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert {"human", "ansi"} <= set(render_modes())
    render_test(lambda render_mode: env(game, render_mode=render_mode))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_and_rewards_add_up_to_nothing(game: str) -> None:
    table = env(game)
    for seed in range(2):
        totals = played_out(table, seed)
        assert table.unwrapped.history.state.over
        assert totals == rewards(table.unwrapped.history.state, "win")
        assert sum(totals) == pytest.approx(0)


def test_rewards_can_be_points_and_margins() -> None:
    for kind in ("points", "margin"):
        table = env("metropolys", seats=3, reward=kind)
        totals = played_out(table, 4)
        points = table.unwrapped.history.state.scores()
        margins = [points[seat] - max(points[:seat] + points[seat + 1 :]) for seat in range(3)]
        assert totals == list(points if kind == "points" else margins)


def test_an_agent_sees_what_its_seat_sees_and_nothing_else() -> None:
    table = env("warszawa", seats=4)
    table.reset(seed=3)
    state, raw = table.unwrapped.history.state, table.unwrapped
    for seat, agent in enumerate(table.agents):
        observed = table.observe(agent)
        assert (observed["observation"] == state.reshuffled(seat, 1).observe(seat).flat()).all()
        assert (observed["observation"] == raw.numbers(agent).flat()).all()
        mask = state.legal_mask() if seat == state.to_move else np.zeros(raw.game.action_count)
        assert (observed["action_mask"] == mask).all()
        assert raw.view(agent).seat == seat
    parts = raw.game.layout.split(table.observe("seat_2")["observation"], 4)
    assert all((one == other).all() for one, other in zip(parts, state.observe(2), strict=True))


def test_a_copy_goes_its_own_way() -> None:
    table = env("metropolys", seats=2)
    table.reset(seed=5)
    for _ in range(6):
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[-1]))
    copied = deepcopy(table)
    before = table.unwrapped.history
    copied.step(int(np.flatnonzero(copied.last()[0]["action_mask"])[0]))
    assert table.unwrapped.history == before
    assert copied.unwrapped.history.events[:-1] == before.events


def test_the_same_seed_deals_the_same_and_the_next_games_are_others() -> None:
    one, other = env("akropolis"), env("akropolis")
    deals = []
    for table in (one, other):
        table.reset(seed=9)
        deals.append([table.unwrapped.history.deal])
        for _ in range(3):
            table.reset()
            deals[-1].append(table.unwrapped.history.deal)
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 4


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_no_end_of_a_game_is_worse_than_an_illegal_action(game: str, seats: int, reward: Reward) -> None:
    start = GAMES[game].deal(seats=seats, seed=1)
    for seed in range(30):
        # Informed games have the greatest margins.
        paid = rewards(start.playout(seed, informed=seed % 2 == 0), reward)
        assert min(paid) >= WORST[reward]
        assert reward == "win" or min(paid) - max(map(abs, paid)) > WORST[reward]


@pytest.mark.parametrize("reward", REWARDS)
def test_an_illegal_action_ends_the_game(reward: Reward, capsys: pytest.CaptureFixture[str]) -> None:
    table = env("metropolys", seats=2, reward=reward)
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(0)  # a pass, which cannot open an auction
    assert table.terminations == {"seat_0": True, "seat_1": True}
    assert table.rewards == dict.fromkeys(table.agents, 0) | {agent: WORST[reward]}


def test_a_bot_of_urbanist_plays_against_random_agents() -> None:
    table = env("metropolys", variant="family", seats=2, reward="margin")
    assert sum(played_out(table, seed, bot="greedy")[0] for seed in range(3)) > 0


def test_a_table_that_cannot_be_gets_one_clear_line() -> None:
    with pytest.raises(ValueError, match=r"^no game 'chess'; there are metropolys, akropolis, warszawa$"):
        env("chess")
    with pytest.raises(NotationError, match="players"):
        env("metropolys", seats=9)
    with pytest.raises(ValueError, match=r"^no reward 'fame'; there are win, margin, points$"):
        env("metropolys", reward="fame")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^no render mode 'film'; there are human, ansi"):
        env("metropolys", render_mode="film")
