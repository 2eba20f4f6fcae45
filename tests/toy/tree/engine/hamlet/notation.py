"""Hamlet in text. Deal lines: `game=hamlet players=2 first=0 values=7,1,... trades=mill,?`; moves: `p1` to `p20`."""

from collections.abc import Mapping, Sequence
from typing import Any

from urbanist.engine.notation import (
    Notation,
    NotationError,
    Setup,
    asked_options,
    one_of,
    seat_number,
    split_deal,
)

KEYS = ("game", "players", "first", "values", "trades")
TRADES = ("mill", "forge", "bakery", "smithy")
PLOTS = [f"p{number}" for number in range(1, 21)]
VALUES = [str(number) for number in range(1, 21)]
UNKNOWN = 255
NOBODY = 255


class HamletNotation(Notation):
    """Deals, moves and positions."""

    name = "hamlet"
    variants = ("plain",)
    seat_counts = (2, 4)

    def setup(self, variant: str | None, seats: int, options: Sequence[str]) -> Setup:
        """Return the setup of a new game with a drawn first player."""
        for key, sign, value in asked_options(
            self.name, self.variants, self.seat_counts, variant, seats, options
        ):
            raise NotationError(f"no option '{key}{sign}{value}' of hamlet; there are none")
        return Setup(0, seats, 0, None)

    def read_deal(self, text: str) -> tuple[Setup, Mapping[str, object]]:
        """Return the setup of a deal line, and its values and trades as record fields."""
        deal = split_deal(text, KEYS)
        one_of("game", deal["game"], (self.name,))
        seats = int(one_of("players", deal["players"], [str(count) for count in self.seat_counts]))
        first = seat_number("first", deal["first"], seats)
        values, trades = deal["values"].split(","), deal["trades"].split(",")
        if sorted(values) != sorted(VALUES):
            raise NotationError(f"deal key 'values': expected the numbers {','.join(VALUES)} in any order")
        known = [one_of("trades", trade, TRADES) for trade in trades if trade != "?"]
        if len(trades) != seats or len(set(known)) < len(known):
            raise NotationError(f"deal key 'trades': expected {seats} different trades, ? where not known")
        numbers = [UNKNOWN if trade == "?" else TRADES.index(trade) for trade in trades]
        return Setup(0, seats, 0, first), {
            "value": [int(value) for value in values],
            "trade": [*numbers, *[0] * (len(TRADES) - seats)],
        }

    def write_deal(self, record: Any) -> str:
        """Return the full deal line of a state before its first move."""
        seats = int(record["seats"])
        values = ",".join(str(value) for value in record["value"])
        trades = ",".join(self.card(record, seat) for seat in range(seats))
        return f"game=hamlet players={seats} first={record['to_move']} values={values} trades={trades}"

    def mask_deal(self, text: str, seat: int | None) -> str:
        """Return a deal line with the trades of all other seats hidden."""
        rest, _, trades = text.rpartition("=")
        shown = [trade if holder == seat else "?" for holder, trade in enumerate(trades.split(","))]
        return f"{rest}={','.join(shown)}"

    def card(self, record: Any, seat: int) -> str:
        """Return the trade of a seat."""
        trade = int(record["trade"][seat])
        return "?" if trade == UNKNOWN else TRADES[trade]

    def read_move(self, text: str) -> int:
        """Return the number of a plot, counted from 0."""
        if text not in PLOTS:
            raise NotationError(f"'{text}' is not a move of hamlet: expected a plot, p1 to p20")
        return PLOTS.index(text)

    def write_move(self, move: int) -> str:
        """Return the name of a plot; a word that is no move as `word NUMBER`."""
        return PLOTS[move] if move < len(PLOTS) else f"word {move}"

    def describe(self, record: Any) -> str:
        """Return the position as a line for the free plots and one for each seat."""
        owners = [int(owner) for owner in record["owner"]]
        plots = [
            f"{name} {value} {TRADES[plot % len(TRADES)]}"
            for plot, (name, value) in enumerate(zip(PLOTS, record["value"], strict=True))
        ]
        lines = []
        for holder in (NOBODY, *range(int(record["seats"]))):
            held = ", ".join(plot for plot, owner in zip(plots, owners, strict=True) if owner == holder)
            title = "free" if holder == NOBODY else f"seat {holder}, trade {self.card(record, holder)}"
            lines.append(f"{title}: {held or 'none'}")
        return "\n".join(lines)
