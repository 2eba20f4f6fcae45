"""The score of one kind of district in one city."""

from dataclasses import dataclass

#: The reason why a district does not count, by kind.
BARS = {
    "houses": "outside the largest group",
    "markets": "beside another market",
    "barracks": "not on the edge",
    "temples": "not built round",
}


@dataclass(frozen=True, slots=True)
class KindCount:
    """One kind in one city: the value of districts that count, the stars, the value of idle districts."""

    kind: str
    value: int
    stars: int
    idle: int
    doubled: int

    @property
    def points(self) -> int:
        """The points of the kind."""
        return self.value * self.stars

    @property
    def missing(self) -> str:
        """What prevents more points, in words; empty if nothing does."""
        found = []
        if self.value and not self.stars:
            found.append("no plaza")
        elif self.stars and not self.value:
            found.append("no district that counts")
        if self.idle:
            found.append(f"{self.idle} {BARS[self.kind]}")
        return ", ".join(found)

    def __str__(self) -> str:
        return f"{self.value} x {self.stars} star{'' if self.stars == 1 else 's'}"
