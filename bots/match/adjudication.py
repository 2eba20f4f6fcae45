"""Adjudication: wins by agreement, resignations and solved ends; the arena's own bots play the rest of a decided game.

So a record is always a whole game, which counts as it then ends.
"""

from collections import deque
from collections.abc import Collection
from typing import Annotated

from msgspec import Meta, Struct

from urbanist.bots.players.builtin import BOTS, GreedyBot
from urbanist.bots.players.player import Bot
from urbanist.engine.history import View
from urbanist.engine.message import UserError

#: The bot that plays for a seat whose bot does not.
STAND_IN = GreedyBot()
#: The visits of the search that solves endings and plays them: few, so that it costs milliseconds.
SOLVER_NODES = 64

Share = Annotated[float, Meta(gt=0, lt=1)]
Moves = Annotated[int, Meta(ge=1, le=1000)]


class Agreement(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """When the bots agree on the winner: by the win shares that they told in the last `moves` decisions of each seat.

    One seat told at least `share`, and each other one at most 1 - `share`. With `solved` also when the end is solved.
    """

    share: Share | None = None
    moves: Moves = 3
    solved: bool = False


class Resignation(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """When a bot resigns: in its last `moves` decisions it told a win share of at most `share`."""

    share: Share = 0.02
    moves: Moves = 3


class Adjudication(Struct, frozen=True):
    """The rules of adjudication; None for a rule that is off."""

    agreement: Agreement | None = None
    resignation: Resignation | None = None


def adjudication_of(agreement: Agreement | None, resignation: Resignation | None) -> Adjudication | None:
    """Return the rules of adjudication; None if all are off. Raise `UserError` for a share that decides nothing."""
    if agreement is not None and agreement.share is None and not agreement.solved:
        raise UserError("adjudicate: expected share (of the win, above 0.5), solved = true, or both")
    if agreement is not None and agreement.share is not None and agreement.share <= 0.5:
        raise UserError(f"adjudicate: share = {agreement.share:g}: expected more than 0.5")
    if agreement is None and resignation is None:
        return None
    return Adjudication(agreement, resignation)


class Adjudicator:
    """The win shares that the bots of one game have told, and the adjudication that follows from them."""

    def __init__(self, by: Adjudication, seats: int) -> None:
        self._agreement, self._resignation = by.agreement, by.resignation
        most = max(rule.moves for rule in (by.agreement, by.resignation) if rule is not None)
        self._told = [deque[float | None](maxlen=most) for _ in range(seats)]

    def hear(self, seat: int, share: float | None) -> None:
        """Note the win share that a bot has told with its move; None if it told none."""
        self._told[seat].append(share)

    def resigns(self, seat: int) -> bool:
        """Return whether a seat resigns."""
        rule = self._resignation
        return rule is not None and self._lasting(seat, rule.moves, 0.0, rule.share)

    def agreed(self, silent: Collection[int]) -> int | None:
        """Return the seat that has won as all bots agree, without the silent ones; None if they do not."""
        rule = self._agreement
        if rule is None or rule.share is None:
            return None
        asked = [seat for seat in range(len(self._told)) if seat not in silent]
        for winner in asked:
            others = (seat for seat in asked if seat != winner)
            if self._lasting(winner, rule.moves, rule.share, 1.0) and all(
                self._lasting(seat, rule.moves, 0.0, 1 - rule.share) for seat in others
            ):
                return winner
        return None

    def solved(self, view: View, seed: int) -> bool:
        """Return whether the end of the game is solved for the seat that is to move."""
        if self._agreement is None or not self._agreement.solved:
            return False
        [*_, result] = solver().sit(seed).think(view)
        return result.solved

    def _lasting(self, seat: int, moves: int, low: float, high: float) -> bool:
        """Return whether all win shares of a seat's last decisions lie in an interval."""
        told = list(self._told[seat])[-moves:]
        return len(told) == moves and all(share is not None and low <= share <= high for share in told)


def solver() -> Bot:
    """Return the bot that plays endings that are solved."""
    bot: Bot = BOTS["ismcts"](nodes=SOLVER_NODES)
    return bot
