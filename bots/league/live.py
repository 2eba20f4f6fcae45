"""A match or a tournament in a browser while it is played: standings, boards, and the last games move by move."""

import os
from collections import deque
from collections.abc import Sequence
from tempfile import TemporaryFile
from typing import Any

from urbanist.bots.league.hub import Hub
from urbanist.bots.league.pages import ALLOWED, LATEST, SCRIPT, STYLE, last_games, now
from urbanist.bots.league.server import LivePages, PageOf
from urbanist.bots.league.store import Ended
from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import facts, html_page, resource
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.timestamp import timestamp
from urbanist.bots.tournament import page as standings_page
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import standings


class Contest(LivePages):
    """The pages of a run, which it watches."""

    def __init__(self, run: Run[Any], hub: Hub, page_of: PageOf) -> None:
        super().__init__(run.plan.rules.game, hub, hub.folder, page_of)
        self._run = run
        self._last: deque[Ended] = deque(maxlen=LATEST)
        # Of each game by what it is called: where its record begins and ends in a file, and the number of its deal.
        self._file = TemporaryFile()  # noqa: SIM115  # as long as the pages
        self._records: dict[str, tuple[int, int, int]] = {}
        run.watch = self

    def prepare(self, pairing: Pairing) -> Pairing:
        """Let a game be watched."""
        return self.hub.watched(pairing)

    def ended(self, pairing: Pairing, played: Played) -> None:
        """Show that a game has ended, and keep its record."""
        record = played.record
        text, start = record.to_json().encode(), self._file.tell()
        self._file.write(text)
        self._file.flush()
        self._records[pairing.called] = start, start + len(text), pairing.deal
        found = pairing.entrants, record.scores or (), record.ranks or ()
        self._last.appendleft(Ended(pairing.called, timestamp(), *found))
        self.hub.dropped(pairing.called)
        self.hub.news()

    def record(self, game: str) -> str | None:
        """Return the record of a game that this run has played."""
        start, end, _ = self._records.get(game, (0, 0, 0))
        return os.pread(self._file.fileno(), end - start, start).decode() if end else None

    def secret(self, game: str) -> bool:
        """Return whether other games are still to be played on the deal of a game."""
        return not self._run.settled(self._records[game][2])

    def page(self, current: Sequence[Element]) -> str:
        """Return the page, which never tells the seed: games are still to be played."""
        plan = self._run.plan
        told = facts(("Game", plan.rules.game), ("Format", plan.kind.name), ("Seats", str(plan.rules.seats)))
        header = element("header", element("h1", plan.name), told)
        live = element("div", *current, id="live")
        style = resource(standings_page.__package__, "page.css") + STYLE
        return html_page(plan.name, header, live, style=style, script=SCRIPT, allowed=ALLOWED)

    def parts(self) -> Sequence[Element]:
        """Return the boards, the standings and the last games."""
        run = self._run
        games = list(run.games.values())
        found = standings(run.plan.names, games, run.plan.anchor, resamples=0)
        played = f"{len(games):,} of {run.format.games():,} games"
        main = standings_page.main(found, run.format.conclusion(games))
        return [element("p", played), now(self.hub), main, last_games(list(self._last), run.plan.names)]
