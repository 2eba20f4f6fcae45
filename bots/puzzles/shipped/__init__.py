"""The puzzles that come with the program, one file a game."""
