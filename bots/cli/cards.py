"""`--cards FILE`: cards that an owner of a game brings, for deals and for what has been dealt with them."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TypeVar

import click

from urbanist.bots.cli.asking import option_list
from urbanist.engine import GAMES, CardFile, Game
from urbanist.engine.notation import loaded

F = TypeVar("F", bound=Callable[..., Any])


class Cards(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """The path of a file of cards, read as the file."""

    name = "cards"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> CardFile:
        """Return the file; `OSError` where there is none."""
        return value if isinstance(value, CardFile) else CardFile.read(Path(value))


dealt_with = click.option("--cards", type=Cards(), metavar="FILE", help="Deal with the cards of this file.")


def read_with(command: F) -> F:
    """Add the sets of cards that what is read was dealt with; they are known when the command runs."""
    option = click.option(
        "--cards",
        type=Cards(),
        metavar="FILE",
        multiple=True,
        expose_value=False,
        callback=_make_known,
        help="The cards of this file may have been dealt; may be repeated.",
    )
    return option(command)


def _make_known(_context: click.Context, _option: click.Parameter, files: tuple[CardFile, ...]) -> None:
    for file in files:
        make_known(file)


def make_known(file: CardFile, names: Collection[str] = GAMES) -> None:
    """Let deals of these games name the set of a file; `NotationError` if it is wrong, or none of them takes one."""
    games = [GAMES[name] for name in names if GAMES[name].notation.load is not None]
    for game in games or [GAMES[name] for name in names]:
        loaded(game.notation, file)


def dealt(file: CardFile | None, game: Game, options: str) -> tuple[str, ...]:
    """Return the options of a deal, given as a comma list, and the one that deals with the cards of a file."""
    asked = option_list(options)
    return asked if file is None else (*asked, loaded(game.notation, file))
