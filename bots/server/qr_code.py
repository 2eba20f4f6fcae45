"""An address as a QR code, which the camera of a phone reads."""

import segno

from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.language import tr

#: The white modules around a code, which the standard asks for.
QUIET = 4


def qr_code(text: str) -> Element:
    """Return the QR code of a text as a drawing, dark on white in both themes."""
    rows = [*segno.make(text, error="m", micro=False).matrix]
    size = len(rows) + 2 * QUIET
    dark = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, line in enumerate(rows)
        for column, bit in enumerate(line)
        if bit
    )
    return element(
        "svg",
        element("rect", width=size, height=size, fill="#fff"),
        element("path", d=dark, fill="#000"),
        viewBox=f"0 0 {size} {size}",
        class_="qr",
        role="img",
        aria_label=tr("QR code"),
        shape_rendering="crispEdges",
    )
