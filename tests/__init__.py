"""The tests, in the same folders as the code that they test."""
