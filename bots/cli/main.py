"""AI opponents and game-tree search for city-building board games.

Without a command, at a terminal, the home opens: learn a game, play, solve puzzles, look at your games.

Exit status: 0 done; 1 the checked thing is wrong (a bad record, a failed check), or something failed, such as a full
disk; 2 wrong use of the command; 3 a sequential test ended with H0; 4 it is not decided yet; 130 ended by Ctrl-C.
"""

import importlib
import sys
from errno import EBADF, EDQUOT, ENOSPC
from typing import Any

import click
from click.shell_completion import CompletionItem

from urbanist.bots.cli.interrupt import INTERRUPTED, Terminated, never_lost
from urbanist.bots.cli.loading import loading
from urbanist.bots.cli.streams import drop, fill_gaps, say_error, unreadable

#: Each command is a function in a module of the same name, with _ instead of -.
COMMANDS = tuple(
    (
        "games rules play serve saves stats puzzles deal legal perft show verify "
        "match tournament league connect balance bot check-bot train export analyse bench mcp completion"
    ).split(),
)
DEBUG = "urbanist.debug"
# What help and errors call a number: the names of click, "integer range" and "float range", say less.
click.IntRange.name, click.FloatRange.name = "integer", "number"


def _remember_debug(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    context.meta[DEBUG] = wanted or context.meta.get(DEBUG, False)


def _debug_option() -> click.Option:
    return click.Option(
        ["--debug"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_remember_debug,
        help="Show the traceback of an error.",
    )


class CommandGroup(click.Group):
    """All commands. Each is imported when it is called. Every error is one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, with `--debug` added to its options."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        with loading():
            module = importlib.import_module(f"urbanist.bots.cli.{name}")
        command = getattr(module, name)
        assert isinstance(command, click.Command)
        if all(option.name != "debug" for option in command.params):
            command.params.append(_debug_option())
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands or options that begin with a text; the modules of commands are not imported for it."""
        completions = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)), *completions]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command; for an unknown name the error names the nearest command."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            # Imported late because it imports all games, and Ctrl-C during an import shows a traceback.
            from urbanist.engine.suggestion import suggestion

            raise click.UsageError(f"no command '{name}'; {suggestion(name, COMMANDS)}")
        resolved = super().resolve_command(ctx, args)
        command = resolved[1]
        if command is not None and any(option.name == "lang" for option in command.params):
            from urbanist.bots.cli.language_option import begin_to_speak

            begin_to_speak(ctx, resolved[2])
        return resolved

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn every failure into an error of click or an exit status."""
        try:
            done = super().invoke(ctx)
            # A closed pipe must be noticed here: at the end of Python it prints a complaint.
            sys.stdout.flush()
        except BrokenPipeError:
            drop(sys.stdout)
            raise click.exceptions.Exit(0) from None
        except Terminated as ended:
            raise click.exceptions.Exit(ended.status) from None
        except (KeyboardInterrupt, click.Abort):
            raise click.exceptions.Exit(INTERRUPTED) from None
        except click.exceptions.Exit:
            raise
        except Exception as error:
            if ctx.meta.get(DEBUG):
                import traceback

                traceback.print_exc()
            raise _click_error(error) from None
        return done

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program and exit with its status; an error is one line, without the usage text."""
        from urbanist.engine.printable import error_line

        try:
            fill_gaps()
            with never_lost():
                done = super().main(*args, **{**extra, "prog_name": "urbanist", "standalone_mode": False})
        except (click.ClickException, OSError) as error:
            # The help and the version are printed before there is a command that could fail.
            shown = _click_error(error) if isinstance(error, OSError) else error
            drop(sys.stdout)
            say_error(f"urbanist: {error_line(shown.format_message())}")
            sys.exit(shown.exit_code)
        except click.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(done if isinstance(done, int) else 0)


def _click_error(error: Exception) -> click.ClickException:
    """Return any error as an error of click: a `UserError` is wrong use, an `OSError` a failure."""
    # Imported late because it imports all games, and Ctrl-C during an import shows a traceback.
    from urbanist.bots.table.kit.language import reason_of, tr
    from urbanist.engine.deferred_error import GameFault
    from urbanist.engine.message import UserError
    from urbanist.engine.printable import error_line

    if isinstance(error, click.ClickException):
        return _said(error)
    if isinstance(error, OSError) and error.errno == EBADF and not error.filename:
        return unreadable(error)
    if isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT) and error.filename:
        reason = reason_of(error)
        return click.ClickException(
            tr("{reason}; what was saved before is kept; make room and call the command again", reason=reason)
        )
    if isinstance(error, OSError):
        return click.ClickException(reason_of(error))
    if isinstance(error, UserError):
        return click.UsageError(reason_of(error))
    if isinstance(error, GameFault):
        return click.ClickException(f"the game {error_line(error)}")
    if isinstance(error, MemoryError):
        asked = (
            error_line(error) if error.args else "the system gave no more; fewer workers or bots need less"
        )
        return click.ClickException(f"out of memory: {asked}")
    fault = f"{type(error).__name__}: {error_line(error)}"
    return click.ClickException(f"internal error, --debug shows the traceback: {fault}")


def _said(error: click.ClickException) -> click.ClickException:
    """Return an error of the command line in the language that the command speaks."""
    from urbanist.bots.cli.language_option import in_language
    from urbanist.bots.table.kit.language import chosen, translated
    from urbanist.engine.message import Message

    if chosen() == "en":
        return error
    text = error.format_message()
    kind = click.UsageError if isinstance(error, click.UsageError) else click.ClickException
    return kind(translated(text) if isinstance(text, Message) else in_language(text))


@click.group(
    cls=CommandGroup,
    help=__doc__,
    invoke_without_command=True,
    params=[_debug_option()],
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(package_name="urbanist", message="%(package)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Open the home if no command is given; where nobody sits at a terminal, print the list of commands."""
    if context.invoked_subcommand is not None:
        return
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        click.echo(context.get_help())
        return
    from urbanist.bots.cli.home import visit
    from urbanist.bots.cli.host import Host
    from urbanist.bots.cli.interrupt import dialogue
    from urbanist.bots.cli.language_option import begin_to_speak

    begin_to_speak(context, [])
    with dialogue():
        visit(Host())
