"""Elements: no text ever becomes markup."""

import pytest

from tests.bots.html_reader import read
from urbanist.bots.markup import element, plain, put, written


def test_text_and_attributes_are_escaped() -> None:
    text = written(element("p", "<b>&amp;", element("i", "x"), "y<", title='"><script>'))
    assert text == (
        '<!DOCTYPE html>\n<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;amp;<i>x</i>y&lt;</p>\n'
    )
    assert read(text).texts == ["<b>&amp;", "x", "y<"]


def test_attributes_get_their_html_names() -> None:
    assert written(element("p", class_="a", data_row=1, viewBox=0.5)).endswith(
        '<p class="a" data-row="1" viewBox="0.5"></p>\n'
    )


def test_text_is_added_after_the_last_element() -> None:
    paragraph = element("p", "a", "b")
    put(paragraph, element("br"), "c", "d")
    assert written(paragraph).endswith("<p>ab<br>cd</p>\n")


def test_invisible_characters_are_escaped() -> None:
    assert plain("a\x00b\u202ec\udc80") == "a\\x00b\\u202ec\\udc80"
    assert plain("Łódź – 7 µs") == "Łódź – 7 µs"


@pytest.mark.parametrize("tag", ["script", "style"])
def test_text_that_browsers_read_as_it_stands_cannot_end_its_element(tag: str) -> None:
    assert written(element(tag, "a > b & c")).endswith(f"<{tag}>a > b & c</{tag}>\n")
    with pytest.raises(ValueError, match=f"text of <{tag}> must not have a <"):
        written(element(tag, f"</{tag}>"))
