"""The horizontal axis of a chart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from urbanist.bots.markup import Element, element

#: The approximate number of marks on an axis; the screen of a phone has no space for more.
MARKS = 5
#: The share of the range of values that is added as free space at each end of an axis.
ROOM = 0.06


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from `low` to `high` with marks at round numbers; its positions are in per cent."""

    low: float
    high: float
    marks: tuple[float, ...]

    @classmethod
    def over(cls, values: Sequence[float]) -> "Axis":
        """Return an axis that holds all values; there must be at least one."""
        low, high = min(values), max(values)
        room = ROOM * (high - low) or 1.0
        low, high = low - room, high + room
        step = round_step((high - low) / MARKS)
        marks = range(ceil(low / step), floor(high / step) + 1)
        return cls(low, high, tuple(step * mark for mark in marks))

    def at(self, value: float) -> str:
        """Return the position of a value, in per cent."""
        return f"{100 * (value - self.low) / (self.high - self.low):.3f}%"

    def grid(self) -> Iterator[Element]:
        """Yield a grid line for each mark."""
        for mark in self.marks:
            yield element("line", class_="grid", x1=self.at(mark), x2=self.at(mark), y1=0, y2="100%")

    def numbers(self) -> Element:
        """Return the numbers of the marks."""
        texts = (element("text", f"{mark:g}", x=self.at(mark), y=14) for mark in self.marks)
        return element("svg", *texts, class_="track", height=20, aria_hidden="true")


def round_step(step: float) -> float:
    """Return the smallest of ..., 0.5, 1, 2, 5, 10, 20, ... that is at least `step`."""
    power: float = 10.0 ** floor(log10(step))
    return float(next(power * times for times in (1, 2, 5, 10) if power * times >= step * (1 - 1e-9)))
