"""A toy game, in `tree`, that is added to a copy of the project."""
