"""The frame of all pages: their head, the header with the languages, and what a browser may load."""

import ipaddress
from functools import cache
from hashlib import sha256
from urllib.parse import urlsplit

from urbanist.bots.markup import Element, element, written
from urbanist.bots.markup.page_frame import resource
from urbanist.bots.table.kit.language import LANGUAGES, chosen, tr
from urbanist.bots.table.kit.picture.brush import style_sheet
from urbanist.bots.table.page.graph import graph_style
from urbanist.bots.table.page.page import script, style
from urbanist.bots.table.page.parts import seat_style

#: The kinds of pages that have the script of another kind.
SCRIPTS = {"contest": "page"}
#: The path of a league among the tables of a server.
LEAGUE = "/league"
#: Nothing is loaded from elsewhere, and nothing runs but our own script.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f6f94"/>'
    '<path d="M6 27V15h6v12zM13 27V6h7v21zM21 27V11h5v16z" fill="#fbf9f4"/>{}</svg>'
)
#: The signs of a page in the tab of a browser by their names: a dot says that it is one's turn.
ICONS = {
    "icon.svg": SIGN.format(""),
    "turn.svg": SIGN.format('<circle cx="25" cy="7" r="6.5" fill="#ffb000" stroke="#fff" stroke-width="2"/>'),
}


class PageFrame:
    """The frame of the pages for one request: under a base path of a server, in the language that is spoken."""

    def __init__(self, base: str, server: str, ground: str = "") -> None:
        #: The path before all addresses, and the address of the server before that path.
        self.base, self.server = base, server
        #: What the ground of a board is called that the script of who asks has already.
        self.ground = ground

    @property
    def is_local(self) -> bool:
        """Whether the address of the server leads nobody but this machine to it."""
        return is_loopback(urlsplit(self.server).hostname or "")

    def page(self, title: str, *main: Element, turn: bool = False, kind: str = "page", **data: object) -> str:
        """Return a page with some data for the script; its sign says whether it is one's `turn`.

        Its `kind` names the style and the script.
        """
        version = f"?{_version()}"
        head = element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("meta", name="color-scheme", content="light dark"),
            element("meta", name="referrer", content="same-origin"),
            element("title", title),
            element(
                "link",
                rel="icon",
                href=f"{self.base}/static/{'turn' if turn else 'icon'}.svg{version}",
                id="icon",
            ),
            element("link", rel="stylesheet", href=f"{self.base}/static/{kind}.css{version}"),
            element(
                "script", "", src=f"{self.base}/static/{SCRIPTS.get(kind, kind)}.js{version}", defer="defer"
            ),
        )
        said = {
            "data_lost": tr("The connection is lost; it is tried again."),
            "data_copied": tr("copied"),
        }
        body = element(
            "body",
            element("a", tr("To the table"), href="#main", class_="skip"),
            element(
                "header",
                element("a", "urbanist", href=f"{self.base}/", class_="home"),
                self._languages(),
                element(
                    "button",
                    "♪",
                    type="button",
                    id="sound",
                    aria_label=tr("Sound"),
                    aria_pressed="false",
                    hidden="hidden",
                ),
            ),
            element("main", *main, id="main", tabindex=-1),
            **said,
            **data,
        )
        return written(element("html", head, body, lang=chosen()))

    def _languages(self) -> Element:
        links = (
            element(
                "a",
                name,
                href=f"{self.base}/language/{code}",
                lang=code,
                **({"aria_current": "true"} if code == chosen() else {}),
            )
            for code, name in LANGUAGES.items()
        )
        return element("nav", *links, aria_label=tr("Language"))

    def form(self, path: str, *inside: Element, **more: object) -> Element:
        """Return a form that is sent to a path."""
        return element("form", *inside, method="post", action=f"{self.base}{path}", **more)

    def error(self, reason: str) -> str:
        """Return a page that says in a line what is wrong."""
        return self.notice(reason, role="alert", class_="wrong")

    def notice(self, said: str, **how: object) -> str:
        """Return a page that says one line."""
        home = element("a", tr("To the games"), href=f"{self.base}/")
        return self.page("urbanist", element("div", element("h1", said), **how), element("p", home))


def is_loopback(host: str) -> bool:
    """Return whether an address or a name leads nobody but this machine to itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@cache
def files() -> dict[str, tuple[str, str]]:
    """Return the files that pages load, by name, each with its type: of tables, of reviews, and of contests."""
    frame = resource("urbanist.bots.markup", "page_frame.css") + resource(__package__, "frame.css")
    own = style_sheet() + seat_style() + graph_style() + resource(__package__, "page.css")
    texts = {
        "page.css": frame + own,
        "review.css": frame + style(),
        "contest.css": frame + resource("urbanist.bots.contest", "page.css"),
        "page.js": resource(__package__, "page.js"),
        "review.js": script(),
    }
    kinds = {"css": "text/css", "js": "text/javascript"}
    served = {name: (text, kinds[name.partition(".")[2]]) for name, text in texts.items()}
    return served | {name: (text, "image/svg+xml") for name, text in ICONS.items()}


@cache
def _version() -> str:
    return sha256("".join(text for text, _ in files().values()).encode()).hexdigest()[:8]
