"""The option `--cards FILE`: own cards, tiles and numbers, for new deals and for games that were dealt with them."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from urbanist.bots.cli.completers import files
from urbanist.bots.cli.shared_options import option_list
from urbanist.engine import GAMES, CardFile, Game
from urbanist.engine.notation import loaded, takes

F = TypeVar("F", bound=Callable[..., Any])


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
        """Return what lets a shell complete names of files."""
        return files(ctx, param, incomplete)


dealt_with = click.option("--cards", type=Cards(), metavar="FILE", help="Deal with the cards of this file.")


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


def cards_read() -> Sequence[Path]:
    """Return the paths of the card files that the command has read."""
    found: Sequence[Path] = click.get_current_context().meta.get(READ, ())
    return found


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
