"""The texts of Akropolis for people, in their language."""

from urbanist.bots.table.kit.language import Catalog, marked

assert __package__
#: A text of this game, in the language.
tr = Catalog(__package__)
#: The words of the notation that people read: the names of the game and of its variants.
WORDS = (marked("akropolis"), marked("standard"))
#: What each option does.
OPTIONS = {
    "houses": marked("groups of houses that are worth 10 or more count double"),
    "markets": marked("markets next to a market plaza count double"),
    "barracks": marked("barracks with 3 or 4 empty places outside beside them count double"),
    "temples": marked("temples on level 2 or higher count double"),
    "gardens": marked("gardens next to a lake count double"),
    "long": marked("the long game, with all tiles"),
}
