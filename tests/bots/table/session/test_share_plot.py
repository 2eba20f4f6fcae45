"""The plot of win shares in a terminal."""

import pytest

from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.session.share_plot import SCALE, draw_shares

COLUMNS, ROWS = 46, 8


def drawn(*shares: tuple[float, ...], costly: tuple[tuple[int, int], ...] = ()) -> list[str]:
    return draw_shares(shares, costly, COLUMNS, ROWS).plain.split("\n")


def test_a_sure_win_is_at_the_top_and_a_sure_loss_at_the_bottom() -> None:
    rows = drawn((1.0, 0.0), (1.0, 0.0))
    assert rows[0] == "100%  " + "⠉" * (COLUMNS - SCALE)
    assert rows[ROWS - 1] == "  0%  " + "⣀" * (COLUMNS - SCALE)
    assert [row.strip() for row in rows[1 : ROWS - 1]] == ["", "", "", "50%", "", ""]


def test_a_line_has_no_gaps() -> None:
    rows = drawn((0.0,), (1.0,), (0.0,), (1.0,))
    for column in range(SCALE, COLUMNS):
        assert any(row[column] != " " for row in rows[:ROWS])
    assert all(any(sign > "⠀" for sign in row[SCALE:]) for row in rows[:ROWS])


def test_costly_moves_have_signs_below_in_the_colours_of_their_seats() -> None:
    plot = draw_shares([(0.5, 0.5)] * 11, [(5, 0), (10, 1)], COLUMNS, ROWS)
    below = plot.plain.split("\n")[ROWS]
    assert [place for place, sign in enumerate(below) if sign == "?"] == [SCALE + 20, COLUMNS - 1]
    inks = [str(span.style) for span in plot.spans[-2:]]
    assert inks[0] != inks[1]
    assert str(style(None, None)) not in inks


@pytest.mark.parametrize("events", [0, 1, 300])
def test_any_number_of_events_has_the_same_size(events: int) -> None:
    rows = drawn(*[(0.3, 0.7)] * (events + 1))
    assert len(rows) == ROWS + 1
    assert {len(row) for row in rows} == {COLUMNS}
