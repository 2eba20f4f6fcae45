"""The first game of Warszawa in small steps, and its lessons."""
