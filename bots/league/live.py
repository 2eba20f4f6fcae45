"""A match or a tournament in a browser while it is played: standings and boards."""

from collections.abc import Sequence
from typing import Any

from urbanist.bots.league.hub import Hub
from urbanist.bots.league.pages import ALLOWED, SCRIPT, STYLE, now
from urbanist.bots.league.server import LivePages
from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import facts, html_page, resource
from urbanist.bots.tournament import page as standings_page
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import standings


class Contest(LivePages):
    """The pages of a run."""

    def __init__(self, run: Run[Any], hub: Hub) -> None:
        super().__init__(run.plan.rules.game, hub)
        self._run = run

    def page(self, current: Sequence[Element]) -> str:
        """Return the page, which never tells the seed: games are still to be played."""
        plan = self._run.plan
        told = facts(("Game", plan.rules.game), ("Format", plan.kind.name), ("Seats", str(plan.rules.seats)))
        header = element("header", element("h1", plan.name), told)
        live = element("div", *current, id="live")
        style = resource(standings_page.__package__, "page.css") + STYLE
        return html_page(plan.name, header, live, style=style, script=SCRIPT, allowed=ALLOWED)

    def parts(self) -> Sequence[Element]:
        """Return the boards and the standings."""
        run = self._run
        games = list(run.games.values())
        found = standings(run.plan.names, games, run.plan.anchor, resamples=0)
        played = f"{len(games):,} of {run.format.games():,} games"
        conclusion = run.format.conclusion(games)
        return [element("p", played), now(self.hub), standings_page.main(found, conclusion)]
