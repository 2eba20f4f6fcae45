from collections.abc import Iterable
from dataclasses import dataclass

from urbanist.engine.game import Game

@dataclass(frozen=True, slots=True)
class Simulation:
    games: int
    plies: int
    points: tuple[float, ...]
    win_share: tuple[float, ...]

def simulate(
    game: Game,
    games: int,
    *,
    variant: str | None = None,
    seats: int,
    options: Iterable[str] = (),
    seed: int = 0,
    informed: bool = False,
) -> Simulation: ...
