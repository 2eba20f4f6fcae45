"""From a game as one looks at it to the scene that the picture paints."""

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.metropolys.picture.scene import Building, Scene
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters, mask_names

NOTATION = MetropolysNotation()


def scene_of(sight: Sight) -> Scene:
    """Return the scene of the position as it stands, with nothing that the looker may not know."""
    state = sight.state
    record = state.array
    trendy, metro, ruins = (frozenset(mask_names(mask)) for mask in record["tokens"])
    return Scene(
        state.seats,
        tuple(name or f"seat {seat}" for seat, name in enumerate(sight.players)),
        district_letters(int(record["districts"])),
        trendy,
        metro,
        ruins,
        _buildings(sight),
        tuple(NOTATION.bids(record)),
        None if state.over else state.to_move,
        state.scores(),
        f"Metropolys {NOTATION.variants[int(record['variant'])]}, {_moment(sight)}",
    )


def _buildings(sight: Sight) -> dict[str, Building]:
    """Return what stands for good, by neighbourhood."""
    record = sight.state.array
    return {
        name: (seat, value)
        for seat in range(sight.state.seats)
        for value, name in NOTATION.buildings(record, seat)
    }


def _moment(sight: Sight) -> str:
    moves = len(sight.view.events)
    if sight.state.over:
        return "the end"
    return f"after {moves} {'move' if moves == 1 else 'moves'}" if moves else "before the first move"
