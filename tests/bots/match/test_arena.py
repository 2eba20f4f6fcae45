"""The arena: what bots see, and what the record holds."""

import re
import time
from collections.abc import Callable
from itertools import count, cycle
from typing import Any, ClassVar

import pytest

from urbanist.bots.match.arena import Arena, play_game
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import BOTS, GreedyBot, RandomBot
from urbanist.bots.players.player import Player
from urbanist.bots.players.spec import bot_text
from urbanist.engine import GAMES
from urbanist.engine.history import History, View
from urbanist.engine.move_stats import NOTHING, move_stats
from urbanist.engine.record import Record, behind
from urbanist.search.limit import Limit
from urbanist.search.result import Result


class Spy(RandomBot, frozen=True):
    """A random bot that keeps the views that it gets."""

    shown: ClassVar[list[View]]

    def sit(self, seed: int) -> Player:
        """Return a player that keeps its views."""
        player, shown = super().sit(seed), self.shown

        class Watching(Player):
            def choose(self, view: View, limit: Limit | None = None) -> Result:
                """Return a legal move."""
                shown.append(view)
                return player.choose(view)

        return Watching()


class Cheat(RandomBot, frozen=True):
    """A bot that plays an illegal move."""

    def sit(self, seed: int) -> Player:
        """Return a player of the bot."""

        class Cheating(Player):
            def choose(self, view: View, limit: Limit | None = None) -> Result:
                """Return an illegal move."""
                return Result(
                    "99@C1",  # type: ignore[arg-type]  # no Move has such a text
                    (),
                    (),
                    (),
                    (),
                    0,
                    0.0,
                )

        return Cheating()


def start(seed: int = 1) -> History:
    """Return a new game for three players."""
    return History.start(GAMES["metropolys"].deal(seats=3, seed=seed))


def test_a_bot_sees_only_the_view_of_its_seat() -> None:
    Spy.shown = []
    record = play_game(start(), [RandomBot(), Spy(), GreedyBot()], [1, 2, 3]).record
    history = History.read(GAMES["metropolys"], record.deal, record.events)
    assert Spy.shown == [
        history.until(ply).seen_by(1) for ply, state in enumerate(history.states[:-1]) if state.to_move == 1
    ]
    assert "=?," in Spy.shown[0].deal


def test_the_record_verifies_and_names_the_seats() -> None:
    played = play_game(
        start(), [GreedyBot(seed=4), RandomBot(), parse_bot("ismcts:nodes=10:endings=off")], [1, 2, 3]
    )
    assert played.record.replay(GAMES).state.over
    assert played.record.seats == ("greedy:seed=4", "random", "ismcts:nodes=10:endings=off")
    meta = played.record.meta
    assert {key: value for key, value in meta.items() if key != "moves"} == {"seeds": [1, 2, 3], "game": "1"}
    assert list(meta["moves"]) == ["nodes", "score"]
    movers = [state.to_move for state in played.record.replay(GAMES).states[:-1]]
    for seat, stats in zip(movers, move_stats(played.record), strict=True):
        assert stats.seconds is None
        assert (stats.nodes == 10 and 0 <= (stats.score or 0) <= 1) if seat == 2 else stats == NOTHING
    assert sum(played.moves) == len(played.record.events)
    assert all(seconds > 0 for seconds in played.seconds)


@pytest.mark.parametrize(
    ("control", "noting", "noted"),
    [
        (clock_of(time=60.0, grace=0.5), None, "clock date moves"),
        (clock_of(time=60.0, grace=0.5), "values", "clock"),
        (clock_of(time=60.0, grace=0.5), "none", "clock"),
        (None, "times", "date moves"),
        (None, None, ""),
        (None, "none", ""),
    ],
)
def test_a_record_notes_times_where_a_clock_runs_or_if_it_is_asked_to(
    control: Limit | None, noting: Noting | None, noted: str
) -> None:
    controls = None if control is None else [control, clock_of(), clock_of(move=1.0, grace=0.0)]
    with Arena() as arena:
        bots = [GreedyBot()] * 3
        record = arena.play(Pairing.of(start(), bots, [1, 2, 3], controls, title="7", noting=noting)).record
    assert sorted(record.meta) == sorted(["seeds", "game", *noted.split()])
    assert record.meta["game"] == "7"
    if control is not None:
        assert record.meta["clock"] == [{"time": 60.0, "grace": 0.5}, None, {"move": 1.0}]
    if "date" in noted:
        assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", record.meta["date"])
        assert all(stats.seconds is not None for stats in move_stats(record))


def test_a_bot_that_tells_nonsense_disturbs_no_record() -> None:
    class Liar(RandomBot, frozen=True):
        """A bot whose results are not what they should be."""

        def sit(self, seed: int) -> Player:
            """Return a player of the bot."""
            player = super().sit(seed)

            class Lying(Player):
                def choose(self, view: View, limit: Limit | None = None) -> Result:
                    """Return a legal move."""
                    move = player.choose(view).move
                    shares: Any = next(lies)
                    return Result(move, (), shares, (), (), shares, 0.0)

            return Lying()

    lies = cycle([None, ("x", "y", "z"), (float("nan"),) * 3, (7, 8, 9), [], -1, object()])
    record = play_game(start(), [Liar(), GreedyBot(), GreedyBot()], [1, 2, 3]).record
    assert Record.from_json(record.to_json()).meta == {"seeds": [1, 2, 3], "game": "1"}


def test_the_same_seeds_give_the_same_record() -> None:
    one, again, other = (
        play_game(start(), [RandomBot()] * 3, seeds).record.events
        for seeds in ([1, 2, 3], [1, 2, 3], [1, 2, 4])
    )
    assert one == again != other


def test_an_illegal_move_is_a_forfeit_and_the_others_play_on() -> None:
    record = play_game(start(), [GreedyBot(), Cheat(), GreedyBot()], [1, 2, 3]).record
    (lost,) = record.meta["forfeits"]
    assert record.ended == "forfeit 1 illegal"
    assert lost["what"].startswith("'99@C1' is not a move of metropolys: ")
    assert lost["event"] == 1 + [state.to_move for state in record.replay(GAMES).states].index(1)
    assert record.ranks is not None
    assert sorted(record.ranks) in ([1, 1, 3], [1, 2, 3])
    assert record.ranks[1] == 3
    assert record.replay(GAMES).state.over


def test_a_forfeit_is_told_in_english_whatever_people_speak(speak: Callable[[str], None]) -> None:
    speak("pl")
    record = play_game(start(), [GreedyBot(), Cheat(), GreedyBot()], [1, 2, 3]).record
    (lost,) = record.meta["forfeits"]
    assert lost["what"].startswith("'99@C1' is not a move of metropolys: ")


def test_of_bots_that_all_forfeit_the_first_is_last() -> None:
    record = play_game(start(), [Cheat()] * 3, [1, 2, 3]).record
    forfeits = record.meta["forfeits"]
    assert record.ranks is not None
    assert [record.ranks[lost["seat"]] for lost in forfeits] == [3, 2, 1]
    assert [lost["event"] for lost in forfeits] == sorted({lost["event"] for lost in forfeits})
    assert record.ended == f"forfeit {forfeits[0]['seat']} illegal"
    assert record.replay(GAMES).state.over


@pytest.mark.parametrize(
    ("ranks", "lost", "places"),
    [
        ((1, 2, 3), {}, (1, 2, 3)),
        ((1, 2, 2), {0: 5}, (3, 1, 1)),
        ((1, 2, 3), {0: 5, 1: 9}, (3, 2, 1)),
        ((1, 2, 3), {0: 9, 1: 5}, (2, 3, 1)),
        ((2, 1, 3), {0: 1, 1: 1}, (2, 2, 1)),
        ((1, 1, 1, 1), {3: 1, 1: 1, 2: 7}, (1, 3, 2, 3)),
        ((2, 1), {1: 4, 0: 8}, (1, 2)),
    ],
)
def test_who_lost_is_behind_all_others_and_the_first_is_last(
    ranks: tuple[int, ...], lost: dict[int, int], places: tuple[int, ...]
) -> None:
    assert behind(ranks, lost) == places


def test_a_bot_that_exceeds_its_clock_forfeits() -> None:
    class Slow(RandomBot, frozen=True):
        """A bot that makes its first move at once and then waits longer than its clock, as it stands, allows."""

        def sit(self, seed: int) -> Player:
            """Return a player of the bot."""
            player = super().sit(seed)
            moves = count()

            class Waiting(Player):
                def choose(self, view: View, limit: Limit | None = None) -> Result:
                    """Return a legal move."""
                    if next(moves):
                        assert limit is not None
                        assert limit.clock is not None
                        time.sleep(limit.clock + 0.1)
                    return player.choose(view)

            return Waiting()

    short, long = clock_of(time=2.0, increment=0.0, grace=0.01), clock_of(time=60.0)
    with Arena() as arena:
        played = arena.play(
            Pairing.of(start(), [Slow(), GreedyBot(), GreedyBot()], [1, 2, 3], [short, long, long])
        )
    assert played.record.ended == "forfeit 0 time"
    assert played.moves[0] == 1


@pytest.mark.parametrize(
    "text",
    [
        *BOTS,
        "ismcts:nodes=2000",
        "mcts:time=0.2:playout=uniform",
        "pimc:memory=8.5:seed=7:utility=points:worlds=3",
    ],
)
def test_a_bots_text_is_read_back(text: str) -> None:
    assert bot_text(parse_bot(text)) == text
    assert parse_bot(bot_text(parse_bot(text))) == parse_bot(text)


def test_a_text_leaves_out_defaults_and_has_one_order() -> None:
    text = bot_text(parse_bot("ismcts:seed=0:explore=0.5:nodes=50:playout=informed"))
    assert text == "ismcts:nodes=50:explore=0.5"
