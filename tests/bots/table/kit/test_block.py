"""Lines of a terminal put together."""

from rich.text import Text

from urbanist.bots.table.kit.terminal.block import beside, shelves, width


def test_blocks_side_by_side_are_as_wide_as_all_and_shelves_no_wider_than_allowed():
    blocks = [[Text("abc"), Text("d")], [Text("efgh")], [Text("ij")]]
    assert [line.plain for line in beside(blocks, 1)] == ["abc efgh ij", "d        "]
    assert width(shelves(blocks, 8, 1)) == 8
    assert [line.plain for line in shelves(blocks, 8, 1)] == ["abc efgh", "d   ", "", "ij"]
