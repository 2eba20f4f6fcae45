"""The texts of Warszawa for people, in their language."""

from urbanist.bots.table.kit.language import Catalog, marked

assert __package__
#: A text of this game, in the language.
tr = Catalog(__package__)
#: The words of the notation that people read: the names of the game and of its variants.
WORDS = (marked("warszawa"), marked("advanced"))
#: What each option does.
OPTIONS = {"rounds7": marked("three rounds in stage II")}
