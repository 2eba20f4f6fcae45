"""Facts about a position of Akropolis that every medium shows."""
