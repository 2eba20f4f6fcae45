"""The lines by which a person chooses a game to play: who sits where, options, clock, and whether it is rated."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from rich.console import RenderableType
from rich.text import Text

from urbanist.bots.match.clock import read_control
from urbanist.bots.players.level import HIGHEST, level_name, level_of, told, win_share
from urbanist.bots.table import table_of, title_of, word_of
from urbanist.bots.table.application.lines import MenuLine
from urbanist.bots.table.kit.language import marked, number_text, tr, translated
from urbanist.bots.table.session.rating import PlayerRating
from urbanist.bots.table.session.selection import GameSelection, LastChoices, Sitter
from urbanist.engine import GAMES
from urbanist.engine.message import Message, UserError
from urbanist.engine.name import checked_name

T = TypeVar("T")

#: The clocks that are offered; any other one can be typed.
CLOCKS = ("", "5m+3s", "10m+5s", "30m+10s")
#: What a person may have.
HELP = (marked("hints and undo"), marked("none: a rated game"))
#: From this share on one counts of ten games, below it of a hundred.
OF_TEN = 0.095

#: Asks a person for a text: what is asked, the usual answer, a check of it, and what to do with it.
Ask = Callable[[str, str, Callable[[str], str], Callable[[str], None]], None]


class NewGame:
    """The choices for a new game; `changed` is told of each change, and `ask` asks for what is typed."""

    def __init__(
        self,
        last_choices: LastChoices,
        selection: GameSelection,
        ratings: dict[tuple[str, int], list[PlayerRating]],
        ask: Ask,
        changed: Callable[[], None],
        begin: Callable[[], None],
    ) -> None:
        self.last_choices, self.selection = last_choices, selection
        self._ratings, self._ask, self._changed, self._begin = ratings, ask, changed, begin

    def lines(self) -> Iterator[MenuLine]:
        """Yield a line for each choice; Enter begins the game."""
        chosen, change = self.selection, self._change
        game, notation = chosen.game, GAMES[chosen.game].notation
        games = {name: title_of(name) for name in GAMES}
        # With what was chosen for that game last.
        yield self._line(tr("game"), games, game, lambda name: change(self.last_choices.selection(name)))
        variants = {name: word_of(game, name) for name in notation.variants}
        yield self._line(
            tr("variant"), variants, chosen.variant, lambda name: change(replace(chosen, variant=name))
        )
        players = {number: str(number) for number in notation.seat_counts}
        yield self._line(
            tr("players"), players, chosen.players, lambda number: change(chosen.of_players(number))
        )
        for seat, who in enumerate(chosen.others):
            person = who if isinstance(who, str) else ""
            values = {level: str(level) for level in range(HIGHEST + 1)} | {person: person or tr("a person")}
            yield self._line(tr("seat {seat}", seat=seat + 1), values, who, partial(self._sit, seat))
        options = ", ".join(word_of(game, option) for option in chosen.options) or tr("none")
        yield self._line(tr("options"), {"": options}, "", lambda _: self._type_options())
        clocks = {clock: clock or tr("none") for clock in (*CLOCKS, chosen.clock)} | {None: "…"}
        yield self._line(tr("clock"), clocks, chosen.clock, self._time)
        rated = {bool(number): translated(said) for number, said in enumerate(HELP)}
        yield self._line(tr("help"), rated, chosen.rated, lambda on: change(replace(chosen, rated=on)))

    def _line(self, name: str, values: Mapping[T, str], chosen: T, choose: Callable[[T], object]) -> MenuLine:
        return MenuLine.choice(name, values, chosen, choose, act=self._begin, about=self._about)

    def _sit(self, seat: int, who: Sitter) -> None:
        """Let a level play at a seat, or a person, whose name is asked for."""
        if isinstance(who, str):
            asked = tr("Who sits there? A name, or nothing.")
            self._ask(asked, who, named, partial(self._seat, seat))
        else:
            self._seat(seat, who)

    def _seat(self, seat: int, who: Sitter) -> None:
        others = list(self.selection.others)
        others[seat] = who
        self._change(replace(self.selection, others=tuple(others)))

    def _change(self, selection: GameSelection) -> None:
        self.selection = replace(selection, options=()) if selection.objection else selection
        self._changed()

    def at_level(self, level: int) -> None:
        """Let all bots play at a level."""
        self._change(self.selection.at_level(level))

    def _type_options(self) -> None:
        chosen = self.selection

        def split(said: str) -> tuple[str, ...]:
            return tuple(filter(None, (word.strip() for word in said.split(","))))

        def check(said: str) -> str:
            if wrong := replace(chosen, options=split(said)).objection:
                raise UserError(wrong)
            return said

        known = GAMES[chosen.game].notation.option_help
        asked = tr("Options, with commas between them: {options}", options=known)
        usual = ",".join(chosen.options)
        self._ask(asked, usual, check, lambda said: self._change(replace(chosen, options=split(said))))

    def _time(self, clock: str | None) -> None:
        """Give each person a clock; None asks for one."""

        def check(said: str) -> str:
            if said:
                read_control(said)
            return said

        if clock is None:
            asked = tr("A clock for each person: 10m+5s for a game, or 30s/move for each move")
            self._ask(asked, self.selection.clock, check, self._time)
        else:
            self._change(replace(self.selection, clock=clock))

    def _about(self, columns: int, lines: int) -> RenderableType:
        """Return what the game is, how the others play, and how often one would win."""
        chosen = self.selection
        parts = [table_of(chosen.game).about(), *self._levels(), self._chances()]
        if chosen.rated and any(isinstance(who, str) for who in chosen.others):
            parts.append(tr("A game of several people is not rated."))
        return Text("\n").join([Text(part) for part in parts if part])

    def _levels(self) -> Iterator[str]:
        chosen = self.selection
        for number in sorted(set(chosen.levels)):
            level = level_of(chosen.game, chosen.players, number)
            yield tr(
                "Level {number}, {name}, about {rating} points: {manner}.",
                number=number,
                name=level_name(number),
                rating=level.rating,
                manner=", ".join(map(translated, told(level))),
            )

    def _chances(self) -> str:
        """Return how often the person would win, if that can be known."""
        chosen = self.selection
        if len(chosen.levels) < len(chosen.others):
            return ""
        course = self._ratings.get((chosen.game, chosen.players))
        if not course:
            return tr("Of two levels that are 100 points apart, the higher one wins 64 of 100 games.")
        own = course[-1]
        others = [level_of(chosen.game, chosen.players, number).rating for number in chosen.levels]
        share = win_share(own.value, others)
        return tr("Your rating is {rating}. {chance}", rating=own, chance=chance(share))


def chance(share: float) -> str:
    """Return how many games a share of the win is, in words."""
    if share >= OF_TEN:
        return tr("You would win about {n} of 10 games.", n=round(10 * share))
    return tr("You would win about {n} of 100 games.", n=max(1, round(100 * share)))


def named(said: str) -> str:
    """Return the name of a person, or nothing; raise `UserError` for a sign that a list of seats needs."""
    if set(said) & set(",:\"'\\"):
        raise UserError(Message("a name has letters, digits and spaces, and none of , : \" ' \\"))
    return checked_name(said) if said else ""


def rated(rating: PlayerRating) -> str:
    """Return a rating with its interval of 95 %."""
    low, high = (rating.value + side * 2 * rating.deviation for side in (-1, 1))
    return tr(
        "{value} (between {low} and {high})",
        value=number_text(rating.value, ".0f"),
        low=number_text(low, ".0f"),
        high=number_text(high, ".0f"),
    )
