"""Tests of the Metropolys engine, compared with the rule book and the oracle."""
