"""The handshake of a program: its lines between `ugi` and `ugiok`."""

from collections.abc import Iterable
from dataclasses import dataclass

from urbanist.bots.protocol.declaration import Declaration, read_declaration

#: A bot has no more options, and tells of itself in no more lines, than this.
MOST_LINES = 1000


@dataclass(frozen=True, slots=True)
class Introduction:
    """The name, author, options and games of a program; None for what it did not say."""

    name: str | None
    author: str | None
    options: tuple[Declaration, ...]
    games: tuple[str, ...] | None

    @property
    def by_name(self) -> dict[str, Declaration]:
        """The options that have a name."""
        return {option.name: option for option in self.options if option.name}

    def has_switch(self, name: str) -> bool:
        """Return whether there is an option of this name and of type check."""
        return name in self.by_name and self.by_name[name].kind == "check"


def introduction_of(lines: Iterable[str]) -> Introduction:
    """Return what the lines of a handshake say; other lines are ignored."""
    name = author = None
    options: list[Declaration] = []
    games: tuple[str, ...] | None = None
    for line in lines:
        words = line.split()
        if words[:2] == ["id", "name"]:
            name = " ".join(words[2:])
        elif words[:2] == ["id", "author"]:
            author = " ".join(words[2:])
        elif words[:1] == ["option"]:
            options.append(read_declaration(line))
        elif words[:1] == ["games"]:
            games = tuple(words[1:])
    return Introduction(name, author, tuple(options), games)
