"""A league: a lasting rating list. Bots come, go and change, and the most informative games are played."""
