"""What the tables of all games share.

Public: `pov.PlayerView`, what a drawing may show, and the parts of drawings: seats, colours, hexes, planes, words.
"""
