"""The program that is checked, and the conditions under which it is."""

from dataclasses import dataclass

from urbanist.bots.check.dialogue import Dialogue
from urbanist.bots.check.introduction import Introduction
from urbanist.bots.check.verdict import Skipped
from urbanist.bots.match.pairing import Rules
from urbanist.engine import GAMES, CardFile, Game


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a check goes by, times in seconds.

    An answer may be late by `grace`; `patience` is waited where no clock runs; `movetime` is for whole games.
    Games that take cards from a file are dealt with those of `cards`.
    """

    grace: float = 0.25
    patience: float = 10.0
    movetime: float = 0.01
    seed: int = 0
    cards: CardFile | None = None

    def rules(
        self, game: Game, *, seats: int | None = None, variant: str | None = None, seed: int | None = None
    ) -> Rules:
        """Return how a game is dealt: for the fewest players and from the own seed unless said."""
        return Rules(
            game.name,
            min(game.notation.seat_counts) if seats is None else seats,
            self.seed if seed is None else seed,
            variant,
            cards=None if game.notation.load is None else self.cards,
        )


class Candidate:
    """A shell command; its process is asked check after check, and replaced when it has failed or ended.

    It must be dropped in the end. Any call may raise `Failed`.
    """

    def __init__(self, command: str, conditions: Conditions, games: tuple[str, ...] = tuple(GAMES)) -> None:
        self.command, self.conditions, self.asked = command, conditions, games
        self.infos: list[str] = []
        self._dialogue: Dialogue | None = None
        self._introduction: Introduction | None = None

    def talk(self) -> Dialogue:
        """Return a dialogue with the process, a new one if there is none."""
        if self._dialogue is None:
            self._dialogue = Dialogue(self.command, self.conditions.patience, self.infos)
            self._introduction = self._dialogue.introduction
            self.set_up()
        return self._dialogue

    def anew(self) -> Dialogue:
        """Return a dialogue with a process that has just started."""
        self.drop()
        return self.talk()

    def set_up(self) -> None:
        """Ask for the legal moves, if it wants to be told of them."""
        if self.introduction.has_switch("legal"):
            self.talk().say("setoption name legal value true")

    def settle(self) -> None:
        """Require that the process, if there is one, has nothing more to say."""
        if self._dialogue is not None:
            self._dialogue.ready()

    def drop(self) -> None:
        """End the process, if there is one."""
        if self._dialogue is not None:
            self._dialogue.kill()
            self._dialogue = None

    @property
    def introduction(self) -> Introduction:
        """How it has introduced itself, the last time that it did."""
        return self._introduction or self.talk().introduction

    def plays(self, name: str) -> Game:
        """Return the game of a name; `Skipped` if the program does not play it."""
        if name not in (self.introduction.games or ()):
            raise Skipped("it does not name this game")
        return GAMES[name]

    @property
    def game(self) -> Game:
        """The first game that it plays and is asked about."""
        for name in self.introduction.games or ():
            if name in self.asked:
                return GAMES[name]
        raise Skipped("it names no game that is asked about")

    def rules(self, *, seats: int | None = None, further: int = 0) -> Rules:
        """Return how its first game is dealt, from the seed so much further on."""
        return self.conditions.rules(self.game, seats=seats, seed=self.conditions.seed + further)
