"""The options of a search: names, types, defaults, ranges and meanings, declared once.

Bots, the text of a bot, `setoption` and the documents are made from these declarations.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from msgspec import Meta
from msgspec.structs import replace

from urbanist.search.limits import Limits, Nodes, Seconds, smaller
from urbanist.search.option import Options

#: What a seat may want of the end of a game.
Utility = Literal["points", "margin", "win"]
UTILITIES: tuple[str, ...] = get_args(Utility)
#: Visits of a move where nothing limits them.
USUAL_NODES = 5000

Weight = Annotated[float, Meta(ge=0, le=1000)]


class SearchOptions(Options, frozen=True, kw_only=True):
    """What every search takes."""

    nodes: Annotated[
        Nodes | None,
        Meta(description=f"visits a move; {USUAL_NODES} where neither `time` nor a clock limits the search"),
    ] = None
    time: Annotated[
        Seconds | None,
        Meta(description="seconds a move; with several limits the search stops at the first one reached"),
    ] = None
    memory: Annotated[
        float,
        Meta(
            gt=0,
            le=1 << 20,
            description="MiB of the tree, or of the trees of all threads, never exceeded; a full tree is searched "
            "on, but does not grow",
        ),
    ] = 256.0
    threads: Annotated[
        int,
        Meta(
            ge=1,
            le=64,
            description="threads that search at the same time; each makes its share of the `nodes`",
        ),
    ] = 1
    parallel: Annotated[
        Literal["root", "tree"],
        Meta(
            description="several threads: each with its own tree, so that the same seed and nodes play the same game; "
            "or all in one tree, so that no two games are alike"
        ),
    ] = "root"
    seed: Annotated[
        int, Meta(description="seed of all draws; the same seed, nodes and threads play the same game")
    ] = 0
    draw: Annotated[
        Literal["even", "belief"],
        Meta(
            description="how likely each world is drawn: all alike, or by what the moves of the others tell about what "
            "they hide"
        ),
    ] = "belief"
    utility: Annotated[
        Utility,
        Meta(description="what a seat wants: points, a margin over the best of the others, or the win"),
    ] = "win"
    spread: Annotated[
        float,
        Meta(
            gt=0,
            le=1000,
            description="points of margin from which more margin counts little (`margin`, `win`)",
        ),
    ] = 12.0
    selection: Annotated[
        Literal["ucb", "puct"],
        Meta(
            description="which move a visit follows: the highest upper confidence bound, or the highest value plus "
            "exploration in proportion to the prior"
        ),
    ] = "puct"
    expansion: Annotated[
        Literal["auto", "widening", "shortlist"],
        Meta(
            description="how moves enter the tree: one by one as visits grow, or a node's best 48 by prior at once; "
            "auto: one by one in games with chance events"
        ),
    ] = "auto"
    explore: Annotated[
        Weight | None,
        Meta(
            description="weight of exploration against the mean value of a move; by default what suits the evaluation"
        ),
    ] = None
    bias: Annotated[
        Weight, Meta(description="weight of the game's prior of a move against its mean value")
    ] = 0.05
    prior: Annotated[
        Literal["auto", "game", "net"],
        Meta(
            description="how moves are ranked before they are tried: by the game's own judgement or by a trained "
            "network; auto: what suits the evaluation"
        ),
    ] = "auto"
    temperature: Annotated[
        float,
        Meta(gt=0, le=1000, description="how flat the shares of moves are: 1 as measured in games (`puct`)"),
    ] = 1.0
    noise: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="share of random noise in the priors of the first moves of a tree, for self-play",
        ),
    ] = 0.0
    first_play: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(
            description="how much less than its parent an unvisited move counts (`puct`); by default what suits the "
            "evaluation"
        ),
    ] = None
    history: Annotated[
        Weight | None,
        Meta(
            description="weight of what a move was worth elsewhere in the tree against its mean value (`puct`); by "
            "default what suits the evaluation"
        ),
    ] = None
    afterstates: Annotated[
        Weight | None,
        Meta(
            description="how many points of prior a whole win is worth where the network judges the position after "
            "each move of the root, so that no good one is ranked out; 0: the root is ranked as any other node; by "
            "default what suits the evaluation"
        ),
    ] = None
    widen: Annotated[
        Weight | None,
        Meta(
            description="a node visited n times looks at `widen` x n^`power` moves, a root with `afterstates` also at "
            "those with a share of 2 / (`widen` x n^0.5); by default what suits the evaluation"
        ),
    ] = None
    power: Annotated[float, Meta(ge=0, le=1, description="see `widen`")] = 0.3
    eval: Annotated[
        Literal["auto", "playout", "net", "mixed"],
        Meta(
            description="how a leaf is judged: the game is played on to its end, a trained network estimates it, or "
            "the mean of both; auto: by the network, if the game has one"
        ),
    ] = "auto"
    weights: Annotated[
        str | None,
        Meta(description="file of the network's weights; by default those that come with urbanist"),
    ] = None
    plies: Annotated[
        Annotated[int, Meta(ge=0, le=1000)] | None,
        Meta(
            description="plies that are played on before the network judges a leaf; by default what suits the "
            "evaluation"
        ),
    ] = None
    playout: Annotated[
        Literal["uniform", "informed"],
        Meta(
            description="how a game is played on to its end: any move, or the moves of the game's cheap policy"
        ),
    ] = "informed"
    endings: Annotated[
        bool,
        Meta(description="whether the end of the game is solved exactly as soon as that takes little time"),
    ] = True
    choice: Annotated[
        Literal["visits", "confused"],
        Meta(
            description="which of the searched moves is played: the most visited one, or one by noisy points, so that "
            "close ones are confused"
        ),
    ] = "visits"
    confusion: Annotated[
        float,
        Meta(
            gt=0,
            le=1000,
            description="of two moves that differ by so many points of margin, the worse one is played in 27 % of all "
            "cases (`choice=confused`)",
        ),
    ] = 1.0

    def limits(self, seconds: float | None = None, nodes: int | None = None) -> Limits:
        """Return the limits of one decision: the options' own and the given ones, whichever is smaller."""
        seconds, nodes = smaller(self.time, seconds), smaller(self.nodes, nodes)
        return Limits(nodes=USUAL_NODES if nodes is None and seconds is None else nodes, seconds=seconds)


def needs_network(options: SearchOptions) -> bool:
    """Return whether a search reads weights: for its network, or because a file is named, which must not be wrong."""
    return (
        options.weights is not None
        or options.eval != "playout"
        or options.prior == "net"
        or bool(options.afterstates)
    )


#: What suits an evaluation, where neither the options nor the weights say otherwise: the same for all, and the rest.
USUAL: dict[str, float | str] = {
    "widen": 2.0,
    "plies": 0,
    "first_play": 0.1,
    "history": 0.0,
    "afterstates": 0.0,
}
TUNED: dict[str, dict[str, float | str]] = {
    "playout": {"explore": 1.4, "prior": "game"},
    "net": {"explore": 0.4, "prior": "net"},
    "mixed": {"explore": 0.7, "prior": "net"},
}


def tuned(options: SearchOptions, found: Mapping[str, float | str] | None) -> SearchOptions:
    """Return the options with a value for each that was left to the evaluation.

    `found` has the values that were found with the weights of a network; None: there is no network.
    """
    evaluation = options.eval
    if evaluation == "auto":
        evaluation = "playout" if found is None else "net"
    suits = USUAL | TUNED[evaluation] | (dict(found or {}) if evaluation == "net" else {})
    missing = {name: value for name, value in suits.items() if getattr(options, name) in (None, "auto")}
    return replace(options, eval=evaluation, **missing)


class PimcOptions(SearchOptions, frozen=True, kw_only=True):
    """What a search of several worlds takes besides."""

    worlds: Annotated[int, Meta(ge=1, le=1000, description="how many worlds share the budget")] = 10
