"""What belongs to a person: the folders of the platform, and the settings: name, language, colours, pace of bots."""

import os
from codecs import BOM_UTF8
from collections.abc import Callable
from errno import EACCES
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from msgspec import DecodeError, Meta, Struct, json
from platformdirs import user_config_path, user_data_path

from urbanist.bots import files
from urbanist.bots.table.kit.language import LANGUAGES, language_of, marked, reason_of, tr

T = TypeVar("T")

#: The seconds that a move of a bot can be seen at least, from which a person chooses.
PACES = (0.0, 0.5, 1.0, 2.0, 4.0)
#: The pace of somebody who has chosen none.
USUAL_PACE = 1.0
#: The grounds: that of the terminal, or one of two.
Ground = Literal["terminal", "dark", "light"]


#: What the extra `serve` brings.
SERVING = ("litestar", "uvicorn", "websockets", "segno")
#: Where the folders of somebody without a home are: nothing is there, and nobody can keep anything there.
NOWHERE = Path(os.devnull) / "home"


def data_folder() -> Path:
    """Return the folder, which may not exist yet; on Linux it is in `XDG_DATA_HOME`."""
    return _folder(user_data_path)


def _folder(of_platform: Callable[..., Path]) -> Path:
    """Return a folder of the platform."""
    try:
        path = of_platform("urbanist", appauthor=False)
    except RuntimeError:  # the user has no home: the system does not know the user, as in some containers
        return NOWHERE
    return path if path.is_absolute() else NOWHERE


UNKEPT = marked("Nothing is kept: {reason}; XDG_DATA_HOME can name a folder that can be written")


def unkept() -> str:
    """Return in a line why nothing of a person can be kept, such as games and ratings; nothing if it can."""
    folder = data_folder()
    if folder == NOWHERE:
        return tr(UNKEPT, reason=tr("this user has no home"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return ""
        reason = f"{folder}: {os.strerror(EACCES)}"
    except OSError as error:
        reason = reason_of(error)
    return tr(UNKEPT, reason=reason)


def logbook_file() -> Path:
    """Return the logbook of the person, which may not exist yet."""
    return data_folder() / "results.sqlite"


def tables_folder() -> Path:
    """Return the folder of the tables that this user serves, which may not exist yet."""
    return data_folder() / "serve"


def lacking_to_serve() -> str | None:
    """Return a library that is not installed and without which nothing can be served; None if all are there."""
    return next((name for name in SERVING if find_spec(name) is None), None)


def config_folder() -> Path:
    """Return the folder for settings, which may not exist yet; on Linux it is in `XDG_CONFIG_HOME`."""
    return _folder(user_config_path)


def read_json(file: Path, kind: type[T]) -> tuple[T, str]:
    """Return what a file of a person keeps, and in a line why it cannot be read: then its defaults are returned.

    A missing file keeps nothing, and the line is empty.
    """
    try:
        return json.decode(file.read_bytes().removeprefix(BOM_UTF8), type=kind), ""
    except (FileNotFoundError, NotADirectoryError):
        return kind(), ""
    except OSError as error:
        return kind(), reason_of(error)
    except (DecodeError, UnicodeDecodeError) as error:
        return kind(), f"{file}: {reason_of(error)}"


def write_json(file: Path, kept: Struct) -> None:
    """Write what a file of a person keeps, at once; raise `OSError` if that fails."""
    file.parent.mkdir(parents=True, exist_ok=True)
    files.write(file, json.format(json.encode(kept)) + b"\n")


class UserSettings(Struct, frozen=True):
    """The settings; a `language` of None is that of the environment."""

    name: str = ""
    language: str | None = None
    ground: Ground = "terminal"
    pace: Annotated[float, Meta(ge=0, le=60)] = USUAL_PACE

    @property
    def spoken(self) -> str:
        """The language in which this person is spoken to."""
        return self.language if self.language in LANGUAGES else language_of()

    @property
    def dark(self) -> bool | None:
        """Whether the ground is dark; None for that of the terminal."""
        return None if self.ground == "terminal" else self.ground == "dark"


def settings_file() -> Path:
    """Return the file of the settings, which may not exist yet."""
    return config_folder() / "settings.json"


def read_settings() -> UserSettings:
    """Return what is set; a file that is missing or broken counts as nothing set."""
    return read_json(settings_file(), UserSettings)[0]


def settings_problem() -> str:
    """Return in a line why the settings cannot be read; nothing if they can, or if there are none."""
    _, why = read_json(settings_file(), UserSettings)
    said = marked("{problem}; the usual settings are used, and a change of one writes the file anew")
    return tr(said, problem=why) if why else ""
