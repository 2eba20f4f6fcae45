"""The frame of a page in one HTML file: it loads nothing, and it runs only the script that it was written with."""

from base64 import b64encode
from hashlib import sha256

from urbanist.bots.markup import Element, element, plain, written

#: The page forbids the browser to run or load anything, even if a name could inject markup.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html_page(
    title: str,
    *parts: Element,
    style: str = "",
    script: str = "",
    again: int | None = None,
    language: str = "en",
    allowed: str = "",
) -> str:
    """Return a page as text; `style` is added to that of all pages, and only `script` may run.

    After `again` seconds a browser loads the page again. `language` is that of the text, as a code such as `pl`.
    What a page of a server may do beside that is `allowed`, in the form of a content security policy.
    """
    loading = [] if again is None else [element("meta", http_equiv="refresh", content=str(again))]
    head = element(
        "head",
        *loading,
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", http_equiv="Content-Security-Policy", content=policy(script) + allowed),
        element("title", title),
        element("style", resource(__package__, "page_frame.css") + style),
    )
    body = element("body", *parts, *([element("script", script)] if script else []))
    return written(element("html", head, body, lang=language))


def policy(script: str) -> str:
    """Return the content security policy: nothing but this script may run, by its hash."""
    if not script:
        return POLICY
    digest = b64encode(sha256(plain(script).encode()).digest()).decode()
    return f"{POLICY}; script-src 'sha256-{digest}'"


def facts(*rows: tuple[str, str]) -> Element:
    """Return pairs of name and value as a list."""
    return element("dl", *(element("div", element("dt", name), element("dd", value)) for name, value in rows))


def section(title: str, text: str, *inside: Element) -> Element:
    """Return a part of a page with a heading and an explanation."""
    return element("section", element("h2", title), element("p", text), *inside)


def wide(name: str, inside: Element) -> Element:
    """Return a named region that scrolls sideways, by the arrow keys too, where a screen is too narrow for it."""
    return element("div", inside, class_="wide", role="region", aria_label=name, tabindex=0)


def resource(package: str, name: str) -> str:
    """Return the text of a file of a package, such as a style sheet or a script."""
    from importlib.resources import files

    return files(package).joinpath(name).read_text(encoding="utf-8")
