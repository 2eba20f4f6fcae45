"""Tests of the engine, with a package for each game."""
