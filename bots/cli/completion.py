"""Print a script of completion for your shell.

The shell then completes commands, games, bots, options and files.

In bash, add to ~/.bashrc: eval "$(urbanist completion bash)"

In zsh, add to ~/.zshrc after compinit: eval "$(urbanist completion zsh)"

In fish: urbanist completion fish > ~/.config/fish/completions/urbanist.fish
"""

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

#: The variable by which a shell asks the program for completions.
VARIABLE = "_URBANIST_COMPLETE"


class Bash(BashComplete):
    """Completion in bash; its version is left to the shell that reads the script."""

    @staticmethod
    def _check_version() -> None:
        """Start no shell to ask for its version."""


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": ZshComplete, "fish": FishComplete}


@click.command(help=__doc__)
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script."""
    program = context.find_root().command
    click.echo(SHELLS[shell](program, {}, "urbanist", VARIABLE).source(), nl=False)
