"""Colours as red, green and blue from 0 to 255."""

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
#: The ground in a terminal of what was put on a board last.
FRESH: Colour = (132, 238, 222)
#: What a person chooses, where it is legal and where it is not.
LEGAL: Colour = (92, 224, 108)
ILLEGAL: Colour = (255, 86, 86)
#: The numbers of hints.
HINT: Colour = (255, 226, 80)
#: What counts in a row of a score.
COUNTED: Colour = (255, 150, 235)
#: What is faint on a dark ground and on a light one.
GREY: Colour = (128, 128, 128)


def blend(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a mix of two colours: `colour` at share 0, `other` at share 1."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def paler(colour: Colour, strength: float) -> Colour:
    """Return a colour mixed with white: unchanged at strength 1, white at strength 0."""
    return blend(WHITE, colour, strength)


def hexadecimal(colour: Colour) -> str:
    """Return a colour in the form of SVG, such as #2E3440."""
    return "#{:02X}{:02X}{:02X}".format(*colour)
