"""The games of a balance: by the informed playouts of the game, or by a bot at all seats."""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

from urbanist.bots.balance.sums import GameSums
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing, Rules, derived
from urbanist.bots.match.runner import GamePool, run
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.engine import GAMES, Batch, CardFile, NotationError
from urbanist.engine.edition import loaded

#: Games that are dealt and played at once.
PART = 4096
#: Games with the asked rules for one game with each other rule.
SHARE = 10
#: The rows of a score are made one by one, so not those of all games.
SCORED = 1000


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A variant and options, and how many games are played with them; `name` is what differs from the others."""

    name: str
    variant: str
    options: tuple[str, ...]
    games: int


@dataclass(frozen=True, slots=True)
class BalancePlan:
    """The plan of a balance: a game with a setup, the number of games, and the bot; None for informed playouts."""

    game: str
    seats: int
    seed: int
    games: int
    variant: str
    options: tuple[str, ...] = ()
    cards: CardFile | None = None
    bot: Bot | None = None

    @property
    def player(self) -> str:
        """Who plays, in words."""
        return "informed playouts" if self.bot is None else bot_text(self.bot)

    def rulesets(self) -> list[Ruleset]:
        """Return the setup that is asked for, and those that differ from it in one rule."""
        notation = GAMES[self.game].notation
        few = max(self.games // SHARE, 1)
        rulesets = [Ruleset("as asked", self.variant, self.options, self.games)]
        rulesets += [
            Ruleset(f"variant {variant}", variant, self.options, few)
            for variant in notation.variants
            if variant != self.variant
        ]
        for options in notation.alternatives(self.seats, self.options):
            more = [option for option in options if option not in self.options]
            less = [option for option in self.options if option not in options]
            name = " ".join([f"+{option}" for option in more] or [f"-{option}" for option in less])
            rulesets.append(Ruleset(name, self.variant, options, few))
        return [ruleset for ruleset in rulesets if self._suits(ruleset)]

    def _suits(self, ruleset: Ruleset) -> bool:
        if ruleset.options == self.options and ruleset.variant == self.variant:
            return True  # what is wrong with it is told when it is dealt
        try:
            GAMES[self.game].notation.setup(ruleset.variant, self.seats, ruleset.options)
        except NotationError:
            return False
        return True


@dataclass(slots=True)
class RulesetGames:
    """The games of a ruleset so far, and how many of them do not count because a program forfeited them."""

    ruleset: Ruleset
    sums: GameSums
    forfeited: int = 0


def played(plan: BalancePlan, workers: int = 1) -> Generator[tuple[int, list[RulesetGames]], None, None]:
    """Yield the number of games since the last yield, and the sums so far, which grow from one to the next.

    The result is the same on any number of workers: threads of playouts, processes of bots. Raise `WorkerDied` if a
    game ends every process that plays it.
    """
    found = [RulesetGames(ruleset, GameSums()) for ruleset in plan.rulesets()]
    found[0].sums.scored = SCORED
    for number, counted in enumerate(found):
        seed = plan.seed if number == 0 else derived(plan.seed, "balance", counted.ruleset.name)
        play = _playouts if plan.bot is None else _matches
        with closing(play(plan, counted, seed, workers)) as games:
            for n in games:
                yield n, found


def _playouts(
    plan: BalancePlan, counted: RulesetGames, seed: int, workers: int
) -> Generator[int, None, None]:
    game, ruleset = GAMES[plan.game], counted.ruleset
    cards = () if plan.cards is None else (loaded(game.notation, plan.cards),)
    for start in range(0, ruleset.games, PART):
        n = min(PART, ruleset.games - start)
        begun = Batch.deal(
            game,
            n,
            variant=ruleset.variant,
            seats=plan.seats,
            options=(*ruleset.options, *cards),
            seed=derived(seed, "deals", start),
            threads=workers,
        )
        ended = begun.copy()
        ended.playout(derived(seed, "playouts", start), informed=True, threads=workers)
        counted.sums.add(begun, ended)
        yield n


def _matches(plan: BalancePlan, counted: RulesetGames, seed: int, workers: int) -> Generator[int, None, None]:
    """Count games of a bot in the order of their numbers."""

    def count(_: Pairing, played: Played) -> int:
        if played.lost:
            counted.forfeited += 1
        else:
            states = played.record.replay(GAMES).states
            counted.sums.add(Batch.of([states[0]]), Batch.of([states[-1]]))
        return 1

    tables = _tables(plan, counted.ruleset, seed)
    with closing(run(tables, GamePool(workers), count, ordered=True)) as games:
        yield from games


def _tables(plan: BalancePlan, ruleset: Ruleset, seed: int) -> Iterator[Pairing]:
    """Yield the games of a bot at all seats."""
    assert plan.bot is not None
    rules = Rules(plan.game, plan.seats, seed, ruleset.variant, ruleset.options, plan.cards)
    names, bots = (bot_text(plan.bot),) * plan.seats, (plan.bot,) * plan.seats
    for number in range(ruleset.games):
        yield Pairing(str(number), rules, number, tuple(range(plan.seats)), bots, names, reveal=True)
