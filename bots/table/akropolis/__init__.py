"""Akropolis for the eye: cities of hexes on many levels, the market, and what it all is worth."""
