"""The score of one kind of district in one city."""

from dataclasses import dataclass

from urbanist.engine.message import Message

#: The rows of a score.
ROWS = {
    "houses": Message("houses"),
    "markets": Message("markets"),
    "barracks": Message("barracks"),
    "temples": Message("temples"),
    "gardens": Message("gardens"),
    "stones": Message("stones"),
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
    def product(self) -> Message:
        """The value times the stars, in words."""
        return Message.counted("{value} x {n} star", "{value} x {n} stars", self.stars, value=self.value)

    @property
    def missing(self) -> str:
        """What prevents more points, in words; empty if nothing does."""
        return Message.listed(filter(None, (self.lack, self.barred)))

    @property
    def lack(self) -> str:
        """Which factor is 0 while the other is not, in words; empty if neither is."""
        if self.value and not self.stars:
            return Message("no plaza")
        return Message("no district that counts") if self.stars and not self.value else ""

    @property
    def barred(self) -> str:
        """The value that does not count, and why, in words; empty if all of it counts."""
        if not self.idle:
            return ""
        said = {
            "houses": Message("{n} outside the largest group", n=self.idle),
            "markets": Message("{n} beside another market", n=self.idle),
            "barracks": Message("{n} not on the edge", n=self.idle),
            "temples": Message("{n} not built round", n=self.idle),
        }
        return said[self.kind]

    @property
    def said(self) -> Message:
        """The product, and what is missing, in words."""
        if not self.missing:
            return self.product
        return Message("{product}; {missing}", product=self.product, missing=self.missing)
