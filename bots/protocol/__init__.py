"""The bot protocol: our bots as servers of it, other programs as bots, and the check of a program."""
