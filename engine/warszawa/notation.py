"""Warszawa in text: deal lines, moves, chance events, positions."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from urbanist.engine.event import Chance, Event, Move
from urbanist.engine.facts import Fact
from urbanist.engine.game import State
from urbanist.engine.notation import CardFile, Notation, Setup
from urbanist.engine.score_row import Counted, ScoreRow
from urbanist.engine.warszawa import deals, moves
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.facts import facts
from urbanist.engine.warszawa.hidden import (
    CARDS_DUE,
    NONE,
    TASK,
    deck_with,
    hand_of,
    next_cards,
    next_tasks,
    norms_of,
    read_drawn,
    task_deck_with,
    write_drawn,
)
from urbanist.engine.warszawa.illegal_move_reasons import illegal_reason
from urbanist.engine.warszawa.position_json import WarszawaPosition
from urbanist.engine.warszawa.position_text import describe
from urbanist.engine.warszawa.score_rows import score_breakdown, score_rows

#: The word of `norm@?`.
MASKED_NORM = moves.KEEP << 24 | NONE << 8


class WarszawaNotation(Notation):
    """The notation of Warszawa."""

    name = deals.NAME
    variants = deals.VARIANTS
    position = WarszawaPosition
    move_type = moves.WarszawaMove
    seat_counts = deals.SEAT_COUNTS
    option_help = deals.OPTION_HELP
    switches = deals.SWITCHES
    takes_unnamed = True  # older files name no game

    def load(self, file: CardFile) -> str:
        """Add the edition in a card file, and return the option that deals with it."""
        return EDITIONS.load(file)

    def setup(self, variant: str | None, seats: int, options: Sequence[str]) -> Setup:
        """Return the setup of a new game; by default eight rounds, the house edition and a drawn first player."""
        return deals.setup(variant, seats, options)

    def read_deal(self, text: str) -> tuple[Setup, Mapping[str, object]]:
        """Return the setup of a deal line, and its other parts as record fields; the decks stay unknown."""
        return deals.read_deal(text)

    def write_deal(self, record: Any) -> str:
        """Return the full deal line of a state before its first move."""
        return deals.write_deal(record)

    def mask_deal(self, text: str, seat: int | None) -> str:
        """Return a deal line with the norms and cards of all other seats masked."""
        return deals.mask_deal(text, seat)

    def read_move(self, text: str) -> int:
        """Return the word of a move; raise `NotationError` for any other text."""
        return moves.read_move(text)

    def write_move(self, move: int) -> str:
        """Return a move in notation; a word that is not a move becomes `word NUMBER`."""
        return moves.write_move(move)

    def illegal_reason(self, record: Any, move: Move) -> str:
        """Return the rule that forbids a move of the seat to move."""
        return illegal_reason(record, moves.WarszawaMove(move))

    def score_rows(self, state: State, seat: int) -> tuple[ScoreRow, ...]:
        """Return the rows of a seat's score."""
        return score_rows(state, seat)

    def score_breakdown(self, state: State, seat: int) -> dict[StrEnum, tuple[Counted, ...]]:
        """Return the buildings that count for each row; sides do not tell who built on them."""
        return score_breakdown(state, seat)

    def facts(self, begun: Any, ended: Any) -> Sequence[Fact]:
        """Return the cards, norms and tasks that were dealt, the norms that seats kept, and what they built."""
        return facts(begun, ended)

    def read_chance(self, text: str, record: Any) -> Chance:
        """Return the cards (masked `!?2`) or the tasks of an event."""
        return Chance(read_drawn(text, record), self)

    def write_chance(self, chance: Chance) -> str:
        """Return the cards (masked `!?2`) or the tasks of an event as text."""
        return write_drawn(chance.drawn)

    def stacked(self, chance: Chance, record: Any) -> Mapping[str, object]:
        """Return decks from which the cards or tasks of an event are drawn next."""
        return (deck_with if int(record["due"]) == CARDS_DUE else task_deck_with)(chance.drawn, record)

    def chance(self, record: Any) -> Chance | None:
        """Return the chance event that is due; None if the deck is not known."""
        drawn = (next_cards if int(record["due"]) == CARDS_DUE else next_tasks)(record)
        return None if drawn is None else Chance(drawn, self)

    def mask_event(self, event: Event, by: int, seat: int | None) -> Event:
        """Return an event of seat `by` masked for `seat`: the norm that it kept and the cards that it drew."""
        if by == seat:
            return event
        if isinstance(event, Move):
            return moves.WarszawaMove(MASKED_NORM) if event >> 24 == moves.KEEP else event
        opened = all(number is not None and number >= TASK for number in event.drawn)
        return event if opened else Chance((None,) * len(event.drawn), self)

    def describe(self, record: Any) -> str:
        """Return the position as plain lines."""
        return describe(record, self.variants[0])

    def card(self, record: Any, seat: int) -> str:
        """Return the hidden norms and cards of a seat, such as `n03+n08/mdm+kolo`; `?` if they are not known."""
        norms, hand = norms_of(record, seat), hand_of(record, seat)
        return "?" if norms == "?" and set(hand) <= set("?+-") else f"{norms}/{hand}"

    def secret(self, record: Any, seat: int) -> str:
        """Return the hidden norms of a seat, such as `n03+n08`; `?` if they are not known."""
        return norms_of(record, seat)
