"""Bots from a user's Python file: `mybots.py:Frugal` names the class `Frugal` of the file `mybots.py`.

The class is called without arguments. It is either a bot, with a method `sit(seed)` that returns a player, or a player
with the method `choose(view, limit=None)`; then each seat of each game gets a new object. `choose` returns a
`Result`, or a move as a value or as text. What it raises is a forfeit. A `PythonBot` runs in the process of the arena,
which trusts it: Python code that makes one says so. A seat text stands for a process of its own, as
`match.seat_text.class_program` starts it.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.player import CRASH, Bot, Forfeit, Player, instant, move_of
from urbanist.bots.players.spec import SpecError
from urbanist.engine import IllegalMove, NotationError
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.engine.message import Message
from urbanist.engine.printable import one_line
from urbanist.engine.user_file import described, loaded
from urbanist.search.limit import Limit
from urbanist.search.result import Result

#: The descriptor of standard error, whatever a class has done to `sys.stderr`.
STDERR = 2
#: The form of such a bot's text.
TEXT = re.compile(r"(?P<file>.+\.py):(?P<class_name>[^\W\d]\w*)")


@dataclass(frozen=True, slots=True)
class ClassLocation:
    """Where the class of a bot stands: the path of the file, which may be empty, and the name of the class."""

    file: str
    class_name: str

    @classmethod
    def of(cls, kind: type) -> "ClassLocation":
        """Return where a class stands."""
        return ClassLocation(getattr(sys.modules.get(kind.__module__), "__file__", None) or "", kind.__name__)

    def seated(self, made: Callable[[], Any], seed: int) -> Player:
        """Return a player of what a function makes: a bot or a player; raise `Forfeit` if that fails."""
        with forfeited(self):
            player = made()
            return PythonPlayer(self, player.sit(seed) if hasattr(player, "sit") else player)


@dataclass(frozen=True, slots=True)
class PythonBot(ClassLocation):
    """A class of a file, stored by names only, so that other processes can receive it and load the file."""

    @property
    def name(self) -> str:
        """The text of the bot: FILE.py:CLASS."""
        return f"{self.file}:{self.class_name}"

    def sit(self, seed: int) -> Player:
        """Return a player for a new game; raise `Forfeit` if the class cannot make one."""
        try:
            made = self.load()
        except SpecError as error:
            raise Forfeit(CRASH, str(error)) from None
        return self.seated(made, seed)

    def path(self) -> Path:
        """Return the path of the file; raise `SpecError` if there is no such file."""
        path = Path(self.file)
        if not path.is_file():
            raise SpecError("no bot '{name}': no file '{file}'", name=self.name, file=self.file)
        return path

    def load(self) -> type[Any]:
        """Return the class; raise `SpecError` if it cannot be loaded."""
        path = self.path()
        try:
            module = loaded(path.resolve())
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # such as CancelledError
            raise SpecError(
                "no bot '{name}': {file} cannot be loaded: {reason}",
                name=self.name,
                file=self.file,
                reason=described(error, path),
            ) from None
        class_ = getattr(module, self.class_name, None)
        if not isinstance(class_, type):
            classes = [key for key, value in vars(module).items() if is_bot(value, module)]
            known = (
                Message("there are {there}", there=", ".join(classes))
                if classes
                else Message("there is none with 'sit' or 'choose'")
            )
            raise SpecError(
                "no bot '{name}': no class '{lacking}' in {file}; {known}",
                name=self.name,
                lacking=self.class_name,
                file=self.file,
                known=known,
            )
        if not is_bot(class_):
            raise SpecError(
                "no bot '{name}': class '{found}' has neither 'sit' nor 'choose'",
                name=self.name,
                found=self.class_name,
            )
        return class_


@dataclass(frozen=True, slots=True)
class PythonPlayer(Player):
    """A player around an object of a user's class; every exception of the object becomes a forfeit."""

    bot: ClassLocation
    player: Any

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return the choice of the object; raise `Forfeit` if it raises an exception or returns no move."""
        timed = limit is not None and limit.timed
        try:  # as `forfeited` does, which for each move takes as long as a short decision
            answer: object = self.player.choose(view, limit) if timed else self.player.choose(view)
        except (Forfeit, KeyboardInterrupt):
            raise
        except BaseException as error:  # such as CancelledError
            raise crashed(self.bot, error) from None
        try:
            return self._result(answer, view)
        except (Forfeit, IllegalMove, NotationError):
            raise
        except Exception as error:  # of a class of its own that it returned
            raise crashed(self.bot, error) from None

    def _result(self, answer: object, view: View) -> Result:
        """Return what the object has found as a result."""
        if isinstance(answer, str | Move):
            return instant(move_of(answer, view))
        if isinstance(answer, Result) and not isinstance(answer.move, Move):
            return replace(answer, move=move_of(answer.move, view))
        if not isinstance(answer, Result):
            raise Forfeit(
                CRASH,
                f"{self.bot.class_name}.choose returned {answer!r:.60}; expected a Result or a move, "
                "such as state.move_of(action) or one of state.legal()",
            )
        return answer


@dataclass(frozen=True, slots=True)
class StrictClass(PythonBot):
    """The class of a file as the bot of a process of its own, which its first fault ends: so it forfeits there too."""

    def sit(self, seed: int) -> Player:
        """Return a player for a new game."""
        try:
            made = PythonBot.sit(self, seed)
        except Exception as error:
            end_process(error)
        assert isinstance(made, PythonPlayer)
        return StrictPlayer(made.bot, made.player)


@dataclass(frozen=True, slots=True)
class StrictPlayer(PythonPlayer):
    """A player around an object of a user's class whose first fault ends the process."""

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return the choice of the object."""
        try:
            return PythonPlayer.choose(self, view, limit)
        except Exception as error:
            end_process(error)


def end_process(error: Exception) -> NoReturn:
    """End this process and all its threads, and say why on standard error."""
    with suppress(OSError, ValueError):
        os.write(STDERR, f"{one_line(str(error))}\n".encode(errors="replace"))
    os._exit(1)


def seated(bot: Bot, seed: int) -> Player:
    """Return a player of any bot; what the code of a bot from outside raises is a forfeit, as that of a class is."""
    if bot.name in BOTS.shipped or bot.name not in BOTS:
        return bot.sit(seed)
    source = ClassLocation.of(type(bot))
    with forfeited(source):
        player = bot.sit(seed)
    # A player of ours can do more than choose.
    return player if type(player).__module__.startswith("urbanist.") else PythonPlayer(source, player)


def named_class(text: str) -> PythonBot | None:
    """Return the bot of a text such as `mybots.py:Frugal`, which is not loaded; None for any other text.

    Several words are a command, as `urbanist bot mybots.py:Frugal` is, unless they are the name of a file.
    """
    parts = TEXT.fullmatch(text)
    if parts is None or (len(text.split()) > 1 and not Path(parts["file"]).is_file()):
        return None
    return PythonBot(parts["file"], parts["class_name"])


def is_bot(value: object, module: ModuleType | None = None) -> bool:
    """Return whether a value is the class of a bot; if a module is given, it must also define the class."""
    if not isinstance(value, type) or (module is not None and value.__module__ != module.__name__):
        return False
    return callable(getattr(value, "sit", None)) or callable(getattr(value, "choose", None))


@contextmanager
def forfeited(bot: ClassLocation) -> Iterator[None]:
    """Turn every exception of a bot's code into a forfeit; a `Forfeit` that the bot raises stays."""
    try:
        yield
    except (Forfeit, KeyboardInterrupt):
        raise
    except BaseException as error:  # such as CancelledError
        raise crashed(bot, error) from None


def crashed(bot: ClassLocation, error: BaseException) -> Forfeit:
    """Return the forfeit for an exception of a bot's code, whose text may be as faulty as the code is."""
    try:
        said = described(error, Path(bot.file))
    except Exception:
        said = type(error).__name__
    return Forfeit(CRASH, f"{bot.class_name} raised {said}")
