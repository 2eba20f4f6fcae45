"""What a person has set for all games: name, language, colours, and how fast bots play; and the file of it."""

from codecs import BOM_UTF8
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import DecodeError, Meta, Struct, ValidationError, json
from msgspec.structs import replace

from urbanist.bots import files
from urbanist.bots.table.kit.language import LANGUAGES, language_of
from urbanist.bots.table.session.folder import config_folder

#: The seconds that a move of a bot can be seen at least, from which a person chooses.
PACES = (0.0, 0.5, 1.0, 2.0, 4.0)
#: The pace of somebody who has chosen none.
USUAL_PACE = 1.0
#: The grounds: that of the terminal, or one of two.
Ground = Literal["terminal", "dark", "light"]


class Settings(Struct, frozen=True):
    """The settings; a `language` of None is that of the environment."""

    name: str = ""
    language: str | None = None
    ground: Ground = "terminal"
    pace: Annotated[float, Meta(ge=0, le=60)] = USUAL_PACE

    def changed(self, **changes: Any) -> "Settings":
        """Return the settings with other values."""
        return replace(self, **changes)

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


def read_settings() -> Settings:
    """Return what is set; a file that is missing or broken counts as nothing set."""
    try:
        return json.decode(settings_file().read_bytes().removeprefix(BOM_UTF8), type=Settings)
    except (OSError, DecodeError, ValidationError, UnicodeDecodeError):
        return Settings()


def keep_settings(settings: Settings) -> None:
    """Write what is set; raise `OSError` if that fails."""
    file = settings_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    files.write(file, json.format(json.encode(settings)) + b"\n")
