"""The host of games in the terminal: deals them, seats people and bots, and plays them on a screen or in lines."""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from urbanist.bots.cli.loading import loading
from urbanist.bots.cli.shared_options import dealt, failure, path_of
from urbanist.bots.cli.streams import drop
from urbanist.bots.cli.target import check_targets
from urbanist.bots.cli.terminal import can_ask, fills_screen, screen
from urbanist.bots.match.clock import read_control
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.level import GENTLE, level_name, spelled_out
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import is_builtin, options_by_name
from urbanist.bots.table import board_of, has_board, table_of
from urbanist.bots.table.kit.player_view import HUMAN, check_person, is_human
from urbanist.bots.table.session import saves, verdict
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.saves import new_file, played_before
from urbanist.bots.table.session.selection import GameSelection
from urbanist.bots.table.session.session import BotFailed, Session
from urbanist.bots.table.session.settings import logbook_file, read_settings, unkept
from urbanist.bots.table.session.teacher import Teacher
from urbanist.engine import GAMES, CardFile
from urbanist.engine.game import Game
from urbanist.engine.history import History
from urbanist.engine.printable import error_line
from urbanist.engine.record import Record
from urbanist.search.limit import Limit

if TYPE_CHECKING:
    from urbanist.bots.process.sandbox import Protection
    from urbanist.bots.table.application.application import Application
    from urbanist.bots.table.puzzles.puzzle import Puzzle

#: The default opponent, and its default thinking time.
USUAL_BOT, USUAL_SECONDS = "ismcts", 1.0


def any_seed() -> int:
    """Return a seed that nobody can guess."""
    return random.SystemRandom().getrandbits(32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """How games are played: with which limits of bots, clocks of people and files, and on what kind of screen."""

    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1
    clock: Limit | None = None
    ponder: bool = False
    #: The sandbox of programs, and what they may read there.
    sandbox: "Protection" = "none"
    reads: tuple[str, ...] = ()
    trace: Path | None = None
    #: The saved game that is continued in another file.
    source: Path | None = None
    cards: CardFile | None = None
    plain: bool = False
    learn: bool = False
    rated: bool = False
    #: The seconds that a move of a bot can be seen at least.
    pace: float = 0.0

    @property
    def limit(self) -> str:
        """The limit of a bot's move, as an option of it."""
        return f"nodes={self.nodes}" if self.nodes is not None else f"time={self.seconds or USUAL_SECONDS:g}"

    @property
    def _extra(self) -> str:
        return f":threads={self.threads}" if self.threads > 1 else ""

    @property
    def fills(self) -> bool:
        """Whether games fill a screen."""
        return not self.plain and fills_screen()

    def limited(self, seat: str) -> str:
        """Return the seat text; the bare name of a searching bot gets the limit and the threads, a level only these."""
        if is_human(seat):
            check_person(seat)
        else:
            parse_bot(seat, HUMAN)
        if seat in BOTS and self.limit.partition("=")[0] in options_by_name(seat):
            return f"{seat}:{self.limit}{self._extra}"
        return f"{seat}{self._extra}" if ":" not in seat and spelled_out(seat) != seat else seat

    def dealt(self, game: Game, variant: str | None, players: int, options: str, seed: int) -> History:
        """Return a new deal; raise `NotationError` if the game cannot be dealt so."""
        asked = dealt(self.cards, game, options)
        return History.start(game.deal(variant=variant, seats=players, options=asked, seed=seed))

    def new(self, history: History, seats: Sequence[str], seed: int, record: Path | None = None) -> Session:
        """Return a session of a new deal; the seats are as they were typed."""
        names = tuple(map(self.limited, seats))
        notes = Notebook.new(seed, names, self.clock, rated=self.rated)
        return self.seat(history, names, notes, new_file(history.game.name), record)

    def seat(
        self,
        history: History,
        names: tuple[str, ...],
        notes: Notebook,
        usual: Path,
        record: Path | None = None,
    ) -> Session:
        """Return a session with bots that are tried first; raise `ValueError` if one cannot play.

        It is kept in the `usual` file, unless another one is named, which then has it at once. Where nothing of a
        person can be kept, it is played without a file, and a line says so.
        Raise `UsageError` if the trace would replace a file that the session keeps or that a bot needs.
        """
        kept = unkept()
        file = record or (None if kept and usual.parent == saves.folder() else usual)
        own = [path for path in (file, self.source, logbook_file()) if path]
        programs = [parse_bot(name, HUMAN, cards=path_of(self.cards)) for name in names if not is_human(name)]
        check_targets({"--trace": self.trace}, own, programs)
        hire = partial(self._hired, hides=[*own, self.trace] if self.trace else own)
        tried = [
            name for name in names if not is_human(name) and (not is_builtin(name) or ":weights=" in name)
        ]
        if tried:
            from urbanist.bots.protocol.command import check_start  # late, as in `_hired`

            for said in check_start([hire(name) for name in tried], history.game.name).said:
                click.echo(said, err=True)
        session = Session(
            history,
            names,
            table=table_of,
            hire=hire,
            adviser=f"{USUAL_BOT}:{self.limit}{self._extra}",
            cards=path_of(self.cards),
            ponder=self.ponder,
            logbook_file=None if kept else logbook_file(),
            notes=notes,
            file=file,
        )
        if kept:
            click.echo(kept, err=True)
            session.warning = kept
        if record is not None:
            saves.write_game(record, session.record())
        return session

    def _hired(self, text: str, hides: Sequence[Path]) -> Bot:
        """Return the bot of a seat; a program gets its settings and sandbox here, a built-in bot has its text."""
        bot = parse_bot(text, cards=path_of(self.cards))
        if is_builtin(text):
            return bot
        # Late: most tables have built-in bots only, and these need no processes.
        from urbanist.bots.cli.programs import sandboxed, takes_options
        from urbanist.bots.protocol.command import program_of, traced

        program = program_of(bot)
        if program is not None:
            own = takes_options(program)  # a class settles itself how long it thinks
            bot = replace(
                program,
                sandbox=sandboxed(self.sandbox, self.reads, hides),
                nodes=self.nodes,
                time=(self.seconds or USUAL_SECONDS) if own and not self.nodes else None,
                options=(("threads", str(self.threads)),) if own and self.threads > 1 else (),
                ponder=self.ponder,
            )
        return bot if self.trace is None else traced(bot, text, self.trace)

    def begin(self, selection: GameSelection, seed: int | None = None, record: Path | None = None) -> bool:
        """Play a new game as it was chosen; return whether the person wants another one then."""
        seed = any_seed() if seed is None else seed
        options = ",".join(selection.options)
        history = self.dealt(GAMES[selection.game], selection.variant, selection.players, options, seed)
        clock = read_control(selection.clock) if selection.clock else self.clock
        host = replace(self, clock=clock, rated=self.rated or selection.rated)
        return host.play(host.new(history, selection.seats(read_settings().name), seed, record))

    def resume(self, file: Path) -> bool:
        """Play on a saved game; return whether the person wants another one then."""
        record, history = saves.read_game(file)
        return self.play(self.seat(history, record.seats, Notebook.of(record), file))

    def play(self, session: Session) -> bool:
        """Play the session, and return whether the person wants another game then.

        A closed pipe ends it without an error because the game is saved.
        """
        try:
            if has_board(session.history.game.name) and self.fills:
                another = self._fill(session)
            else:
                # Late, as the application: a game uses one of the two.
                from urbanist.bots.table.session.conversation import Conversation

                teacher = Teacher(session.table) if self.learn else None
                another = Conversation(session, screen(), teacher, offers_another=can_ask()).run()
            sys.stdout.flush()
        except BrokenPipeError:
            drop(sys.stdout)
            click.echo(session.kept(), err=True)
        except BotFailed as error:
            raise click.ClickException(error_line(error)) from None
        else:
            if session.unsaved:
                raise failure("The game is not saved: {reason}", reason=session.unsaved)
            return another
        finally:
            session.release()
        return False

    def _fill(self, session: Session) -> bool:
        """Play the session in the application, then say how it ended and where it is kept.

        Return whether the person wants another game.
        """
        # Imported late because neither another command nor a conversation waits for its library.
        with loading():
            from urbanist.bots.table.application.full_screen import Crash

        first = not session.history.events and not played_before(session.history.game.name)
        while True:
            application = self._application(session)
            application.offers_another, application.first_game = True, first and session.notes.step is None
            try:
                application.run()
            except Crash:
                click.echo(session.kept(), err=True)
                raise
            if application.failure is not None:
                raise application.failure
            if application.looking is None:
                break
            session.release()
            looked = self.look(session.record(), session.history, session.file, application.looking)
            # The session writes its file again, with what was added in the room.
            session.notes = Notebook.of(looked)
        if session.history.state.over:
            click.echo(f"{verdict.headline(session.pov(None))}.")
        click.echo(session.kept())
        return application.another

    def _application(self, session: Session) -> "Application":
        """Return the application for a session; a guided game goes on at its step."""
        board, lesson = board_of(session.history.game.name), session.table.guided_game(session.notes.lesson)
        with loading():
            from urbanist.bots.table.application.application import Application

        if lesson is not None and session.notes.step is not None:
            from urbanist.bots.table.application.guided import GuidedApplication  # late, as all of it

            return GuidedApplication(session, board, lesson, pace=self.pace)
        application = Application(session, board, pace=self.pace)
        application.teacher = Teacher(session.table) if self.learn else None
        return application

    def teach(self, game: str, name: str) -> None:
        """Play a guided game, which explains itself; it does not count."""
        lesson = table_of(game).guided_game(name)
        assert lesson is not None
        history = History.read(GAMES[game], lesson.deal, lesson.played(0))
        names = (HUMAN, *[str(GENTLE)] * (history.state.seats - 1))
        notes = Notebook.new(any_seed(), names, replayed=True)
        notes.step, notes.lesson = 0, name
        self.play(self.seat(history, names, notes, new_file(game)))

    def look(self, record: Record, history: History, file: Path | None, what: str = "") -> Record:
        """Open the room of analysis; a game that goes on from there is played, and then the room opens again.

        Return the record with what was added.
        """
        with loading():
            from urbanist.bots.table.application.room import Room

        at: int | None = None
        while True:
            room = Room(record, history, board_of(history.game.name), file, what=what, at=at)
            room.run()
            record, what, at = room.record, "", room.ply
            if room.mistakes:
                self._learn_from(room.mistakes)
            elif room.onward is None:
                return record
            else:
                self._go_on(room.onward.history, room.onward.level)

    def _learn_from(self, mistakes: "Sequence[Puzzle]") -> None:
        """Let a person play mistakes better, one by one."""
        from urbanist.bots.table.application.mistakes import MistakesApplication  # late, as all of it
        from urbanist.bots.table.puzzles.mistakes import Mistakes

        game = mistakes[0].game.name
        application = MistakesApplication(Mistakes(mistakes), table_of(game), board_of(game))
        application.run()
        if application.failure is not None:
            raise application.failure

    def _go_on(self, history: History, level: int) -> None:
        """Play a new game from a position of another one, against bots of a level."""
        seed, seats = any_seed(), [str(level_name(level))] * history.state.seats
        seats[history.state.to_move] = f"{HUMAN}:{name}" if (name := read_settings().name) else HUMAN
        names = tuple(map(self.limited, seats))
        notes = Notebook.new(seed, names, replayed=True)
        self.play(self.seat(history.redrawn(seed), names, notes, new_file(history.game.name)))
