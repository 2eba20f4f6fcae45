"""Metropolys: auctions for building sites, secret objective cards; family and expert, 2 to 4 players.

The rules as we read them, where the printed ones leave a choice: the Border card scores 3 points a building; every
printed bridge counts for the family card, also one that leads to a district not in play; a lake with six buildings of
one player holds two groups; three players leave out West and two leave out South and West unless the setup names
other districts. Forced passes are not moves: the seat to move always has a choice.
"""

from urbanist.engine.metropolys.verbs import METROPOLYS

__all__ = ["METROPOLYS"]
