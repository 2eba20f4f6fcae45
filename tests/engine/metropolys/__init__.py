"""Tests of the Metropolys engine against the rule book and the oracle."""
