"""The frame of a page in one HTML file: it has no scripts and loads no fonts or pictures."""

from collections.abc import Iterable, Sequence

from urbanist.bots.markup import Element, element, written

#: The page forbids the browser to run or load anything, even if a name could inject markup.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def sheet(title: str, facts: Sequence[tuple[str, str]], *parts: Element) -> str:
    """Return a page as text; `facts` are pairs of name and value below its title, `parts` what follows."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("title", title),
        element("style", _style()),
    )
    listed = (element("div", element("dt", name), element("dd", value)) for name, value in facts)
    header = element("header", element("h1", title), element("dl", *listed))
    return written(element("html", head, element("body", header, *parts), lang="en"))


def section(title: str, text: str, *inside: Element) -> Element:
    """Return a part of a page with a heading and an explanation."""
    return element("section", element("h2", title), element("p", text), *inside)


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


def _style() -> str:
    from importlib.resources import files

    return files(__package__).joinpath("page.css").read_text(encoding="utf-8")
