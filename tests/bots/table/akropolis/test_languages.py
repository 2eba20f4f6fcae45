"""Akropolis in other languages: nothing stays English, and everything has the room that it needs."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from textwrap import wrap

import pytest
from rich.cells import cell_len

from tests.bots.table.application.desk import Desk
from tests.bots.table.playing import city_game, lines_of
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.pseudo import untranslated
from urbanist.bots.markup import Element
from urbanist.bots.table import PlayerView, draw_board, draw_picture, table_of
from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import city_of
from urbanist.bots.table.akropolis.model.hand import Hand, Site
from urbanist.bots.table.akropolis.picture.picture import _foot
from urbanist.bots.table.akropolis.terminal import board
from urbanist.bots.table.akropolis.terminal.city_board import Market
from urbanist.bots.table.akropolis.text import facts
from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.picture.lettering import width
from urbanist.bots.table.kit.player_view import best_first
from urbanist.bots.table.kit.score import Stock
from urbanist.bots.table.kit.terminal.block import Block
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.engine import GAMES, NotationError, State
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_kinds import AkropolisScoreKind, DistrictRow
from urbanist.engine.history import History

TABLE = table_of("akropolis")
#: Names of players, which stay as they are.
PLAYERS = ("human", "drawn", "drawn", "drawn")
DEAL = GAMES["akropolis"]
#: The width of the sheet of a picture, and how far the feet of two texts in one line differ at most.
SHEET, LINE = 158, 0.5
PLAYED = {
    "doubled": lambda plies: city_game(plies, options=KINDS, greed=0.8),
    "long": lambda plies: city_game(plies, seats=3, options=("long",)),
    "four": lambda plies: city_game(plies, seats=4, greed=0.5),
}


def said(history: History, size: tuple[int, int]) -> Iterator[str]:
    """Yield the texts of a table about a position."""
    pov = PlayerView.of(history, 0, PLAYERS[: history.state.seats])
    state = pov.state
    yield TABLE.describe(pov)
    yield TABLE.describe_unknown(pov)
    yield from (line.plain for line in draw_board(pov, *size))
    yield from (each.text or "" for each in draw_picture(pov).iter() if each.tag in ("text", "title"))
    for seat in range(state.seats):
        yield facts.seat_tip(pov, seat)
        yield from (facts.hex_tip(pov, seat, space) for space in city_of(state, seat))
        for row in state.score_rows(seat):
            yield f"{TABLE.fact(row)} {TABLE.fact(row).tip}"
    if not state.due:
        yield TABLE.list_moves(state)


def asked(history: History) -> Iterator[str]:
    """Yield the texts of a table to the seat that is to move."""
    state = history.state
    pov = PlayerView.of(history, state.to_move, ("human",) * state.seats)
    yield from (lesson.text for lesson in TABLE.lessons(pov))
    yield from refused(state)


def refused(state: State) -> Iterator[str]:
    """Yield the reasons why wrong texts and wrong places are no moves."""
    tile, site = int(state.array["market"][0]), Site(state)
    for text in (
        f"{tile}@9,9/0",
        *(f"{tile}@0,0/{k}" for k in range(6)),
    ):
        yield from error(partial(TABLE.read_move, text, state))
    for q, r in product(range(-4, 5), repeat=2):
        yield translated(Hand(site, tile, (q, r, 0), 0).illegal_reason)


def error(call: Callable[[], object]) -> Iterator[str]:
    try:
        call()
    except NotationError as error:
        yield translated(error.args[0])


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game", PLAYED)
def test_nothing_at_the_table_stays_english(game: str) -> None:
    for plies in (0, 24, 1000):
        history = PLAYED[game](plies)
        pov = PlayerView.of(history, None, PLAYERS[: history.state.seats])
        texts = [
            *said(history, (120, 40)),
            *(TABLE.narrate(pov, ply) for ply in range(len(history.events))),
        ]
        if not history.state.over and not history.state.due:
            texts += asked(history)
        left = {word for text in texts for word in untranslated(text)} - {*PLAYERS}
        assert left == set()


@pytest.mark.usefixtures("pseudo")
def test_nothing_on_the_board_stays_english() -> None:
    screens, explained = [], []

    async def script(desk: Desk) -> None:
        for keys in ([], ["n"], ["r", "right"], ["escape"], ["2"]):
            await desk.press(*keys)
            screens.append(desk.screen)
            explained.append(desk.board.here())
        columns, lines = desk.board.size
        explained.extend(
            desk.board.about(column, line) for column in range(0, columns, 2) for line in range(lines)
        )

    Desk(PLAYED["four"](24).until(20), PLAYERS, size=(120, 40)).play(script)
    left = {word for text in (*screens, *explained) for word in untranslated(text)}
    assert left - {*PLAYERS, "tab"} == set()


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_tables_fit_their_terminals(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    pov = PlayerView.of(PLAYED["four"](24), 0, PLAYERS)
    for size in ((76, 18), (100, 36)):
        lines = lines_of(draw_board(pov, *size), size[0])
        assert len(lines) <= size[1]
        assert max(map(cell_len, lines)) <= size[0]


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_columns_beside_a_city_stay_apart(language: str, speak: Callable[[str], None]) -> None:
    history = PLAYED["doubled"](24)
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
    for game in PLAYED.values():
        site = Site(game(24).state)
        for tile, (q, r) in product(site.market, product(range(-4, 5), repeat=2)):
            why = translated(Hand(site, tile, (q, r, 0), 0).illegal_reason)
            assert len(wrap(tr("Not here: {why}.", why=why), 74)) <= 2


def spans(history: History) -> list[tuple[float, float, float]]:
    """Return the left and right end and the foot of each text of a picture, except the levels of hexes."""
    return [
        *_spans(draw_picture(PlayerView.of(history, None, PLAYERS[: history.state.seats])), 0.0, 0.0, 1.0)
    ]


def _spans(part: Element, right: float, down: float, scale: float) -> Iterator[tuple[float, float, float]]:
    moved = re.match(r"translate\(([^ ]+) ([^)]+)\)(?:scale\(([^)]+)\))?", part.get("transform", ""))
    if moved:
        right, down = right + scale * float(moved[1]), down + scale * float(moved[2])
        scale *= float(moved[3] or 1)
    if part.tag == "text" and (anchor := part.get("text-anchor")):
        x, y, size = (float(part.get(name, "")) for name in ("x", "y", "font-size"))
        wide = width(part.text or "", size, bold="bold" in part.get("class", ""))
        left = x if anchor == "start" else x - wide
        yield right + scale * left, right + scale * (left + wide), down + scale * y
    for inner in part:
        yield from _spans(inner, right, down, scale)


def test_the_foot_of_a_card_has_room_for_long_numbers() -> None:
    """Five kinds with points of three digits, and stones of two."""
    rows = [DistrictRow(AkropolisScoreKind(kind), 14, 10, 140) for kind in KINDS]
    for stones, long in ((12, 50.0), (2, 200.0)):
        drawn = Element("g")
        drawn.extend(_foot(rows, Stock(stones, "", "", "stone"), (3.0, 5.0), long))
        chips = [*_spans(drawn, 0.0, 0.0, 1.0)]
        assert min(left for left, _, _ in chips) >= 3
        assert max(right for _, right, _ in chips) <= 3 + long + 1e-6
        assert apart(chips)


def apart(texts: Sequence[tuple[float, float, float]]) -> bool:
    """Return whether no two texts of a line touch."""
    return all(
        abs(here[2] - there[2]) >= LINE or here[1] <= there[0] or there[1] <= here[0]
        for here, there in combinations(texts, 2)
    )


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_texts_of_a_picture_stay_apart(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    for game in PLAYED.values():
        met = spans(game(24))
        assert max(right for _, right, _ in met) <= SHEET
        assert apart(met)
