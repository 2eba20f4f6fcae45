"""How the application looks: its style sheets, and a theme for a dark or a light ground."""

import os
from pathlib import Path

DARK, LIGHT = "textual-dark", "textual-light"

#: The style of all screens, and what that of the home has besides.
STYLE, HOME_STYLE = (Path(__file__).with_name(name) for name in ("style.tcss", "home.tcss"))


def ground(*, dark: bool | None = None) -> str:
    """Return the theme for a ground; by default for that which the terminal names in COLORFGBG, else a dark one."""
    if dark is None:
        dark = os.environ.get("COLORFGBG", "").rpartition(";")[2] not in {"7", "15"}
    return DARK if dark else LIGHT
