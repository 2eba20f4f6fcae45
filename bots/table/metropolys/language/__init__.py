"""The texts of Metropolys for people, in their language."""

from urbanist.bots.table.kit.language import Catalog, marked

assert __package__
#: A text of this game, in the language.
tr = Catalog(__package__)
#: The words of the notation that people read: the names of the game and of its variants.
WORDS = (marked("metropolys"), marked("family"), marked("expert"))
#: What each option does: there is none.
OPTIONS: dict[str, str] = {}
