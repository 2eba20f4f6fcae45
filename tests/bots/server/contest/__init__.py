"""The server of pages beside games, and bots elsewhere."""
