"""Facts about a position of Metropolys that every medium shows."""
