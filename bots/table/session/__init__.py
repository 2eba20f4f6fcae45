"""A session at any table: it asks for moves, shows the game, lets bots think, saves, and reviews a game."""
