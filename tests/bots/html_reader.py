"""A reader of HTML pages."""

from html.parser import HTMLParser

VOID = {"meta", "wbr", "br", "link", "img", "input"}


class Reader(HTMLParser):
    """Collects the tags, attributes and texts of a page; it fails if the tags are not properly nested."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and its attributes."""
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the last open tag."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if data.strip():
            self.texts.append(data)

    def close(self) -> None:
        """End the page."""
        super().close()
        assert not self._open


def read(text: str) -> Reader:
    """Read a whole page."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader
