"""How much processor time does the picture of a whole table take, and how large is it?

An SVG should take at most 30 ms and 80 kB. The option `-s` prints the sizes.
"""

from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bots.table.drawing import NAMES
from tests.bots.table.playing import somewhat_greedy
from urbanist.bots.table import PlayerView, draw_picture
from urbanist.bots.table.kit.picture.image import png, svg
from urbanist.engine import GAMES

#: The share of greedy moves: other moves scatter a city, and its picture is larger.
GREED = 0.5
GAME_SEATS = [(game, max(GAMES[game].notation.seat_counts)) for game in sorted(GAMES)]


def late(game: str, seats: int) -> PlayerView:
    """Return a game at its end, when most pieces lie on the table."""
    return PlayerView.of(somewhat_greedy(game, 10_000, 1, seats, (), GREED), None, NAMES[:seats])


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize(("game", "seats"), GAME_SEATS)
def bench_svg(benchmark: BenchmarkFixture, game: str, seats: int) -> None:
    pov = late(game, seats)
    text = benchmark(lambda: svg(draw_picture(pov)))
    print(f"{game}: {len(text.encode()) / 1000:.1f} kB")


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize(("game", "seats"), GAME_SEATS)
def bench_png(benchmark: BenchmarkFixture, game: str, seats: int) -> None:
    drawing = draw_picture(late(game, seats))
    picture = benchmark.pedantic(lambda: png(drawing), rounds=3)
    print(f"{game}: {len(picture) / 1000:.1f} kB")
