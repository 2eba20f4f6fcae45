"""What is told about a city has the room that it needs in every language."""

from collections.abc import Callable
from itertools import combinations, product
from textwrap import wrap

import pytest

from tests.bots.table.playing import city_game
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.bots.table.test_languages import PLAYERS, apart, spans
from urbanist.bots.markup import Element
from urbanist.bots.table import PlayerView
from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.hand import Hand, Site
from urbanist.bots.table.akropolis.picture.picture import _foot
from urbanist.bots.table.akropolis.terminal import board
from urbanist.bots.table.akropolis.terminal.city_board import Market
from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.player_view import best_first
from urbanist.bots.table.kit.score import Stock
from urbanist.bots.table.kit.terminal.block import Block
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.engine import GAMES
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_kinds import AkropolisScoreKind, DistrictRow
from urbanist.engine.history import History

DEAL = GAMES["akropolis"]


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_columns_beside_a_city_stay_apart(language: str, speak: Callable[[str], None]) -> None:
    history = city_game(24, options=KINDS, greed=0.8)
    pov, state = PlayerView.of(history, 0, PLAYERS[:2]), history.state
    after = state.play(next(best_first(state)))

    # The columns of the narrowest window.
    columns = 32

    def beside() -> Block:
        return [*board.score(pov, 1, None, columns), *board.score(pov, state.to_move, after, columns)]

    english = beside()
    speak(language)
    lines = beside()
    assert [line.cell_len for line in lines] == [line.cell_len for line in english]
    assert [len(line.plain.split()) for line in lines[1:]] == [
        len(line.plain.split()) for line in english[1:]
    ]


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_first_line_and_the_market_have_room(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    for pair in combinations(KINDS, 2):
        state = DEAL.deal(seats=2, options=pair, seed=1)
        history = History.start(state)
        shown = board.AkropolisBoard()
        shown.show(PlayerView.of(history, 0, PLAYERS[:2]), free=False)
        assert shown.title().cell_len <= 78
    for seats, columns in product((2, 4), range(44, 200, 13)):
        site = Site(DEAL.deal(seats=seats, seed=1))
        canvas = Canvas.empty(columns, 20)
        Market(site, columns, 20).paint(canvas, None)
        assert len(canvas.text().plain.split("\n")[0].split()) == 2 * len(site.market)


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_reason_against_a_place_takes_two_lines_of_the_narrowest_window(
    language: str, speak: Callable[[str], None]
) -> None:
    speak(language)
    for seats in (2, 4):
        site = Site(city_game(24, seats=seats).state)
        for tile, (q, r) in product(site.market, product(range(-4, 5), repeat=2)):
            why = translated(Hand(site, tile, (q, r, 0), 0).illegal_reason)
            assert len(wrap(tr("Not here: {why}.", why=why), 74)) <= 2


def test_the_foot_of_a_card_has_room_for_long_numbers() -> None:
    """Five kinds with points of three digits, and stones of two."""
    rows = [DistrictRow(AkropolisScoreKind(kind), 14, 10, 140) for kind in KINDS]
    for stones, long in ((12, 50.0), (2, 200.0)):
        drawn = Element("g")
        drawn.extend(_foot(rows, Stock(stones, "", "", "stone"), (3.0, 5.0), long))
        chips = [*spans(drawn)]
        assert min(left for left, _, _ in chips) >= 3
        assert max(right for _, right, _ in chips) <= 3 + long + 1e-6
        assert apart(chips)
