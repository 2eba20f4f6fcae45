"""Tests that readable random games stay the same; `python -m tests.engine.playthrough` writes them again."""

import pytest

from tests.engine.playthrough import FOLDER, path_of, playthrough
from tests.engine.tables import PLAIN_TABLES, Table


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def test_a_random_game_goes_as_it_went(table: Table) -> None:
    assert playthrough(table) == path_of(table).read_text(encoding="utf-8")


def test_there_is_a_file_for_every_table_and_none_beside() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(path_of(table) for table in PLAIN_TABLES)
