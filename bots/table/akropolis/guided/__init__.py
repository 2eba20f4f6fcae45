"""The first game of Akropolis in small steps, and its lessons."""
