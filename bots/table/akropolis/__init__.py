"""Akropolis on the screen: cities of hexes on many levels, the market, and the scores."""
