"""Elements of HTML and SVG: text and attributes are escaped where a page is written, never by hand."""

from collections.abc import Iterator
from html import escape
from xml.etree.ElementTree import Element

from urbanist.engine.printable import printable

__all__ = ["Element", "element", "plain", "put", "written"]

#: Elements of HTML that never hold anything and are not closed.
VOID = {"br", "meta", "wbr"}


def element(tag: str, *inside: Element | str, **attributes: object) -> Element:
    """Return an element around others and text; `data_row=1` is the attribute data-row, `class_` is class."""
    named = {key.rstrip("_").replace("_", "-"): plain(str(value)) for key, value in attributes.items()}
    found = Element(tag, named)
    put(found, *inside)
    return found


def put(parent: Element, *inside: Element | str) -> None:
    """Append elements and text."""
    for one in inside:
        if isinstance(one, Element):
            parent.append(one)
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + plain(one)
        else:
            parent.text = (parent.text or "") + plain(one)


def plain(text: str) -> str:
    """Return a text with what cannot be seen, as a change of direction, written out; lines stay lines."""
    return printable(text, keep="\n")


def written(root: Element) -> str:
    """Return a page as text."""
    return "".join(["<!DOCTYPE html>\n", *_parts(root), "\n"])


def _parts(root: Element) -> Iterator[str]:
    # ElementTree's own HTML leaves a < in attributes as it is. That is allowed; but where each < begins a tag of
    # ours, whoever searches a page for what a name smuggled in finds nothing.
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in root.items())
    yield f"<{root.tag}{attributes}>"
    if root.tag in VOID:
        return
    text = root.text or ""
    yield text if root.tag == "style" else escape(text, quote=False)
    for inner in root:
        yield from _parts(inner)
        yield escape(inner.tail or "", quote=False)
    yield f"</{root.tag}>"
