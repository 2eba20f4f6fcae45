"""The tables of docs/observations.md name all numbers of observations in their order, and their ranges hold."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tests.engine.tables import TABLES, Table, played
from urbanist.engine import GAMES, Batch, Game

GUIDE = Path(__file__).parent.parent / "docs" / "observations.md"
ROW = re.compile(r"\| `(common|seats|common_planes|seat_planes)` \| (.+?) \| .+ \| (-?\d+) to (\d+) \|")

#: Words of the tables that stand for any of several words.
ANY = re.compile(r"\b(KIND|TYPE|AREA|TOKEN|STYLE|EFFECT|OBJECT|WHAT|WHICH|SIDE|SLOT|HEX|TILE|N)\b")


class Row(NamedTuple):
    array: str
    names: re.Pattern[str]
    low: int
    high: int


def rows_of(game: Game) -> list[Row]:
    section = GUIDE.read_text(encoding="utf-8").split(f"\n## {game.name.capitalize()}\n")[1].split("\n## ")[0]
    rows = []
    for array, names, low, high in ROW.findall(section):
        choices = "|".join(ANY.sub(".+", re.escape(name)) for name in re.findall("`(.+?)`", names))
        rows.append(Row(array, re.compile(choices), int(low), int(high)))
    return rows


def spans(game: Game) -> Iterator[tuple[Row, slice]]:
    """Yield for each row of the tables the numbers that it describes; fail if rows and names do not agree."""
    rows = rows_of(game)
    for array in dict.fromkeys(row.array for row in rows):
        names, start = getattr(game.layout, array), 0
        for row in rows:
            if row.array == array:
                stop = start
                while stop < len(names) and row.names.fullmatch(names[stop]):
                    stop += 1
                assert stop > start, f"{array}: '{names[start:][:1]}' is not {row.names.pattern}"
                yield row, slice(start, stop)
                start = stop
        assert start == len(names), f"{array}: no row has '{names[start]}'"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_tables_name_all_numbers_in_their_order(game: Game) -> None:
    described = {row.array for row, _ in spans(game)}
    assert described == {name for name in game.layout._fields[:4] if getattr(game.layout, name)}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_all_numbers_of_random_games_are_in_the_ranges_of_the_tables(table: Table) -> None:
    seen = Batch.of(played(table, 2)[0][::6]).observe(1)
    axes = {"common": 1, "seats": 2, "common_planes": 1, "seat_planes": 2}
    for row, span in spans(table.game):
        values = np.moveaxis(getattr(seen, row.array), axes[row.array], 0)[span]
        assert row.low <= values.min()
        assert values.max() <= row.high, row


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_layout_tells_the_ranges_of_the_tables(game: Game) -> None:
    for row, span in spans(game):
        for name in getattr(game.layout, row.array)[span]:
            quantity = game.layout.quantity(row.array, name)
            assert (quantity.low, quantity.high) == (row.low, row.high), name
            assert quantity.unit
