"""Puzzles: positions where one move is clearly best and is not the first that comes to mind; found, proved, solved.

Public: `puzzle.Puzzle`, `store.shipped`, `store.read`, `hunt.PlayedGame`, `proof.proved`.
"""
