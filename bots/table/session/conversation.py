"""A session in lines: a person types moves and commands, and the table answers; and what comes after its end."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event

from urbanist.bots.players.player import Forfeit, Player
from urbanist.bots.table.kit.language import marked, number_text, reason_of, tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.hidden import unknown
from urbanist.bots.table.session.manual import manual, plain_rules
from urbanist.bots.table.session.people_clock import prompt
from urbanist.bots.table.session.review import NODES, reviewed, worst
from urbanist.bots.table.session.review_text import costly
from urbanist.bots.table.session.screen import Screen, completions
from urbanist.bots.table.session.session import BotFailed, Session, pondering
from urbanist.bots.table.session.teacher import Teacher
from urbanist.engine import NotationError
from urbanist.engine.history import View
from urbanist.engine.printable import printable
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: Other words that people type for a command.
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}
#: The commands that may have an argument.
MAY_TAKE = ("save", "resume", "board")
#: What a person is asked.
ASKED = marked("your move (help, hint, quit)")
UNSAVED = marked("the game is not saved: {reason}; 'save FILE' saves it to another file")


class Leave(Exception):
    """The session is over; its text, if any, is the last message."""


class Conversation:
    """A session and the screen on which it is shown; `run` plays it to the end."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        teacher: Teacher | None = None,
        *,
        offers_another: bool = False,
    ) -> None:
        self.session, self.screen, self._teacher = session, screen, teacher
        self._offers_another, self._another = offers_another, False
        session.warn = lambda reason: screen.say(tr(UNSAVED, reason=reason))
        self._begin()

    def _begin(self) -> None:
        self._commands = self._known()
        self.screen.suggest = self._suggest
        self._looking: int | None = None  # the person at the screen, if any
        self._greeted: set[int] = set()  # people who have seen the whole board
        self._narrated = len(self.session.history.events)
        self._renew()

    def _renew(self) -> None:
        """Note that the position is new: it must be shown."""
        self._fresh = True

    def _known(self) -> dict[str, Callable[[str], None]]:
        """Return what the commands at this table do, each with what stands after it."""
        say, session, table = self.screen.say, self.session, self.session.table
        return {
            "hint": self._hint,
            "moves": lambda _: say(table.list_moves(self._pov().state)),
            "worth": lambda _: say(verdict.worth(self._pov(), table)),
            "why": self._why,
            "log": lambda _: self._news(0),
            "board": self._board,
            "undo": self._undo,
            "save": lambda name: say(tr("saved: {command}", command=session.save_as(name)), whole=True),
            "resume": self._resume,
            "resign": self._resign,
            "rules": lambda _: say(
                plain_rules(table.rules()) or tr("there is no page of rules for this game")
            ),
            "skip": self._skip,
            "help": lambda _: say(manual(table, hidden=session.hides, width=self.screen.width)),
            "quit": self._quit,
        }

    def run(self) -> bool:
        """Play until the game is over or the person leaves; in each case the game is saved.

        Return whether the person wants to choose another game.
        """
        try:
            self._claim()
            self.session.save()
            playing = True
            while playing:
                while not self.session.ended:
                    self._turn()
                    if self.session.looks_on:
                        raise Leave(
                            tr("Another window plays the game now. What was typed here last is not saved.")
                        )
                self._end()
                playing = self._goes_on()
        except (EOFError, KeyboardInterrupt):
            self.session.leave()
            self.screen.say(f"\n{self.session.kept()}", whole=True)
        except Forfeit as error:
            reason = reason_of(error)
            raise BotFailed(
                tr("a program did not start: {reason}; {kept}", reason=reason, kept=self.session.kept())
            ) from error
        except Leave as last_word:
            self.session.leave()
            self.screen.say(str(last_word) or self.session.kept(), whole=True)
        finally:
            self.session.release()
        return self._another

    def _claim(self) -> None:
        """Play the game here; if another window plays it, show it, and ask whether it is to be played here."""
        session = self.session
        session.claim()
        if not session.looks_on:
            return
        self.screen.say(
            session.table.describe(session.pov(seat=session.people[0] if len(session.people) == 1 else None))
        )
        asked = tr("another window plays this game; play it here instead? (yes, no): ")
        if self.screen.ask(asked).strip().lower() not in ("y", "yes"):
            raise Leave
        session.take_over()
        self._begin()

    def _pov(self) -> PlayerView:
        """Return what the person at the screen may see."""
        return self.session.pov(self._looking)

    def _turn(self) -> None:
        if self.session.history.state.due:
            self.session.draw()
            self._renew()
            return
        seat = self.session.history.state.to_move
        if seat in self.session.bots:
            if not self.session.people:
                self._news()
            self._play_bot(seat)
            return
        self._face(seat)
        try:
            with pondering(self.session.pondering, self.session.history):
                typed = self.screen.ask(prompt(seat, self.session.notes.clock, tr(ASKED)))
            if self.session.overdue:
                self.screen.say(self.session.forfeit())
                self._renew()
            else:
                self._obey(typed)
        except (NotationError, OSError) as error:
            self.screen.say(reason_of(error))

    def _play_bot(self, seat: int) -> None:
        session = self.session
        view = session.history.seen_by(seat)
        session.ask()
        try:
            result = self._consult(session.bots[seat], view)
        except (ValueError, OSError, RuntimeError, Forfeit) as error:
            raise session.failure(seat, error) from error
        session.play_of(seat, result)
        self._renew()

    def _consult(self, player: Player, view: View) -> Result:
        return self.screen.wait(lambda: player.choose(view))

    def _face(self, seat: int) -> None:
        """Show the position to the person to move, once in a turn."""
        if not self._fresh:
            return
        if self.session.hides and len(self.session.people) > 1 and seat != self._looking:
            self.screen.console.clear()
            self._looking = None
            cover = tr("seat {seat} is to move: press Enter when nobody else looks ", seat=seat)
            typed = self.screen.ask(cover)
            if ALIASES.get(typed.strip(), typed.strip()) == "quit":
                raise Leave
        self._looking, self._fresh = seat, False
        table, events = self.session.table, self.session.history.events
        if self._narrated < len(events):
            self._news()
        describe = table.describe_turn if seat in self._greeted else table.describe
        self.screen.say(describe(self._pov()))
        self._greeted.add(seat)
        self._narrated = len(events)
        if self._teacher is not None and (page := self._teacher.page(self._pov())):
            self.screen.say("\n".join([*page, tr("(skip ends these explanations)")]))
        self.session.ask()

    def _news(self, since: int | None = None) -> None:
        """Show the events since the last time, or since one of them."""
        pov = self._pov()
        for ply in range(self._narrated if since is None else since, len(self.session.history.events)):
            self.screen.say(self.session.table.narrate(pov, ply))
        self._narrated = len(self.session.history.events)

    def _obey(self, text: str) -> None:
        word, _, rest = text.strip().partition(" ")
        word, rest = word.lower() or "board", rest.strip()
        word = ALIASES.get(word, word)
        if word in self._commands:
            if rest and word not in MAY_TAKE:
                raise _too_much(word, rest)
            self._commands[word](rest)
        else:
            self.session.play(self.session.table.read_move(text, self.session.history.state))
            self._renew()

    def _suggest(self, before: str, word: str) -> list[str]:
        """Return what a word may become that somebody types: commands and moves first, then what a command takes."""
        # Behind the cover between two people's turns, moves would tell about the next one's cards.
        present = self._looking is not None and self._looking == self.session.person
        moves = self.session.history.state.legal() if present else ()
        return completions(before, word, (*self._commands, *map(str, moves)))

    def _hint(self, _: str) -> None:
        from urbanist.bots.table.session.advice import Hint, advised  # late: they need the search

        self.session.allow_help()
        pov = self.session.pov(self.session.history.state.to_move)
        result = self.screen.wait(lambda: advised(self.session.adviser(), pov.view, Event()))
        self.screen.say(self.screen.wait(lambda: Hint.of(result, pov, self.session.table, str)).text)

    def _why(self, _: str) -> None:
        self.session.allow_help()
        beliefs = partial(unknown, self.session.history, self._pov(), self.session.table)
        self.screen.say(self.screen.wait(beliefs))

    def _board(self, seat: str) -> None:
        players = self.session.players
        if not seat:
            self.screen.say(self.session.table.describe(self._pov()))
            return
        if self.session.hides:
            raise _too_much("board", seat)
        if seat not in map(str, range(len(players))):
            raise NotationError(
                tr("there is no seat '{seat}'; there are 0 to {last}", seat=seat[:30], last=len(players) - 1)
            )
        self.screen.say(self.session.table.describe(self.session.pov(int(seat))))

    def _undo(self, _: str) -> None:
        move, seat = self.session.undo()
        named = self.session.table.move_name(self.session.history.state, move)
        self.screen.say(tr("back to before {move} of seat {seat}", move=named, seat=seat))
        self._narrated = len(self.session.history.events)
        self._renew()

    def _resume(self, name: str) -> None:
        if not name:
            raise NotationError(tr("no file to resume from: type resume FILE"))
        self.session.resume(name)
        self._begin()

    def _resign(self, _: str) -> None:
        answer = self.screen.ask(tr("give up this game? (yes, no): "))
        if answer.strip().lower() in ("y", "yes"):
            self.session.resign()
        else:
            self.screen.say(tr("the game goes on"))

    def _skip(self, _: str) -> None:
        if self._teacher is None or not self._teacher.teaches:
            raise NotationError(tr("nothing is explained: play --learn begins a game that explains itself"))
        self._teacher.teaches = False
        self.screen.say(tr("no more explanations"))

    def _quit(self, _: str) -> None:
        raise Leave

    def _goes_on(self) -> bool:
        """Ask what comes after the end, if anybody is there; return whether there is another game to be played."""
        if not self.session.people:
            return False
        afterwards = Afterwards(self.session, self.screen, offers_another=self._offers_another)
        playing = afterwards.ask()
        self._another = afterwards.another
        self._begin()
        return playing

    def _end(self) -> None:
        """Show the final position, all cards, and the points row by row."""
        people = self.session.people
        self._looking = people[0] if len(people) == 1 else None
        pov = self.session.pov(self._looking, revealed=True)
        self._news()
        self.screen.say(verdict.read_out(pov, self.session.table.fact, self.session.beaten))
        self.screen.say(verdict.ending(pov, self.session.table.tie_break, self.session.notes))
        if self.session.rated:
            self.screen.say(self.session.rated)
        if self.session.uncounted:
            self.screen.say(tr("the result is not counted: {reason}", reason=self.session.uncounted))
        if self.session.file is not None:
            self.screen.say(self.session.kept(), whole=True)


def _too_much(word: str, rest: str) -> NotationError:
    """Return the error for a command with something after it."""
    return NotationError(tr("'{word}' takes nothing after it: leave out '{rest}'", word=word, rest=rest[:30]))


#: What can be asked for, with its other names and what it does; `another` only where another game can be offered.
ANSWERS = {
    "back": (("b", "l", "look back"), marked("look back: what you could expect, and your worst moves")),
    "again": (("a", "same again"), marked("a new deal of the same game with the same seats")),
    "another": (("n", "another game"), marked("choose another game")),
    "picture": (("p",), marked("save a picture of the end to the current folder")),
    "quit": (("q", "exit", "leave", ""), marked("leave (or just Enter)")),
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
            word = next((word for word in self._offered if typed == word or typed in ANSWERS[word][0]), "")
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
            return self._session.paint(Path.cwd())
        if typed in {"help", "?", "h"}:
            return "\n".join(f"{each:<8} {tr(ANSWERS[each][1])}" for each in self._offered)
        wrong, answers, last = printable(typed[:30]), ", ".join(self._offered), len(self._worst)
        if not last:
            return tr("'{typed}' is no answer: type {answers}", typed=wrong, answers=answers)
        return tr(
            "'{typed}' is no answer: type {answers}, or 1 to {last}", typed=wrong, answers=answers, last=last
        )

    def _look_back(self) -> Iterator[str]:
        """Yield what each person could expect, and the worst moves with their numbers."""
        session = self._session
        options = SearchOptions(nodes=NODES, seed=0)
        review = self._screen.wait(lambda: reviewed(session.record(), session.history, options))
        decisions = worst(review, session.people)
        self._worst = [decision.event - 1 for decision in decisions]
        last = len(review.shares) - 1
        shown = dict.fromkeys(round(last * part / PARTS) for part in range(PARTS + 1))
        for seat in session.people:
            shares = ((event, number_text(review.shares[event][seat], ".0%")) for event in shown)
            course = [tr("{share} after event {event}", share=share, event=event) for event, share in shares]
            said = {"who": session.name(seat), "course": ", ".join(course)}
            yield tr("what {who} could expect of the win: {course}", **said)
        for number, decision in enumerate(decisions, 1):
            yield f"{number}  {costly(decision, review)}"
        if decisions:
            yield tr("a number plays a new game from before that move")
        else:
            yield tr("no move of yours cost anything that can be measured")
