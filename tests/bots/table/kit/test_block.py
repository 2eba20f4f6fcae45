"""Lines of a terminal put together."""

from rich.text import Text

from urbanist.bots.table.kit.terminal.block import beside


def test_blocks_side_by_side_are_as_wide_as_all_of_them():
    blocks = [[Text("abc"), Text("d")], [Text("efgh")], [Text("ij")]]
    assert [line.plain for line in beside(blocks, 1)] == ["abc efgh ij", "d        "]
