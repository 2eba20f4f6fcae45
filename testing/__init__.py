"""The contract of games: `check_game` tells whether a game keeps what searches, matches and records rely on."""

from urbanist.testing.check import ContractBroken, check_game

__all__ = ["ContractBroken", "check_game"]
