"""Metropolys on the screen: the drawn board and everything on it."""
