"""Options that several commands share: a game and its cards, a position, seats, clock, trace, a recorded game."""

import sys
from collections.abc import Callable, Collection, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from urbanist.bots.cli import completers
from urbanist.bots.cli.completers import files
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.engine import GAMES, CardFile, Game, NotationError
from urbanist.engine.edition import loaded, takes
from urbanist.engine.history import History
from urbanist.engine.printable import BYTE_ORDER_MARK
from urbanist.engine.record import Record, find_game, read_lines
from urbanist.engine.suggestion import suggestion

if TYPE_CHECKING:
    from urbanist.search.limit import Limit

F = TypeVar("F", bound=Callable[..., Any])

SEED = click.IntRange(0, 2**63 - 1)
FILE = click.Path(path_type=Path)
#: A bound for every game; the rules of each game give the exact numbers.
PLAYERS = click.IntRange(1, 99)
STANDARD_INPUT = "-"
PUBLIC = "public"


def misuse(text: str, /, **values: object) -> click.UsageError:
    """Return the error of a wrong use, in the language of the command."""
    return click.UsageError(tr(text, **values))


def failure(text: str, /, **values: object) -> click.ClickException:
    """Return the error of a command that could not do what it was asked, in its language."""
    return click.ClickException(tr(text, **values))


def only_one(first: str, value: object, second: str, other: object) -> None:
    """Raise `UsageError` if two options that exclude each other are both given."""
    if value is not None and other is not None:
        raise misuse("{first} and {second} exclude each other: give only one", first=first, second=second)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that adds options to a command, in the order in which its help shows them."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


#: Where tables are kept that are served.
tables_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    show_default="the user's data folder",
    help="Keep the tables in this folder.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A parameter that turns the name of a game into the game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """Return the game; a `UsageError` lists the known games."""
        if isinstance(value, Game):
            return value
        if ":" in value:
            return GAMES.register_file(value)
        if value not in GAMES:
            raise misuse(
                "no game '{name}'; {suggestion}", name=value, suggestion=suggestion(value, sorted(GAMES))
            )
        return GAMES[value]

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the games that begin with a text."""
        return completers.items(GAMES, incomplete)


class Real(click.FloatRange):
    """A number in a range; 'nan', which no bound stops, is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; a `BadParameter` says what is wrong."""
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{number} is not in the range {self._describe_range()}.", param, ctx)
        return number


variant_option = click.option(
    "--variant",
    shell_complete=completers.variants,
    show_default="the one that 'urbanist games' marks",
    help="Variant of the game.",
)
players_option = click.option(
    "--players", type=PLAYERS, show_default="the most that the game allows", help="Number of players."
)


#: Where the context keeps the paths of the card files.
READ = "urbanist.cards"


class Cards(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A parameter that turns a path into the card file at that path."""

    name = "cards"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> CardFile:
        """Return the file; raise `OSError` if it cannot be read."""
        if isinstance(value, CardFile):
            return value
        click.get_current_context().meta.setdefault(READ, []).append(Path(value))
        return CardFile.read(Path(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the item that lets a shell complete names of files."""
        return files(ctx, param, incomplete)


dealt_with = click.option("--cards", type=Cards(), metavar="FILE", help="Deal with the cards of this file.")


#: What describes a game before its deal.
game_options: Callable[[F], F] = together(
    variant_option,
    players_option,
    click.option(
        "--options",
        default="",
        show_default="none",
        metavar="A,B",
        shell_complete=completers.switches,
        help="Options of the game; 'urbanist games' lists them.",
    ),
    dealt_with,
)


def named_seats(who: str, usual: str | None = None) -> Callable[[F], F]:
    """Return a decorator that adds --seats and --seat; `who` is the help text of --seats, `usual` its default."""
    return together(
        click.option(
            "--seats", metavar="A,B,...", shell_complete=completers.seats, show_default=usual, help=who
        ),
        click.option(
            "--seat",
            "seat_list",
            multiple=True,
            metavar="BOT",
            shell_complete=completers.seat,
            help="One seat; repeat it for each seat.",
        ),
    )


seat_options = named_seats("The bot of each seat, in seat order.")


def _traceable(_: click.Context, option: click.Parameter, file: Path | None) -> Path | None:
    """Return the absolute path of a file to which lines can be added."""
    if file is None:
        return None
    from urbanist.bots.process.log import LineTrace  # late: few games are traced

    try:
        LineTrace(file, "").check()
    except OSError as error:
        raise misuse(
            "{option} {reason}; expected a file to write to", option=option.opts[0], reason=reason_of(error)
        ) from None
    return file.absolute()


def read_clock(_: click.Context, option: click.Parameter, text: str | None) -> "Limit | None":
    """Return the time control of a text."""
    if text is None:
        return None
    from urbanist.bots.match.clock import read_control  # late: it knows players, and most commands have none

    try:
        return read_control(text)
    except ValueError as error:
        raise click.UsageError(f"{option.opts[0]} {reason_of(error)}") from None


trace_option = click.option(
    "--trace",
    type=click.Path(path_type=Path),
    metavar="FILE",
    callback=_traceable,
    help="Add all lines to and from programs to this file, with time and direction.",
)


#: The words of `Protection`; a table without programs does not load their room.
PROTECTIONS = ("none", "auto", "bwrap")


sandbox_options: Callable[[F], F] = together(
    click.option(
        "--sandbox",
        type=click.Choice(PROTECTIONS),
        default="none",
        help="Sandbox of programs: none, bubblewrap, or bubblewrap if it works here.",
    ),
    click.option(
        "--reads",
        multiple=True,
        metavar="PATH",
        help="A file or folder that programs may read in the sandbox; may be repeated.",
    ),
)


def position_options(*, required: bool) -> Callable[[F], F]:
    """Return a decorator that adds a position as text: a deal line and events."""
    return together(
        click.option(
            "--deal",
            metavar="D",
            required=required,
            help="The deal line; - reads it from standard input, with the events on the second line.",
        ),
        click.option(
            "--events",
            metavar="E",
            help="Events after the deal, separated by spaces, or - for standard input.",
        ),
    )


def viewer(view: str, seats: int) -> int | None:
    """Return the seat of a --view option; None for `public`."""
    if view != PUBLIC and view not in map(str, range(seats)):
        raise misuse(
            "--view {view}: expected a seat, 0 to {last}, or {public}",
            view=view,
            last=seats - 1,
            public=PUBLIC,
        )
    return None if view == PUBLIC else int(view)


def option_list(options: str) -> tuple[str, ...]:
    """Return the options of a comma-separated list."""
    return tuple(option for option in options.split(",") if option)


def most_players(game: Game, players: int | None) -> int:
    """Return the number of players: the most that the game allows if None is given."""
    return max(game.notation.seat_counts) if players is None else players


def position(deal: str, events: str | None) -> History:
    """Return the position after a deal line and events; `-` stands for standard input."""
    given = _standard_input() if STANDARD_INPUT in (deal, events) else []
    if deal == STANDARD_INPUT:
        if not given:
            raise misuse("--deal -: standard input is empty, expected a deal line")
        deal, *given = given
        events = STANDARD_INPUT if events is None else events
    if events == STANDARD_INPUT:
        events, *given = given or [""]
    if given:
        raise misuse(
            "standard input: expected nothing after the deal and the events, found '{found}'", found=given[0]
        )
    return History.read(find_game(deal, GAMES), deal, (events or "").split())


def _standard_input() -> list[str]:
    lines = sys.stdin.read().removeprefix(BYTE_ORDER_MARK).splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    return [line.strip() for line in lines]


def seat_texts(players: int | None, seats: str | None, seat_list: Sequence[str]) -> tuple[str, ...]:
    """Return the seat texts, empty if none is given; raise `UsageError` for options that contradict each other."""
    only_one("--seats", seats, "--seat", seat_list or None)
    texts = tuple(text.strip() for text in seats.split(",")) if seats is not None else tuple(seat_list)
    if texts and players is not None and players != len(texts):
        raise misuse("{seats} seats are named for {players} players", seats=len(texts), players=players)
    return texts


def seats_of(game: Game, players: int | None, seats: str | None, seat_list: Sequence[str]) -> tuple[str, ...]:
    """Return the text of each seat; raise `UsageError` if there is none."""
    texts = seat_texts(players, seats, seat_list)
    if not texts:
        known = " or ".join(map(str, game.notation.seat_counts))
        raise click.UsageError(f"--seats: who plays? {game.name} is for {known} players")
    return texts


def recorded(place: str) -> tuple[Record, History]:
    """Return the replayed game of `FILE[:GAME]`; an error in it ends the program with status 1."""
    path, number = _file_and_number(place)
    count, where = 0, ""
    try:
        for line, text in read_lines(path):
            count += 1
            if count == number:
                where = f"{path}:{line}"
                record = Record.from_json(text)
                return record, record.replay(GAMES)
    except NotationError as error:
        raise click.ClickException(reason_of(error.at(where) if where else error)) from None
    raise failure(
        "{path}: no game {number}; it holds {count}, counted from 1",
        path=str(path),
        number=number,
        count=count,
    )


def record_file(place: str) -> Path:
    """Return the file of `FILE[:GAME]`."""
    return _file_and_number(place)[0]


def _file_and_number(place: str) -> tuple[Path, int]:
    file, sign, number = place.rpartition(":")
    if not sign or not file or not number.isascii() or not number.isdigit() or Path(place).exists():
        return Path(place), 1
    return Path(file), int(number)


def read_with(command: F) -> F:
    """Add a repeatable `--cards` option; the card sets are registered before the command runs."""
    option = click.option(
        "--cards",
        type=Cards(),
        metavar="FILE",
        multiple=True,
        expose_value=False,
        callback=_make_known,
        help="A card file that the deal may use; may be repeated.",
    )
    return option(command)


def path_of(cards: CardFile | None) -> Path | None:
    """Return the path of a card file."""
    return None if cards is None else Path(cards.name)


def cards_read() -> Sequence[Path]:
    """Return the paths of the card files that the command has read."""
    paths: Sequence[Path] = click.get_current_context().meta.get(READ, ())
    return paths


def _make_known(_context: click.Context, _option: click.Parameter, files: tuple[CardFile, ...]) -> None:
    for file in files:
        make_known(file)


def make_known(file: CardFile, names: Collection[str] = GAMES) -> None:
    """Register the card set of a file for its game; raise `NotationError` if it is wrong or for none of these."""
    games = [GAMES[name] for name in names]
    own = [game for game in games if takes(game.notation, file)]
    for game in own or games[:1]:
        loaded(game.notation, file)


def dealt(file: CardFile | None, game: Game, options: str) -> tuple[str, ...]:
    """Return the options of a deal; with a card file one more option selects its cards."""
    asked = option_list(options)
    return asked if file is None else (*asked, loaded(game.notation, file))
