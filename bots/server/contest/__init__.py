"""Pages of games that are played: a league, a match or a tournament, and the socket of bots elsewhere."""
