"""The bots by name: the built-in ones, and those from outside; the fields of a bot are its options."""

from typing import Any

from urbanist.bots.players.bot import Bot, Player
from urbanist.bots.players.greedy_bot import GreedyBot
from urbanist.bots.players.pimc_bot import PimcBot
from urbanist.bots.players.random_bot import RandomBot
from urbanist.bots.players.tree_bot import IsmctsBot, MctsBot
from urbanist.engine.plugins import Registry
from urbanist.search.option import Options


def checked(bot: Any) -> Any:
    """Return a class of bots; raise `TypeError` if it has not the form of one."""
    if not (isinstance(bot, type) and issubclass(bot, Options)):
        raise TypeError(
            f"{bot!r:.60} is no bot; expected a class that inherits from {Options.__module__}.Options"
        )
    if not callable(getattr(bot, "sit", None)):
        raise TypeError(f"the bot {bot.__name__} has no method 'sit'")
    return bot


#: The weakest of the built-in ones first.
BOTS: Registry[Any] = Registry("urbanist.bots", checked, (RandomBot, GreedyBot, PimcBot, MctsBot, IsmctsBot))


def seated(bot: Bot, seed: int) -> Player:
    """Return a player of a bot; what the code of a bot from outside raises is a forfeit, as with a class of a file."""
    if bot.name in BOTS.shipped or bot.name not in BOTS:
        return bot.sit(seed)
    from urbanist.bots.players.python_bot import guarded  # late: most tables have built-in bots only

    return guarded(bot, seed)
