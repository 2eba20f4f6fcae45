"""Levels: how strong a bot plays, by game and number of players."""

import re
from pathlib import Path

import pytest

from urbanist.bots.players.builtin import IsmctsBot, TreePlayer
from urbanist.bots.players.level import HIGHEST, NAMES, levelled, levels_of
from urbanist.engine import GAMES
from urbanist.engine.history import History, View
from urbanist.search.limit import INFINITE

TABLES_OF_LEVELS = [(game, seats) for game in GAMES for seats in GAMES[game].notation.seat_counts]


def dealt(game: str, seats: int, seed: int = 1) -> History:
    return History.start(GAMES[game].deal(seats=seats, seed=seed))


def opened(game: str, seats: int) -> View:
    """Return what the seat to move knows after a few random moves."""
    history = dealt(game, seats)
    while len(history.events) < 6 or history.state.due:
        history = history.play(history.state.chance() or history.state.legal()[0])
    return history.seen_by(history.state.to_move)


@pytest.mark.parametrize(("game", "seats"), TABLES_OF_LEVELS)
def test_every_game_has_nine_levels_whose_ratings_rise(game: str, seats: int) -> None:
    ratings = [level.rating for level in levels_of(game, seats)]
    assert len(ratings) == HIGHEST == len(NAMES)
    assert ratings == sorted(set(ratings))


@pytest.mark.parametrize(("game", "seats"), TABLES_OF_LEVELS)
def test_the_settings_of_a_level_are_options_of_its_bot(game: str, seats: int) -> None:
    """`IsmctsBot` refuses a wrong value, and `levelled` an unknown name."""
    for level in range(1, HIGHEST + 1):
        bot = levelled(IsmctsBot(), level, game, seats)
        assert (bot.nodes is None) == (level == HIGHEST)
        assert bot.time == (1.0 if level == HIGHEST else None)


def test_an_option_that_is_given_stays() -> None:
    given = IsmctsBot(level=1, nodes=7, draw="belief", threads=2)
    bot = levelled(given, 1, "akropolis", 2)
    assert (bot.nodes, bot.threads, bot.choice) == (7, 2, "noisy")


def test_a_game_without_levels_is_refused_with_those_that_have_some() -> None:
    with pytest.raises(
        ValueError, match=r"^chess has no levels; they are for akropolis, metropolys, warszawa$"
    ):
        levels_of("chess", 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_level_plays_the_same_with_the_same_seed(game: str) -> None:
    view = opened(game, 3)
    chosen = [[IsmctsBot(level=1).sit(seed).choose(view).move for seed in range(20)] for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 1


@pytest.mark.parametrize("level", [1, 4, 8])
def test_a_level_below_the_highest_does_not_profit_from_pondering(level: int) -> None:
    view = opened("akropolis", 2)
    player = IsmctsBot(level=level).sit(1)
    assert isinstance(player, TreePlayer)
    assert not player.keeps
    alone = IsmctsBot(level=level).sit(1).choose(view)
    assert not player.ponders
    next(iter(player.think(view, INFINITE)))
    *_, result = player.think(view)
    assert (result.move, result.nodes) == (alone.move, alone.nodes)


def test_a_level_searches_in_slices_what_it_searches_at_once() -> None:
    view = opened("metropolys", 2)
    player = IsmctsBot(level=5).sit(3)
    assert isinstance(player, TreePlayer)
    *_, result = player.think(view)
    assert result.values == IsmctsBot(level=5).sit(3).choose(view).values


def test_the_highest_level_keeps_its_tree() -> None:
    for level, keeps in ((None, True), (1, False), (8, False), (9, True)):
        player = IsmctsBot(level=level).sit(0)
        assert isinstance(player, TreePlayer)
        assert player.keeps is keeps


def test_the_document_shows_the_settings_of_every_level() -> None:
    text = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
    for game, seats in (("metropolys", 2), ("akropolis", 2), ("warszawa", 3)):
        [table] = re.findall(
            rf"^\| {game}.*, {seats} players \|.*\n.*\n((?:\|.*\n)+)", text, re.MULTILINE | re.IGNORECASE
        )
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
        for number, (row, level) in enumerate(zip(rows, levels_of(game, seats), strict=True), 1):
            said = ":".join(
                f"{name}={'off' if value is False else value}" for name, value in level.settings.items()
            )
            assert row[:2] == [f"{number} `{NAMES[number - 1]}`", f"`{said}`"]
            assert abs(int(row[4].partition(",")[0]) - level.rating) <= 5
