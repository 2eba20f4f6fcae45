"""The results of a match so far."""

from urbanist.bots.match.arena import Played
from urbanist.bots.match.intervals import Line, Outcome, line
from urbanist.bots.match.match import Match
from urbanist.engine.record import win_shares


class Scoreboard:
    """The results of a match for each bot, in the order of its bots."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.games = 0
        self._outcomes: list[list[Outcome]] = [[] for _ in match.bots]
        self._moves = [0] * len(match.bots)
        self._seconds = [0.0] * len(match.bots)
        self.forfeits: list[list[str]] = [[] for _ in match.bots]  # by bot, what happened in which game

    @property
    def deals(self) -> int:
        """The number of deals that were played."""
        return self.match.deal_number(self.games - 1) + 1

    def add(self, found: Played) -> None:
        """Add a game."""
        assert found.record.scores is not None
        assert found.record.ranks is not None
        wins = win_shares(found.record.ranks)
        deal = self.match.deal_number(self.games)
        forfeits = found.record.meta.get("forfeits", ())
        gone = {lost["seat"] for lost in forfeits}
        for seat, bot in enumerate(self.match.seating(self.games)):
            points = None if seat in gone else found.record.scores[seat]
            self._outcomes[bot].append(Outcome(deal, points, wins[seat]))
            self._moves[bot] += found.moves[seat]
            self._seconds[bot] += found.seconds[seat]
        for lost in forfeits:
            bot = self.match.seating(self.games)[lost["seat"]]
            self.forfeits[bot].append(
                f"game {self.games + 1}, event {lost['event']}: {lost['reason']}, {lost['what']}"
            )
        self.games += 1

    def lines(self) -> tuple[Line, ...]:
        """Return the line of each bot; at least one game must have been added."""
        return tuple(map(line, self._outcomes))

    def speeds(self) -> tuple[float, ...]:
        """Return the moves of each bot per second of its own thinking time."""
        found = zip(self._moves, self._seconds, strict=True)
        return tuple(moves / max(seconds, 1e-9) for moves, seconds in found)
