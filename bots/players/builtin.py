"""The built-in bots by name; the fields of a bot are its options."""

from urbanist.bots.players.greedy_bot import GreedyBot
from urbanist.bots.players.pimc_bot import PimcBot
from urbanist.bots.players.random_bot import RandomBot
from urbanist.bots.players.tree_bot import IsmctsBot, MctsBot

Builtin = RandomBot | GreedyBot | PimcBot | MctsBot | IsmctsBot

#: The weakest first.
BOTS: dict[str, type[Builtin]] = {
    bot.name: bot for bot in (RandomBot, GreedyBot, PimcBot, MctsBot, IsmctsBot)
}
