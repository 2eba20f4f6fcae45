"""Metropolys drawn in a terminal."""
