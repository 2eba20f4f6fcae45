"""Colours as red, green and blue from 0 to 255."""

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
#: What was put on a board last, whatever the ground of a terminal.
FRESH: Colour = (132, 238, 222)


def blend(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a colour with a share of another in it: the colour itself at 0, the other at 1."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def paler(colour: Colour, strength: float) -> Colour:
    """Return a colour thinned with white: all of it at strength 1, white at 0."""
    return blend(WHITE, colour, strength)


def hexadecimal(colour: Colour) -> str:
    """Return a colour as pictures write it, such as #2E3440."""
    return "#{:02X}{:02X}{:02X}".format(*colour)
