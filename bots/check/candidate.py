"""The program to check."""

from urbanist.bots.check.dialogue import Conditions, Dialogue, Infos, Skipped
from urbanist.bots.match.pairing import Rules
from urbanist.bots.protocol.introduction import Introduction
from urbanist.engine import GAMES, Game


class Candidate:
    """A shell command; one process runs through the checks and is replaced after a failure or its end.

    It must be dropped in the end. Any call may raise `Failed`.
    """

    def __init__(self, command: str, conditions: Conditions, games: tuple[str, ...] = tuple(GAMES)) -> None:
        self.command, self.conditions, self.asked = command, conditions, games
        self.infos: Infos = []
        self._check = ""
        self._dialogue: Dialogue | None = None
        self._introduction: Introduction | None = None

    def talk(self) -> Dialogue:
        """Return the dialogue with the process; start one if there is none."""
        if self._dialogue is None:
            self._dialogue = Dialogue(self.command, self.conditions, self.infos, self._check)
            self._introduction = self._dialogue.introduction
            self.set_up()
        return self._dialogue

    def anew(self) -> Dialogue:
        """Return a dialogue with a new process."""
        self.drop()
        return self.talk()

    def set_up(self) -> None:
        """Set the option `legal` if the program declares it."""
        if self.introduction.has_switch("legal"):
            self.talk().say("setoption name legal value true")

    def face(self, check: str) -> None:
        """Begin with a check, which traces name."""
        self._check = check
        if self._dialogue is not None:
            self._dialogue.face(check)

    def settle(self) -> None:
        """Require that the process, if there is one, writes nothing more."""
        if self._dialogue is not None:
            self._dialogue.ready()

    def drop(self) -> None:
        """End the process, if there is one."""
        if self._dialogue is not None:
            self._dialogue.kill()
            self._dialogue = None

    @property
    def introduction(self) -> Introduction:
        """The last handshake of the program."""
        return self._introduction or self.talk().introduction

    def plays(self, name: str) -> Game:
        """Return the game with this name; raise `Skipped` if the program does not play it."""
        if name not in (self.introduction.games or ()):
            raise Skipped("it does not name this game")
        return GAMES[name]

    @property
    def game(self) -> Game:
        """The first of the checked games that the program plays."""
        for name in self.introduction.games or ():
            if name in self.asked:
                return GAMES[name]
        raise Skipped("it names no game that is asked about")

    def rules(self, *, seats: int | None = None, further: int = 0) -> Rules:
        """Return the rules for dealing its first game; `further` is added to the seed."""
        return self.conditions.rules(self.game, seats=seats, seed=self.conditions.seed + further)
