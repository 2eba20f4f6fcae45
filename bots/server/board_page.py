"""The page of a position: the board, what can be chosen, the seats with what they have, and the last moves.

It is made from what a viewer may see. All that is chosen stands in the address, so each step is a link.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from urbanist.bots.markup import Element, element, written
from urbanist.bots.server.page_frame import PageFrame
from urbanist.bots.table import (
    NoPicture,
    draw_closeup,
    draw_holdings,
    draw_open,
    draw_part,
    table_of,
    title_of,
)
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.move_part import ASKED, PLACE, THING, WAY, MovePart
from urbanist.bots.table.kit.picture.viewport import catalogue
from urbanist.bots.table.kit.player_view import HUMAN, NamedView, PlayerView
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.page.parts import badge, named
from urbanist.bots.table.session.choice import PartialChoice
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
#: The class of the part of a drawing that is the same for many positions.
GROUND = "board"
#: The parts of a move that ends the turn without doing anything.
PASSING = {"pass", "done"}
#: What a choice is called in an address, and an event to look back at.
CHOSEN, BACK = "c", "at"


@cache
def ground_name(ground: Element) -> str:
    """Return what the ground of a board is called: a drawing that is the same for many positions."""
    return sha256(written(ground).encode()).hexdigest()[:12]


class BoardPage:
    """The page of a position as a viewer sees it, now, or as it was after `at` events."""

    #: How it looks what is said above the board: something was wrong.
    look = "wrong"
    #: Whether the game has ended.
    ended = False

    def __init__(
        self,
        frame: PageFrame,
        pov: PlayerView,
        path: str,
        *,
        choosing: bool,
        names: Sequence[str] = (),
        at: int | None = None,
    ) -> None:
        self.frame, self.pov, self.path, self.seat = frame, pov, path, pov.seat
        self.said = table_of(pov.state.game.name)
        self.events = len(pov.view.events)
        #: How many events the board shows, and whether it looks back.
        self.shown = self.events if at is None else min(max(at, 0), self.events)
        self.back = self.shown < self.events
        self.board_pov = pov.until(self.shown) if self.back else pov
        moves = self.said.parts(pov.state) if choosing and not self.back else {}
        self.choice = PartialChoice.of(moves, names)
        self.address = f"{frame.base}{path}"
        self._symbols = {f"seat-{seat}": BADGES(f"seat-{seat}") for seat in range(pov.state.seats)}

    def written(
        self,
        small: str,
        wrong: str,
        beside: Sequence[Element],
        *below: Element,
        turn: bool = False,
        **data: Any,
    ) -> str:
        """Return the page: what is said `small` in its heading, what was wrong, and what stands beside the board."""
        game, yours = title_of(self.pov.state.game.name), tr("Your turn")
        parts = [
            element("h1", game, " ", element("small", small)),
            element("p", wrong, role="alert", id="wrong", class_=self.look),
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
                element("div", *beside, self._seats(), class_="aside"),
                self._story(),
                class_="stage",
            ),
            *below,
        ]
        symbols = element("defs", *self._symbols.values())
        drawn = element("svg", symbols, id="symbols", class_="symbols", aria_hidden="true")
        title = f"● {yours} – {game}" if turn else game
        return self.frame.page(
            title, drawn, *parts, turn=turn, data_events=self.events, data_live="yes", **data
        )

    # What is going on.

    def _now(self) -> Element:
        """Return what is said aloud: the last event, and whose turn it is, what can be done, or who has won."""
        lines: list[Element | str] = []
        look = "now"
        if self.shown:
            lines.append(upper(self.said.narrate(self.named_pov, self.shown - 1)) + ".")
        if self.back:
            lines.append(self.looking_back())
        else:
            lines += [*self.wishes(), self.standing()]
            look += f" mine of-{self.seat}" * bool(self.choice.moves)
        said = (line if isinstance(line, Element) else element("p", line) for line in lines)
        return element("div", *said, id="now", role="status", aria_live="polite", class_=look)

    def wishes(self) -> Iterator[str]:
        """Yield what others ask of the viewer."""
        yield from ()

    def looking_back(self) -> Element:
        """Return that the board shows an earlier position, and the way back."""
        link = element("a", tr("Back to the game"), href=self.at())
        return element("p", tr("This was after event {event}.", event=self.shown), " ", link)

    def standing(self) -> str:
        """Return in a line what can be done, or whose turn it is."""
        if self.choice.moves:
            yours, asked = tr("Your turn"), self._asked()
            return f"{yours}. {asked}"
        return self.named_pov.turn()

    @cached_property
    def named_pov(self) -> PlayerView:
        """What the viewer sees, for sentences."""
        return NamedView(self.pov.view, self.pov.states, self.pov.players)

    def at(self, *query: tuple[str, object]) -> str:
        """Return the address of the page with a query."""
        return f"{self.address}?{urlencode(query)}" if query else self.address

    def _asked(self) -> str:
        """Return what is to be chosen now."""
        if self.choice.proposed is not None:
            return ""
        if THING in self.choice.chosen:
            return tr("Choose a place: the marked ones are legal.")
        return (
            tr("Choose what to put there.") if PLACE in self.choice.chosen else self.said.asks(self.pov.state)
        )

    @cached_property
    def _board(self) -> Element:
        """The board with what may be pointed at; after the move that is chosen, if one is."""
        move, pov = self.choice.proposed, self.board_pov
        if move is not None:
            states = (*pov.states, pov.state.play(move))
            pov = PlayerView(pov.view.after(move), states, pov.players)
        try:
            return self._pointed(
                draw_closeup(pov, [*self._targets, *self._barred], self._spots, self._held), tr("The board")
            )
        except NoPicture:
            return element("pre", self.said.describe(pov))

    @cached_property
    def _open(self) -> list[Element]:
        """What lies open beside the board, if the game draws it apart."""
        drawing = draw_open(self.board_pov, [*self._targets, *self._barred])
        return [] if drawing is None else [self._pointed(drawing, tr("On the table"))]

    @cached_property
    def _targets(self) -> dict[str, MovePart]:
        return {part.name: part for kind in (THING, PLACE) for part in self.choice.options(kind)}

    @cached_property
    def _barred(self) -> dict[str, tuple[MovePart, str]]:
        """What may not be pointed at, and why."""
        chosen = self.choice.chosen.get(THING, "")
        moves = self.choice.moves
        barred = self.said.barred(self.pov.state, chosen, moves).items() if moves else ()
        return {part.name: (part, f"{upper(why)}.") for part, why in barred if part.name not in self._targets}

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
        spots |= dict.fromkeys(self.marked(), "lit")
        for ply in self._last_moves():
            if (mover := pov.states[ply].to_move) in seats:
                places = self.said.places(pov.states[ply], Move(pov.view.move(ply)))
                spots |= dict.fromkeys(places, f"fresh of-{mover}")
        return spots

    def marked(self) -> Sequence[str]:
        """Return the places that are spoken of."""
        return ()

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
        parts = (part for part in drawing if part.tag not in LEFT_OUT and part.get("class") != "paper")
        drawn.extend(self._ground(part) if part.get("class") == GROUND else part for part in parts)
        return drawn

    def _ground(self, ground: Element) -> Element:
        """Return what is drawn below all that changes; nothing of it if the script of who asks has it already."""
        known = ground_name(ground)
        return element("g", *([] if self.frame.ground == known else [ground]), data_ground=known)

    def _target(self, shape: Element) -> Element:
        name = shape.attrib.pop("data-name")
        if name in self._barred:
            _, why = self._barred[name]
            said = {"role": "img", "aria_label": why, "data_part": name, "data_why": why}
            return element("g", element("title", why), shape, class_="barred", **said)
        part = self._targets[name]
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
        return self.at(*((CHOSEN, name) for name in choice.chosen.values()))

    def _steps(self) -> Element:
        """Return the links that lead through the game, event by event."""

        def step(to: int, sign: str, said: str, **more: object) -> Element:
            path = element("path", d=SIGNS[sign])
            drawn = element("svg", path, viewBox="0 0 24 24", aria_hidden="true")
            if not 0 <= to <= self.events or to == self.shown:
                return element("span", drawn, class_="step")
            href = self.at() if to == self.events else self.at((BACK, to))
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
        drawings = self._board, *self._open
        drawn = {part.get("data-part") for drawing in drawings for part in drawing.iter()}
        barred = [
            element("li", self._barred_thing(picture, why))
            for part, why in self._barred.values()
            if part.kind == THING
            and part.name not in drawn
            and (picture := draw_part(self.pov, part.name)) is not None
        ]
        links = barred + [
            element("li", self._part(part, draw_part(self.pov, part.name)))
            for part in sorted(self.choice.options(THING), key=lambda part: part.name in PASSING)
            if part.name not in drawn
        ]
        if links:
            yield element("ul", *links, id="things", class_="things", aria_label=tr(ASKED[THING]))

    def _barred_thing(self, drawing: Element, why: str) -> Element:
        """Return a thing that may not be chosen now."""
        drawn = self._bare(drawing, role="img", aria_label=why)
        return element("span", drawn, title=why, data_why=why, class_="part thing drawn barred")

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
        return element("a", tr("Put back"), href=self.at(), class_="button", data_key="Escape")

    def form(self, action: str, *inside: Element, **more: object) -> Element:
        """Return a form that does something here."""
        hidden = {"action": action, **self.hidden()}
        fields = (element("input", type="hidden", name=name, value=value) for name, value in hidden.items())
        return self.frame.form(self.path, *fields, *inside, **more)

    def hidden(self) -> Mapping[str, object]:
        """Return what each form tells beside what it does."""
        return {}

    def button(self, action: str, text: str, **more: object) -> Element:
        """Return a form of one button."""
        return self.form(action, element("button", text, type="submit", **more), class_="inline")

    def choosing(self, *beside: Element) -> Element:
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
        inside.append(element("div", *beside, class_="beside"))
        return element("section", *inside, id="choice", class_="choice", aria_label=tr("Your move"))

    # The seats, and what was played.

    def _seats(self) -> Element:
        """Return the seats: who, whether they are here, what they have, and points with their rows."""
        return element("section", *map(self._seat, range(self.pov.state.seats)), id="seats", class_="seats")

    def _seat(self, seat: int) -> Element:
        pov = self.board_pov
        moving = not (self.ended or self.back) and pov.is_moving(seat)
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
        opened = {"open": "open"} if seat == self.seat or self.ended else {}
        return element(
            "article",
            element(
                "header",
                self.player(seat),
                *self.signs(seat, moving=moving),
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

    def _story(self) -> Element:
        """Return the last events in words, the newest first; each leads to the position after it."""
        shown = range(self.events - 1, max(-1, self.events - 1 - TOLD), -1)
        said = (
            element(
                "li",
                element(
                    "a",
                    upper(self.said.narrate(self.named_pov, event)) + ".",
                    href=self.at((BACK, event + 1)),
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

    def player(self, seat: int) -> Element:
        """Return the badge of a seat and who sits there."""
        if seat == self.seat and self.pov.players[seat] == HUMAN:
            you = element("span", upper(tr("you")), class_="player")
            return element("span", badge(seat), you, class_="named")
        return named(self.named_pov, seat)

    def signs(self, _seat: int, *, moving: bool) -> Iterator[Element]:
        """Yield what is to be said of a seat beside its name."""
        if moving:
            yield element("span", tr("to move"), class_="sign moving")
