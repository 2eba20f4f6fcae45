"""The contract of Warszawa for the tests of all games: hands, norms and decks are hidden."""

import re
from random import Random
from typing import Any

from tests.engine.contract import Contract, World
from urbanist.engine import Game
from urbanist.engine.history import History

#: The norms of the house edition.
NORMS = [f"n{number:02}" for number in range(1, 15)]


class WarszawaContract(Contract):
    """Hands, norms and decks are hidden; `worlds` lists only the norms that the first two seats keep."""

    options = {3: ("rounds7",), 4: ("rounds7", "first=3"), 5: ("first=1",)}
    hidden = ("hand", "norms", "kept", "deck", "task_deck")
    untold = ("deck", "task_deck")
    closed = True

    def world(self, game: Game, record: Any) -> World:
        """Return the norms of the first two seats."""
        return tuple(game.notation.card(record, seat).split("/")[0] for seat in range(2))

    def worlds(self, game: Game, record: Any, keep: int | None) -> list[World]:
        """Return every pair of norms that the first two seats may keep, given the norms dealt to `keep`."""
        own = {f"n{int(norm):02}" for norm in record["norms"][keep]} if keep is not None else set()
        free = {*NORMS} - own
        known = [{f"n{int(record['kept'][seat]):02}"} if seat == keep else free for seat in range(2)]
        return [(a, b) for a in sorted(known[0]) for b in sorted(known[1]) if a != b]

    def other_worlds(self, history: History, seat: int, most: int) -> list[History]:
        """Return histories with other norms and other cards to come."""
        rng = Random(len(history.events))
        return [with_other_norms(history, seat, rng).redrawn(seed) for seed in range(most)]


def with_other_norms(history: History, seat: int, rng: Random) -> History:
    """Return the history with other norms dealt to the other seats; each keeps one of its norms."""
    head, norms, tail = re.split(r"(?<= norms=)(\S+)", history.deal)
    dealt = norms.split(",")
    own = dealt[seat].split("+")
    free = [norm for norm in NORMS if norm not in own]
    rng.shuffle(free)
    for other in range(len(dealt)):
        if other != seat:
            dealt[other] = "+".join(sorted((free.pop(), free.pop())))
    events = [
        f"norm@{rng.choice(dealt[state.to_move].split('+'))}"
        if event.startswith("norm@") and state.to_move != seat
        else event
        for event, state in zip(history.texts, history.states, strict=False)
    ]
    return History.read(history.game, f"{head}{','.join(dealt)}{tail}", events)


CONTRACT = WarszawaContract()
