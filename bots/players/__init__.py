"""Bots and players: what they are, the built-in ones, and their options as text."""
