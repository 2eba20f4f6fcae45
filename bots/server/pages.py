"""The pages for people: the home and the table, written anew for each request; without a script all of it works too."""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from urllib.parse import urlencode

from urbanist.bots.markup import Element, element, written
from urbanist.bots.markup.page_frame import resource
from urbanist.bots.players.level import HIGHEST
from urbanist.bots.server.api import HintAnswer
from urbanist.bots.server.table import AGAIN, UNDO, ServedTable
from urbanist.bots.server.view import GameInfo, pov_of
from urbanist.bots.table import NoPicture, draw_closeup, draw_picture, title_of, word_of
from urbanist.bots.table.kit.language import LANGUAGES, chosen, tr
from urbanist.bots.table.kit.move_part import ASKED, PLACE, THING, WAY
from urbanist.bots.table.kit.picture.brush import style_sheet
from urbanist.bots.table.kit.picture.image import svg
from urbanist.bots.table.kit.picture.viewport import catalogue
from urbanist.bots.table.kit.player import LEVELS
from urbanist.bots.table.kit.player_view import PlayerView, best_first, is_human
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.page.parts import named, seat_style
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.choice import PartialChoice
from urbanist.bots.table.session.people_clock import face
from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.history import History

#: Nothing is loaded from elsewhere, and nothing runs but our own script.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
#: Events that are told beside the board.
TOLD = 12
#: What a choice is called in an address.
CHOSEN = "c"
#: The level of bots in a first game, and the moves of the games in the pictures of the home.
FIRST, SHOWN = 2, 24
BADGES = catalogue()


class PageWriter:
    """Writes pages for one request: under a base path, in the language that is spoken."""

    def __init__(self, base: str) -> None:
        self.base = base

    def page(self, title: str, *main: Element, table: ServedTable | None = None, seats: int = 0) -> str:
        """Return a page; one of a table has the address of its news, and the symbols of its seats."""
        version = f"?{_version()}"
        head = element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("meta", name="color-scheme", content="light dark"),
            element("meta", name="referrer", content="same-origin"),
            element("title", title),
            element("link", rel="icon", href=f"{self.base}/static/icon.svg{version}"),
            element("link", rel="stylesheet", href=f"{self.base}/static/page.css{version}"),
            element("script", "", src=f"{self.base}/static/page.js{version}", defer="defer"),
        )
        symbols = element(
            "svg",
            element("defs", *(BADGES(f"seat-{seat}") for seat in range(seats))),
            class_="symbols",
            aria_hidden="true",
        )
        data: dict[str, object] = {}
        if table is not None:
            ply = table.session.history.state.ply
            data = {
                "data_news": f"{self.base}/t/{table.name}/news",
                "data_ply": ply,
                "data_version": table.version,
            }
        data |= {"data_lost": tr("The connection is lost; it is tried again."), "data_copied": tr("copied")}
        body = element(
            "body",
            element("a", tr("To the table"), href="#main", class_="skip"),
            *([symbols] if seats else []),
            element(
                "header", element("a", "urbanist", href=f"{self.base}/", class_="home"), self._languages()
            ),
            element("main", *main, id="main", tabindex=-1),
            **data,
        )
        return written(element("html", head, body, lang=chosen()))

    def _languages(self) -> Element:
        links = (
            element(
                "a",
                name,
                href=f"{self.base}/language/{code}",
                lang=code,
                **({"aria_current": "true"} if code == chosen() else {}),
            )
            for code, name in LANGUAGES.items()
        )
        return element("nav", *links, aria_label=tr("Language"))

    # The home.

    def home(self, games: Sequence[GameInfo], mine: Sequence[tuple[str, str]]) -> str:
        """Return the home; `mine` are the tables of who looks, by name, each with what is told of it."""
        tables = (element("li", element("a", told, href=f"{self.base}/t/{name}")) for name, told in mine)
        parts = [
            element("h1", tr("Build a city")),
            element("div", *map(self._game, games), class_="games"),
            *(
                [element("section", element("h2", tr("My tables")), element("ul", *tables), class_="mine")]
                if mine
                else []
            ),
        ]
        return self.page("urbanist", *parts)

    def _game(self, game: GameInfo) -> Element:
        seats = [
            element(
                "label",
                tr("seat {seat}", seat=seat),
                " ",
                _select("seat", _players(seat, min(game.players)), f"{game.name}-seat-{seat}"),
            )
            for seat in range(max(game.players))
        ]
        choices = [
            *_named_select(
                tr("variant"), "variant", [(name, word_of(game.name, name)) for name in game.variants]
            ),
            *(_box("option", option, word_of(game.name, option)) for option in game.options),
            element("fieldset", element("legend", tr("Seats")), *seats),
            element(
                "label",
                tr("Time of each person"),
                " ",
                element("input", name="clock", placeholder="10m+5s", size=8),
            ),
            _box("help", "yes", tr("Hints, and taking moves back"), checked=True),
            _box("watch", "yes", tr("Spectators may look"), checked=True),
            element("button", tr("Open the table"), type="submit"),
        ]
        return element(
            "article",
            element(
                "img",
                src=f"{self.base}/static/{game.name}.svg",
                alt="",
                width=500,
                height=363,
                loading="lazy",
            ),
            element("h2", game.title),
            self.form(
                "/",
                element("input", type="hidden", name="game", value=game.name),
                element("button", tr("Play against a bot"), type="submit", class_="main"),
            ),
            element(
                "details",
                element("summary", tr("With friends, and other settings")),
                self.form("/", element("input", type="hidden", name="game", value=game.name), *choices),
            ),
        )

    def form(self, path: str, *inside: Element, **more: object) -> Element:
        """Return a form that is sent to a path."""
        return element("form", *inside, method="post", action=f"{self.base}{path}", **more)

    # A table.

    def table(
        self, table: ServedTable, seat: int | None, names: Sequence[str], hint: HintAnswer | None, wrong: str
    ) -> str:
        """Return a table as a seat sees it, with what it has chosen, a hint, and what was wrong."""
        return TablePage(self, table, seat, names).page(hint, wrong)

    def error(self, reason: str) -> str:
        """Return a page that says in a line what is wrong."""
        return self.page(
            "urbanist",
            element("p", upper(reason) + ".", role="alert", class_="wrong"),
            element("p", element("a", tr("To the games"), href=f"{self.base}/")),
        )


class TablePage:
    """The page of a table, made from what a seat may see."""

    def __init__(
        self, writer: PageWriter, table: ServedTable, seat: int | None, names: Sequence[str]
    ) -> None:
        self.writer, self.table, self.seat = writer, table, seat
        self.session, self.pov = table.session, pov_of(table, seat)
        self.said = self.session.table
        state = self.pov.state
        moves = self.said.parts(state) if table.is_turn_of(seat) else {}
        self.choice = PartialChoice.of(moves, names)
        self.address = f"{writer.base}/t/{table.name}"

    def page(self, hint: HintAnswer | None, wrong: str) -> str:
        """Return the page."""
        game = title_of(self.pov.state.game.name)
        turn = tr("Your turn")
        title = f"● {turn} – {game}" if self.choice.moves else game
        parts = [
            element("h1", game, " ", element("small", self._moment())),
            element("p", wrong, role="alert", id="wrong", class_="wrong"),
            element(
                "div",
                element("div", self._board(), id="board", class_="board"),
                element(
                    "div",
                    self._now(),
                    self._choosing(),
                    *([self._hint(hint)] if hint else []),
                    self._seats(),
                    self._hand(),
                    class_="aside",
                ),
                class_="stage",
            ),
            self._story(),
            self._whole(),
            self._links(),
        ]
        return self.writer.page(title, *parts, table=self.table, seats=self.pov.state.seats)

    def _moment(self) -> str:
        return "" if self.session.ended else self.pov.moment()

    def _now(self) -> Element:
        """Return what is said aloud: the last event, and whose turn it is or who has won."""
        if self.session.ended:
            said = [verdict.ending(self.pov, self.said.tie_break, self.session.notes)]
        else:
            events = len(self.pov.view.events)
            last = [upper(self.said.narrate(self.pov, events - 1)) + "."] if events else []
            said = [*last, tr("Your turn") + "." if self.choice.moves else self.pov.turn()]
        lines = (element("p", line) for line in said)
        return element("div", *lines, id="now", role="status", aria_live="polite", class_="now")

    def _board(self) -> Element:
        """Return the board with what may be pointed at; after the move that is chosen, if one is."""
        move, pov = self.choice.proposed, self.pov
        if move is not None:
            states = (*pov.states, pov.state.play(move))
            pov = PlayerView(pov.view.after(move), states, pov.players)
        parts = {part.name: part for kind in (THING, PLACE) for part in self.choice.options(kind)}
        try:
            drawing = draw_closeup(pov, [*parts])
        except NoPicture:
            return element("pre", self.said.describe(pov))
        drawn = Element("svg", {**drawing.attrib, "role": "group", "aria-label": tr("The board")})
        del drawn.attrib["width"], drawn.attrib["height"], drawn.attrib["xmlns"]
        drawn.extend(part for part in drawing if part.tag not in ("title", "style"))
        for parent in [drawn, *drawn.iter("g")]:
            for place, shape in enumerate(parent):
                if shape.get("class") == "target":
                    parent[place] = self._target(shape, parts[shape.attrib["data-name"]].kind)
        return drawn

    def _target(self, shape: Element, kind: str) -> Element:
        name = shape.attrib.pop("data-name")
        look = "target chosen" if name == self.choice.chosen.get(kind) else f"target {kind}"
        tip = self._text(kind, name)
        return element(
            "a",
            element("title", tip),
            shape,
            href=self._pointing(kind, name),
            class_=look,
            aria_label=tip,
            data_part=name,
        )

    def _text(self, kind: str, name: str) -> str:
        return next(part.text for part in self.choice.options(kind) if part.name == name)

    def _pointing(self, kind: str, name: str) -> str:
        """Return the address at which a part is chosen too; a chosen place leads to the next way to use it."""
        way = self.choice.next_way
        if way is not None and self.choice.chosen.get(kind) == name:
            kind, name = WAY, way.name
        return self._choosing_at(self.choice.with_part(kind, name))

    def _choosing_at(self, choice: PartialChoice) -> str:
        return f"{self.address}?{urlencode([(CHOSEN, name) for name in choice.chosen.values()])}"

    def _choosing(self) -> Element:
        """Return what can be chosen, as links in words, and the form that plays what is chosen."""
        if not self.choice.moves:
            return element("section", *self._waiting(), id="choice", class_="choice")
        move = self.choice.proposed
        parts = [self._group(kind) for kind in (THING, PLACE, WAY)]
        return element(
            "section",
            *([] if move is None else [self._proposal(move)]),
            *filter(None, parts),
            self._actions(),
            id="choice",
            class_="choice",
            aria_label=tr("Your move"),
        )

    def _group(self, kind: str) -> Element | None:
        """Return the parts of a kind as links; places, which are on the board too, are folded up."""
        options, move = self.choice.options(kind), self.choice.proposed
        if not options or (kind == WAY and move is None):
            return None
        held = () if move is None else self.choice.moves[move]
        links = []
        for part in options:
            current = part in held or self.choice.chosen.get(kind) == part.name
            marks = {"class_": "part chosen", "aria_current": "true"} if current else {"class_": "part"}
            href = self._choosing_at(self.choice.with_part(kind, part.name))
            links.append(element("li", element("a", part.text, href=href, data_part=part.name, **marks)))
        listed = element("ul", *links, class_=f"parts {kind}")
        if kind == PLACE:
            return element("details", element("summary", tr(ASKED[kind])), listed, id="places")
        return element("div", element("h2", tr(ASKED[kind])), listed)

    def _proposal(self, move: Move) -> Element:
        state, way = self.pov.state, self.choice.next_way
        effect = self.said.explain(state, move)
        turn = []
        if way is not None:
            href = self._choosing_at(self.choice.with_part(WAY, way.name))
            turn = [element("a", tr("Turn it"), href=href, class_="button", data_key="r")]
        return element(
            "div",
            element("p", element("b", upper(self.said.move_name(state, move)) + ".")),
            *([element("p", upper(effect) + ".")] if effect else []),
            self.form(
                "move",
                element("input", type="hidden", name="move", value=str(move)),
                element("button", tr("Play"), type="submit", class_="main", id="play"),
                *turn,
                element("a", tr("Put back"), href=self.address, class_="button", data_key="Escape"),
            ),
            class_="proposal",
        )

    def form(self, action: str, *inside: Element, **more: object) -> Element:
        """Return a form that does something at the table."""
        hidden = {"action": action, "ply": self.pov.state.ply, "token": self.table.token_of(self.seat)}
        fields = (element("input", type="hidden", name=name, value=value) for name, value in hidden.items())
        return self.writer.form(f"/t/{self.table.name}", *fields, *inside, **more)

    def _button(self, action: str, text: str, **more: object) -> Element:
        return self.form(action, element("button", text, type="submit", **more), class_="inline")

    def _actions(self) -> Element:
        """Return what can be done beside a move."""
        buttons = []
        if not self.session.notes.rated:
            buttons.append(self._button("hint", tr("Hint"), data_key="h"))
        return element("div", *buttons, *self._beside(), class_="beside")

    def _beside(self) -> Iterator[Element]:
        if self.seat is None:
            return
        wishes = self.table.state.wishes
        if self.session.ended:
            yield self._button(AGAIN, tr("Play again"), class_="main")
            if AGAIN in wishes:
                yield element("p", tr("waiting for the others to agree: {wish}", wish=tr("Play again")))
            return
        if not self.session.notes.rated and self.session.last_decision is not None:
            asked = UNDO in wishes and self.seat not in wishes[UNDO]
            yield self._button(
                UNDO, tr("Agree to take the last move back") if asked else tr("Take back"), data_key="u"
            )
            if UNDO in wishes and not asked:
                yield element("p", tr("waiting for the others to agree: {wish}", wish=tr("Take back")))
        resigning = self._button("resign", tr("Yes, resign"))
        yield element("details", element("summary", tr("Resign")), resigning, class_="inline")

    def _waiting(self) -> Iterator[Element]:
        away = self.session.person
        if self.seat is not None and away not in (None, self.seat) and not self.table.is_here(away or 0):
            yield element("p", tr("{who} is away.", who=upper(self.pov.name(away or 0))))
            yield self._button("relieve", tr("Let a bot play for them"))
        yield element("div", *self._beside(), class_="beside")

    def _hint(self, hint: HintAnswer) -> Element:
        """Return the moves of a hint; each leads to its choice."""
        state = self.pov.state
        rows = []
        for idea in hint.ideas:
            move = state.game.notation.move(idea.move)
            names = [(CHOSEN, part.name) for part in self.choice.moves.get(move, ())]
            share = tr("{share:.0%} of the win", share=idea.win_share)
            link = element(
                "a", upper(self.said.move_name(state, move)), href=f"{self.address}?{urlencode(names)}"
            )
            rows.append(element("li", link, f": {share}; {idea.reason}" if idea.reason else f": {share}"))
        return element("section", element("h2", tr("Hint")), element("ol", *rows), id="hint", class_="hint")

    def _seats(self) -> Element:
        """Return the seats: who, whether they are here, points with their rows, and what is left of their time."""
        return element("section", *map(self._seat, range(self.pov.state.seats)), id="seats", class_="seats")

    def _seat(self, seat: int) -> Element:
        pov, clock = self.pov, self.session.notes.clock
        moving = not self.session.ended and pov.is_moving(seat)
        left = clock.left(seat)
        signs = [
            *([element("span", tr("you"), class_="sign")] if seat == self.seat else []),
            *([element("span", tr("to move"), class_="sign moving")] if moving else []),
            *([] if self.table.is_here(seat) else [element("span", tr("away"), class_="sign")]),
            *([element("span", tr("a bot plays on"), class_="sign")] if self._sat_in(seat) else []),
            *([element("span", face(left), class_="clock")] if left is not None else []),
        ]
        facts = [self.said.fact(row) for row in pov.state.score_rows(seat)]
        rows = (
            element(
                "tr",
                element("th", fact.label, scope="row"),
                element("td", fact.value),
                element("td", str(fact.points)),
            )
            for fact in facts
        )
        summary = element(
            "summary", named(pov, seat), *signs, element("b", str(pov.state.scores()[seat]), class_="points")
        )
        look = f"seat of-{seat} is-moving" if moving else f"seat of-{seat}"
        return element(
            "details", summary, element("table", element("tbody", *rows)), class_=look, id=f"seat-card-{seat}"
        )

    def _sat_in(self, seat: int) -> bool:
        return is_human(self.pov.players[seat]) and self.table.bot_at(seat) is not None

    def _hand(self) -> Element:
        """Return the news for the seat to move in words: what is open, and the hand of who looks."""
        lines = (element("li", line) for line in self.said.describe_turn(self.pov).splitlines())
        return element(
            "section", element("h2", tr("On the table")), element("ul", *lines), id="hand", class_="hand"
        )

    def _story(self) -> Element:
        """Return the last events in words, the newest first."""
        count = len(self.pov.view.events)
        shown = range(count - 1, max(-1, count - 1 - TOLD), -1)
        said = (element("li", upper(self.said.narrate(self.pov, event)) + ".") for event in shown)
        return element(
            "section",
            element("h2", tr("The last moves")),
            element("ol", *said, reversed="reversed", start=count),
            id="story",
        )

    def _whole(self) -> Element:
        """Return the picture of the whole table, and the position in words."""
        source = f"{self.address}/picture.svg?{len(self.pov.view.events)}"
        return element(
            "details",
            element("summary", tr("The whole table")),
            element("img", src=source, alt="", loading="lazy", width=1600, height=1100),
            element("pre", self.said.describe(self.pov), tabindex=0),
            id="whole",
        )

    def _links(self) -> Element:
        """Return the links to seats that nobody has taken yet, for who opened the table, and that for spectators."""
        first = next((seat for seat, kept in enumerate(self.table.setup.seats) if kept.key), None)
        rows = []
        for seat, kept in enumerate(self.table.setup.seats):
            if kept.key and seat != self.seat and self.seat == first and not self.table.was_here(seat):
                link = f"{self.address}?key={kept.key}"
                rows.append(
                    element(
                        "li",
                        named(self.pov, seat),
                        " ",
                        element("a", tr("link to this seat"), href=link, data_copy=link),
                    )
                )
        if self.table.setup.watch:
            rows.append(
                element(
                    "li", element("a", tr("link for spectators"), href=self.address, data_copy=self.address)
                )
            )
        return element(
            "section", element("h2", tr("Invite")), element("ul", *rows), id="links", class_="links"
        )


def _players(seat: int, fewest: int) -> list[tuple[str, str]]:
    """Return who can sit on a seat in the home: first who does if nothing is chosen."""
    levels = [(f"level={number}", tr(LEVELS[number])) for number in range(HIGHEST + 1)]
    people = [("human", tr("a person")), *levels]
    if seat == 0:
        return people
    usual = levels[FIRST]
    rest = [usual, *(each for each in people if each != usual)]
    return rest if seat < fewest else [("", tr("nobody")), *rest]


def _select(name: str, options: Sequence[tuple[str, str]], label: str) -> Element:
    return element(
        "select", *(element("option", text, value=value) for value, text in options), name=name, id=label
    )


def _named_select(said: str, name: str, options: Sequence[tuple[str, str]]) -> list[Element]:
    if len(options) < 2:
        return []
    return [element("label", upper(said), " ", _select(name, options, f"{name}-{options[0][0]}"))]


def _box(name: str, value: str, said: str, *, checked: bool = False) -> Element:
    marks = {"checked": "checked"} if checked else {}
    return element(
        "label",
        element("input", type="checkbox", name=name, value=value, **marks),
        " ",
        upper(said),
        class_="box",
    )


def picture_of(pov: PlayerView) -> str:
    """Return the picture of a whole table; raise `NoPicture` if the game has none."""
    return svg(draw_picture(pov))


@cache
def sample_picture(game: str) -> str:
    """Return the picture of a game in the home: some moves of a game."""
    history = History.start(GAMES[game].deal(seats=min(GAMES[game].notation.seat_counts), seed=FIRST))
    while history.state.ply < SHOWN and not history.state.over:
        history = history.play(next(best_first(history.state)))
    pov = PlayerView.of(history, None, [""] * history.state.seats)
    return svg(draw_closeup(pov))


@cache
def style() -> str:
    """Return the style of all pages."""
    own = resource(__package__, "page.css")
    return resource("urbanist.bots.markup", "page_frame.css") + style_sheet() + seat_style() + own


@cache
def script() -> str:
    """Return the script of all pages."""
    return resource(__package__, "page.js")


@cache
def _version() -> str:
    return sha256((style() + script()).encode()).hexdigest()[:8]
