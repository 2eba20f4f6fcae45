"""Tests of sets of cells in a word, compared with Python sets."""

from hypothesis import given
from hypothesis import strategies as st

from urbanist.cext import probe

words = st.integers(0, 2**64 - 1)


def cells_of(word: int) -> list[int]:
    return [cell for cell in range(64) if word >> cell & 1]


@given(words)
def test_count_is_the_number_of_cells(word: int) -> None:
    assert probe.count(word) == len(cells_of(word))


@given(words)
def test_nth_and_first_list_the_cells_from_the_lowest_on(word: int) -> None:
    cells = cells_of(word)
    assert [probe.nth(word, k) for k in range(len(cells))] == cells
    if cells:
        assert probe.first(word) == cells[0]


@given(words, words)
def test_gather_moves_the_masked_bits_together(word: int, mask: int) -> None:
    expected = sum(1 << place for place, cell in enumerate(cells_of(mask)) if word >> cell & 1)
    assert probe.gather(word, mask) == expected


def test_only_is_one_cell() -> None:
    assert [cells_of(probe.only(cell)) for cell in range(64)] == [[cell] for cell in range(64)]


def test_the_full_set_has_64_cells() -> None:
    full = 2**64 - 1
    assert probe.count(full) == 64
    assert probe.nth(full, 63) == 63
    assert probe.gather(full, full) == full
