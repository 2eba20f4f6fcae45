"""The working directory of a program, and what is added to its environment."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from urbanist.bots.process.cleanup import TAG
from urbanist.bots.process.process_pool import StartRequest
from urbanist.bots.process.resource_limits import ResourceLimits, in_shell
from urbanist.bots.process.sandbox import Sandbox
from urbanist.engine.message import UserError

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
        words: list[str | int] = [*in_shell(command, self.folder)]
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
