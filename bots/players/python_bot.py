"""A bot of one's own in Python: a class of a file, named as `mybots.py:Frugal`.

The class is called without arguments. Its objects either are bots, whose `sit(seed)` returns a player for a game,
or players themselves, with `choose(view, allowance=None)` alone; then each seat of each game gets a new object.
`choose` returns a `Result`, or the text of a move. The class runs in the process that plays, which nothing protects
from it; but an exception that it raises costs it the game and nothing else.
"""

import importlib.util
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Player, instant
from urbanist.bots.players.forfeit import CRASH, Forfeit
from urbanist.bots.players.spec import SpecError
from urbanist.engine.history import View
from urbanist.search.result import Result

#: What the text of such a bot looks like.
TEXT = re.compile(r"(?P<file>.+\.py):(?P<class_name>[^\W\d]\w*)")


@dataclass(frozen=True, slots=True)
class PythonBot:
    """The class of a file, by names only, so that it can be sent to other processes; each of them loads the file."""

    file: str
    class_name: str

    @property
    def name(self) -> str:
        """The text that it is made from."""
        return f"{self.file}:{self.class_name}"

    def sit(self, seed: int) -> Player:
        """Return a player for a new game; `Forfeit` if the class does not make one."""
        try:
            made = self.load()
        except SpecError as error:
            raise Forfeit(CRASH, str(error)) from None
        with forfeited(self):
            found = made()
            return PythonPlayer(self, found.sit(seed) if hasattr(found, "sit") else found)

    def load(self) -> type[Any]:
        """Return the class; `SpecError` says in one line why there is none."""
        path = Path(self.file)
        if not path.is_file():
            raise SpecError(f"no bot '{self.name}': no file '{self.file}'")
        try:
            module = loaded(path.resolve())
        except (Exception, SystemExit) as error:
            raise SpecError(
                f"no bot '{self.name}': {self.file} cannot be loaded: {told(error, path)}"
            ) from None
        found = getattr(module, self.class_name, None)
        if not isinstance(found, type):
            classes = [key for key, value in vars(module).items() if is_bot(value, module)]
            known = f"there are {', '.join(classes)}" if classes else "there is none with 'sit' or 'choose'"
            raise SpecError(f"no bot '{self.name}': no class '{self.class_name}' in {self.file}; {known}")
        if not is_bot(found):
            raise SpecError(f"no bot '{self.name}': class '{self.class_name}' has neither 'sit' nor 'choose'")
        return found


@dataclass(frozen=True, slots=True)
class PythonPlayer:
    """A seat that is played by an object of such a class; whatever it raises is a forfeit."""

    bot: PythonBot
    player: Player

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return what the object chooses; `Forfeit` where it raises, or returns no move."""
        with forfeited(self.bot):
            found: object = (
                self.player.choose(view) if allowance is None else self.player.choose(view, allowance)
            )
        if isinstance(found, str):
            return instant(found)
        if not isinstance(found, Result):
            raise Forfeit(
                CRASH, f"{self.bot.class_name}.choose returned {found!r:.60}, no Result and no text of a move"
            )
        return found


def parse_python_bot(text: str) -> PythonBot | None:
    """Return the bot of a text such as `mybots.py:Frugal`, loaded once to see that it can be; None for any other text.

    `SpecError` says in one line what is wrong with the file or the class.
    """
    found = TEXT.fullmatch(text)
    if found is None:
        return None
    bot = PythonBot(found["file"], found["class_name"])
    bot.load()
    return bot


@cache
def loaded(path: Path) -> ModuleType:
    """Return the module of a file, which is run once in each process. It may import its neighbours in the folder."""
    spec = importlib.util.spec_from_file_location(str(path), path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Classes of a module look for it there, by a name that no other module has.
    sys.modules[spec.name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return module


def is_bot(value: object, module: ModuleType | None = None) -> bool:
    """Tell whether a value is a class of a bot, and one that the module defines itself, where one is given."""
    if not isinstance(value, type) or (module is not None and value.__module__ != module.__name__):
        return False
    return callable(getattr(value, "sit", None)) or callable(getattr(value, "choose", None))


@contextmanager
def forfeited(bot: PythonBot) -> Iterator[None]:
    """Turn whatever the code of a bot raises into a forfeit; a bot may forfeit by itself."""
    try:
        yield
    except Forfeit:
        raise
    except (Exception, SystemExit) as error:
        raise Forfeit(CRASH, f"{bot.class_name} raised {told(error, Path(bot.file))}") from None


def told(error: BaseException, path: Path) -> str:
    """Return an exception in one line, with the last line of the file that it passed through."""
    lines = [
        frame.lineno for frame in extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()
    ]
    where = f" (line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {error}{where}" if str(error) else f"{type(error).__name__}{where}"
