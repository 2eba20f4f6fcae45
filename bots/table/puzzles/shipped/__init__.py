"""The puzzles that come with the program, one file a game, and one for its endings."""
