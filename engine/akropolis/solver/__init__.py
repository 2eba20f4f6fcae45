"""The exact solver of Akropolis' last plies: `ending.solve` is its only door."""
