"""Who sits at the screen: the only person, or of several people the one to whom it was handed over."""

from dataclasses import replace

from urbanist.bots.table.kit.player_view import PlayerView, is_human
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.session.session import Session

#: The width of a player's name.
NAME = 16


class Viewer:
    """The person at the screen of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._facing: int | None = None

    @property
    def seat(self) -> int | None:
        """The seat whose view is shown; None for a bystander's."""
        session, people = self._session, self._session.people
        if len(people) == 1:
            return people[0]
        return self._facing if session.hides else session.person

    @property
    def awaited(self) -> int | None:
        """The person to whom the screen must be handed over before anything is shown; None if nobody."""
        person = self._session.person
        return person if person != self.seat else None

    def face(self, seat: int | None) -> None:
        """Note who looks at the screen now."""
        self._facing = seat

    def pov(self) -> PlayerView:
        """Return what the person at the screen sees, with short names of players."""
        seen = self._session.pov(self.seat, revealed=self._session.resigned is not None)
        return replace(seen, players=tuple(map(_short, seen.players)))


def _short(player: str) -> str:
    """Return the text of a player without its options; people keep their names."""
    return player if is_human(player) else cut(player.partition(":")[0], NAME)
