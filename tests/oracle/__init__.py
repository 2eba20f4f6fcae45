"""The oracles: slow, obvious games in plain Python, written from the rules alone, to compare the engine with."""
