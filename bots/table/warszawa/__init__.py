"""Warszawa for the eye: the map of hexes with its river, the action board, and what everybody has."""
