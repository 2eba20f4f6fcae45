"""Options of bots that are no options of a search."""

from typing import Annotated

from msgspec import Meta

from urbanist.bots.players.level import LevelNumber
from urbanist.search.option import Options
from urbanist.search.options import SearchOptions


class DrawOptions(Options, frozen=True, kw_only=True):
    """The options of a bot that draws at random and does not search."""

    seed: Annotated[int, Meta(description="seed of all draws; the same seed plays the same game")] = 0


class LevelOptions(SearchOptions, frozen=True, kw_only=True):
    """The options of a bot that can keep its tree, and that has levels."""

    level: Annotated[
        LevelNumber | None,
        Meta(
            description="how strong it plays, 9 strongest: sets those of `nodes`, `choice` and others that are not "
            "given, as the game needs it"
        ),
    ] = None

    reuse: Annotated[bool, Meta(description="whether the tree is kept from move to move")] = True
