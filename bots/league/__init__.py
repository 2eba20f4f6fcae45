"""A league: a rating list that lasts. Bots come, go and change while games are played where they tell most."""
