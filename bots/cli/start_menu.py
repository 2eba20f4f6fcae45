"""The start menu of `urbanist play`: a screen, or questions in lines where no screen can be filled."""

from collections.abc import Sequence
from dataclasses import replace

import click

from urbanist.bots.cli.terminal import fills_screen, screen
from urbanist.bots.players.level import HIGHEST, NAMES, levels_of
from urbanist.bots.table.kit.language import marked, tr, translated
from urbanist.bots.table.session.screen import Screen
from urbanist.bots.table.session.selection import Memory, Selection, Wish
from urbanist.engine import GAMES, NotationError
from urbanist.engine.game import Game
from urbanist.engine.printable import error_line
from urbanist.engine.suggestion import suggestion


def selected(game: Game | None, variant: str | None, players: int | None, *, plain: bool) -> Selection:
    """Let a person choose, beginning with what is asked for or was chosen last; keep it. End the program without."""
    memory = Memory()
    kept = memory.selection(None if game is None else game.name)
    if game is not None:
        _check(game, variant, players or kept.players)
    wish = Wish(variant or kept.variant, players or kept.players, kept.level)
    first = Selection.of(kept.game, wish)
    if plain or not fills_screen():
        found = _asked(screen(), memory, first)
    else:
        # Imported late because no other command waits for its library.
        from urbanist.bots.table.application.menu import Menu

        found = Menu(memory, first).run()
    if found is None:
        raise click.exceptions.Exit(0)
    memory.problem = ""
    memory.keep(found)
    if memory.problem:
        click.echo(memory.problem, err=True)
    return found


def _check(game: Game, variant: str | None, players: int) -> None:
    """Raise `UsageError` if the game has no such variant or number of players."""
    try:
        game.notation.setup(variant, players, ())
    except NotationError as error:
        raise click.UsageError(error_line(error)) from None


def _asked(shown: Screen, memory: Memory, first: Selection) -> Selection | None:
    """Return the answers to a question for each choice, None if there is none; an empty one means that in brackets."""
    if memory.problem:
        shown.say(memory.problem)
    try:
        game = _answer(shown, marked("game"), list(GAMES), first.game)
        found = first if game == first.game else memory.selection(game)
        notation = GAMES[game].notation
        variant = _answer(shown, marked("variant"), notation.variants, found.variant)
        players = int(
            _answer(shown, marked("players"), list(map(str, notation.seat_counts)), str(found.players))
        )
        for number, level in enumerate(levels_of(game, players), 1):
            name = NAMES[number - 1]
            shown.say(
                tr("  {number}  {name}, about {rating} points", number=number, name=name, rating=level.rating)
            )
        numbers = [str(number) for number in range(1, HIGHEST + 1)]
        chosen = int(_answer(shown, marked("level"), numbers, str(found.level), NAMES))
    except EOFError:
        return None
    return replace(found, variant=variant, players=players, level=chosen)


def _answer(shown: Screen, what: str, known: Sequence[str], usual: str, names: Sequence[str] = ()) -> str:
    """Return one of the known values, which may be typed by their names; one possible answer is not asked for."""
    if len(known) == 1:
        return known[0]
    by_name = dict(zip(names, known, strict=False))
    while True:
        typed = shown.ask(f"{tr(what)} ({', '.join(known)}) [{usual}]: ").strip()
        value = by_name.get(typed, typed or usual)
        if value in known:
            return value
        found = translated(suggestion(typed, [*known, *names]))
        shown.say(tr("no {what} '{typed}'; {suggestion}", what=tr(what), typed=typed, suggestion=found))
