"""A parameter that names a saved game: by its file, by its name in the list of saves, or as the last one."""

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from urbanist.bots.cli import completers
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.saves import program
from urbanist.engine import NotationError
from urbanist.engine.game import Game

#: Stands for the game that was saved last, of those that are not over.
LAST = "last"


class SavedGame(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A parameter that is a path, the beginning of the name of one saved game, or `LAST`."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path of the file; `Path(LAST)` stands for the last game unless a file has this name."""
        if value == LAST:
            return Path(LAST)
        try:
            return saves.named(str(value))
        except NotationError as error:
            raise click.UsageError(f"--resume: {reason_of(error)}") from None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names of saved games that begin with a text, the last saved first, or files."""
        named = completers.items([path.stem for path in saves.files()], incomplete)
        return named or completers.files(ctx, param, incomplete)


def found_game(path: Path, game: Game | None) -> Path:
    """Return the file of a saved game; for `LAST` that of the last one, of the named game if there is one."""
    if path != Path(LAST) or path.exists():
        return path
    found = saves.to_continue(None if game is None else game.name)
    if found is None:
        folder = saves.folder()
        if game is None:
            raise click.ClickException(
                tr(
                    "--resume: no game to continue in {folder}; '{program} play' begins one",
                    folder=folder,
                    program=program(),
                )
            )
        raise click.ClickException(
            tr(
                "--resume: no game of {game} to continue in {folder}; '{program} play' begins one",
                game=game.name,
                folder=folder,
                program=program(),
            )
        )
    return found
