"""Facts about a position of Warszawa that every medium shows."""
