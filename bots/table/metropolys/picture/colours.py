"""The colours of a Metropolys picture."""

from urbanist.bots.table.kit.colour import Colour

COUNTRYSIDE = "#E7EBDD"
RIVER = "#6FA9CF"
RIVER_BANK = "#4F86AB"
LAKE = "#93CBDD"
LAKE_BANK = "#5A9FB8"
STONE = "#D8C6A4"
STONE_EDGE = "#7A6245"
BRONZE = "#5C4B3A"
SQUARE = "#EFE9DB"
ABSENT_LAND = "#E4E3DF"
ABSENT_GROUND = "#F1F0EC"
ABSENT_INK = "#B4B4B0"
ABSENT_LAKE = "#D3DFE3"

#: Land by type: the ground, and the darker shade of its letter.
LAND = {
    "industry": ("#DDB59E", "#9A5B3C"),
    "park": ("#B5D19B", "#4F7D38"),
    "housing": ("#EEDB9C", "#94751B"),
    "shopping": ("#DDB6CC", "#8E4A72"),
    "administration": ("#BFC6D4", "#56617A"),
}

#: District by letter: its streets, and its shore and name.
DISTRICT = {
    "C": ("#F8E5AE", "#A87D1E"),
    "N": ("#D3E2EE", "#557A96"),
    "E": ("#F4D6C8", "#B06A4B"),
    "S": ("#D4E6CA", "#5C8547"),
    "W": ("#E0D5EE", "#7A639E"),
}

#: Tokens: disc, rim and mark.
TOKEN = {
    "trendy": ("#F5C542", "#9C7413", "#FFFFFF"),
    "metro": ("#2F6FB5", "#1B4677", "#FFFFFF"),
    "ruins": ("#4A4541", "#26221F", "#E9E2D6"),
}

#: A building without an owner, for the legend.
NEUTRAL: tuple[Colour, Colour, Colour] = ((139, 145, 156), (100, 106, 117), (185, 190, 199))
