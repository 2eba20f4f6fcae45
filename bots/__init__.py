"""Who plays: bots, tables, matches."""
