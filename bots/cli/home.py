"""The home on a terminal: a screen, or questions in lines where no screen can be filled; and what is chosen there."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from urbanist.bots.cli.host import Host
from urbanist.bots.cli.loading import loading
from urbanist.bots.cli.terminal import screen
from urbanist.bots.players.level import HIGHEST, NAMES, levels_of
from urbanist.bots.table.kit.language import marked, tr, translated
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.screen import Screen
from urbanist.bots.table.session.selection import GameChoices, GameSelection, LastChoices
from urbanist.bots.table.session.settings import settings_problem
from urbanist.engine import GAMES
from urbanist.engine.game import Game
from urbanist.engine.suggestion import suggestion

if TYPE_CHECKING:
    from urbanist.bots.table.application.home import Request

#: The section of the home in which a new game is chosen.
PLAY = "play"


def first_selection(game: Game | None, variant: str | None, players: int | None) -> GameSelection:
    """Return the selection that is asked for, or else the last one; raise `NotationError` if it cannot be played."""
    kept = LastChoices().selection(None if game is None else game.name)
    chosen = players or kept.players
    if game is not None:
        game.notation.setup(variant, chosen, ())
    choices = kept.choices
    asked = GameChoices(
        variant or choices.variant,
        chosen,
        choices.level,
        choices.others,
        choices.options,
        choices.clock,
        choices.rated,
    )
    return GameSelection.of(kept.game, asked)


def visit(
    host: Host,
    section: str | None = None,
    selection: GameSelection | None = None,
    *,
    seed: int | None = None,
    record: Path | None = None,
) -> None:
    """Let a person choose what to do, and do it, until the person leaves.

    `seed` and `record` are for the first game alone.
    """
    selection = selection or LastChoices().selection()
    again = True
    while again:
        if host.fills:
            with loading():
                from urbanist.bots.table.application import home
            opened = home.Home(LastChoices(), selection, section)
            request = opened.run()
            if request is None:
                return
            section, selection = opened.section, opened.new_game.selection
            _do(replace(host, pace=opened.settings.pace), request, seed, record)
        else:
            asked = _asked(screen(), LastChoices(), selection)
            if asked is None:
                return
            selection = asked
            _keep(selection)
            again = host.begin(selection, seed, record)
        seed = record = None


def _do(host: Host, request: "Request", seed: int | None, record: Path | None) -> None:
    """Do what a person has chosen in the home on the screen."""
    from urbanist.bots.table.application import home

    match request:
        case home.Begin(selection):
            _keep(selection)
            host.begin(selection, seed, record)
        case home.Resume(file):
            host.resume(file)
        case home.Look(file):
            host.look(*saves.read_game(file), file)
        case home.Learn(game, lesson):
            host.teach(game, lesson)
        case home.Solve(game, motif):
            from urbanist.bots.cli.puzzles import solve

            solve(GAMES[game], motif, endings=motif is None)
        case home.OpenBrowser():
            from urbanist.bots.cli.serve import open_browser

            open_browser()


def _keep(selection: GameSelection) -> None:
    """Keep what was chosen for the next time."""
    last_choices = LastChoices()
    last_choices.problem = ""
    last_choices.keep(selection)
    if last_choices.problem:
        click.echo(last_choices.problem, err=True)


def _asked(shown: Screen, last_choices: LastChoices, first: GameSelection) -> GameSelection | None:
    """Return the answers to a question for each choice, None if there is none; an empty one means that in brackets."""
    for problem in filter(None, (settings_problem(), last_choices.problem)):
        shown.say(problem)
    try:
        game = _answer(shown, marked("game"), list(GAMES), first.game)
        selection = first if game == first.game else last_choices.selection(game)
        notation = GAMES[game].notation
        variant = _answer(shown, marked("variant"), notation.variants, selection.variant)
        players = int(
            _answer(shown, marked("players"), list(map(str, notation.seat_counts)), str(selection.players))
        )
        for number, level in enumerate(levels_of(game, players), 1):
            name = NAMES[number - 1]
            shown.say(
                tr("  {number}  {name}, about {rating} points", number=number, name=name, rating=level.rating)
            )
        numbers = [str(number) for number in range(1, HIGHEST + 1)]
        usual = str(max(selection.levels, default=1))
        chosen = int(_answer(shown, marked("level"), numbers, usual, NAMES))
    except EOFError:
        return None
    return replace(selection, variant=variant, others=(chosen,) * (players - 1))


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
        suggested = translated(suggestion(typed, [*known, *names]))
        shown.say(tr("no {what} '{typed}'; {suggestion}", what=tr(what), typed=typed, suggestion=suggested))
