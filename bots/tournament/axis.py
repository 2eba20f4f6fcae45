"""The line of numbers below a chart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from urbanist.bots.tournament.markup import Element, element

#: Marks on an axis, about; a phone has room for no more.
MARKS = 5
#: The part of an axis that stays free at either end.
ROOM = 0.06


@dataclass(frozen=True, slots=True)
class Axis:
    """Numbers from low to high, with marks at round ones; places on it are in per cent."""

    low: float
    high: float
    marks: tuple[float, ...]

    @classmethod
    def over(cls, values: Sequence[float]) -> "Axis":
        """Return the axis on which these values, at least one, have room."""
        low, high = min(values), max(values)
        room = ROOM * (high - low) or 1.0
        low, high = low - room, high + room
        step = round_step((high - low) / MARKS)
        marks = range(ceil(low / step), floor(high / step) + 1)
        return cls(low, high, tuple(step * mark for mark in marks))

    def at(self, value: float) -> str:
        """Return where a value lies."""
        return f"{100 * (value - self.low) / (self.high - self.low):.3f}%"

    def grid(self) -> Iterator[Element]:
        """Yield a line for each mark."""
        for mark in self.marks:
            yield element("line", class_="grid", x1=self.at(mark), x2=self.at(mark), y1=0, y2="100%")

    def numbers(self) -> Element:
        """Return the marks' numbers."""
        texts = (element("text", f"{mark:g}", x=self.at(mark), y=14) for mark in self.marks)
        return element("svg", *texts, class_="track", height=20, aria_hidden="true")


def round_step(step: float) -> float:
    """Return the least of ..., 0.5, 1, 2, 5, 10, 20, ... that is no less."""
    power: float = 10.0 ** floor(log10(step))
    return float(next(power * times for times in (1, 2, 5, 10) if power * times >= step * (1 - 1e-9)))
