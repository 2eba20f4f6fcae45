"""The formats of a tournament, each in one file: the registry finds every file of this folder."""
