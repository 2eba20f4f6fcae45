"""The working directory of a program, and what is added to its environment."""

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from urbanist.bots.process.cleanup import TAG
from urbanist.bots.process.process_pool import StartRequest
from urbanist.bots.process.resource_limits import ResourceLimits, in_shell
from urbanist.bots.process.sandbox import Sandbox
from urbanist.engine.message import UserError

#: The script that passes lines to a bot that runs elsewhere, and how a command says where that is.
RELAY = Path(__file__).with_name("relay.py")
ELSEWHERE, ADDRESS = "tcp://", re.compile(r"tcp://([\w.-]+|\[[\da-fA-F:]+\]):\d{1,5}", re.ASCII)
LAST_PORT = 65535
#: What a variable may be called.
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class WorkingDirectory:
    """A folder, by default the present one, and variables with their values."""

    folder: Path = field(default_factory=Path.cwd)
    variables: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not self.folder.is_dir():
            raise UserError(f"dir: no folder '{self.folder}'")
        for name, value in self.variables:
            if NAME.fullmatch(name) is None or name == TAG:
                raise UserError(f"env: '{name}' cannot be the name of a variable")
            if "\0" in value:
                raise UserError(f"env: {name}: expected a text without null characters")

    def start(self, command: str, sandbox: Sandbox | None, limits: ResourceLimits, tag: str) -> StartRequest:
        """Return the start of a command here under limits, in the sandbox if there is one."""
        words: list[str | int] = [*words_of(command, self.folder)]
        files: list[str] = []
        environment, system = dict(os.environ), {}
        if sandbox is None:
            system = limits.system(apart=False)
        else:
            words, files = sandbox.around(command, in_shell(command, self.folder), self.folder, limits)
            environment = sandbox.environment()
        environment |= dict(self.variables)
        environment[TAG] = f"{os.environ.get(TAG, '')} {tag}".lstrip()
        folder = "/" if sandbox else str(self.folder)
        return StartRequest(
            words, environment, folder, tag, limits.together(apart=sandbox is not None), system, files
        )


def is_elsewhere(command: str) -> bool:
    """Return whether a command is the address of a bot that runs elsewhere; raise `UserError` for a wrong address."""
    found = command.startswith(ELSEWHERE)
    if found and not (ADDRESS.fullmatch(command) and int(command.rpartition(":")[2]) <= LAST_PORT):
        raise UserError(f"'{command}': expected tcp://HOST:PORT")
    return found


def words_of(command: str, folder: Path) -> list[str]:
    """Return the words that run a command in a folder, or that connect to a bot elsewhere."""
    if is_elsewhere(command):
        return relayed(command)
    return in_shell(command, folder)


def relayed(*words: str) -> list[str]:
    """Return the words that pass lines to a bot at an address, or to a socket and what is said there first."""
    return [sys.executable, "-I", "-S", str(RELAY), *words]
