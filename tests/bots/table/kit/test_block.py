"""Lines of a terminal put together."""

import pytest
from rich.text import Text

from urbanist.bots.table.kit.terminal.block import beside, in_columns, score_line


def test_blocks_side_by_side_are_as_wide_as_all_of_them():
    blocks = [[Text("abc"), Text("d")], [Text("efgh")], [Text("ij")]]
    assert [line.plain for line in beside(blocks, 1)] == ["abc efgh ij", "d        "]


def test_columns_are_filled_from_top_to_bottom():
    cells = [Text(sign) for sign in "abcde"]
    assert [line.plain for line in in_columns(cells, 3, 2)] == ["a c e ", "b d "]


@pytest.mark.parametrize(
    ("gain", "columns", "line"),
    [
        (3, 23, "tokens 2 at 3     6  +3"),
        (0, 23, "tokens 2 at 3     6    "),
        (None, 23, "tokens 2 at 3         6"),
        (3, 20, "tokens         6  +3"),
    ],
)
def test_a_row_of_a_score_ends_with_points_and_gain_and_drops_what_has_no_room(gain, columns, line):
    assert score_line(Text("tokens"), "2 at 3", "   6", gain, columns).plain == line
