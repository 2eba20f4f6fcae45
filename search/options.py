"""The options of a search: names, types, defaults, ranges and meanings, declared once.

Bots, the text of a bot, `setoption` and the documents are made from these declarations.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from urbanist.search.limit import Limit, Nodes, Seconds, smaller
from urbanist.search.option import Options
from urbanist.search.verb import TABLES

#: What a seat may want of the end of a game.
Utility = Literal["points", "margin", "win"]
UTILITIES: tuple[str, ...] = get_args(Utility)
#: Visits of a move where nothing limits them.
USUAL_NODES = 5000

Weight = Annotated[float, Meta(ge=0, le=1000)]
Spread = Annotated[
    float,
    Meta(
        gt=0, le=1000, description="points of margin from which more margin counts little (`margin`, `win`)"
    ),
]


def named(option: str, meaning: str, auto: str = "") -> Meta:
    """Return the declaration of an option that names a verb; `auto` says which one this word stands for, if it may."""
    shipped = [f"{name}: {TABLES[option][name].meaning}" for name in TABLES[option].shipped]
    words = [*([f"auto: {auto}"] if auto else []), *shipped]
    return Meta(
        description=f"{meaning}; {'; '.join(words)}",
        extra={"words": TABLES[option], "besides": ("auto",) if auto else ()},
    )


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
    draw: Annotated[str, named("draw", "how likely each world is drawn")] = "belief"
    utility: Annotated[
        Utility,
        Meta(description="what a seat wants: points, a margin over the best of the others, or the win"),
    ] = "win"
    spread: Spread = 12.0
    selection: Annotated[str, named("selection", "which move a visit follows")] = "puct"
    expansion: Annotated[
        str, named("expansion", "how moves enter the tree", "one by one in games with chance events")
    ] = "auto"
    keys: Annotated[str, named("keys", "what a node of the tree stands for", "what suits the game")] = "auto"
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
        str, named("prior", "how moves are ranked before they are tried", "what suits the evaluation")
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
    common_draws: Annotated[
        bool | None,
        Meta(
            description="whether the first visits of all moves of the root draw the same worlds and playouts, and so "
            "do the second ones and all further ones, so that no move has better luck than another; by default what "
            "suits the evaluation"
        ),
    ] = None
    fpu_reduction: Annotated[
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
            description="how many points of prior a whole win is worth where the network evaluates the position after "
            "each move of the root, so that no good one is ranked out; 0: the root is ranked as any other node; by "
            "default what suits the evaluation"
        ),
    ] = None
    widen: Annotated[
        Weight | None,
        Meta(
            description="a node visited n times looks at `widen` x n^`power` moves; by default what suits the "
            "evaluation"
        ),
    ] = None
    power: Annotated[float, Meta(ge=0, le=1, description="see `widen`")] = 0.3
    eval: Annotated[str, named("eval", "how a leaf is evaluated", "by the network, if the game has one")] = (
        "auto"
    )
    weights: Annotated[
        str | None,
        Meta(
            description="file of the network's weights, or a network in ONNX (`.onnx`) or TorchScript (`.pt`); by "
            "default those that come with urbanist"
        ),
    ] = None
    plies: Annotated[
        Annotated[int, Meta(ge=0, le=1000)] | None,
        Meta(
            description="plies that are played on, for each opponent, before the network evaluates a leaf; by default "
            "what suits the evaluation"
        ),
    ] = None
    playout: Annotated[
        Literal["uniform", "informed"],
        Meta(
            description="how a game is played to its end: uniformly random moves, or those of the game's playout policy"
        ),
    ] = "informed"
    endings: Annotated[
        bool,
        Meta(description="whether the end of the game is solved exactly as soon as that takes little time"),
    ] = True
    solver: Annotated[
        Weight,
        Meta(
            description="effort of the exact solver of endings for each of the `nodes`, in visits: a game has few "
            "decisions near its end, and what it solves is never wrong"
        ),
    ] = 16.0
    choice: Annotated[str, named("choice", "which of the searched moves is played")] = "visits"
    noise_scale: Annotated[
        float,
        Meta(
            gt=0,
            le=1000,
            description="of two moves that differ by so many points of margin, the worse one is played in 27 % of all "
            "cases (`choice=noisy`)",
        ),
    ] = 1.0

    def limit(self, limit: Limit = Limit()) -> Limit:
        """Return the nodes and seconds of one decision: the options' own or those of a limit, whichever is smaller."""
        seconds, nodes = smaller(self.time, limit.time), smaller(self.nodes, limit.nodes)
        return Limit(
            nodes=USUAL_NODES if nodes is None and seconds is None else nodes,
            time=seconds,
            optimum=limit.optimum,
            ending=limit.ending,
        )


class PimcOptions(SearchOptions, frozen=True, kw_only=True):
    """What a search of several worlds takes besides."""

    worlds: Annotated[int, Meta(ge=1, le=1000, description="how many worlds share the budget")] = 10


class RegretOptions(Options, frozen=True, kw_only=True):
    """What a search by regrets takes."""

    nodes: Annotated[Nodes | None, Meta(description="games from the beginning for each move")] = None
    time: Annotated[Seconds | None, Meta(description="seconds a move")] = None
    memory: Annotated[float, Meta(gt=0, le=1 << 20, description="MiB of the table of information sets")] = (
        256.0
    )
    seed: Annotated[
        int, Meta(description="seed of all draws; the same seed and nodes play the same game")
    ] = 0
    epsilon: Annotated[
        float, Meta(gt=0, le=1, description="share of its moves that a seat draws evenly where it explores")
    ] = 0.6
    utility: Annotated[
        Utility,
        Meta(description="what a seat wants: points, a margin over the best of the others, or the win"),
    ] = "win"
    spread: Spread = 12.0
    playout: Annotated[
        Literal["uniform", "informed"],
        Meta(description="how a game is played on from a new information set"),
    ] = "informed"

    def limit(self, limit: Limit = Limit()) -> Limit:
        """Return the nodes and seconds of one decision, as `SearchOptions.limit` does."""
        return SearchOptions(nodes=self.nodes, time=self.time).limit(limit)


class BatchOptions(Options, frozen=True, kw_only=True):
    """What a search of a batch takes."""

    seed: Annotated[int, Meta(description="seed of all draws; give another one for each decision")] = 0
    selection: Annotated[
        Literal["puct", "gumbel"],
        Meta(description="which move a visit follows: by PUCT, or by sequential halving with Gumbel draws"),
    ] = "puct"
    considered: Annotated[
        int, Meta(ge=1, le=48, description="moves of the root that are halved (`selection=gumbel`)")
    ] = 16
    gumbel: Annotated[
        Weight, Meta(description="weight of the Gumbel draws of the moves of the root; 0: none (`gumbel`)")
    ] = 1.0
    value_scale: Annotated[Weight, Meta(description="weight of rescaled values (`gumbel`)")] = 0.1
    value_visits: Annotated[
        Weight, Meta(description="visits that are added to those of the most visited move (`gumbel`)")
    ] = 50.0
    keys: Annotated[Literal["moves", "information"], Meta(description="what a node of a tree stands for")] = (
        "moves"
    )
    explore: Annotated[Weight, Meta(description="weight of exploration against the mean value of a move")] = (
        1.0
    )
    fpu_reduction: Annotated[
        float, Meta(ge=0, le=1, description="how much less than its parent an unvisited move counts")
    ] = 0.1
    noise: Annotated[
        float, Meta(ge=0, le=1, description="share of random noise in the priors of the first moves")
    ] = 0.0
    utility: Annotated[
        Utility,
        Meta(
            description="what a seat wants of the end: points, a margin over the best of the others, or the win"
        ),
    ] = "win"
    spread: Spread = 12.0
    leaves: Annotated[
        int,
        Meta(
            ge=1,
            le=1024,
            description="leaves of each tree that are evaluated at a time; more suit small batches",
        ),
    ] = 1
    threads: Annotated[
        int,
        Meta(ge=1, le=64, description="threads that descend and back up; the result does not depend on them"),
    ] = 1
