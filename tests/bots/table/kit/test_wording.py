"""Words that the texts of all games share."""

from urbanist.bots.table.kit.wording import cut, listed, quoted, upper


def test_a_list_is_a_part_of_a_sentence():
    lists: list[list[object]] = [[], ["a"], ["a", "b"], [0, 1, 2]]
    assert [listed(items) for items in lists] == ["none", "a", "a and b", "0, 1 and 2"]


def test_a_cut_text_is_as_long_as_allowed():
    assert [cut("abcde", width) for width in (5, 4)] == ["abcde", "abc…"]
    assert cut("abcdef", 5, "...") == "ab..."


def test_a_capital_begins_a_text_and_names_keep_theirs():
    assert [upper(text) for text in ("", "seat 0 (Ada)", "Ada")] == ["", "Seat 0 (Ada)", "Ada"]


def test_what_was_typed_is_quoted_printable_and_short():
    assert quoted(" a\x07b ") == "'a?b'"
    assert quoted("x" * 31) == f"'{'x' * 27}...'"
