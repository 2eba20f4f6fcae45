"""The page of a table: the board, what can be chosen, the seats with what they have, and the last moves.

It is made from what a seat may see. All that is chosen stands in the address, so each step is a link.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any
from urllib.parse import urlencode
from xml.etree.ElementTree import fromstring

from urbanist.bots.markup import Element, element
from urbanist.bots.server.api import HintAnswer
from urbanist.bots.server.page_frame import PageFrame
from urbanist.bots.server.qr_code import qr_code
from urbanist.bots.server.review import GameReview
from urbanist.bots.server.table import AGAIN, UNDO, ServedTable
from urbanist.bots.server.view import pov_of
from urbanist.bots.table import (
    NoPicture,
    draw_closeup,
    draw_holdings,
    draw_open,
    draw_part,
    draw_picture,
    title_of,
)
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.move_part import ASKED, PLACE, THING, WAY, MovePart
from urbanist.bots.table.kit.picture.image import svg
from urbanist.bots.table.kit.picture.viewport import catalogue
from urbanist.bots.table.kit.player_view import HUMAN, PlayerView, is_human
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.page.parts import badge, named
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.choice import PartialChoice
from urbanist.bots.table.session.people_clock import face
from urbanist.engine.event import Move

#: Events that are told beside the board.
TOLD = 10
#: The signs of the steps through a game.
SIGNS = {
    "first": "M6 5h2v14H6zM20 5v14L9 12z",
    "back": "M17 5v14L6 12z",
    "on": "M7 5v14l11-7z",
    "last": "M4 5v14l11-7zM16 5h2v14h-2z",
}
#: The parts of a drawing that its page has for all of them, or says otherwise.
LEFT_OUT = {"title", "style", "defs"}
BADGES = catalogue()
#: The parts of a move that ends the turn without doing anything.
PASSING = {"pass", "done"}
#: What a choice is called in an address, and an event to look back at.
CHOSEN, BACK = "c", "at"


class TablePage:
    """The page of a table for one viewer, now, or as it was after `at` events."""

    def __init__(
        self,
        frame: PageFrame,
        table: ServedTable,
        seat: int | None,
        names: Sequence[str],
        at: int | None = None,
    ) -> None:
        self.frame, self.table, self.seat = frame, table, seat
        self.session, self.pov = table.session, pov_of(table, seat)
        self.said = self.session.table
        self.events = len(self.pov.view.events)
        #: How many events the board shows, and whether it looks back.
        self.shown = self.events if at is None else min(max(at, 0), self.events)
        self.back = self.shown < self.events
        self.board_pov = self.pov.until(self.shown) if self.back else self.pov
        choosing = table.is_turn_of(seat) and not self.back
        self.choice = PartialChoice.of(self.said.parts(self.pov.state) if choosing else {}, names)
        self.address = f"{frame.base}/t/{table.name}"
        self._symbols = {f"seat-{seat}": BADGES(f"seat-{seat}") for seat in range(self.pov.state.seats)}

    def page(self, hint: HintAnswer | None, wrong: str, review: GameReview | None = None) -> str:
        """Return the page; one of a game that is over has the graph of its review, if that is written."""
        game = title_of(self.pov.state.game.name)
        turn = self.table.is_turn_of(self.seat)
        yours = tr("Your turn")
        title = f"● {yours} – {game}" if turn else game
        moment = "" if self.session.ended else self.board_pov.moment()
        parts = [
            element("h1", game, " ", element("small", moment)),
            element("p", wrong, role="alert", id="wrong", class_="wrong"),
            element(
                "div",
                self._now(),
                element(
                    "div",
                    element("div", self._board, id="board", class_="board"),
                    self._steps(),
                    *self._things(),
                    element("div", *self._open, id="open", class_="open"),
                    class_="play",
                ),
                element(
                    "div",
                    self._choosing(),
                    *([self._hint(hint)] if hint else []),
                    *([self._chart(review)] if self.session.ended and not self.back else []),
                    self._seats(),
                    class_="aside",
                ),
                self._story(),
                class_="stage",
            ),
            self._whole(),
            self._links(),
        ]
        drawn = element(
            "svg",
            element("defs", *self._symbols.values()),
            id="symbols",
            class_="symbols",
            aria_hidden="true",
        )
        data: dict[str, Any] = {
            "data_news": f"{self.address}/news",
            "data_ply": self.pov.state.ply,
            "data_version": self.table.version,
            "data_events": self.events,
            "data_turn": "yes" if turn else "no",
        }
        return self.frame.page(title, drawn, *parts, turn=turn, **data)

    # What is going on.

    def _now(self) -> Element:
        """Return what is said aloud: the last event, and whose turn it is, what can be done, or who has won."""
        lines: list[Element | str] = []
        look = "now"
        if self.shown:
            lines.append(upper(self.said.narrate(self.board_pov, self.shown - 1)) + ".")
        if self.back:
            link = element("a", tr("Back to the game"), href=self.address)
            lines.append(element("p", tr("This was after event {event}.", event=self.shown), " ", link))
        elif self.session.ended:
            lines.append(verdict.ending(self.pov, self.said.tie_break, self.session.notes))
        elif self.choice.moves:
            look = f"now mine of-{self.seat}"
            yours, asked = tr("Your turn"), self._asked()
            lines.append(f"{yours}. {asked}")
        else:
            lines.append(self.pov.turn())
        said = (line if isinstance(line, Element) else element("p", line) for line in lines)
        return element("div", *said, id="now", role="status", aria_live="polite", class_=look)

    def _asked(self) -> str:
        """Return what is to be chosen now."""
        if self.choice.proposed is not None:
            return ""
        if THING in self.choice.chosen:
            return tr("Choose a place: the marked ones are legal.")
        return (
            tr("Choose what to put there.") if PLACE in self.choice.chosen else self.said.asks(self.pov.state)
        )

    # The board, and what lies beside it.

    @cached_property
    def _board(self) -> Element:
        """The board with what may be pointed at; after the move that is chosen, if one is."""
        move, pov = self.choice.proposed, self.board_pov
        if move is not None:
            states = (*pov.states, pov.state.play(move))
            pov = PlayerView(pov.view.after(move), states, pov.players)
        try:
            return self._pointed(
                draw_closeup(pov, [*self._targets], self._spots, self._held), tr("The board")
            )
        except NoPicture:
            return element("pre", self.said.describe(pov))

    @cached_property
    def _open(self) -> list[Element]:
        """What lies open beside the board, if the game draws it apart."""
        drawing = draw_open(self.board_pov, [*self._targets])
        return [] if drawing is None else [self._pointed(drawing, tr("On the table"))]

    @cached_property
    def _targets(self) -> dict[str, MovePart]:
        return {part.name: part for kind in (THING, PLACE) for part in self.choice.options(kind)}

    @cached_property
    def _held(self) -> tuple[str, ...]:
        """The thing that is chosen, and how it is held."""
        thing, way = self.choice.chosen.get(THING), self.choice.way
        return () if thing is None else (thing, *([] if way is None else [way.name]))

    @cached_property
    def _spots(self) -> dict[str, str]:
        """The places that stand out: those that count in a row of a score, and those of the last moves of others."""
        pov = self.board_pov
        seats = [*range(pov.state.seats)]
        if self.said.own_boards:
            seats = [pov.state.to_move if self.seat is None else self.seat]
        spots = {place: "" for seat in seats for place in self._counted(seat)}
        for ply in self._last_moves():
            if (mover := pov.states[ply].to_move) in seats:
                places = self.said.places(pov.states[ply], Move(pov.view.move(ply)))
                spots |= dict.fromkeys(places, f"fresh of-{mover}")
        return spots

    def _last_moves(self) -> Iterator[int]:
        """Yield where the moves since the viewer's last one are; only the last one if the board looks back."""
        pov = self.board_pov
        moves = [ply for ply in range(self.shown) if isinstance(pov.view.events[ply], Move)]
        first = moves[-1:] if self.back else moves[-pov.state.seats :]
        for ply in reversed(first):
            if pov.states[ply].to_move == self.seat and not self.back:
                return
            yield ply

    def _counted(self, seat: int) -> Iterator[str]:
        """Yield the places that count for a seat."""
        breakdown = self.said.score_breakdown(self.board_pov, seat)
        return chain.from_iterable(part.places for parts in breakdown.values() for part in parts)

    @cached_property
    def _laid(self) -> set[str]:
        """The things that are laid on a place, so that they can be dragged there."""
        whole = (parts for parts in self.choice.moves.values() if any(part.kind == PLACE for part in parts))
        return {part.name for parts in whole for part in parts if part.kind == THING}

    def _pointed(self, drawing: Element, label: str) -> Element:
        """Return a drawing whose targets are links."""
        dragged = {shape.get("data-name") for shape in drawing.iter() if shape.get("class") == "target"}
        look = "dragged" if dragged & self._laid else ""
        drawn = self._bare(drawing, look, role="group", aria_label=label)
        for parent in [drawn, *drawn.iter("g")]:
            for place, shape in enumerate(parent):
                if shape.get("class") == "target":
                    parent[place] = self._target(shape)
        return drawn

    def _bare(self, drawing: Element, look: str = "", **attributes: str) -> Element:
        """Return a drawing without what the page has for all: style, symbols, paper."""
        self._symbols |= {symbol.attrib["id"]: symbol for symbol in drawing.iterfind("defs/*")}
        drawn = element("svg", **attributes)
        kept = {name: value for name, value in drawing.items() if name not in ("width", "height", "xmlns")}
        drawn.attrib |= kept | {"class": f"{drawing.get('class')} {look}".rstrip()}
        drawn.extend(part for part in drawing if part.tag not in LEFT_OUT and part.get("class") != "paper")
        return drawn

    def _target(self, shape: Element) -> Element:
        part = self._targets[shape.attrib.pop("data-name")]
        chosen = part.name == self.choice.chosen.get(part.kind)
        thing = {"data_thing": "yes"} if part.kind == THING or (chosen and self._held) else {}
        return element(
            "a",
            element("title", part.text),
            shape,
            href=self._pointing(part.kind, part.name),
            class_="target chosen" if chosen else f"target {part.kind}",
            aria_label=part.text,
            data_part=part.name,
            **thing,
        )

    def _pointing(self, kind: str, name: str) -> str:
        """Return the address at which a part is chosen too; a chosen place leads to the next way to use it."""
        way = self.choice.next_way
        if way is not None and kind == PLACE and self.choice.chosen.get(kind) == name:
            kind, name = WAY, way.name
        return self._choosing_at(self.choice.with_part(kind, name))

    def _choosing_at(self, choice: PartialChoice) -> str:
        return f"{self.address}?{urlencode([(CHOSEN, name) for name in choice.chosen.values()])}"

    def _steps(self) -> Element:
        """Return the links that lead through the game, event by event."""

        def step(to: int, sign: str, said: str, **more: object) -> Element:
            path = element("path", d=SIGNS[sign])
            drawn = element("svg", path, viewBox="0 0 24 24", aria_hidden="true")
            if not 0 <= to <= self.events or to == self.shown:
                return element("span", drawn, class_="step")
            href = self.address if to == self.events else f"{self.address}?{BACK}={to}"
            return element("a", drawn, href=href, class_="step", aria_label=said, title=said, **more)

        return element(
            "nav",
            step(0, "first", tr("To the beginning")),
            step(self.shown - 1, "back", tr("A step back"), data_key="ArrowLeft"),
            element("span", f"{self.shown} / {self.events}"),
            step(self.shown + 1, "on", tr("A step on"), data_key="ArrowRight"),
            step(self.events, "last", tr("To the end")),
            id="steps",
            class_="steps",
            aria_label=tr("Steps"),
        )

    def _things(self) -> Iterator[Element]:
        """Yield the things that can be chosen and lie neither on the board nor beside it, with their pictures."""
        drawn = {
            link.get("data-part") for drawing in (self._board, *self._open) for link in drawing.iter("a")
        }
        links = [
            element("li", self._part(part, draw_part(self.pov, part.name)))
            for part in sorted(self.choice.options(THING), key=lambda part: part.name in PASSING)
            if part.name not in drawn
        ]
        if links:
            yield element("ul", *links, id="things", class_="things", aria_label=tr(ASKED[THING]))

    def _part(self, part: MovePart, drawing: Element | None = None) -> Element:
        """Return a part as a link; a picture that says all of it stands for its text."""
        chosen = self.choice.chosen.get(part.kind) == part.name or part == self.choice.way
        inside: list[Element | str] = [part.text]
        look = f"part {part.kind} chosen" if chosen else f"part {part.kind}"
        more: dict[str, object] = {"aria_current": "true"} if chosen else {}
        if part.kind == THING:
            more["data_thing"] = "yes"
            if part.name in PASSING:
                more["data_key"] = "p"
        if drawing is not None:
            inside = [self._bare(drawing, aria_hidden="true"), element("span", part.text)]
            if drawing.findtext("title") == part.text:
                inside, more = inside[:1], {**more, "aria_label": part.text}
                look += " drawn"
        href = self._choosing_at(self.choice.with_part(part.kind, part.name))
        return element("a", *inside, href=href, class_=look, data_part=part.name, draggable="false", **more)

    # What is chosen, and what can be done.

    def _choosing(self) -> Element:
        """Return the move that is chosen with what it brings, the ways to do it, and what can be done beside it."""
        move, way = self.choice.proposed, self.choice.next_way
        inside: list[Element] = []
        if move is not None:
            inside.append(self._proposal(move))
        elif self.choice.chosen:
            inside.append(element("p", *self._turning(), self._putting_back(), class_="beside"))
        if way is not None:
            ways = (element("li", self._part(each)) for each in self.choice.options(WAY))
            inside.append(element("ul", *ways, class_="parts way", aria_label=tr(ASKED[WAY])))
        if self.choice.moves:
            inside.append(self._words())
        elif not self.back:
            inside += self._waiting()
        inside.append(element("div", *self._beside(), class_="beside"))
        return element("section", *inside, id="choice", class_="choice", aria_label=tr("Your move"))

    def _words(self) -> Element:
        """Return all that can be chosen in words, folded up."""
        groups = []
        for kind in (THING, PLACE):
            links = [element("li", self._part(part)) for part in self.choice.options(kind)]
            if links:
                groups += [element("h2", tr(ASKED[kind])), element("ul", *links, class_=f"parts {kind}")]
        return element("details", element("summary", tr("All moves in words")), *groups, id="words")

    def _proposal(self, move: Move) -> Element:
        state = self.pov.state
        effect = self.said.explain(state, move)
        return element(
            "div",
            element("p", element("b", upper(self.said.move_name(state, move)) + ".")),
            *([element("p", upper(effect) + ".")] if effect else []),
            self.form(
                "move",
                element("input", type="hidden", name="move", value=str(move)),
                element("button", tr("Play"), type="submit", class_="main", id="play"),
                *self._turning(),
                self._putting_back(),
            ),
            class_="proposal",
        )

    def _turning(self) -> Iterator[Element]:
        """Yield the link that turns what is held, where no words are needed to tell the ways apart."""
        way = self.choice.next_way
        if way is not None and len(way.text) == 1:
            href = self._choosing_at(self.choice.with_part(WAY, way.name))
            yield element("a", tr("Turn it"), href=href, class_="button", data_key="r")

    def _putting_back(self) -> Element:
        return element("a", tr("Put back"), href=self.address, class_="button", data_key="Escape")

    def form(self, action: str, *inside: Element, **more: object) -> Element:
        """Return a form that does something at the table."""
        hidden = {"action": action, "ply": self.pov.state.ply, "token": self.table.token_of(self.seat)}
        fields = (element("input", type="hidden", name=name, value=value) for name, value in hidden.items())
        return self.frame.form(f"/t/{self.table.name}", *fields, *inside, **more)

    def _button(self, action: str, text: str, **more: object) -> Element:
        return self.form(action, element("button", text, type="submit", **more), class_="inline")

    def _beside(self) -> Iterator[Element]:
        """Yield what can be done beside a move."""
        if self.seat is None or self.back:
            return
        wishes = self.table.state.wishes
        if self.session.ended:
            yield self._button(AGAIN, tr("Play again"), class_="main")
            if AGAIN in wishes:
                yield element("p", tr("waiting for the others to agree: {wish}", wish=tr("Play again")))
            return
        helped = not self.session.notes.rated
        if helped and self.choice.moves:
            yield self._button("hint", tr("Hint"), data_key="h")
        if helped and self.session.last_decision is not None:
            asked = UNDO in wishes and self.seat not in wishes[UNDO]
            said = tr("Agree to take the last move back") if asked else tr("Take back")
            yield self._button(UNDO, said, data_key="u")
            if UNDO in wishes and not asked:
                yield element("p", tr("waiting for the others to agree: {wish}", wish=tr("Take back")))
        resigning = self._button("resign", tr("Yes, resign"))
        yield element("details", element("summary", tr("Resign")), resigning, class_="inline")

    def _waiting(self) -> Iterator[Element]:
        away = self.session.person
        if self.seat is not None and away not in (None, self.seat) and not self.table.is_here(away or 0):
            yield element("p", tr("{who} is away.", who=upper(self.pov.name(away or 0))))
            yield self._button("relieve", tr("Let a bot play for them"))

    def _hint(self, hint: HintAnswer) -> Element:
        """Return the moves of a hint; each leads to its choice."""
        state = self.pov.state
        rows = []
        for idea in hint.ideas:
            move = state.game.notation.move(idea.move)
            names = [(CHOSEN, part.name) for part in self.choice.moves.get(move, ())]
            share = tr("{share:.0%} of the win", share=idea.win_share)
            said = upper(self.said.move_name(state, move))
            link = element("a", said, href=f"{self.address}?{urlencode(names)}")
            told = f": {share}; {idea.reason}" if idea.reason else f": {share}"
            rows.append(element("li", link, told, *([element("p", idea.why)] if idea.why else [])))
        return element("section", element("h2", tr("Hint")), element("ol", *rows), id="hint", class_="hint")

    def _chart(self, review: GameReview | None) -> Element:
        """Return the graph of the win shares with the way to the review, or that it is being written."""
        if review is None:
            inside = [element("p", tr("The game is being looked at: the graph will stand here."))]
        else:
            graph = fromstring(review.graph)  # noqa: S314  # our own process has written it
            look = element("a", tr("Look at the game"), href=review.address, class_="button")
            inside = [element("div", graph, class_="plot"), look]
        return element("section", element("h2", tr("Win shares")), *inside, id="chart", class_="chart")

    # The seats.

    def _seats(self) -> Element:
        """Return the seats: who, whether they are here, what they have, and points with their rows."""
        return element("section", *map(self._seat, range(self.pov.state.seats)), id="seats", class_="seats")

    def _seat(self, seat: int) -> Element:
        pov = self.board_pov
        moving = not (self.session.ended or self.back) and pov.is_moving(seat)
        holdings = draw_holdings(pov, seat, dict.fromkeys(self._counted(seat), ""))
        facts = [(row, self.said.fact(row)) for row in pov.state.score_rows(seat)]
        breakdown = self.said.score_breakdown(pov, seat)
        rows = (
            element(
                "tr",
                element("th", fact.label, scope="row", title=fact.tip),
                element("td", fact.value),
                element("td", str(fact.points)),
                data_spots=" ".join(chain.from_iterable(part.places for part in breakdown.get(row.kind, ()))),
            )
            for row, fact in facts
        )
        opened = {"open": "open"} if seat == self.seat or self.session.ended else {}
        return element(
            "article",
            element(
                "header",
                self._name(seat),
                *self._signs(seat, moving),
                element("b", str(pov.state.scores()[seat]), class_="points"),
            ),
            *(
                []
                if holdings is None
                else [self._bare(holdings, "holdings", role="img", aria_label=tr("what it has"))]
            ),
            element(
                "details",
                element("summary", tr("Points")),
                element("table", element("tbody", *rows)),
                id=f"points-{seat}",
                **opened,
            ),
            class_=f"seat of-{seat} is-moving" if moving else f"seat of-{seat}",
        )

    def _name(self, seat: int) -> Element:
        if seat == self.seat and self.pov.players[seat] == HUMAN:
            return element(
                "span", badge(seat), element("span", upper(tr("you")), class_="player"), class_="named"
            )
        return named(self.pov, seat)

    def _signs(self, seat: int, moving: bool) -> Iterator[Element]:
        """Yield what is to be said of a seat beside its name, and what is left of its time."""
        clock = self.session.notes.clock
        left = clock.left(seat)
        if moving:
            yield element("span", tr("to move"), class_="sign moving")
        if (ranks := self.table.ranks) is not None and ranks[seat] == 1 and not self.back:
            yield element("span", "★ ", tr("winner"), class_="sign moving")
        if not self.table.is_here(seat):
            yield element("span", tr("away"), class_="sign")
        if is_human(self.pov.players[seat]) and self.table.bot_at(seat) is not None:
            yield element("span", tr("a bot plays on"), class_="sign")
        if left is not None:
            runs = {"data_runs": "yes"} if moving else {}
            yield element("span", face(left), class_="clock", data_left=f"{left:.1f}", **runs)

    # What was played, and who may look.

    def _story(self) -> Element:
        """Return the last events in words, the newest first; each leads to the position after it."""
        shown = range(self.events - 1, max(-1, self.events - 1 - TOLD), -1)
        said = (
            element(
                "li",
                element(
                    "a",
                    upper(self.said.narrate(self.pov, event)) + ".",
                    href=f"{self.address}?{BACK}={event + 1}",
                ),
            )
            for event in shown
        )
        return element(
            "section",
            element("h2", tr("The last moves")),
            element("ol", *said, reversed="reversed", start=self.events),
            id="story",
            class_="story",
        )

    def _whole(self) -> Element:
        """Return the picture of the whole table, and the position in words."""
        source = f"{self.address}/picture.svg?{self.events}"
        return element(
            "details",
            element("summary", tr("The whole table, and the position in words")),
            element("img", src=source, alt="", loading="lazy", width=1600, height=1100),
            element("pre", self.said.describe(self.pov), tabindex=0),
            id="whole",
        )

    def _links(self) -> Element:
        """Return the links to seats that nobody has taken yet, for who opened the table; to the own seat; to look."""
        seats = self.table.setup.seats
        first = next((seat for seat, kept in enumerate(seats) if kept.key), None)
        rows = []
        for seat, kept in enumerate(seats):
            if kept.key and (seat == self.seat or (self.seat == first and not self.table.was_here(seat))):
                said = tr("your seat on another device") if seat == self.seat else tr("link to this seat")
                rows.append(self._link(said, f"{self.address}?key={kept.key}", self._name(seat), " "))
        if self.table.setup.watch:
            rows.append(self._link(tr("link for spectators"), self.address))
        alone = tr(
            "Only this machine can open these links. Started with --host 0.0.0.0, the server lets others in."
        )
        note = [element("p", alone)] if self.frame.is_local else []
        return element(
            "section", element("h2", tr("Invite")), *note, element("ul", *rows), id="links", class_="links"
        )

    def _link(self, said: str, path: str, *who: Element | str) -> Element:
        """Return a link to copy, to share, and to read by a phone's camera."""
        share = element("button", tr("Share"), type="button", data_share=path, hidden="hidden")
        inside = [*who, element("a", said, href=path, data_copy=path), " ", share]
        if not self.frame.is_local:
            code = qr_code(f"{self.frame.server}{path}")
            inside += [" ", element("details", element("summary", tr("QR code")), code)]
        return element("li", *inside)


def picture_of(pov: PlayerView) -> str:
    """Return the picture of a whole table; raise `NoPicture` if the game has none."""
    return svg(draw_picture(pov))
