"""The plain table, for games without their own."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from tests.bots.table.playing import PLAYERS, city_game, played
from tests.engine.python_games import Tricks
from urbanist.bots.table import PLAIN, PlayerView, Table, table_of
from urbanist.bots.table.akropolis.model.city import stones_of
from urbanist.bots.table.kit.language import LANGUAGES, Catalog
from urbanist.bots.table.kit.move_part import THING, MovePart
from urbanist.engine import GAMES, NotationError, PythonGame, State
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.history import History
from urbanist.engine.metropolys import score_kinds as points
from urbanist.engine.metropolys.pieces import AREAS
from urbanist.engine.warszawa import edition
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.moves import VERBS
from urbanist.engine.warszawa.score_kinds import WarszawaScoreKind


def test_a_game_without_its_own_table_has_the_plain_one():
    assert table_of("chess") is PLAIN


@pytest.mark.parametrize("game", GAMES)
def test_the_parts_of_a_move_are_told_apart_by_their_words(game: str) -> None:
    rng, state = Random(3), GAMES[game].deal(seats=3, seed=3)
    while state.ply < 70 and not state.over:
        if not state.due:
            moves = table_of(game).parts(state)
            assert len({tuple((part.kind, part.text) for part in parts) for parts in moves.values()}) == len(
                moves
            )
            chosen = rng.choice([*moves.values()])[0]
            left = {part.name for parts in moves.values() if chosen in parts for part in parts}
            left |= {part.name for parts in moves.values() for part in parts if part.kind == THING}
            assert not left & {part.name for part in table_of(game).barred(state, chosen.name, moves)}
        state = state.play(state.chance() or rng.choice(state.legal()))


def test_what_may_not_be_pointed_at_says_why() -> None:
    def barred(game: str, state: State) -> dict[MovePart, str]:
        return table_of(game).barred(state, "", table_of(game).parts(state))

    bid = GAMES["metropolys"].deal(seats=2, seed=3).play("7@N3")
    told = {part.name: why for part, why in barred("metropolys", bid).items()}
    low = dict.fromkeys(
        (f"value-{value}" for value in range(1, 8)), "the last bid is 7@N3; the next must be more than 7"
    )
    assert {name: why for name, why in told.items() if name.startswith("value")} == low
    assert "E10 is not adjacent to the last bid at N3" in told["E10"]
    first = GAMES["akropolis"].deal(seats=2, seed=3)
    market = market_of(first.array)
    told = {part.name: why for part, why in barred("akropolis", first).items()}
    stones = stones_of(first, first.to_move)
    assert [*told] == [f"tile-{tile}" for tile in market[stones + 1 :]] != []
    assert all("stones and the seat has" in why for why in told.values())


def test_the_plain_table_reads_moves_in_notation_and_names_what_is_wrong():
    state = played(0).state
    assert str(PLAIN.read_move(" 7@N3 ", state)) == "7@N3"
    for wrong, said in (("7 n3", "'7 n3' is not a move of"), ("pass", "pass is not legal: nobody has bid")):
        with pytest.raises(NotationError, match=said):
            PLAIN.read_move(wrong, state)


def test_the_plain_table_shows_the_others_cards_only_when_revealed():
    history = played(30)
    cards = history.deal.rpartition("=")[2].split(",")
    shown = PLAIN.describe(PlayerView.of(history, 1, PLAYERS))
    assert [card in shown for card in cards] == [False, True, False, False]
    assert PLAIN.describe_turn(PlayerView.of(history, 1, PLAYERS)) == shown
    revealed = PLAIN.describe(PlayerView.of(history, 1, PLAYERS, revealed=True))
    assert all(card in revealed for card in cards)


def words_of(game: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    texts: Catalog = import_module(f"urbanist.bots.table.{game}.language").tr
    return texts.words


@pytest.mark.parametrize(
    ("game", "section", "names"),
    [
        ("metropolys", "tip", {*points.MetropolysScoreKind} - {points.MetropolysScoreKind.AREA_CARD}),
        *(("metropolys", section, {*AREAS} - {"border"}) for section in ("expert", "groups", "completes")),
        ("metropolys", "family", {"bridges", "statues", "lakes", "border"}),
        *(("akropolis", section, {*KINDS}) for section in ("counts", "doubled")),
        ("akropolis", "one", {*KINDS, "quarry"}),
        ("akropolis", "idle", {*KINDS} - {"gardens"}),
        ("warszawa", "tip", {*WarszawaScoreKind}),
        *(("warszawa", section, {*VERBS, "unseen"}) for section in ("name", "does")),
        ("warszawa", "counts", {*edition.TYPES}),
        ("warszawa", "advantage", {*edition.FUNCTIONS}),
        ("warszawa", "used", {*edition.ONE_OFF}),
    ],
)
def test_each_thing_of_the_engine_has_its_text(game: str, section: str, names: set[str]) -> None:
    assert set(words_of(game)[section]) == names


def test_the_plain_table_describes_moves_with_their_seat():
    history = played(1)
    pov = PlayerView.of(history, None, PLAYERS)
    assert PLAIN.narrate(pov, 0) == f"{pov.name(history.states[0].to_move)}: {history.events[0]}"


def test_the_plain_table_describes_draws():
    history = city_game(12)
    ply = next(ply for ply, state in enumerate(history.states) if state.due)
    assert PLAIN.narrate(PlayerView.of(history, None, PLAYERS[:2]), ply) == f"drawn: {history.events[ply]}"


@pytest.mark.parametrize("game", ["metropolys", "akropolis", "warszawa"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_is_named_in_words(game: str, language: str, speak: Callable[[str], None]) -> None:
    """Neither the notation nor an id of a card stands in a sentence."""
    speak(language)
    table, history = table_of(game), History.start(GAMES[game].deal(seats=3, seed=3))
    ids = {card.id for card in EDITIONS.at(0).cards}
    rng = Random(1)
    named = set()
    while not history.state.over:
        state = history.state
        for move in state.legal()[:: max(len(state.moves()) // 20, 1)]:
            said = table.move_name(state, move)
            assert "@" not in said
            assert not ids.intersection(re.findall(r"[a-z][a-z0-9]+", said)), said
            named.add(said)
        history = history.play(rng.choice(state.legal()))
    assert len(named) > 20


def test_the_guide_names_the_fields_that_a_table_must_have_and_folders_that_are_there() -> None:
    root = Path(__file__).parents[3]
    guide = (root / "docs/table.md").read_text(encoding="utf-8")
    needed = [
        field.name for field in fields(Table) if field.default is MISSING and field.default_factory is MISSING
    ]
    [named] = re.findall(r"must be given: (.*?)\.", guide, re.DOTALL)
    assert re.findall(r"`(\w+)`", named) == needed
    files = re.findall(r"^\| (`.*?`) \|", guide.partition("## The table of a new game")[2], re.MULTILINE)
    names = [name for line in files for name in re.findall(r"`([^`]+)`", line)]
    assert len(names) <= 12
    for game in ("metropolys", "akropolis", "warszawa"):
        assert not [name for name in names if not (root / "bots/table" / game / name).exists()]


def test_the_plain_table_says_that_it_draws_what_a_game_without_masks_hides():
    class Unmasked(Tricks):
        name = "unmasked"
        mask = PythonGame.mask

    said = "What you cannot see is drawn: it may be another one."
    history = History.start(Unmasked().deal(seats=2, seed=1))
    assert said in PLAIN.describe(PlayerView.of(history, 0, ("human", "random")))
    assert said not in PLAIN.describe(PlayerView.of(history, 0, ("human", "random"), revealed=True))
    assert said not in PLAIN.describe(PlayerView.of(played(30), 1, PLAYERS))
