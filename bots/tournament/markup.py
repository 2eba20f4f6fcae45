"""Elements of HTML and SVG: text and attributes are escaped where the page is written, never by hand."""

from xml.etree.ElementTree import Element, tostring

__all__ = ["Element", "element", "plain", "put", "written"]


def element(tag: str, *inside: Element | str, **attributes: object) -> Element:
    """Return an element around others and text; `data_row=1` is the attribute data-row, `class_` is class."""
    names = {key: key.rstrip("_").replace("_", "-") for key in attributes}
    found = Element(tag, {names[key]: _value(value) for key, value in attributes.items()})
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
    """Return a text with what cannot be seen, as a change of direction, written out."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def written(root: Element) -> str:
    """Return a page as text."""
    return f"<!DOCTYPE html>\n{tostring(root, encoding='unicode', method='html')}\n"


def _value(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else plain(str(value))
