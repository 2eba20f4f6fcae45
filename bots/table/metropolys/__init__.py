"""Metropolys for the eye: the drawn board and what lies on it."""
