"""The tables and deals of each format."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from tests.bots.contest.plans import SIX, TWO, planned
from urbanist.bots.contest import format as registry
from urbanist.bots.contest.format import (
    Format,
    FormatSettings,
    GamePlace,
    Plan,
    of_two,
    register,
    whole_form,
)
from urbanist.bots.contest.formats.sequential import SprtSection
from urbanist.bots.contest.plan import planned as plan_of
from urbanist.bots.contest.plan_schema import BotEntry, PlanError
from urbanist.bots.contest.results import GameResult
from urbanist.bots.match.pairing import Pairing


def won_by_the_first(pairing: Pairing) -> GameResult:
    """Return the result of a game in which a bot with a lower number comes in ahead."""
    ranks = tuple(1 + sum(other < bot for other in pairing.entrants) for bot in pairing.entrants)
    points = tuple(50 - bot for bot in pairing.entrants)
    none = (0,) * len(ranks)
    return GameResult(
        pairing.id,
        pairing.deal,
        pairing.entrants,
        points,
        ranks,
        (),
        none,
        tuple(map(float, none)),
        pairing.id,
    )


def all_rounds(form: Format) -> list[list[Pairing]]:
    """Return all rounds of a tournament in which a bot with a lower number always comes in ahead."""
    rounds: list[list[Pairing]] = []
    games: list[GameResult] = []
    while pairings := list(form.round(len(rounds) + 1, games)):
        rounds.append(pairings)
        games += map(won_by_the_first, pairings)
    return rounds


def plan(bots: int, seats: int, **more: object) -> Plan:
    """Return the plan of a tournament; `seats` is the number of seats of a table."""
    entries = [BotEntry(play=f"random:seed={seed}") for seed in range(bots)]
    return plan_of(Path("cup.toml"), whole_form()("metropolys", entries, players=seats, **more))  # type: ignore[arg-type]


def tables(pairings: Sequence[Pairing]) -> list[tuple[int, ...]]:
    """Return the tables of a round, each once."""
    return list(dict.fromkeys(tuple(sorted(pairing.entrants)) for pairing in pairings))


def test_a_round_robin_seats_every_combination_of_bots_in_every_seat_on_every_deal() -> None:
    (games,) = all_rounds(plan(5, 3, deals=4).format())
    assert Counter(tuple(sorted(game.entrants)) for game in games) == dict.fromkeys(
        combinations(range(5), 3), 4 * 3
    )
    seated = Counter((game.deal, bot, seat) for game in games for seat, bot in enumerate(game.entrants))
    assert len(seated) == 4 * 5 * 3
    assert set(seated.values()) == {6}


def test_all_seatings_are_all_orders() -> None:
    (games,) = all_rounds(plan(3, 3, deals=2, seatings="all").format())
    assert len({game.entrants for game in games}) == 6
    assert len(games) == 12


def test_all_tables_play_the_same_deals() -> None:
    (games,) = all_rounds(plan(4, 2, deals=3).format())
    starts = {(game.deal, game.rules.start(game.deal).deal) for game in games}
    assert len(starts) == 3


def test_each_table_of_a_gauntlet_has_the_challenger() -> None:
    (games,) = all_rounds(plan(5, 3, deals=2, format="gauntlet", challenger="random:seed=3").format())
    assert tables(games) == [table for table in combinations(range(5), 3) if 3 in table]


def test_a_swiss_pairs_similar_results_and_avoids_repeated_pairs() -> None:
    rounds = all_rounds(plan(8, 2, deals=1, format="swiss", rounds=3).format())
    met = [table for games in rounds for table in tables(games)]
    assert len(rounds) == 3
    assert len(set(met)) == len(met) == 12
    assert tables(rounds[0]) == [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert set(tables(rounds[1])) == {(0, 2), (4, 6), (1, 3), (5, 7)}


def test_in_a_swiss_every_bot_sits_out_in_turn() -> None:
    rounds = all_rounds(plan(7, 3, deals=1, format="swiss", rounds=7).format())
    out = [set(range(7)) - {bot for game in games for bot in game.entrants} for games in rounds]
    assert [len(tables) for tables in out] == [1] * 7
    assert set().union(*out) == set(range(7))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sequential_test_ends_when_it_is_decided_and_gives_both_bots_the_same_seats(seats: int) -> None:
    form = plan(2, seats, format="sprt", sprt=SprtSection(elo0=0.0, elo1=50.0, batch=3), deals=500).format()
    rounds = all_rounds(form)
    seated = Counter((bot, seat) for game in rounds[0] for seat, bot in enumerate(game.entrants))
    assert len(set(seated.values())) == 1
    assert {game.deal for game in rounds[0]} == {0, 1, 2}
    games = [won_by_the_first(game) for games in rounds for game in games]
    assert "is 50 Elo better than random:seed=1 (H1)" in form.conclusion(games).line
    assert "not decided" in form.conclusion(games[: len(games) // 2]).line
    assert len(games) < form.games()


@given(
    bots=st.integers(2, 9),
    seats=st.integers(2, 4),
    kind=st.sampled_from(["round robin", "gauntlet", "swiss"]),
)
@settings(max_examples=40)
def test_ids_are_unique_and_the_number_of_games_is_right(bots: int, seats: int, kind: str) -> None:
    if bots < seats:
        return
    more = {"rounds": 7} if kind == "swiss" else {}
    form = plan(bots, seats, deals=2, format=kind, **more).format()
    games = [game for games in all_rounds(form) for game in games]
    assert len({game.id for game in games}) == len(games) == form.games()
    assert all(str(GamePlace.of(game.id)) == game.id for game in games)
    assert all(len(set(game.entrants)) == seats for game in games)


class Few(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A section of a format of these tests."""

    games: int = 2
    last: bool = False


class Shortened(FormatSettings, frozen=True, omit_defaults=True):
    """The settings of a format of these tests."""

    short: Few = Few()
    most: int = 9


class Short(Format):
    """The first games of the first two bots, as many as its section says."""

    name = "short"
    settings = Shortened

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        if number == 1:
            yield from islice(of_two(self._plan, 1, 0), self.games())

    def games(self) -> int:
        return int(min(self._own.short.games, self._own.most))


def test_a_format_brings_the_keys_of_its_own_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_REGISTERED", dict(registry._REGISTERED))
    register(Short)
    plain = planned(tmp_path, f"format = 'short'\n{TWO}")
    short = planned(tmp_path, f"format = 'short'\nmost = 9\nshort = {{ games = 1 }}\n{TWO}")
    most = planned(tmp_path, f"format = 'short'\nmost = 1\n{TWO}")
    assert [len(games) for made in (plain, short, most) for games in all_rounds(made.format())] == [2, 1, 1]
    assert not {"short", "most"} & plain.settings().keys()
    # What is as it would be without it makes no other tournament.
    assert short.settings() == plain.settings() | {"short": {"games": 1}}
    assert most.settings() == plain.settings() | {"most": 1}
    for text, complaint in [
        ("format = 'short'\nshort = { game = 1 }", "short: unknown key 'game'; did you mean 'games'?"),
        ("short = {}", "[short]: a round robin has no such section; format = 'short' has one"),
        ("most = 3", "most: a round robin has no most; format = 'short' has one"),
        ("rounds = 5", "rounds: a round robin has no rounds; format = 'swiss' has one"),
        ("format = 'short'\nmost = 'x'", "most: expected a whole number, got a text"),
        ("format = 'shot'", "swiss, sprt, short, not 'shot'"),
    ]:
        with pytest.raises(PlanError) as refused:
            planned(tmp_path, f"{text}\n{TWO}")
        assert complaint in str(refused.value)


def test_without_a_registered_format_its_section_is_an_unknown_key(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="unknown key 'short'"):
        planned(tmp_path, f"short = {{}}\n{TWO}")


@pytest.mark.parametrize(("fresh", "most"), [(3, 3), (6, 6), (7, 6), (1, 3)])
def test_a_bot_plays_only_so_many_games_on_a_deal_before_it_is_dealt_anew(
    fresh: int, most: int, tmp_path: Path
) -> None:
    """Also then each bot has each seat of a deal equally often."""
    bots = "".join(f'[[bot]]\nplay = "random:seed={seed}"\n' for seed in range(1, 7))
    for form in ("round robin", "gauntlet"):
        text = f'format = "{form}"\nplayers = 3\ndeals = 2\nfresh_after = {fresh}\n{bots}'
        pairings = list(planned(tmp_path, text).format().round(1, ()))
        played = Counter((pairing.deal, bot) for pairing in pairings for bot in pairing.entrants)
        assert max(played.values()) == most
        seats = Counter(
            (pairing.deal, bot, seat) for pairing in pairings for seat, bot in enumerate(pairing.entrants)
        )
        assert all(
            seats[deal, bot, seat] == games / 3 for (deal, bot), games in played.items() for seat in range(3)
        )
        assert {pairing.rules.start(pairing.deal).deal for pairing in pairings[:3]} == {
            pairings[0].rules.start(pairings[0].deal).deal
        }


def test_deals_that_are_not_dealt_anew_are_those_of_all_tables(tmp_path: Path) -> None:
    pairings = planned(tmp_path, f"players = 2\ndeals = 3\n{SIX}").format().round(1, ())
    assert {pairing.deal for pairing in pairings} == {0, 1, 2}
