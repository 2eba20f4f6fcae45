"""What a person chooses before a game: game, variant, number of players and level; and the file of the last choices."""

from codecs import BOM_UTF8
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from msgspec import DecodeError, Struct, json

from urbanist.bots import files
from urbanist.bots.players.level import HIGHEST, NAMES
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.sight import HUMAN
from urbanist.bots.table.session.folder import config_folder
from urbanist.engine import GAMES

#: The level of the first game.
FIRST_LEVEL = 2


class Wish(Struct, frozen=True):
    """What was chosen for one game; a value that the game does not know counts as none."""

    variant: str | None = None
    players: int | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """A game that can be played: its name, variant, number of players, and the level of the others."""

    game: str
    variant: str
    players: int
    level: int

    @classmethod
    def of(cls, game: str, wish: Wish) -> Self:
        """Return the game as it is wished, with the usual value of all that is not known."""
        notation = GAMES[game].notation
        usual = notation.variants[notation.setup(None, notation.seat_counts[0], ()).variant]
        variant, players, level = wish.variant, wish.players, wish.level
        return cls(
            game,
            variant if variant is not None and variant in notation.variants else usual,
            players if players is not None and players in notation.seat_counts else max(notation.seat_counts),
            level if level is not None and 1 <= level <= HIGHEST else FIRST_LEVEL,
        )

    @property
    def seats(self) -> tuple[str, ...]:
        """The text of each seat: a person, and bots of the level."""
        return (HUMAN, *[NAMES[self.level - 1]] * (self.players - 1))

    @property
    def wish(self) -> Wish:
        """What is kept of it."""
        return Wish(self.variant, self.players, self.level)


class Kept(Struct, forbid_unknown_fields=True):
    """The content of the file: the last game, and the last choices for each."""

    last: str | None = None
    games: dict[str, Wish] = {}


class Memory:
    """The last choices; `problem` says in a line why the file cannot be read or written, and is empty if it can."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or config_folder() / "last-choices.json"
        self.problem = ""
        self._kept = self._read()

    def _read(self) -> Kept:
        try:
            return json.decode(self.file.read_bytes().removeprefix(BOM_UTF8), type=Kept)
        except FileNotFoundError:
            return Kept()
        except (DecodeError, UnicodeDecodeError, OSError) as error:
            what = reason_of(error) if isinstance(error, OSError) else f"{self.file}: {reason_of(error)}"
            self.problem = tr("{problem}; the usual choices are used", problem=what)
            return Kept()

    def selection(self, game: str | None = None) -> Selection:
        """Return what was chosen last for a game, by default for the last game."""
        last = self._kept.last if self._kept.last in GAMES else next(iter(GAMES))
        name = game or last
        assert name is not None
        return Selection.of(name, self._kept.games.get(name, Wish()))

    def keep(self, selection: Selection) -> None:
        """Write what was chosen."""
        self._kept = Kept(selection.game, {**self._kept.games, selection.game: selection.wish})
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            files.write(self.file, json.format(json.encode(self._kept)) + b"\n")
        except OSError as error:
            self.problem = tr("{problem}; the choices are not kept", problem=reason_of(error))
