"""HTML and SVG: elements whose texts are escaped when they are written, and the frame of a page in one file."""

from urbanist.bots.markup.element import Element, element, plain, put, written

__all__ = ["Element", "element", "plain", "put", "written"]
