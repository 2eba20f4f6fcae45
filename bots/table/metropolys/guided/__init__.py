"""The first game of Metropolys in small steps, and its lessons."""
