"""Tests of the engine, a package for each game."""
