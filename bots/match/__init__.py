"""Bots at one table: the arena with its clocks and forfeits, many games over workers, and what they came to."""
