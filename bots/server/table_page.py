"""The page of a table: what can be done there, who is here, the clocks, a hint, and the links for others."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import fromstring

import segno

from urbanist.bots.markup import Element, element
from urbanist.bots.server.api import HintAnswer
from urbanist.bots.server.board_page import CHOSEN, BoardPage
from urbanist.bots.server.page_frame import PageFrame
from urbanist.bots.server.review import GameReview
from urbanist.bots.server.table import AGAIN, UNDO, ServedTable
from urbanist.bots.server.view import pov_of
from urbanist.bots.table import draw_picture
from urbanist.bots.table.kit.guided_game import Step
from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.picture.image import svg
from urbanist.bots.table.kit.player_view import PlayerView, is_human
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.course import WORDS
from urbanist.bots.table.session.people_clock import face

#: What leads to the next step of a guided game.
ONWARD = "onward"
#: What is told of the wishes of others.
WISHES = {
    UNDO: marked("{who} asks to take the last move back."),
    AGAIN: marked("{who} wants to play again."),
}


class TablePage(BoardPage):
    """The page of a table for one viewer, now, or as it was after `at` events."""

    def __init__(
        self,
        frame: PageFrame,
        table: ServedTable,
        seat: int | None,
        names: Sequence[str],
        at: int | None = None,
    ) -> None:
        self.table, self.session, self.turn = table, table.session, table.is_turn_of(seat)
        self.ended, self.step = self.session.ended, table.course.current
        super().__init__(
            frame, pov_of(table, seat), f"/t/{table.name}", choosing=self.turn, names=names, at=at
        )

    def page(
        self, hint: HintAnswer | None, said: str, review: GameReview | None = None, *, wrong: bool = True
    ) -> str:
        """Return the page; one of a game that is over has the graph of its review, if that is written.

        Above the board something is `said`, which was wrong or not.
        """
        self.look = "wrong" if wrong else "said"
        beside = [
            self.choosing(
                *(self._waiting() if self.step is None else self._onward(self.step)), *self._beside()
            )
        ]
        if hint:
            beside.append(self._hint(hint))
        if self.ended and not self.back:
            beside.append(self._chart(review))
        data = {
            "data_news": f"{self.address}/news",
            "data_ply": self.pov.state.ply,
            "data_version": self.table.version,
            "data_turn": "yes" if self.turn else "no",
        }
        moment = "" if self.ended else self.board_pov.moment()
        return self.written(moment, said, beside, self._whole(), self._links(), turn=self.turn, **data)

    def standing(self) -> str:
        """Return in a line what can be done, whose turn it is, or who has won."""
        if self.ended:
            return verdict.ending(self.named_pov, self.said.tie_break, self.session.notes)
        return super().standing()

    def _now(self) -> Element:
        """Return what is said aloud; in a guided game the step."""
        if self.step is None or self.back:
            return super()._now()
        course = self.table.course
        told = tr("Step {step} of {steps}", step=course.step + 1, steps=len(course.lesson.steps))
        words = WORDS.split(course.lesson.say(self.step.text))
        said = [element("b", part) if number % 2 else part for number, part in enumerate(words)]
        inside = element("p", told), element("p", *said)
        return element(
            "div", *inside, id="now", role="status", aria_live="polite", class_=f"now lesson of-{self.seat}"
        )

    def _onward(self, step: Step) -> Iterator[Element]:
        """Yield what leads to the next step of a guided game: its move, or a button."""
        if self.choice.moves:
            move = self.pov.state.game.notation.move(step.move)
            names = [(CHOSEN, part.name) for part in self.choice.moves[move]]
            yield element(
                "a", upper(tr("show me the move")), href=self.at(*names), class_="button", data_key="1"
            )
        elif self.seat is not None and not self.back:
            yield self.button(ONWARD, upper(tr("go on")), class_="main", id="play")

    def marked(self) -> Sequence[str]:
        """Return the places of which the step of a guided game speaks."""
        return () if self.step is None or self.back else self.step.places

    def wishes(self) -> Iterator[str]:
        """Yield what others ask of the viewer, who has not agreed yet."""
        for wish, said in WISHES.items():
            asking = self.table.state.wishes.get(wish, set())
            if asking and self.seat in self.table.people and self.seat not in asking:
                who = tr(" and ").join(map(self.named_pov.name, sorted(asking)))
                yield upper(tr(said, who=who))

    def hidden(self) -> dict[str, object]:
        """Return what each form tells: the ply, and what only pages of this seat know."""
        return {"ply": self.pov.state.ply, "token": self.table.token_of(self.seat)}

    def signs(self, seat: int, *, moving: bool) -> Iterator[Element]:
        """Yield what is to be said of a seat beside its name, and what is left of its time."""
        yield from super().signs(seat, moving=moving)
        clock = self.session.notes.clock
        left = clock.left(seat)
        if (ranks := self.table.ranks) is not None and ranks[seat] == 1 and not self.back:
            yield element("span", "★ ", tr("winner"), class_="sign moving")
        if not self.table.is_here(seat):
            yield element("span", tr("away"), class_="sign")
        if is_human(self.pov.players[seat]) and self.table.bot_at(seat) is not None:
            yield element("span", tr("a bot plays on"), class_="sign")
        if left is not None:
            runs = {"data_runs": "yes"} if moving else {}
            yield element("span", face(left), class_="clock", data_left=f"{left:.1f}", **runs)

    def _beside(self) -> Iterator[Element]:
        """Yield what can be done beside a move."""
        if self.seat is None or self.back:
            return
        wishes = self.table.state.wishes
        if self.ended:
            if self.seat in wishes.get(AGAIN, ()):
                yield element("p", tr("waiting for the others to agree: {wish}", wish=tr("Play again")))
            else:
                yield self.button(AGAIN, tr("Play again"), class_="main")
            return
        helped = not self.session.notes.rated and self.step is None
        if helped and self.choice.moves:
            yield self.button("hint", tr("Hint"), data_key="h")
        if helped and self.session.last_decision is not None:
            if self.seat in wishes.get(UNDO, ()):
                yield element("p", tr("waiting for the others to agree: {wish}", wish=tr("Take back")))
            else:
                said = tr("Agree to take the last move back") if UNDO in wishes else tr("Take back")
                yield self.button(UNDO, said, data_key="u")
        resigning = self.button("resign", tr("Yes, resign"))
        yield element("details", element("summary", tr("Resign")), resigning, class_="inline")

    def _waiting(self) -> Iterator[Element]:
        away = self.session.person
        if self.choice.moves or self.back:
            return
        if self.seat is not None and away not in (None, self.seat) and not self.table.is_here(away or 0):
            yield element("p", tr("{who} is away.", who=upper(self.named_pov.name(away or 0))))
            yield self.button("relieve", tr("Let a bot play for them"))

    def _hint(self, hint: HintAnswer) -> Element:
        """Return the moves of a hint; each leads to its choice."""
        state = self.pov.state
        rows = []
        for idea in hint.ideas:
            move = state.game.notation.move(idea.move)
            names = [(CHOSEN, part.name) for part in self.choice.moves.get(move, ())]
            share = tr("{share:.0%} of the win", share=idea.win_share)
            said = upper(self.said.move_name(state, move))
            link = element("a", said, href=self.at(*names))
            told = f": {share}; {idea.reason}" if idea.reason else f": {share}"
            rows.append(element("li", link, told, *([element("p", idea.why)] if idea.why else [])))
        return element("section", element("h2", tr("Hint")), element("ol", *rows), id="hint", class_="hint")

    def _chart(self, review: GameReview | None) -> Element:
        """Return the graph of the win shares with the way to the review, or that it is being written."""
        if review is None:
            inside: list[Element | str] = [
                element("p", tr("The game is being looked at: the graph will stand here."))
            ]
        else:
            graph = fromstring(review.graph)  # noqa: S314  # our own process has written it
            look = element("a", tr("Look at the game"), href=review.address, class_="button")
            inside = [element("div", graph, class_="plot"), look]
            if self.seat is not None:
                first = f"{review.address}/mistakes/1"
                inside += [" ", element("a", tr("My mistakes"), href=first, class_="button")]
        return element("section", element("h2", tr("Win shares")), *inside, id="chart", class_="chart")

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
                rows.append(self._link(said, f"{self.address}?key={kept.key}", self.player(seat), " "))
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


def qr_code(text: str) -> Element:
    """Return the QR code of a text as a drawing, dark on white in both themes."""
    code = segno.make(text, error="m", micro=False)
    drawn = fromstring(code.svg_inline(light="#fff", omitsize=True, svgclass="qr"))  # noqa: S314  # the library's own
    drawn.attrib |= {"role": "img", "aria-label": tr("QR code"), "shape-rendering": "crispEdges"}
    return drawn
