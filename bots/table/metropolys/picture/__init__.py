"""Metropolys drawn as a picture."""
