"""The colours that the pictures of all games share, on light and on dark ground.

Paper, cards and the texts on them follow the reader's choice of light or dark; a board and its pieces never change.
"""

INK, WHITE = "#2E3440", "#FFFFFF"
#: The star of a winner or of a special place.
GOLD = "#C98A0A"
#: The edge of a card on light ground, and of other white things.
CARD_EDGE = "#DDD9CF"
#: The class of bold letters.
BOLD = "bold"

#: By class: texts, the paper, lines, faint texts, a card, the card of the seat to move, an area on a card, and numbers
#: of what is gone.
LIGHT: dict[str, dict[str, str]] = {
    "viewport": {"fill": INK},
    "paper": {"fill": "#FBF9F4"},
    "line": {"stroke": INK},
    "faint": {"fill": "#6F7580"},
    "card": {"fill": WHITE, "stroke": CARD_EDGE},
    "moving": {"fill": WHITE, "stroke": INK},
    "inset": {"fill": "#F4F1E8"},
    "gone": {"fill": "#A8A49B"},
}
DARK: dict[str, dict[str, str]] = {
    "viewport": {"fill": "#E9E6DE"},
    "paper": {"fill": "#17191E"},
    "line": {"stroke": "#E9E6DE"},
    "faint": {"fill": "#9BA1AC"},
    "card": {"fill": "#23262D", "stroke": "#3B3F48"},
    "moving": {"fill": "#23262D", "stroke": "#E9E6DE"},
    "inset": {"fill": "#2F333B"},
    "gone": {"fill": "#666B75"},
}


def style_sheet() -> str:
    """Return the style viewport of a picture."""
    dark = f"@media (prefers-color-scheme:dark){{{_rules(DARK)}}}"
    # Browsers that darken pages by themselves leave those alone that say they can be dark.
    own = f".viewport{{color-scheme:light dark}}symbol{{overflow:visible}}.{BOLD}{{font-weight:700}}"
    return f"{own}{_rules(LIGHT)}{dark}"


def _rules(theme: dict[str, dict[str, str]]) -> str:
    return "".join(
        f".{name}{{{';'.join(f'{key}:{value}' for key, value in style.items())}}}"
        for name, style in theme.items()
    )
