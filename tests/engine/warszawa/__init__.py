"""Tests of the Warszawa engine, compared with the rule text and the oracle."""
