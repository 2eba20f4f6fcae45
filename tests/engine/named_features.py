"""Features of a position by name."""

from urbanist.engine.features import features
from urbanist.engine.game import State


def named_features(state: State, observer: int | None = None, row: int | None = None) -> dict[str, float]:
    """Return what an observer knows of all seats, or of the seat of a row; None observes as a bystander."""
    common, rows = features(state, observer)
    names = state.game.common_features if row is None else state.game.seat_features
    return dict(zip(names, (common if row is None else rows[row]).tolist(), strict=True))
