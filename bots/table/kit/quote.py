"""What a person typed, as it may be shown again."""


def shortened(text: str) -> str:
    """Return a text fit to be quoted in a line: printable, and not long."""
    clean = "".join(sign if sign.isprintable() else "?" for sign in text.strip())
    return clean if len(clean) <= 30 else clean[:27] + "..."
