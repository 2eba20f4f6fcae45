"""What a person chooses before a game: game, variant, options, who sits where, clock and help; and the last choices."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from msgspec import Struct

from urbanist.bots.players.level import HIGHEST, level_name
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.player_view import HUMAN
from urbanist.bots.table.session.settings import config_folder, read_json, write_json
from urbanist.engine import GAMES, NotationError

#: The level of the others in a first game.
FIRST_LEVEL = 1
#: Who sits at a seat: a level, or a person by name; a person may have no name.
Sitter = int | str


class GameChoices(Struct, frozen=True, omit_defaults=True):
    """What was chosen for one game; a value that the game does not know counts as none.

    `level` is that of all others of whom `others` says nothing.
    """

    variant: str | None = None
    players: int | None = None
    level: int | None = None
    others: tuple[Sitter, ...] = ()
    options: tuple[str, ...] = ()
    clock: str = ""
    rated: bool = False


@dataclass(frozen=True, slots=True)
class GameSelection:
    """A game that can be played: the person at the screen sits at seat 0, and `others` at the other seats."""

    game: str
    variant: str
    others: tuple[Sitter, ...]
    options: tuple[str, ...] = ()
    clock: str = ""
    rated: bool = False

    @classmethod
    def of(cls, game: str, choices: GameChoices) -> Self:
        """Return the game as it is wished; of all that is not known it is one for a first visit.

        That is the simplest variant and the fewest players.
        """
        notation = GAMES[game].notation
        variant = choices.variant if choices.variant in notation.variants else notation.variants[0]
        players = choices.players if choices.players in notation.seat_counts else min(notation.seat_counts)
        assert variant is not None
        assert players is not None
        level = choices.level if choices.level is not None and 0 <= choices.level <= HIGHEST else FIRST_LEVEL
        known = [who if isinstance(who, str) or 0 <= who <= HIGHEST else level for who in choices.others]
        others = (*known, *[level] * players)[: players - 1]
        selection = cls(game, variant, others, choices.options, choices.clock, choices.rated)
        return selection if not selection.objection else replace(selection, options=())

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.others) + 1

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels of the bots."""
        return tuple(who for who in self.others if isinstance(who, int))

    @property
    def objection(self) -> str:
        """Why the game cannot be dealt with these options; empty if it can."""
        try:
            GAMES[self.game].notation.setup(self.variant, self.players, self.options)
        except NotationError as error:
            return reason_of(error)
        return ""

    def of_players(self, players: int) -> Self:
        """Return it for another number of players; more of them play like the last one."""
        others = (*self.others, *[self.others[-1]] * players)[: players - 1]
        return replace(self, others=others)

    def at_level(self, level: int) -> Self:
        """Return it with all bots of a level."""
        return replace(self, others=tuple(level if isinstance(who, int) else who for who in self.others))

    def seats(self, name: str = "") -> tuple[str, ...]:
        """Return the text of each seat; `name` is that of the person at the screen."""
        return tuple(
            str(level_name(who)) if isinstance(who, int) else f"{HUMAN}:{who}" if who else HUMAN
            for who in (name, *self.others)
        )

    @property
    def choices(self) -> GameChoices:
        """What is kept of it."""
        levels = self.levels
        return GameChoices(
            self.variant,
            self.players,
            levels[-1] if levels else None,
            () if len(set(self.others)) == 1 and levels else self.others,
            self.options,
            self.clock,
            self.rated,
        )


class ChoicesFile(Struct, forbid_unknown_fields=True):
    """The content of the file: the last game, and the last choices for each."""

    last: str | None = None
    games: dict[str, GameChoices] = {}


class LastChoices:
    """The last choices; `problem` says in a line why the file cannot be read or written, and is empty if it can."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or config_folder() / "last-choices.json"
        self._kept, why = read_json(self.file, ChoicesFile)
        self.problem = tr("{problem}; the usual choices are used", problem=why) if why else ""

    def selection(self, game: str | None = None) -> GameSelection:
        """Return what was chosen last for a game, by default for the last game."""
        last = self._kept.last if self._kept.last in GAMES else next(iter(GAMES))
        name = game or last
        assert name is not None
        return GameSelection.of(name, self._kept.games.get(name, GameChoices()))

    def keep(self, selection: GameSelection) -> None:
        """Write what was chosen."""
        self._kept = ChoicesFile(selection.game, {**self._kept.games, selection.game: selection.choices})
        try:
            write_json(self.file, self._kept)
        except OSError as error:
            self.problem = tr("{problem}; the choices are not kept", problem=reason_of(error))
