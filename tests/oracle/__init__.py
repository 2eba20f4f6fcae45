"""Slow, obvious games in plain Python, written from the rules alone, to hold the engine against."""
