"""Metropolys: auctions for building sites, secret objective cards; family and expert, 2 to 4 players.

Where the printed rules leave a choice, we decided:

- The Border card scores 3 points for each building.
- Every printed bridge counts for the family card, even if it leads to a district that is not in play.
- A lake with six buildings of one player holds two groups.
- By default, three players leave out West, and two players leave out South and West. The setup can name others.
- A forced pass is not a move: the seat to move always has a choice.

The board, the points and the tokens are those of `printed.json`; `editions.EDITIONS.load` adds other ones.
"""

from urbanist.engine.metropolys.verbs import METROPOLYS

__all__ = ["METROPOLYS"]
