"""The home on a terminal: a screen, or questions in lines where no screen can be filled; and what is chosen there."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from urbanist.bots.cli.host import Host
from urbanist.bots.cli.loading import loading
from urbanist.bots.cli.terminal import screen
from urbanist.bots.players.level import HIGHEST, NAMES, levels_of
from urbanist.bots.table.kit.language import marked, tr, translated
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.screen import Screen
from urbanist.bots.table.session.selection import Memory, Selection, Wish
from urbanist.engine import GAMES, NotationError
from urbanist.engine.game import Game
from urbanist.engine.printable import error_line
from urbanist.engine.suggestion import suggestion

#: The section of the home in which a new game is chosen.
PLAY = "play"


def first_selection(game: Game | None, variant: str | None, players: int | None) -> Selection:
    """Return what is asked for, or else was chosen last; raise `UsageError` if the game cannot be played so."""
    kept = Memory().selection(None if game is None else game.name)
    chosen = players or kept.players
    if game is not None:
        try:
            game.notation.setup(variant, chosen, ())
        except NotationError as error:
            raise click.UsageError(error_line(error)) from None
    wish = kept.wish
    asked = Wish(
        variant or wish.variant, chosen, wish.level, wish.others, wish.options, wish.clock, wish.rated
    )
    return Selection.of(kept.game, asked)


def visit(
    host: Host,
    section: str | None = None,
    selection: Selection | None = None,
    *,
    seed: int | None = None,
    record: Path | None = None,
) -> None:
    """Let a person choose what to do, and do it, until the person leaves.

    `seed` and `record` are for the first game alone.
    """
    selection = selection or Memory().selection()
    while True:
        if host.fills:
            do, section, selection = _chosen(host, section, selection)
        else:
            do, selection = _asked_for(host, selection)
        if do is None:
            return
        again = do(seed, record)
        seed = record = None
        if not (again or host.fills):
            return


#: Does what was chosen, with a seed and a file for a new game; returns whether a person wants to choose again.
Doing = Callable[[int | None, Path | None], bool]


def _chosen(
    host: Host, section: str | None, selection: Selection
) -> tuple[Doing | None, str | None, Selection]:
    """Return what a person chooses in the home on the screen, with the section and the choices that are open then."""
    with loading():
        from urbanist.bots.table.application import home as room

    memory = Memory()
    opened = room.Home(memory, selection, section)
    errand = opened.run()
    settings = opened.settings
    host = replace(host, pace=settings.pace)

    def do(seed: int | None, record: Path | None) -> bool:
        match errand:
            case room.Begin(chosen):
                _keep(memory, chosen)
                host.begin(chosen, seed, record)
            case room.Resume(file):
                host.resume(file)
            case room.FirstGame(game):
                host.teach(game)
            case room.Solve(game, theme):
                from urbanist.bots.cli.puzzles import solve

                solve(GAMES[game], theme)
            case room.Look(file):
                host.look(*saves.read_game(file), file)
        return True

    return (None if errand is None else do), opened.section, opened.new_game.selection


def _keep(memory: Memory, selection: Selection) -> None:
    """Keep what was chosen for the next time."""
    memory.problem = ""
    memory.keep(selection)
    if memory.problem:
        click.echo(memory.problem, err=True)


def _asked_for(host: Host, selection: Selection) -> tuple[Doing | None, Selection]:
    """Return what a person chooses by answers to questions."""
    memory = Memory()
    found = _asked(screen(), memory, selection)
    if found is None:
        return None, selection
    chosen = found
    _keep(memory, chosen)
    return (lambda seed, record: host.begin(chosen, seed, record)), chosen


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
        usual = str(max(found.levels, default=1))
        chosen = int(_answer(shown, marked("level"), numbers, usual, NAMES))
    except EOFError:
        return None
    return replace(found, variant=variant, others=(chosen,) * (players - 1))


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
