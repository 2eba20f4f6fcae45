"""The verbs of a search as rows: what each is called, what it does, and what it needs and means.

There is a table of rows for each kind of verb. Nobody asks for the name of a verb: whatever a search must know of one
is a field of its row. `register` adds a row, and so does an installed package by an entry point of `urbanist.verbs`.
"""

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any, TypeVar, cast

from msgspec import Struct

from urbanist.engine.plugins import Registry

VerbT = TypeVar("VerbT", bound="Verb")


class Verb(Struct, frozen=True):
    """A row of a table of verbs.

    `call` does the work: a C function in a capsule, a Python callable, or where one is found, as `module:NAME`.
    `numbers` makes what a C function gets as its context: a function of the game, the options and the network that
    returns a buffer. By default these are the numbers that our own verbs of the kind get.
    """

    name: str
    call: Any
    meaning: str = ""
    numbers: Any = None


class Selection(Verb, frozen=True, kw_only=True):
    """How a visit chooses among the known children of a node."""

    #: Whether it counts in the tree how often each move is available.
    counts: bool = False
    #: Whether the prior of a child is a share; otherwise it is how far the move is below the best one.
    shares: bool = False
    #: Whether it reads what moves were worth elsewhere in the tree, where the option `history` is above 0.
    history: bool = False
    numbers: Any = "urbanist.search.selection:params"


class Prior(Verb, frozen=True, kw_only=True):
    """How moves are ranked before they are tried."""

    #: Whether it ranks in points of the game; otherwise 1 more makes a move e times as likely.
    points: bool = False
    #: Whether it needs the network of the game.
    network: bool = False


class Expansion(Verb, frozen=True, kw_only=True):
    """How moves enter the tree."""

    numbers: Any = "urbanist.search.expansion:params"


class Leaf(Verb, frozen=True, kw_only=True):
    """What the end of a descent is worth."""

    #: Whether it needs the network of the game.
    network: bool = False
    #: Whether the options that were found with the weights of the network suit it.
    trained: bool = False
    #: The values that suit it of options that were left to the evaluation.
    suits: Mapping[str, float | str] = {}
    numbers: Any = "urbanist.search.leaf:leaf_params"


class Worlds(Verb, frozen=True, kw_only=True):
    """How the world of a visit is drawn."""

    #: Whether it needs a belief of the observer.
    belief: bool = False


class Keys(Verb, frozen=True, kw_only=True):
    """What a node of the tree is; it needs no function."""

    #: Whether a node is what the seat to move knows, so that the game must say what that is.
    informed: bool = False


class Backup(Verb, frozen=True, kw_only=True):
    """How the outcome of a visit changes the nodes on its path."""

    #: Whether it also keeps what moves are worth wherever they are made.
    history: bool = False


class FinalChoice(Verb, frozen=True, kw_only=True):
    """Which move a search proposes."""

    #: Whether it may take a move for a better one that it has found to be worse.
    noisy: bool = False


def resolved(place: Any) -> Any:
    """Return what stands at a place `module:NAME`, and all else as it is; `ValueError` if nothing stands there."""
    if not isinstance(place, str):
        return place
    try:
        return resolve_name(place)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"'{place}' cannot be loaded: {error}; expected module:NAME") from None


def checked(verb: VerbT, kind: type[VerbT]) -> VerbT:
    """Return a row of a kind; raise `TypeError` for anything else."""
    if type(verb) is not kind:
        raise TypeError(f"{verb!r:.60} is no row; expected a urbanist.search.{kind.__name__}")
    return verb


def table(option: str, kind: type[VerbT], *shipped: VerbT) -> Registry[VerbT]:
    """Return the table of the verbs that an option names."""
    return Registry("urbanist.verbs", lambda verb: checked(verb, kind), shipped, option)


SELECTIONS = table(
    "selection",
    Selection,
    Selection(
        "ucb",
        "urbanist.search.selection:UCB",
        "the move with the highest upper confidence bound",
        counts=True,
    ),
    Selection(
        "puct",
        "urbanist.search.selection:PUCT",
        "the move with the highest value plus exploration in proportion to the prior",
        shares=True,
        history=True,
    ),
)
EXPANSIONS = table(
    "expansion",
    Expansion,
    Expansion("widening", "urbanist.search.expansion:WIDENING", "one by one as visits grow"),
    Expansion("shortlist", "urbanist.search.expansion:SHORTLIST", "a node's best 48 by prior at once"),
)
PRIORS = table(
    "prior",
    Prior,
    Prior("game", None, "by the game's own priors", points=True),
    Prior(
        "net",
        "urbanist.search.expansion:TRAINED",
        "by a trained network",
        network=True,
        numbers="urbanist.search.expansion:policy",
    ),
)
LEAVES = table(
    "eval",
    Leaf,
    Leaf(
        "playout",
        "urbanist.search.leaf:PLAYOUT",
        "the game is played on to its end",
        suits={"explore": 1.4, "prior": "game"},
    ),
    Leaf(
        "net",
        "urbanist.search.leaf:NET",
        "a trained network estimates it",
        network=True,
        trained=True,
        suits={"explore": 0.4, "prior": "net"},
    ),
    Leaf(
        "mixed",
        "urbanist.search.leaf:MIXED",
        "the mean of a playout and the network",
        network=True,
        suits={"explore": 0.7, "prior": "net"},
    ),
)
WORLDS = table(
    "draw",
    Worlds,
    Worlds("even", "urbanist.search.worlds:EVEN", "all alike"),
    Worlds(
        "belief",
        "urbanist.search.worlds:BELIEVED",
        "by what the moves of the others tell about what they hide",
        belief=True,
    ),
)
KEYS = table(
    "keys",
    Keys,
    Keys("moves", None, "the moves that lead to it, in all worlds"),
    Keys("information", None, "what the seat to move has seen and knows", informed=True),
)
FINAL_CHOICES = table(
    "choice",
    FinalChoice,
    FinalChoice("visits", "urbanist.search.final_choice:most_visits", "the most visited one"),
    FinalChoice(
        "noisy",
        "urbanist.search.final_choice:noisy",
        "one by noisy points, so that close ones are confused",
        noisy=True,
    ),
)
#: The tables of the verbs that options name, by the option.
TABLES: dict[str, Registry[Any]] = {
    "draw": WORLDS,
    "selection": SELECTIONS,
    "expansion": EXPANSIONS,
    "prior": PRIORS,
    "eval": LEAVES,
    "choice": FINAL_CHOICES,
    "keys": KEYS,
}

#: What no option names: the world of a search that takes the root for the truth, and the backups.
GIVEN = Worlds("given", "urbanist.search.worlds:GIVEN", "the root is the truth")
BACKUPS = (
    Backup("mean", "urbanist.search.backup:MEAN", "the means of all nodes on the path"),
    Backup(
        "moves",
        "urbanist.search.backup:MOVES",
        "these, and the means of the moves wherever they are made",
        history=True,
    ),
)

_OF_KIND: dict[type[Verb], Registry[Any]] = {
    Selection: SELECTIONS,
    Expansion: EXPANSIONS,
    Prior: PRIORS,
    Leaf: LEAVES,
    Worlds: WORLDS,
    FinalChoice: FINAL_CHOICES,
    Keys: KEYS,
}


def register(verb: VerbT) -> VerbT:
    """Add a row to the table of its kind and return it; the option of the kind then takes its name."""
    if type(verb) not in _OF_KIND:
        raise TypeError(
            f"{verb!r:.60} is no row; expected one of {', '.join(kind.__name__ for kind in _OF_KIND)}"
        )
    return cast("VerbT", _OF_KIND[type(verb)].register(verb))
