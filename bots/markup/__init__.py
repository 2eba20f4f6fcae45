"""HTML and SVG: elements whose texts are escaped when they are written, and the frame of a page in one file.

`written` escapes all texts and attributes, so callers never escape them.
"""

from collections.abc import Iterator
from functools import cache
from html import escape
from xml.etree.ElementTree import Element

from urbanist.engine.printable import NO_BREAK, printable

__all__ = ["Element", "element", "plain", "put", "written"]

#: HTML elements that have no content and no closing tag.
VOID = {"br", "img", "input", "link", "meta", "wbr"}
#: HTML elements whose text the browser reads as it stands.
RAW = {"script", "style"}


def element(tag: str, *inside: Element | str, **attributes: object) -> Element:
    """Return an element with its content; `data_row=1` sets the attribute data-row, `class_` sets class."""
    named = {_named(key): plain(str(value)) for key, value in attributes.items()}
    made = Element(tag, named)
    put(made, *inside)
    return made


@cache
def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def put(parent: Element, *inside: Element | str) -> None:
    """Append elements and texts to an element."""
    for one in inside:
        if isinstance(one, Element):
            parent.append(one)
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + plain(one)
        else:
            parent.text = (parent.text or "") + plain(one)


def plain(text: str) -> str:
    """Return a text with invisible characters, such as a change of direction, escaped; line ends and spaces stay."""
    return printable(text, keep="\n" + NO_BREAK)


def written(root: Element) -> str:
    """Return a page as an HTML text."""
    return "".join(["<!DOCTYPE html>\n", *_parts(root), "\n"])


def _parts(root: Element) -> Iterator[str]:
    # ElementTree's own HTML writer leaves a < in attributes. That is valid, but here each < begins one of our tags,
    # so a search of the page for injected tags can be simple.
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in root.items())
    yield f"<{root.tag}{attributes}>"
    if root.tag in VOID:
        return
    text = root.text or ""
    if root.tag in RAW:
        if "<" in text:
            raise ValueError(f"the text of <{root.tag}> must not have a <, which could end it")
        yield text
    else:
        yield escape(text, quote=False)
    for inner in root:
        yield from _parts(inner)
        yield escape(inner.tail or "", quote=False)
    yield f"</{root.tag}>"
