"""The games of a balance: by the informed playouts of the game, or by a bot at all seats."""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from urbanist.bots.balance.sums import GameSums
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Pairing, Rules, derived
from urbanist.bots.match.workers import completed
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.engine import GAMES, Batch, CardFile, NotationError, State
from urbanist.engine.notation import loaded

#: Games that are dealt and played at once.
PART = 4096
#: One game with each other rule for so many games.
SHARE = 10
#: The rows of a score are made one by one, so not those of all games.
SCORED = 1000


@dataclass(frozen=True, slots=True)
class Setting:
    """A variant and options, and how many games are played with them; `name` is what differs from the others."""

    name: str
    variant: str
    options: tuple[str, ...]
    games: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked: a game with a setup, how many games, and who plays; None for the game's informed playouts."""

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

    def settings(self) -> list[Setting]:
        """Return the setup that is asked for, and those that differ from it in one rule."""
        notation = GAMES[self.game].notation
        few = max(self.games // SHARE, 1)
        found = [Setting("as asked", self.variant, self.options, self.games)]
        found += [
            Setting(f"variant {variant}", variant, self.options, few)
            for variant in notation.variants
            if variant != self.variant
        ]
        for options in notation.alternatives(self.seats, self.options):
            more = [option for option in options if option not in self.options]
            less = [option for option in self.options if option not in options]
            name = " ".join([f"+{option}" for option in more] or [f"-{option}" for option in less])
            found.append(Setting(name, self.variant, options, few))
        return [setting for setting in found if self._suits(setting)]

    def _suits(self, setting: Setting) -> bool:
        if setting.options == self.options and setting.variant == self.variant:
            return True  # what is wrong with it is told when it is dealt
        try:
            GAMES[self.game].notation.setup(setting.variant, self.seats, setting.options)
        except NotationError:
            return False
        return True


@dataclass(slots=True)
class Counted:
    """The games of a setting so far, and how many of them do not count because a program forfeited them."""

    setting: Setting
    sums: GameSums
    forfeited: int = 0


def played(plan: Plan, workers: int = 1) -> Generator[tuple[int, list[Counted]], None, None]:
    """Yield how many games have been played since, and what they came to, which grows from one to the next.

    The result is the same on any number of workers: threads of playouts, processes of bots. Raise `WorkerDied` if a
    game ends every process that plays it.
    """
    found = [Counted(setting, GameSums()) for setting in plan.settings()]
    found[0].sums.scored = SCORED
    for number, counted in enumerate(found):
        seed = plan.seed if number == 0 else derived(plan.seed, "balance", counted.setting.name)
        games = (
            _playouts(plan, counted, seed, workers)
            if plan.bot is None
            else _matches(plan, counted, seed, workers)
        )
        with closing(games):
            for n in games:
                yield n, found


def _playouts(plan: Plan, counted: Counted, seed: int, workers: int) -> Generator[int, None, None]:
    game, setting = GAMES[plan.game], counted.setting
    cards = () if plan.cards is None else (loaded(game.notation, plan.cards),)
    for start in range(0, setting.games, PART):
        n = min(PART, setting.games - start)
        begun = Batch.deal(
            game,
            n,
            variant=setting.variant,
            seats=plan.seats,
            options=(*setting.options, *cards),
            seed=derived(seed, "deals", start),
            threads=workers,
        )
        ended = begun.copy()
        ended.playout(derived(seed, "playouts", start), informed=True, threads=workers)
        counted.sums.add(begun, ended)
        yield n


def _matches(plan: Plan, counted: Counted, seed: int, workers: int) -> Generator[int, None, None]:
    """Count games of a bot in the order of their numbers."""
    early: dict[int, Ended] = {}
    following = 0
    with closing(completed(_tables(plan, counted.setting, seed), workers)) as games:
        for table, ended in games:
            early[table.number] = ended
            while following in early:
                one = early.pop(following)
                following += 1
                if one.forfeited:
                    counted.forfeited += 1
                else:
                    counted.sums.add(Batch.of([one.first]), Batch.of([one.last]))
                yield 1


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that a bot has played: its first and its last position, and whether anybody forfeited."""

    first: State
    last: State
    forfeited: bool


@dataclass(frozen=True, slots=True)
class OneTable:
    """A game of a bot at all seats, as a job for workers."""

    number: int
    pairing: Pairing

    @property
    def id(self) -> str:
        """The id, which no other game of the setting has."""
        return self.pairing.id

    def play(self, arena: Arena) -> Ended:
        """Return the game."""
        record = self.pairing.play(arena).record
        history = record.replay(GAMES)
        return Ended(history.states[0], history.state, bool(record.meta.get("forfeits")))

    def forfeited(self, seat: int, what: str) -> "OneTable | None":
        """Return the game where a seat has forfeited from the beginning; None if its bot is one of ours."""
        lost = self.pairing.forfeited(seat, what)
        return None if lost is None else replace(self, pairing=lost)


def _tables(plan: Plan, setting: Setting, seed: int) -> Iterator[OneTable]:
    assert plan.bot is not None
    rules = Rules(plan.game, plan.seats, seed, setting.variant, setting.options, plan.cards)
    names = (bot_text(plan.bot),) * plan.seats
    for number in range(setting.games):
        seats = tuple(range(plan.seats))
        pairing = Pairing(str(number), rules, number, seats, (plan.bot,) * plan.seats, names, reveal=True)
        yield OneTable(number, pairing)
