"""The standings of a match, game by game."""

from urbanist.bots.match.arena import Played
from urbanist.bots.match.intervals import Line, Outcome, line, win_shares
from urbanist.bots.match.match import Match


class Scoreboard:
    """What the games of a match came to, for each bot in the order they are named."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.games = 0
        self._outcomes: list[list[Outcome]] = [[] for _ in match.bots]
        self._moves = [0] * len(match.bots)
        self._seconds = [0.0] * len(match.bots)
        self.forfeits: list[list[str]] = [[] for _ in match.bots]  # by bot, what happened in which game

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return self.match.deal_number(self.games - 1) + 1

    def add(self, found: Played) -> None:
        """Count the next game."""
        assert found.record.scores is not None
        assert found.record.ranks is not None
        wins = win_shares(found.record.ranks)
        deal = self.match.deal_number(self.games)
        for seat, bot in enumerate(self.match.seating(self.games)):
            self._outcomes[bot].append(Outcome(deal, found.record.scores[seat], wins[seat]))
            self._moves[bot] += found.moves[seat]
            self._seconds[bot] += found.seconds[seat]
        for lost in found.record.meta.get("forfeits", ()):
            bot = self.match.seating(self.games)[lost["seat"]]
            self.forfeits[bot].append(
                f"game {self.games + 1}, event {lost['event']}: {lost['reason']}, {lost['what']}"
            )
        self.games += 1

    def lines(self) -> tuple[Line, ...]:
        """Return each bot's line, after one game at least."""
        return tuple(map(line, self._outcomes))

    def speeds(self) -> tuple[float, ...]:
        """Return each bot's moves in a second of its own thinking."""
        found = zip(self._moves, self._seconds, strict=True)
        return tuple(moves / max(seconds, 1e-9) for moves, seconds in found)
