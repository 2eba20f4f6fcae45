"""An address as a QR code, which the camera of a phone reads."""

from xml.etree.ElementTree import fromstring

import segno

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import tr


def qr_code(text: str) -> Element:
    """Return the QR code of a text as a drawing, dark on white in both themes."""
    code = segno.make(text, error="m", micro=False)
    drawn = fromstring(code.svg_inline(light="#fff", omitsize=True, svgclass="qr"))  # noqa: S314  # the library's own
    drawn.attrib |= {"role": "img", "aria-label": tr("QR code"), "shape-rendering": "crispEdges"}
    return drawn
