"""What a search is made of: a verb of each kind, the network, and options with a value for each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from urbanist.engine.plugins import Registry
from urbanist.engine.suggestion import suggestion
from urbanist.search.imported_network import ImportedNetwork, imported_network, is_imported
from urbanist.search.options import SearchOptions
from urbanist.search.verb import (
    BACKUPS,
    EXPANSIONS,
    KEYS,
    LEAVES,
    PRIORS,
    SELECTIONS,
    WORLDS,
    Backup,
    Expansion,
    Keys,
    Leaf,
    Prior,
    Selection,
    Verb,
    Worlds,
)

if TYPE_CHECKING:
    from urbanist.engine.game import Game
    from urbanist.search.network import Network

VerbT = TypeVar("VerbT", bound=Verb)

#: What suits every evaluation, where neither its row nor the weights say otherwise.
USUAL: dict[str, float | str] = {
    "explore": 0.7,
    "prior": "game",
    "widen": 2.0,
    "plies": 0,
    "fpu_reduction": 0.1,
    "history": 0.0,
    "afterstates": 0.0,
    "common_draws": False,
}


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a search; its options have a value each, with no `auto` left."""

    options: SearchOptions
    network: "Network | None"
    #: A network of another library, which evaluates the leaves of a round together.
    imported: ImportedNetwork | None
    worlds: Worlds
    selection: Selection
    expansion: Expansion
    prior: Prior
    leaf: Leaf
    backup: Backup
    keys: Keys


def parts_of(
    game: "Game",
    options: SearchOptions,
    given: Mapping[str, Any],
    network: "Network | ImportedNetwork | None" = None,
) -> Parts:
    """Return the parts of a search: what is given for an option of this name, or else what the options name.

    `ValueError` says in one line what is missing.
    """
    leaf, prior = row_of(LEAVES, Leaf, "eval", options, given), row_of(PRIORS, Prior, "prior", options, given)
    network, imported = networks_of(game, options, network, asked=asks_network(options, leaf, prior))
    if leaf is None:
        leaf = LEAVES["playout" if network is None and imported is None else "net"]
    options = tuned(options, leaf, None if network is None else network.tuned)
    prior = prior or PRIORS[options.prior]
    if imported is not None:
        require_imported(options, leaf, prior)
        prior = PRIORS["game"]  # until a round has asked the network
    for option, verb, table in (("eval", leaf, LEAVES), ("prior", prior, PRIORS)):
        if verb.network and network is None and imported is None:
            free = next(name for name in table.shipped if not table[name].network)
            raise ValueError(
                f"{option}={verb.name}: the game has no trained network; {option}={free} needs none"
            )
    selection = row_of(SELECTIONS, Selection, "selection", options, given)
    expansion = row_of(EXPANSIONS, Expansion, "expansion", options, given)
    worlds = row_of(WORLDS, Worlds, "draw", options, given)
    assert selection is not None
    assert worlds is not None
    keys = row_of(KEYS, Keys, "keys", options, given) or KEYS["information" if game.keyed else "moves"]
    if keys.informed and not game.tells_knowledge:
        raise ValueError(
            f"keys={keys.name}: {game.name} does not say what a seat knows; keys=moves needs no more"
        )
    history = selection.history and options.history > 0  # type: ignore[operator]
    return Parts(
        options=options,
        network=network,
        imported=imported,
        worlds=worlds,
        selection=selection,
        # After chance events other moves are legal, so a node would get one shortlist after another.
        expansion=expansion
        or EXPANSIONS["widening" if game.has_chance and imported is None else "shortlist"],
        prior=prior,
        leaf=leaf,
        backup=backup_of(given.get("backup"), history=history),
        keys=keys,
    )


def networks_of(
    game: "Game", options: SearchOptions, given: "Network | ImportedNetwork | None", *, asked: bool
) -> "tuple[Network | None, ImportedNetwork | None]":
    """Return the network of a search, ours or an imported one: the given one, or that of the file of the options."""
    chosen: Network | ImportedNetwork | None = given
    if given is None and options.weights is not None and is_imported(options.weights):
        chosen = imported_network(game, options.weights)
    elif given is None and asked:
        from urbanist.search.network import network_of  # late: a search that asks no network needs none

        chosen = network_of(game, options.weights)
    if isinstance(chosen, ImportedNetwork):
        named, network, imported = chosen.game.name, None, chosen
    else:
        named, network, imported = game.name if chosen is None else chosen.game, chosen, None
    if named != game.name:
        raise ValueError(f"a network of {named}; expected one of {game.name}")
    return network, imported


def require_imported(options: SearchOptions, leaf: Leaf, prior: Prior) -> None:
    """Raise `ValueError` for options that an imported network cannot follow: it evaluates whole rounds of leaves."""
    if leaf is not LEAVES["net"] or prior.name not in ("net", "game"):
        option = f"eval={leaf.name}" if leaf is not LEAVES["net"] else f"prior={prior.name}"
        raise ValueError(f"{option}: an imported network plays with eval=net, and prior=net or game")
    for name in ("plies", "afterstates"):
        if getattr(options, name):
            raise ValueError(f"{name}={getattr(options, name):g}: with an imported network it is 0")


def row_of(
    table: Registry[VerbT], kind: type[VerbT], option: str, options: SearchOptions, given: Mapping[str, Any]
) -> VerbT | None:
    """Return the row of a verb that is given as a row, a name, or what does the work; None for `auto`."""
    part = given.get(option)
    if part is None:
        part = getattr(options, option)
        if part == "auto":
            return None
    if isinstance(part, str):
        if part not in table:
            raise ValueError(f"no {option} '{part}'; {suggestion(part, table)}")
        return table[part]
    if not isinstance(part, Verb):
        return kind("given", part)
    if not isinstance(part, kind):
        raise TypeError(f"'{part.name}' is a {type(part).__name__}; expected a {kind.__name__}")
    return part


def backup_of(given: Any, *, history: bool) -> Backup:
    """Return the row of a backup that is given as a row or what does the work; by default the one that suits."""
    if given is None:
        return next(backup for backup in BACKUPS if backup.history == history)
    if not isinstance(given, Verb):
        return Backup("given", given)
    if not isinstance(given, Backup):
        raise TypeError(f"'{given.name}' is a {type(given).__name__}; expected a Backup")
    return given


def asks_network(options: SearchOptions, leaf: Leaf | None, prior: Prior | None) -> bool:
    """Return whether a search reads weights: for its network, or because a file is named, which must not be wrong."""
    asked = leaf is None or leaf.network or (prior is not None and prior.network)
    return options.weights is not None or asked or bool(options.afterstates)


def tuned(options: SearchOptions, leaf: Leaf, own: Mapping[str, float | str] | None) -> SearchOptions:
    """Return the options with the defaults of their leaf evaluation in place of `auto` and None.

    `own` has the defaults that come with the weights of a network; None: there is no network.
    """
    suits = USUAL | dict(leaf.suits) | (dict(own or {}) if leaf.trained else {})
    unknown = next((name for name in suits if name not in options.__struct_fields__), None)
    if unknown is not None:
        raise ValueError(f"no option '{unknown}', which suits '{leaf.name}' or its network")
    missing = {name: value for name, value in suits.items() if getattr(options, name) in (None, "auto")}
    return replace(options, **missing)
