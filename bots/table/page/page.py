"""The page of a game: a position at a time, the graph, the moves, and what they cost, in one file."""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import facts, html_page, resource, section, wide
from urbanist.bots.table import title_of, word_of
from urbanist.bots.table.kit.language import chosen, marked, number_text, tr
from urbanist.bots.table.kit.picture.brush import style_sheet
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.page.frames import PLACES, Frames, frames_of
from urbanist.bots.table.page.graph import draw_graph, graph_style
from urbanist.bots.table.page.parts import accuracy_table, branch_list, costly_moves, move_table, seat_style
from urbanist.bots.table.page.story import Story
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.review_text import ending_text, least
from urbanist.engine.record import PLAYED_OUT

GRAPH = marked("What each seat could expect of the win after each event, by the view of the seat that moved.")
MOVES = marked("A click on an event shows its position.")
COSTLY = marked(
    "What these moves lost, and how the game could have gone on: each seat plays what a search of its view finds."
)
ACCURACY = marked("Accuracy is the share of the moves that were best or lost less than an inaccuracy does.")
POSTERIORS = marked(
    "How likely the hidden cards were for a bystander who saw the moves until this position, and the true card."
)
KEYS = marked(
    "← and → step, Home and End go to the ends, Shift with ← or → goes to the last or next costly move."
)
NOTE = marked(
    "Marks: {least} of the win. A move is judged by what its seat could know: its win share is compared with that of "
    "the move that a search prefers, after searches of the same size."
)
#: What the branches are.
BRANCHES = marked("Lines that somebody has tried, each from the position after an event of the game.")
#: What is shown of the deal.
OF_DEAL = (marked("variant"), marked("options"))
#: The buttons: their ids, what their signs show in a square of 24 units, and what they do.
BUTTONS = (
    ("first", "M5 5h3v14H5zM19 5v14L9 12z", marked("First position")),
    ("back", "M17 5v14L6 12z", marked("One event back")),
    ("play", "M4 5l8 7-8 7zM12 5l8 7-8 7z", marked("Play the game")),
    ("on", "M7 5l11 7L7 19z", marked("One event on")),
    ("last", "M16 5h3v14h-3zM5 5l10 7-10 7z", marked("Last position")),
    (
        "zoom",
        "M4 10V4h6v2H7.4l4 4L10 11.4l-4-4V10zM20 14v6h-6v-2h2.6l-4-4 1.4-1.4 4 4V14z",
        marked("Enlarge the board"),
    ),
)


class PageParts(NamedTuple):
    """The parts of a page: its title, what stands before the main part, the main part, and what stands after it."""

    title: str
    head: tuple[Element, ...]
    main: tuple[Element, ...]
    foot: tuple[Element, ...]


def page(story: Story, advance: Callable[[], None] = lambda: None) -> str:
    """Return the page as text; `advance` is called after each of the drawings."""
    title, head, main, foot = parts_of(story, advance)
    inside = *head, element("main", *main), *foot
    return html_page(title, *inside, style=style(), script=script(), language=chosen())


def parts_of(story: Story, advance: Callable[[], None] = lambda: None) -> PageParts:
    """Return the parts of the page; `advance` is called after each of the drawings."""
    frames = frames_of(story, advance)
    places = dict(zip(PLACES, frames.first, strict=True))
    symbols = element("svg", element("defs", *frames.symbols.values()), class_="symbols", aria_hidden="true")
    data = element("script", _data(story, frames), type="application/json", id="frames")
    return PageParts(
        f"{_title(story)}: {_outcome(story)}",
        (symbols, _header(story)),
        (_stage(story, places), *_sections(story, places)),
        (element("footer", element("p", tr(NOTE, least=least()))), data),
    )


def style() -> str:
    """Return the style of the page, beside that of all pages."""
    return style_sheet() + seat_style() + graph_style() + resource(__package__, "page.css")


def script() -> str:
    """Return the script of the page."""
    return resource(__package__, "page.js")


def _title(story: Story) -> str:
    return title_of(story.history.game.name)


def _outcome(story: Story) -> str:
    ended = Notebook.of(story.record).ended(story.record)
    return verdict.headline(story.pov) if ended == PLAYED_OUT else ending_text(ended)


def _header(story: Story) -> Element:
    """Return the title, who won, and the facts of the game."""
    record, options = story.record, story.options
    said = dict(token.partition("=")[::2] for token in record.deal.split(" "))
    game = story.history.game.name
    shown = [(tr(key), word_of(game, said[key])) for key in OF_DEAL if said.get(key, "none") != "none"]
    if options.nodes is None:
        effort = tr("{seconds} seconds", seconds=number_text(options.time or 0, "g"))
    else:
        effort = tr.counted("{n:,} visit", "{n:,} visits", options.nodes)
    rows = (
        *shown,
        (tr("events"), str(story.events)),
        (tr("ended"), ending_text(Notebook.of(record).ended(record))),
        (tr("a search"), effort),
        (tr("seed"), str(options.seed)),
    )
    title = element("h1", _title(story)), element("p", _outcome(story), class_="outcome")
    return element("header", element("div", *title), facts(*rows))


def _stage(story: Story, places: dict[str, Element]) -> Element:
    """Return the part of the page that shows one position, with the graph and the moves beside it."""
    board = element("div", places["board"], id="board", tabindex=0, role="region", aria_label=tr("The board"))
    slider = element(
        "input",
        type="range",
        id="slider",
        min=0,
        max=story.events,
        value=story.events,
        aria_label=tr("Position"),
    )
    caption = element("div", places["caption"], id="caption", aria_live="polite")
    watched = element("div", board, _controls(slider), caption, class_="watched")
    moves = element(
        "div", move_table(story), id="moves", tabindex=0, role="region", aria_label=upper(tr("moves"))
    )
    graph = section(
        tr("Win shares"),
        tr(GRAPH),
        element("div", draw_graph(story), class_="plot"),
        _place(places, "shares"),
    )
    listed = section(upper(tr("moves")), tr(MOVES), moves)
    return element("div", watched, element("div", graph, listed, class_="aside"), class_="stage")


def _place(places: dict[str, Element], name: str) -> Element:
    return element("div", places[name], id=name)


def _controls(slider: Element) -> Element:
    buttons = (
        element("button", _sign(path), type="button", id=name, aria_label=tr(label), title=tr(label))
        for name, path, label in BUTTONS
    )
    group = element("div", *buttons, role="group", aria_label=tr("Steps"), class_="buttons")
    return element("div", group, slider, element("p", tr(KEYS), class_="keys"), class_="controls")


def _sign(path: str) -> Element:
    return element("svg", element("path", d=path), viewBox="0 0 24 24", aria_hidden="true")


def _sections(story: Story, places: dict[str, Element]) -> Iterator[Element]:
    if any(story.posteriors):
        yield section(tr("Hidden cards"), tr(POSTERIORS), _place(places, "posteriors"))
    if costly := costly_moves(story):
        yield section(tr("The costliest moves"), tr(COSTLY), element("div", *costly, class_="costliest"))
    if story.notes.branches:
        yield section(tr("Branches"), tr(BRANCHES), branch_list(story))
    accuracy = upper(tr("accuracy"))
    yield section(accuracy, tr(ACCURACY), wide(accuracy, accuracy_table(story)))


def _data(story: Story, frames: Frames) -> str:
    """Return the frames for the script as JSON without any <."""
    costly = [
        decision.event
        for decision in story.decisions
        if decision.grade in ("inaccuracy", "mistake", "blunder")
    ]
    data = {
        "places": [place for place in PLACES if place != "posteriors" or any(story.posteriors)],
        "nodes": frames.pool.nodes(),
        "frames": frames.frames,
        "tracks": frames.tracks,
        "costly": costly,
        "events": story.events,
        "labels": {"play": tr("Play the game"), "pause": tr("Pause")},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
