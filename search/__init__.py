"""Playing well, any game."""
