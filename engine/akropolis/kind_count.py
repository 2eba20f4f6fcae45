"""One kind of district in one city, counted."""

from dataclasses import dataclass

#: Why a district of a kind does not count.
BARS = {
    "houses": "outside the largest group",
    "markets": "beside another market",
    "barracks": "not on the edge",
    "temples": "not built round",
}


@dataclass(frozen=True, slots=True)
class KindCount:
    """One kind in one city: the worth of its districts, the stars, and the worth of those that do not count."""

    kind: str
    value: int
    stars: int
    idle: int
    doubled: int

    @property
    def points(self) -> int:
        """What the kind scores."""
        return self.value * self.stars

    @property
    def missing(self) -> str:
        """What keeps the kind from scoring more, in words; empty if nothing does."""
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
