"""The tables of all games in other languages: nothing stays English, and nothing is cut that is whole in English."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from textwrap import wrap
from typing import Any

import pytest
from rich.cells import cell_len

from tests.bots.table.application.desk import SIZES, Desk
from tests.bots.table.playing import city_game, played, rebuilt
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.pseudo import untranslated
from urbanist.bots.markup import Element
from urbanist.bots.table import PlayerView, board_of, draw_board, draw_picture, table_of
from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.picture.lettering import width
from urbanist.bots.table.kit.terminal.block import tips_of
from urbanist.bots.table.kit.terminal.board import BoardWidget
from urbanist.bots.table.warszawa.model.city import edition_of
from urbanist.engine import NotationError, State
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.history import History

#: Whole games.
GAMES: dict[str, Callable[[], History]] = {
    "metropolys family": lambda: played(1000, seats=2, variant="family"),
    "metropolys expert": lambda: played(1000),
    "akropolis": lambda: city_game(1000, options=KINDS, greed=0.8),
    "akropolis of four": lambda: city_game(1000, seats=4, greed=0.5),
    "akropolis long": lambda: city_game(1000, seats=3, options=("long",)),
    "warszawa": lambda: rebuilt(1000, 3, 3),
    "warszawa of four": lambda: rebuilt(1000, 4, 4),
}
#: After how many events a game is looked at: the first turns, what lies between them, and the end.
PLIES = (0, 14, 41, 75, 1000)
#: Players whose names have no Latin letters.
PLAYERS = ("Ира", "Оля", "Юра", "Яна", "Эля")
#: What is typed wrongly, in form and by the rules of any phase.
WRONG = {
    "metropolys": "13@N3 1@C1 1@N3 pass 13@W1 12@C9",
    "akropolis": "1@9,9/0 1@0,0/0 1@0,0/9 99@0,0/1 1@2,0/1",
    "warszawa": "?! send@99 send@8 clear@0,0 fso@9,9 mdm@0,1 use@fso build@0,1/c metro@1,0/0 metro@0,0/2 "
    "bridge@1,0/0/cr bridge@1,0/0/rrr norm@n02 send@4 clear@9,9 fso@0,0 zeran@1,0 kolo@-3,0 send@1:fc clear@1,1 "
    "pass done",
}
#: The words of a notation that are said as they are typed.
TYPED = {
    "metropolys": "pass",
    "akropolis": "",
    "warszawa": "norm send clear use build metro bridge pass done rrr xyz",
}
#: The width and the lines of the guide in a window of 80x24, and how far apart the feet of two lines of a picture are.
GUIDE, LINE = (78, 3), 0.5


def pov_of(history: History) -> PlayerView:
    return PlayerView.of(history, history.state.to_move, PLAYERS[: history.state.seats])


def english(history: History, texts: Iterable[str], known: Collection[str] = ()) -> set[str]:
    """Return the words with Latin letters that are not typed; ids of cards may be cut."""
    stay = {*untranslated(TYPED[history.game.name]), history.game.name, *known}
    if history.game.name == "warszawa":
        edition = edition_of(history.state)
        stay |= {*untranslated(" ".join([edition.name, *(card.id for card in edition.cards)]))}
    left = {word for text in texts for word in untranslated(text)}
    return {word for word in left if not any(each.startswith(word) for each in stay)}


def in_between(history: History) -> Iterator[History]:
    events = len(history.events)
    yield from (history.until(plies) for plies in sorted({min(plies, events) for plies in PLIES}))


def refusals(state: State) -> Iterator[str]:
    """Yield the reasons why wrong texts are no moves, and why things and places cannot be chosen."""
    table = table_of(state.game.name)
    for text in WRONG[state.game.name].split():
        try:
            table.read_move(text, state)
        except NotationError as error:
            yield translated(error.args[0]).replace("7@N3", "")
    parts = table.parts(state)
    things = [*dict.fromkeys(part.name for row in parts.values() for part in row)]
    for chosen in ("", *things[:4]):
        yield from table.barred(state, chosen, parts).values()


def said(history: History) -> Iterator[str]:
    """Yield every text of the table about a position."""
    pov, state, table = pov_of(history), history.state, table_of(history.game.name)
    yield from (table.describe(pov), table.describe_unknown(pov), table.how_to_move())
    for seat in range(state.seats):
        for row in state.score_rows(seat):
            fact = table.fact(row)
            yield from (str(fact), fact.tip, fact.common)
    yield from (line.plain for line in draw_board(pov, *SIZES[1]))
    drawing = draw_picture(pov)
    yield from (each.text or "" for each in drawing.iter() if each.tag != "style")
    if not state.over and not state.due:
        yield from (table.list_moves(state), table.asks(state), table.describe_turn(pov))
        yield from (table.explain(state, move) for move in state.legal()[::9])
        yield from (lesson.text for lesson in table.lessons(pov))
        yield from refusals(state)


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("name", GAMES)
def test_nothing_at_a_table_stays_english(name: str) -> None:
    history = GAMES[name]()
    pov, table = pov_of(history), table_of(history.game.name)
    texts = [table.narrate(pov, ply) for ply in range(len(history.events))]
    for part in in_between(history):
        texts += said(part)
    assert english(history, texts) == set()


def guides(board: BoardWidget, history: History) -> Iterator[str]:
    """Yield what a person reads who thinks of nothing, and of each of some moves."""
    board.show(pov_of(history), free=True)
    for move in (None, *history.state.legal()[::9]):
        if move is not None:
            board.propose(move)
            yield board.here()
        guide = board.guide()
        yield f"{guide.now}\n  {guide.effect}"


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("name", [name for name in GAMES if name != "akropolis long"])
def test_nothing_on_a_board_stays_english(name: str) -> None:
    history = GAMES[name]()
    texts: list[str] = []

    async def script(desk: Desk) -> None:
        board: Any = desk.board
        for part in [*in_between(history)][1::2]:
            if not part.state.due and not part.state.over:
                texts.extend(guides(board, part))  # the last move stays chosen
            else:
                board.show(pov_of(part), free=False)
            texts.append(board.title().plain)
            for columns in (32, 45, 86):
                block = [*board.side(columns, 34), *board.legend(columns)]
                texts.extend([*(line.plain for line in block), *tips_of(block)])
            columns, lines = board.size
            texts.extend(
                board.about(column, line) for column in range(0, columns, 3) for line in range(lines)
            )

    person = history.until(1).state.to_move
    players = ["human" if seat == person else "drawn" for seat in range(history.state.seats)]
    Desk(history.until(1), tuple(players), size=(120, 40)).play(script)
    assert english(history, texts, ("tab",)) == set()


@cache
def middles(game: str) -> list[History]:
    """Return positions of the games of a name in which somebody has to move."""
    whole = [made() for name, made in GAMES.items() if name.split()[0] == game]
    parts = [history.until(plies) for history in whole for plies in range(0, 150, 37)]
    return [part for part in parts if not part.state.due and not part.state.over]


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
@pytest.mark.parametrize("game", WRONG)
def test_a_board_has_room_in_its_terminal(game: str, language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    for history in middles(game):
        for columns, lines in ((76, 18), SIZES[-1]):
            block = draw_board(pov_of(history), columns, lines)
            assert len(block) <= lines
            # The first line names all options.
            assert max(cell_len(line.plain.rstrip()) for line in block[1:]) <= columns


def high(text: str) -> int:
    """Return the lines that a text takes in the guide."""
    return sum(len(wrap(line, GUIDE[0])) for line in text.split("\n"))


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
@pytest.mark.parametrize("game", ["metropolys", "warszawa"])
def test_a_guide_is_as_whole_as_in_english(game: str, language: str, speak: Callable[[str], None]) -> None:
    board = board_of(game)
    for history in middles(game):
        speak("en")
        whole = [*guides(board, history)]
        speak(language)
        for ours, theirs in zip(guides(board, history), whole, strict=True):
            assert high(theirs) > GUIDE[1] or high(ours) <= GUIDE[1], ours


def spans(
    part: Element, right: float = 0, down: float = 0, scale: float = 1
) -> Iterator[tuple[float, float, float]]:
    """Yield the left and right end and the foot of each text of a drawing that says where it is anchored."""
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
        yield from spans(inner, right, down, scale)


def apart(texts: Sequence[tuple[float, float, float]]) -> bool:
    """Return whether no two texts of a line touch."""
    return all(
        abs(here[2] - there[2]) >= LINE or here[1] <= there[0] or there[1] <= here[0]
        for here, there in combinations(texts, 2)
    )


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
@pytest.mark.parametrize("game", WRONG)
def test_the_texts_of_a_picture_stay_apart(game: str, language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    for history in middles(game)[::3]:
        drawing = draw_picture(pov_of(history))
        texts = [*spans(drawing)]
        left, _, wide, _ = map(float, drawing.attrib["viewBox"].split())
        assert max(right for _, right, _ in texts) <= left + wide
        assert apart(texts)
        assert not [each.text for each in drawing.iter("text") if (each.text or "").endswith("…")]
