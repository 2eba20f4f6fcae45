"""A game as one viewer sees it: a seat or a bystander."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player import PERSON, player_name, seat_name
from urbanist.bots.table.kit.wording import upper
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.history import History, View
from urbanist.engine.name import checked_name


def best_first(state: State) -> Iterator[Move]:
    """Return the legal moves by descending prior, ties in alphabetical order."""
    rated = zip(map(float, state.priors()), state.game.notation.moves(state.moves().tolist()), strict=True)
    return (move for _, move in sorted(rated, key=lambda each: (-each[0], str(each[1]))))


#: The visits of the search that puts moves in the order in which they are offered.
OFFERING = 200


def promising(view: View) -> Iterator[Move]:
    """Return the legal moves by the visits of a short search, those without visits by descending prior."""
    # Imported late, because few boards are asked.
    from urbanist.search.ismcts import ismcts
    from urbanist.search.options import SearchOptions

    result = ismcts(view, options=SearchOptions(nodes=OFFERING))
    looked_at = [value.move for value in result.values]
    return chain(looked_at, (move for move in best_first(view.bare_state()) if move not in looked_at))


#: The player that is a person at the screen; `human:NAME` is one with a name.
HUMAN = "human"


def is_human(player: str) -> bool:
    """Return whether the text of a player names a person."""
    return player == HUMAN or player.startswith(f"{HUMAN}:")


def check_person(player: str) -> None:
    """Raise `UserError` if a person at a table has a name that is none."""
    if player != HUMAN:
        checked_name(player.removeprefix(f"{HUMAN}:"))


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A game as one viewer sees it: a view, the positions of the game so far, and the players.

    It holds nothing that is hidden from the viewer, so a drawing made from it cannot show a secret.
    """

    view: View
    states: tuple[State, ...]
    players: tuple[str, ...]

    @classmethod
    def of(
        cls, history: History, seat: int | None, players: Sequence[str], *, revealed: bool = False
    ) -> "PlayerView":
        """Return what a viewer (a seat, or None for a bystander) sees; all of it after the end or if `revealed`."""
        view = history.seen_by(seat)
        if revealed or history.state.over:
            return cls(View(history.game, seat, history.deal, history.events), history.states, tuple(players))
        return cls(view, view.states(), tuple(players))

    @classmethod
    def at(cls, state: State) -> "PlayerView":
        """Return all of a position alone: what only its history tells, such as who built a bridge, is not known."""
        return cls(View(state.game, None, "", ()), (state,), ("",) * state.seats)

    def until(self, event: int) -> "PlayerView":
        """Return what the viewer saw when so many events had happened."""
        return PlayerView(self.view.until(event), self.states[: event + 1], self.players)

    @property
    def state(self) -> State:
        """The position, with nothing in place of what is hidden."""
        return self.states[-1]

    @property
    def seat(self) -> int | None:
        """The seat of the viewer; None for a bystander."""
        return self.view.seat

    def moves(self) -> Iterator[tuple[State, Move]]:
        """Yield the moves of the game so far, each with the position before it."""
        for state, event in zip(self.states, self.view.events, strict=False):
            if isinstance(event, Move):
                yield state, event

    def name(self, seat: int) -> str:
        """Return the name of a seat in texts."""
        return seat_name(seat, self.players[seat])

    def player(self, seat: int) -> str:
        """Return the player of a seat, or its number if the player is unknown."""
        return player_name(self.players[seat]) or seat_name(seat)

    def is_person(self, seat: int) -> bool:
        """Return whether a seat is the viewer's own and the viewer is a person."""
        return seat == self.seat and is_human(self.players[seat])

    def is_moving(self, seat: int) -> bool:
        """Return whether a seat is to move."""
        return not self.state.over and seat == self.state.to_move

    def heading(self, seat: int) -> str:
        """Return a seat as the head of the lines about it, such as "Seat 0 (Ann), you"."""
        who = upper(self.name(seat))
        return tr("{who}, you", who=who) if self.is_person(seat) else who

    def turn(self, *more: str) -> str:
        """Return the seat to move in a line, with what else is to be said of its turn, or that the game is over."""
        if self.state.over:
            return upper(tr("the game is over")) + "."
        seat = self.state.to_move
        you = [tr("you")] if self.is_person(seat) else []
        return tr("To move: {who}.", who=", ".join([*you, self.name(seat), *more]))

    def moment(self) -> str:
        """Return how far the game has come, such as "after 12 moves"."""
        if self.state.over:
            return tr("the end")
        number = self.state.ply
        return (
            tr.counted("after {n} move", "after {n} moves", number) if number else tr("before the first move")
        )


class NamedView(PlayerView):
    """What a viewer sees, where players are told by their names alone."""

    def player(self, seat: int) -> str:
        """Return the player of a seat; a person without a name is "you", or "a person"."""
        if self.players[seat] == HUMAN:
            return tr("you") if seat == self.seat else tr("a person")
        return super().player(seat)

    def name(self, seat: int) -> str:
        """Return the name of a player; the seat, too, where it has none, or not alone."""
        player = self.players[seat]
        if player == HUMAN:
            return seat_name(seat, PERSON + self.player(seat))
        return player_name(player) if self.players.count(player) == 1 and player else super().name(seat)
