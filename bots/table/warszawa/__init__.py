"""Warszawa on the screen: the map of hexes with its river, the action board, and what each seat has."""
