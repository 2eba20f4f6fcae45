"""The games of a balance: by the informed playouts of the game, or by a bot at all seats."""

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from urbanist.bots.balance.sums import GameSums
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing, Rules, derived
from urbanist.bots.match.runner import GamePool, run
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.engine import GAMES, Batch, CardFile, NotationError
from urbanist.engine.edition import loaded

#: The name of the rules that are asked for.
ASKED = "as asked"
#: Games that are dealt and played at once.
PART = 4096
#: Games with the asked rules for one game with each other rule.
SHARE = 10
#: The rows of a score are made one by one, so not those of all games.
SCORED = 1000


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A variant, options and cards, and how many games are played with them; `name` is what differs from the others."""

    name: str
    variant: str
    options: tuple[str, ...]
    games: int
    cards: CardFile | None = None


@dataclass(frozen=True, slots=True)
class BalancePlan:
    """The plan of a balance: a game with a setup, the number of games, and the bot; None for informed playouts.

    `rules` are compared with the setup; None: all that differ from it in one rule, in a tenth of the games.
    """

    game: str
    seats: int
    seed: int
    games: int
    variant: str
    options: tuple[str, ...] = ()
    cards: CardFile | None = None
    bot: Bot | None = None
    rules: tuple[Ruleset, ...] | None = None

    @property
    def player(self) -> str:
        """Who plays, in words."""
        return "informed playouts" if self.bot is None else bot_text(self.bot)

    def rulesets(self) -> list[Ruleset]:
        """Return the setup that is asked for, and those that differ from it in one rule."""
        notation = GAMES[self.game].notation
        few = max(self.games // SHARE, 1)
        rulesets = [Ruleset(ASKED, self.variant, self.options, self.games, self.cards)]
        if self.rules is not None:
            return [*rulesets, *self.rules]
        rulesets += [
            Ruleset(f"variant {variant}", variant, self.options, few, self.cards)
            for variant in notation.variants
            if variant != self.variant
        ]
        for options in notation.alternatives(self.seats, self.options):
            more = [option for option in options if option not in self.options]
            less = [option for option in self.options if option not in options]
            name = " ".join([f"+{option}" for option in more] or [f"-{option}" for option in less])
            rulesets.append(Ruleset(name, self.variant, options, few, self.cards))
        return [ruleset for ruleset in rulesets if self._suits(ruleset)]

    def _suits(self, ruleset: Ruleset) -> bool:
        if ruleset.options == self.options and ruleset.variant == self.variant:
            return True  # what is wrong with it is told when it is dealt
        notation = GAMES[self.game].notation
        cards = () if ruleset.cards is None else (loaded(notation, ruleset.cards),)
        try:
            notation.setup(ruleset.variant, self.seats, (*ruleset.options, *cards))
        except NotationError:
            return False
        return True


@dataclass(slots=True)
class RulesetGames:
    """The games of a ruleset so far, and how many of them do not count because a program forfeited them."""

    ruleset: Ruleset
    sums: GameSums
    forfeited: int = 0


#: Takes the first and the last positions of more games with some rules.
Sink = Callable[[Ruleset, Batch, Batch], None]


def played(
    plan: BalancePlan, workers: int = 1, sink: Sink | None = None
) -> Generator[tuple[int, list[RulesetGames]], None, None]:
    """Yield the number of games since the last yield, and the sums so far, which grow from one to the next.

    The result is the same on any number of workers: threads of playouts, processes of bots. Games with other rules have
    the same seeds, so that they are compared deal by deal. Raise `WorkerDied` if a game ends every process that plays
    it.
    """
    rulesets = [RulesetGames(ruleset, GameSums()) for ruleset in plan.rulesets()]
    rulesets[0].sums.scored = SCORED
    for counted in rulesets:
        counted.sums.paired = max((other.ruleset.games for other in rulesets[1:]), default=0)
        play = _playouts if plan.bot is None else _matches
        with closing(play(plan, counted, workers)) as games:
            for begun, ended in games:
                if not len(begun):
                    counted.sums.skip()
                else:
                    counted.sums.add(begun, ended)
                    if sink is not None:
                        sink(counted.ruleset, begun, ended)
                yield max(len(begun), 1), rulesets


def _playouts(
    plan: BalancePlan, counted: RulesetGames, workers: int
) -> Generator[tuple[Batch, Batch], None, None]:
    game, ruleset = GAMES[plan.game], counted.ruleset
    cards = () if ruleset.cards is None else (loaded(game.notation, ruleset.cards),)
    for start in range(0, ruleset.games, PART):
        n = min(PART, ruleset.games - start)
        begun = Batch.deal(
            game,
            n,
            variant=ruleset.variant,
            seats=plan.seats,
            options=(*ruleset.options, *cards),
            seed=derived(plan.seed, "deals", start),
            threads=workers,
        )
        ended = begun.copy()
        ended.playout(derived(plan.seed, "playouts", start), informed=True, threads=workers)
        yield begun, ended


def _matches(
    plan: BalancePlan, counted: RulesetGames, workers: int
) -> Generator[tuple[Batch, Batch], None, None]:
    """Yield games of a bot in the order of their numbers; none in place of one that is forfeited."""

    def ends(_: Pairing, played: Played) -> tuple[Batch, Batch]:
        states = played.record.replay(GAMES).states
        begun, ended = Batch.of([states[0]]), Batch.of([states[-1]])
        if not played.lost:
            return begun, ended
        counted.forfeited += 1
        return begun.take([]), ended.take([])

    tables = _tables(plan, counted.ruleset)
    with closing(run(tables, GamePool(workers), ends, ordered=True)) as games:
        yield from games


def _tables(plan: BalancePlan, ruleset: Ruleset) -> Iterator[Pairing]:
    """Yield the games of a bot at all seats."""
    assert plan.bot is not None
    rules = Rules(plan.game, plan.seats, plan.seed, ruleset.variant, ruleset.options, ruleset.cards)
    names, bots = (bot_text(plan.bot),) * plan.seats, (plan.bot,) * plan.seats
    for number in range(ruleset.games):
        yield Pairing(str(number), rules, number, tuple(range(plan.seats)), bots, names, reveal=True)


def raw_records(player: str, ruleset: Ruleset, begun: Batch, ended: Batch) -> Iterator[str]:
    """Yield a line of JSON for each game: who moved first, points, ranks, moves, and what each seat had."""
    points, ranks = (array.tolist() for array in ended.standing())
    facts = ended.game.notation.facts(begun.array, ended.array)
    for game in range(len(begun)):
        line: dict[str, Any] = {
            "player": player,
            "rules": ruleset.name,
            "first": int(begun.array["to_move"][game]),
            "points": points[game],
            "ranks": ranks[game],
            "moves": int(ended.array["ply"][game]),
        }
        for fact in facts:
            rows = [fact.counts[game]] if fact.shared else fact.counts[game]
            had = [{fact.values[value]: int(row[value]) for value in row.nonzero()[0]} for row in rows]
            line[fact.name] = had[0] if fact.shared else had
        yield json.dumps(line) + "\n"
