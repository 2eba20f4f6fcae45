"""What comes after the end of a game in lines: looking back, the same again, a picture."""

from collections.abc import Iterator
from pathlib import Path

from urbanist.bots.table import NoPicture
from urbanist.bots.table.kit.language import marked, number_text, reason_of, tr
from urbanist.bots.table.session.review import NODES, Review, costly, expected_shares, reviewed, worst
from urbanist.bots.table.session.screen import Screen
from urbanist.bots.table.session.session import Session
from urbanist.engine.printable import printable
from urbanist.search.options import SearchOptions

#: What can be asked for, with its other names; `another` only where another game can be offered.
ANSWERS = {
    "back": ("b", "l", "look back"),
    "again": ("a", "same again"),
    "another": ("n", "another game"),
    "picture": ("p",),
    "quit": ("q", "exit", "leave", ""),
}
HELP = {
    "back": marked("look back: what you could expect, and your worst moves"),
    "again": marked("a new deal of the same game with the same seats"),
    "another": marked("choose another game"),
    "picture": marked("save a picture of the end to the current folder"),
    "quit": marked("leave (or just Enter)"),
}
#: How many parts of the game are told of, beside its beginning.
PARTS = 6


class Afterwards:
    """The questions after the end of a session's game."""

    def __init__(self, session: Session, screen: Screen, *, offers_another: bool = False) -> None:
        self._session, self._screen = session, screen
        self._offered = [word for word in ANSWERS if offers_another or word != "another"]
        #: Whether the person wants to choose another game.
        self.another = False
        #: The plies of the worst moves, once the game was looked back at.
        self._worst: list[int] = []
        screen.suggest = lambda before, word: [
            each for each in self._offered if not before and each.startswith(word)
        ]

    def ask(self) -> bool:
        """Ask what next; return whether the session has another game then, which is to be played."""
        prompt = tr("what next? ({answers}): ", answers=", ".join(self._offered))
        while True:
            try:
                typed = " ".join(self._screen.ask(prompt).lower().split())
            except EOFError:
                return False
            if typed.isdecimal() and 1 <= int(typed[:9]) <= len(self._worst):
                self._session.replay_from(self._worst[int(typed) - 1])
                return True
            word = next((word for word in self._offered if typed == word or typed in ANSWERS[word]), "")
            if word == "again":
                self._session.again()
                return True
            if word in {"quit", "another"}:
                self.another = word == "another"
                return False
            self._screen.say(self._answer(word, typed))

    def _answer(self, word: str, typed: str) -> str:
        """Return what to say to anything that ends no game and begins none."""
        if word == "back":
            return "\n".join(self._look_back())
        if word == "picture":
            return self._picture()
        if typed in {"help", "?", "h"}:
            return "\n".join(f"{each:<8} {tr(HELP[each])}" for each in self._offered)
        wrong, answers, last = printable(typed[:30]), ", ".join(self._offered), len(self._worst)
        if not last:
            return tr("'{typed}' is no answer: type {answers}", typed=wrong, answers=answers)
        return tr(
            "'{typed}' is no answer: type {answers}, or 1 to {last}", typed=wrong, answers=answers, last=last
        )

    def _picture(self) -> str:
        try:
            return tr("the picture: {file}", file=self._session.paint(Path.cwd()))
        except NoPicture:
            return tr("this game has no picture")
        except OSError as error:
            return tr("no picture is saved: {reason}", reason=reason_of(error))

    def _look_back(self) -> Iterator[str]:
        """Yield what each person could expect, and the worst moves with their numbers."""
        session = self._session
        options = SearchOptions(nodes=NODES, seed=0)
        review = self._screen.wait(lambda: reviewed(session.record(), session.history, options))
        found = worst(review, session.people)
        self._worst = [decision.event - 1 for decision in found]
        for seat in session.people:
            yield tr(
                "what {who} could expect of the win: {course}",
                who=session.name(seat),
                course=_course(review, seat),
            )
        for number, decision in enumerate(found, 1):
            yield f"{number}  {costly(decision, review, session.table)}"
        if found:
            yield tr("a number plays a new game from before that move")
        else:
            yield tr("no move of yours cost anything that can be measured")


def _course(review: Review, seat: int) -> str:
    """Return the win shares of a seat at some moments of the game."""
    shares = expected_shares(review)
    last = len(shares) - 1
    events = dict.fromkeys(round(last * part / PARTS) for part in range(PARTS + 1))
    return ", ".join(
        tr("{share} after event {event}", share=number_text(shares[event][seat], ".0%"), event=event)
        for event in events
    )
