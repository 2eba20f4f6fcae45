"""The home: the games, each with its picture and what teaches it, and the tables of who looks."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from urbanist.bots.markup import Element, element
from urbanist.bots.players.level import HIGHEST
from urbanist.bots.server.page_frame import LEAGUE, PageFrame
from urbanist.bots.server.view import GameInfo
from urbanist.bots.table import draw_closeup, option_of, table_of, title_of, word_of
from urbanist.bots.table.kit.guided_game import GuidedGame
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.picture.image import svg
from urbanist.bots.table.kit.player import LEVELS
from urbanist.bots.table.kit.player_view import PlayerView, best_first
from urbanist.bots.table.kit.wording import upper
from urbanist.engine import GAMES
from urbanist.engine.history import History

#: The level of bots in a first game, and the moves of the games in the pictures.
FIRST, SHOWN = 2, 24


class Progress(NamedTuple):
    """The names of the lessons of a game that a person has done, and how many puzzles of how many are solved."""

    lessons: Collection[str]
    solved: int
    puzzles: int


#: What was chosen last in the form of a game: the values of each field.
LastForm = Mapping[str, Sequence[str]]


def home(
    frame: PageFrame,
    games: Sequence[GameInfo],
    tables: Sequence[tuple[str, str]],
    played: Sequence[tuple[str, str]],
    last: Mapping[str, LastForm],
    progress: Mapping[str, Progress],
    league: str | None,
) -> str:
    """Return the home; `tables` and games that were `played` are those of who looks: address, and what is told of it.

    `last` has for a game what was chosen last, and `progress` what who looks has done of it. `league` is the game of a
    league that is shown, too.
    """
    parts = [
        element("h1", tr("Build a city")),
        *_listed(frame, tr("My tables"), tables),
        element(
            "div",
            *(_game(frame, game, last.get(game.name, {}), progress[game.name]) for game in games),
            class_="games",
        ),
        *_listed(frame, tr("My games"), played, {"/mistakes/1": tr("My mistakes")}),
    ]
    if league is not None:
        parts += _listed(frame, tr("League"), [(f"{LEAGUE}/", title_of(league))])
    return frame.page("urbanist", *parts)


def _listed(
    frame: PageFrame, title: str, links: Sequence[tuple[str, str]], more: Mapping[str, str] | None = None
) -> Iterator[Element]:
    """Yield a part with links, if there are any; `more` links to what lies below the address of each."""
    rows = [
        element(
            "li",
            element("a", told, href=f"{frame.base}{path}"),
            *(
                part
                for below, said in (more or {}).items()
                for part in (" · ", element("a", said, href=f"{frame.base}{path}{below}"))
            ),
        )
        for path, told in links
    ]
    if rows:
        yield element("section", element("h2", title), element("ul", *rows), class_="mine")


def _game(frame: PageFrame, game: GameInfo, last: LastForm, progress: Progress) -> Element:
    sat = last.get("seat", ())
    seats = [
        element(
            "label",
            tr("seat {seat}", seat=seat),
            " ",
            _select("seat", _players(seat, game), f"{game.name}-seat-{seat}", sat[seat : seat + 1]),
        )
        for seat in range(max(game.players))
    ]
    choices = [
        *_named_select(
            tr("variant"),
            "variant",
            [(name, word_of(game.name, name)) for name in game.variants],
            last.get("variant", ()),
        ),
        *(
            _box("option", option, option_of(game.name, option), checked=option in last.get("option", ()))
            for option in game.options
        ),
        element("fieldset", element("legend", tr("Seats")), *seats),
        element(
            "label",
            tr("Time of each person"),
            " ",
            element(
                "input", name="clock", placeholder="10m+5s", size=8, value="".join(last.get("clock", ()))
            ),
        ),
        _box("help", "yes", tr("Hints, and taking moves back"), checked=not last or "help" in last),
        _box("watch", "yes", tr("Spectators may look"), checked=not last or "watch" in last),
        element("button", tr("Open the table"), type="submit"),
    ]
    return element(
        "article",
        element(
            "img",
            src=f"{frame.base}/picture/{game.name}",
            alt="",
            width=500,
            height=363,
            loading="lazy",
        ),
        element("h2", game.title),
        element("p", table_of(game.name).about()),
        frame.form(
            "/",
            element("input", type="hidden", name="game", value=game.name),
            element("button", tr("Play against a bot"), type="submit", class_="main"),
        ),
        element("div", *_learning(frame, game.name, progress), class_="beside"),
        *_lessons(frame, game.name, progress.lessons),
        element(
            "details",
            element("summary", tr("With friends, and other settings")),
            frame.form("/", element("input", type="hidden", name="game", value=game.name), *choices),
        ),
    )


def _learning(frame: PageFrame, game: str, progress: Progress) -> Iterator[Element]:
    """Yield the first game, and the puzzles."""
    if (first := table_of(game).guided_game("")) is not None:
        yield _guided(frame, game, first, progress.lessons)
    if progress.puzzles:
        said = tr("Puzzles: {solved} of {number} solved", solved=progress.solved, number=progress.puzzles)
        yield element("a", said, href=f"{frame.base}/puzzles/{game}", class_="button")


def _lessons(frame: PageFrame, game: str, done: Collection[str]) -> Iterator[Element]:
    """Yield the lessons after the first game, if there are any."""
    if lessons := table_of(game).guided_games()[1:]:
        number = sum(lesson.name in done for lesson in lessons)
        said = tr("Lessons: {done} of {number} done", done=number, number=len(lessons))
        listed = (_guided(frame, game, lesson, done) for lesson in lessons)
        yield element("details", element("summary", said), element("div", *listed, class_="beside"))


def _guided(frame: PageFrame, game: str, lesson: GuidedGame, done: Collection[str]) -> Element:
    """Return the button of a guided game, with a tick if it is done."""
    fields = {"game": game, "lesson": lesson.name}.items()
    inside = (element("input", type="hidden", name=name, value=value) for name, value in fields)
    said = f"{upper(lesson.said)}{' ✓' * (lesson.name in done)}"
    return frame.form("/", *inside, element("button", said, type="submit"))


def _players(seat: int, game: GameInfo) -> list[tuple[str, str]]:
    """Return who can sit on a seat in the home: first who does if nothing is chosen."""
    levels = [(f"level={number}", tr(LEVELS[number])) for number in range(HIGHEST + 1)]
    people = [("human", tr("a person")), *levels, *((name, name) for name in game.bots)]
    if seat == 0:
        return people
    usual = levels[FIRST]
    rest = [usual, *(each for each in people if each != usual)]
    return rest if seat < min(game.players) else [("", tr("nobody")), *rest]


def _select(
    name: str, options: Sequence[tuple[str, str]], label: str, chosen: Collection[str] = ()
) -> Element:
    """Return a list to choose from; what was chosen last is chosen again."""
    choices = (
        element("option", text, value=value, **({"selected": "selected"} if value in chosen else {}))
        for value, text in options
    )
    return element("select", *choices, name=name, id=label)


def _named_select(
    said: str, name: str, options: Sequence[tuple[str, str]], chosen: Collection[str]
) -> list[Element]:
    if len(options) < 2:
        return []
    return [element("label", upper(said), " ", _select(name, options, f"{name}-{options[0][0]}", chosen))]


def _box(name: str, value: str, said: str, *, checked: bool = False) -> Element:
    marks = {"checked": "checked"} if checked else {}
    return element(
        "label",
        element("input", type="checkbox", name=name, value=value, **marks),
        " ",
        upper(said),
        class_="box",
    )


def sample_picture(game: str) -> str:
    """Return the picture of a game in the home: some moves of a game."""
    history = History.start(GAMES[game].deal(seats=min(GAMES[game].notation.seat_counts), seed=FIRST))
    while history.state.ply < SHOWN and not history.state.over:
        history = history.play(next(best_first(history.state)))
    pov = PlayerView.of(history, None, [""] * history.state.seats)
    return svg(draw_closeup(pov))
