"""Tests of the Warszawa engine against the rule text and the oracle."""
