"""Pages of tables and charts: their frame, and a table that a narrow screen shows as cards."""

from collections.abc import Iterable, Sequence

from urbanist.bots.markup import Element, element
from urbanist.bots.markup.sheet import facts as listed
from urbanist.bots.markup.sheet import resource
from urbanist.bots.markup.sheet import sheet as framed


def sheet(title: str, facts: Sequence[tuple[str, str]], *parts: Element, again: int | None = None) -> str:
    """Return a page as text; `facts` are pairs of name and value below its title, `parts` what follows.

    After `again` seconds a browser loads the page again.
    """
    header = element("header", element("h1", title), listed(*facts))
    return framed(title, header, *parts, style=resource(__package__, "page.css"), again=again)


def table(columns: Sequence[str], rows: Iterable[tuple[Element | str, Sequence[Element]]]) -> Element:
    """Return a table: a row has a heading, under the first column, and a cell for each other column."""
    heading = element("tr", *(element("th", column, scope="col") for column in columns))
    body = element("tbody")
    for name, cells in rows:
        for column, cell in zip(columns[1:], cells, strict=True):
            # A narrow screen shows the name of the column in the cell.
            cell.set("data-column", column)
        body.append(element("tr", element("th", name, scope="row"), *cells))
    return element("table", element("thead", heading), body, class_="standings")
