"""How the application looks: its style dialog, and a theme for a dark or a light ground."""

import os

DARK, LIGHT = "textual-dark", "textual-light"

CSS = """
Static {
    link-style: none; link-color: auto; link-background: transparent;
    link-style-hover: bold; link-background-hover: $primary 40%;
}
#small { display: none; height: 1fr; padding: 1 2; }
.small #small { display: block; }
.small #middle, .small #floor, .small #guide { display: none; }
#top { height: 1; background: $panel; }
#title { width: 1fr; height: 1; padding: 0 1; }
#clocks { width: auto; height: 1; }
#middle { height: 1fr; }
#side { width: 34; padding: 0 1; border-left: tall $panel; }
#scores { height: 9; }
#odds { display: none; margin-top: 1; }
#told { min-height: 100%; }
#log { height: 1fr; margin-top: 1; scrollbar-size-vertical: 1; }
Frame { layers: base above; }
#floor { height: 3; }
#below { layer: above; dock: bottom; height: auto; }
#guide { height: 2; padding: 0 1; background: $panel; }
#guide.legal { background: $success 30%; }
#guide.illegal { background: $error 30%; }
#keys { height: 1; padding: 0 1; }
ModalScreen { align: center middle; background: $background 50%; }
HandOver { background: $background; }
.dialog {
    width: auto; max-width: 100%; height: auto; max-height: 100%;
    padding: 0 2; border: round $primary; background: $surface;
}
.handbook {
    width: 92%; max-width: 104; height: 94%;
    padding: 0 1; border: round $primary; background: $surface;
}
.handbook TabbedContent { height: 1fr; }
.handbook ContentSwitcher, .handbook TabPane { height: 1fr; padding: 0; }
.dialog VerticalScroll { width: auto; height: auto; scrollbar-size-vertical: 1; }
.dialog Static { width: auto; }
.dialog Horizontal { height: auto; width: auto; margin-top: 1; }
.dialog .choices { margin-top: 0; }
.choices Button { min-width: 0; }
.dialog Button { margin: 0 2 0 0; }
"""


def ground(*, dark: bool | None = None) -> str:
    """Return the theme for a ground; by default for that which the terminal names in COLORFGBG, else a dark one."""
    if dark is None:
        dark = os.environ.get("COLORFGBG", "").rpartition(";")[2] not in {"7", "15"}
    return DARK if dark else LIGHT
