"""The home: games to continue, to learn and to play, puzzles, one's own games, and settings; by keys and mouse."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace
from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from urbanist.bots.players.level import HIGHEST
from urbanist.bots.table import board_of, has_board, load_catalogs, rules_of, table_of, title_of
from urbanist.bots.table.application.dialog import Dialog, handbook
from urbanist.bots.table.application.full_screen import FullScreen, ground
from urbanist.bots.table.application.keys import manual, scrolling
from urbanist.bots.table.application.lines import Lines, MenuLine
from urbanist.bots.table.application.new_game import NewGame, named, rated
from urbanist.bots.table.kit.language import LANGUAGES, choose, marked, number_text, reason_of, tr
from urbanist.bots.table.kit.player_view import PlayerView, is_human
from urbanist.bots.table.kit.terminal.block import tips_of
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.puzzles import store
from urbanist.bots.table.puzzles.motif import by_motif, motif_name
from urbanist.bots.table.session import saves, verdict
from urbanist.bots.table.session.logbook import Logbook, LogbookError
from urbanist.bots.table.session.rating import PlayerRating
from urbanist.bots.table.session.review_text import opponents, result_line
from urbanist.bots.table.session.selection import GameSelection, LastChoices
from urbanist.bots.table.session.settings import (
    PACES,
    lacking_to_serve,
    logbook_file,
    read_settings,
    settings_file,
    settings_problem,
    write_json,
)
from urbanist.bots.table.session.share_plot import draw_course
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.record import Record

CONTINUE, LEARN, PLAY = "continue", "learn", "play"
PUZZLES, GAMES_PLAYED, SETTINGS = "puzzles", "games", "settings"
#: The sections, in the order of their names at the top.
SECTIONS = {
    CONTINUE: marked("Continue"),
    LEARN: marked("Learn"),
    PLAY: marked("New game"),
    PUZZLES: marked("Puzzles"),
    GAMES_PLAYED: marked("My games"),
    SETTINGS: marked("Settings"),
}
#: What the keys do in every section.
KEYS = marked("Enter chooses. Arrows move. Tab: next page. q leaves.")
KEYS_OF_PLAY = marked("Enter begins. Arrows choose, digits set the level. Tab: next page. q leaves.")
#: The most saved games that are listed, the lines that a list leaves to what is told of one, and those of a board.
LISTED, TOLD, LEAST_BOARD = 60, 13, 6


@dataclass(frozen=True, slots=True)
class Begin:
    """A new game, by its selection."""

    selection: GameSelection


@dataclass(frozen=True, slots=True)
class Resume:
    """A saved game that goes on."""

    file: Path


@dataclass(frozen=True, slots=True)
class Look:
    """A saved game that is over, to look at."""

    file: Path


@dataclass(frozen=True, slots=True)
class Learn:
    """A guided game, by its name."""

    game: str
    lesson: str


@dataclass(frozen=True, slots=True)
class Solve:
    """The puzzles of a motif, or without one the endings, whose outcome is known exactly."""

    game: str
    motif: str | None


@dataclass(frozen=True, slots=True)
class OpenBrowser:
    """Tables in a browser."""


Request = Begin | Resume | Look | Learn | Solve | OpenBrowser


class Home(FullScreen[Request]):
    """The home; its result is what a person wants to do, or None to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "act", show=False),
        Binding("q,escape", "leave", show=False),
        *scrolling(),
        *(Binding(str(level), f"level({level})", show=False) for level in range(HIGHEST + 1)),
    ]

    def __init__(
        self, last_choices: LastChoices, selection: GameSelection, section: str | None = None
    ) -> None:
        super().__init__()
        self.settings = read_settings()
        self._ratings: dict[tuple[str, int], list[PlayerRating]] = {}
        self._done: dict[str, set[str]] = {game: set() for game in GAMES}
        problems = [settings_problem(), last_choices.problem]
        try:
            with Logbook(logbook_file(), copied=True) as logbook:
                self._ratings = logbook.ratings()
                self._done = {game: logbook.lessons(game) for game in GAMES}
        except LogbookError as error:
            problems.append(reason_of(error))
        #: A line for each file that cannot be read.
        self._problem = "\n".join(filter(None, problems))
        self.new_game = NewGame(last_choices, selection, self._ratings, self._ask, self._show, self._begin)
        self._saved = [each for each in saves.readable(saves.files()[:LISTED]) if not _is_learnt(each)]
        going_on = any(not each.ended for each in self._saved)
        #: The section that is open.
        self.section = section or (CONTINUE if going_on else PLAY if self._saved else LEARN)
        self._lines: Sequence[MenuLine] = ()
        self.theme = ground(dark=self.settings.dark)

    def compose(self) -> ComposeResult:
        """Build the page."""
        yield Static(id="tabs")
        yield Static(self._problem, id="problem", markup=False)
        yield Lines()
        with VerticalScroll(id="told", can_focus=False):
            yield Static(id="about")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Show the open section."""
        self.query_one("#problem").display = bool(self._problem)
        # At once: a key that comes with the first picture must not be lost.
        self.screen.set_focus(self.query_one(Lines))
        self.action_open(self.section)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the lines into the window."""
        self._show()

    def _show(self, at: int | None = None) -> None:
        """Show the lines of the open section, and what is told of the chosen one."""
        lines = self.query_one(Lines)
        self._lines = list(self._sections()[self.section]())
        tabs = Text("  ", no_wrap=True)
        for name, said in SECTIONS.items():
            style = "bold reverse" if name == self.section else ""
            tabs.append_text(
                Text(f" {tr(said)} ", Style.parse(style) + Style(meta={"@click": f"app.open({name!r})"}))
            )
        self.query_one("#tabs", Static).update(tabs)
        self.query_one("#keys", Static).update(Text(tr(KEYS_OF_PLAY if self.section == PLAY else KEYS)))
        lines.most = max(4, self.size.height - TOLD) if self.section != PLAY else len(self._lines)
        lines.offer(self._lines, at)
        self.on_lines_turned()

    def _sections(self) -> dict[str, Callable[[], Iterator[MenuLine]]]:
        return {
            CONTINUE: self._continue,
            LEARN: self._learn,
            PLAY: self.new_game.lines,
            PUZZLES: self._puzzles,
            GAMES_PLAYED: self._games,
            SETTINGS: self._settings,
        }

    def on_lines_turned(self) -> None:
        """Tell of the line that is chosen now."""
        line, box = self.query_one(Lines).chosen, self.query_one("#told")
        columns = max(self.size.width - 6, 20)
        room = max(self.size.height - 6 - min(len(self._lines), self.query_one(Lines).most), LEAST_BOARD)
        self.query_one("#about", Static).update("" if line is None else line.told(columns, room))
        box.scroll_home(animate=False)

    def on_lines_left(self, message: Lines.Left) -> None:
        """Turn to the next section, or to the one before."""
        self.action_turn(message.step)

    def action_open(self, section: str) -> None:
        """Open a section."""
        self.section = section
        self._show(0)

    def action_turn(self, step: int) -> None:
        """Open the next section, or the one before."""
        names = list(SECTIONS)
        self.action_open(names[(names.index(self.section) + step) % len(names)])

    def action_act(self) -> None:
        """Do what the chosen line does."""
        if (line := self.query_one(Lines).chosen) is not None and line.act is not None:
            line.act()

    def action_level(self, level: int) -> None:
        """Let all bots of a new game play at a level."""
        if self.section == PLAY:
            self.new_game.at_level(level)

    def action_scroll(self, way: str) -> None:
        """Scroll what is told of a line."""
        getattr(self.query_one("#told"), f"scroll_{way}")(animate=False)

    def _begin(self) -> None:
        self.exit(Begin(self.new_game.selection))

    def _ask(self, asked: str, usual: str, check: Callable[[str], str], then: Callable[[str], None]) -> None:
        def answered(said: str | None) -> None:
            if said is not None:
                then(said)

        self.push_screen(Dialog("", asked, field=(usual, check)), answered)

    # Continue

    def _continue(self) -> Iterator[MenuLine]:
        """Yield the games that can be continued, the last saved first, and a line for a game of a file."""
        yield from self._kept(Resume, _unfinished, ended=False)
        yield self._browser()
        yield MenuLine(tr("A game of a file …"), act=self._type_file, about=tr(OF_A_FILE))

    def _browser(self) -> MenuLine:
        """Return the line that leads to a browser, or says what it needs."""
        said = tr("In the browser")
        if lacking_to_serve() is not None:
            return MenuLine(said, about=tr("Tables in a browser need more: pip install 'urbanist[serve]'"))
        about = tr("The same games with the mouse, and with friends by a link. Ctrl-C leads back here.")
        return MenuLine(said, act=partial(self.exit, OpenBrowser()), about=about)

    def _kept(
        self, request: type[Resume | Look], say: Callable[[saves.Saved], str], *, ended: bool
    ) -> Iterator[MenuLine]:
        """Yield the saved games that are over, or those that are not."""
        for saved in self._saved:
            if bool(saved.ended) == ended:
                about = partial(_position, saved.file)
                yield MenuLine(say(saved), act=partial(self.exit, request(saved.file)), about=about)

    def _type_file(self) -> None:
        def check(said: str) -> str:
            if said:
                saves.read_game(Path(said).expanduser())
            return said

        def opened(said: str) -> None:
            file = Path(said).expanduser()
            if said:
                self.exit(Look(file) if saves.read(file).ended else Resume(file))

        self._ask(tr("The file of a saved game or a record:"), "", check, opened)

    # Learn

    def _learn(self) -> Iterator[MenuLine]:
        """Yield for each game the first game and the lessons, the rules, and what the board shows."""
        for game in filter(has_board, GAMES):
            title, about = title_of(game), table_of(game).about()
            explain = partial(self._explained, game)
            for lesson in table_of(game).guided_games():
                said = tr("{game}: {lesson}", game=title, lesson=lesson.said)
                done = " ✓" if lesson.name in self._done[game] else ""
                begin = partial(self.exit, Learn(game, lesson.name))
                yield MenuLine(f"{said}{done}", act=begin, about=about)
            yield MenuLine(tr("{game}: the rules", game=title), act=partial(self._rules, game), about=about)
            yield MenuLine(tr("{game}: what the board shows", game=title), act=explain, about=about)
        yield self._browser()

    def _rules(self, game: str) -> None:
        self.push_screen(handbook(rules_of(game), board_of(game).KEYS, "game"))

    def _explained(self, game: str) -> None:
        """Show a board in the middle of a game, and what each thing beside it means."""
        history = _example(game)
        pov = PlayerView.of(history, 0, ["human", *["easy"] * (history.state.seats - 1)])
        board = board_of(game)
        board.show(pov, free=False)
        columns = min(self.size.width - 16, 90)
        drawn = board.paint(columns, max(self.size.height // 2, LEAST_BOARD)).text()
        tips = [Text(f"• {tip}") for tip in tips_of(board.side(columns, self.size.height))]
        title = tr("{game}: what the board shows", game=title_of(game))
        self.push_screen(Dialog(title, Group(drawn, Text(), *tips)))

    # Puzzles

    def _puzzles(self) -> Iterator[MenuLine]:
        """Yield the puzzles of each game by motif and its endings, with what was solved."""
        for game in filter(has_board, GAMES):
            rating, parts = _puzzles_of(game)
            for motif, (name, number, solved) in parts.items():
                said = tr(
                    "{game}: {motif}, {solved} of {puzzles} solved",
                    game=title_of(game),
                    motif=name,
                    solved=solved,
                    puzzles=number,
                )
                about = tr(UNTRIED)
                if rating:
                    about = tr("Your rating in puzzles of this game: {rating}.", rating=rated(rating))
                yield MenuLine(said, act=partial(self.exit, Solve(game, motif)), about=about)

    # My games

    def _games(self) -> Iterator[MenuLine]:
        """Yield the ratings, the sums of the results, and the games that are over."""
        for (game, players), course in self._ratings.items():
            said = tr(
                "{game}, {players}: your rating is {rating}",
                game=title_of(game),
                players=tr.counted("{n} players", "{n} players", players),
                rating=rated(course[-1]),
            )
            yield MenuLine(said, about=partial(_graph, course))
        if not self._ratings:
            yield MenuLine(tr("You have no rating yet"), about=tr(HOW_RATED))
        yield from self._kept(
            Look,
            lambda each: result_line(each.date, each.game, each.players, each.ended, each.rank),
            ended=True,
        )

    # Settings

    def _settings(self) -> Iterator[MenuLine]:
        """Yield a line for each setting."""
        kept, change = self.settings, self._set

        def ask(_: object = None) -> None:
            self._ask(tr("Your name:"), kept.name, named, lambda said: change(name=said))

        yield MenuLine.choice(tr("your name"), {"": kept.name or tr("none")}, "", ask, act=ask)
        spoken = kept.language if kept.language in LANGUAGES else None
        languages = {code: LANGUAGES[code] if code else tr("as the system") for code in (None, *LANGUAGES)}
        yield MenuLine.choice(tr("language"), languages, spoken, lambda code: change(language=code))
        grounds = {"terminal": tr("as the terminal"), "dark": tr("dark"), "light": tr("light")}
        yield MenuLine.choice(tr("colours"), grounds, kept.ground, lambda ground: change(ground=ground))
        paces = {
            pace: tr("{seconds} s", seconds=number_text(pace, "g"))
            for pace in dict.fromkeys((*PACES, kept.pace))
        }
        about = tr("So long a move of a bot can be seen at least before the next one.")
        yield MenuLine.choice(tr("pace"), paces, kept.pace, lambda pace: change(pace=pace), about=about)
        for game in filter(has_board, GAMES):
            yield MenuLine(tr("{game}: the keys", game=title_of(game)), act=partial(self._keys, game))

    def _keys(self, game: str) -> None:
        self.push_screen(Dialog(tr("Keys"), manual(board_of(game).KEYS, "game")))

    def _set(self, **changes: Any) -> None:
        """Change settings, keep them, and follow them at once."""
        self.settings = replace(self.settings, **changes)
        try:
            write_json(settings_file(), self.settings)
        except OSError as error:
            self.notify(tr("The settings are not kept: {reason}", reason=reason_of(error)), severity="error")
        choose(self.settings.spoken)
        load_catalogs()
        self.theme = ground(dark=self.settings.dark)
        self._show()


def _is_learnt(saved: saves.Saved) -> bool:
    """Return whether a game is a lesson that was left at its end: there is nothing to go on with."""
    lesson = table_of(saved.game).guided_game(saved.lesson)
    if lesson is None or not lesson.before or saved.step != len(lesson.steps):
        return False
    return saved.turn == sum(not event.startswith("!") for event in lesson.played(saved.step))


def _unfinished(saved: saves.Saved) -> str:
    """Return a game that can be continued in a line."""
    game, lesson = title_of(saved.game), table_of(saved.game).guided_game(saved.lesson)
    if lesson is not None and saved.step is not None and saved.step < len(lesson.steps):
        step, steps = saved.step + 1, len(lesson.steps)
        return tr(
            "{game}: {lesson}, step {step} of {steps}",
            game=game,
            lesson=lesson.said,
            step=step,
            steps=steps,
        )
    players = opponents(saved.players)
    return tr("{game}, move {turn}, with {players}", game=game, turn=saved.turn, players=players)


OF_A_FILE = marked("A game that is not over goes on; one that is over can be looked at, move by move.")
UNTRIED = marked("Find the best move, and read why it is best. Each answer changes your rating.")
EXACT_ENDINGS = marked("exact endings")
HOW_RATED = marked(
    "Play a game without help, which is rated, and your rating against the levels stands here."
)


def _graph(course: Sequence[PlayerRating], columns: int, lines: int) -> RenderableType:
    """Return the course of a rating."""
    return draw_course(course, columns, max(min(lines - 2, MAX_GRAPH), 2))


def _position(file: Path, columns: int, lines: int) -> RenderableType:
    """Return the position of a saved game: who leads or has won, and a small board."""
    try:
        record, history = saves.read_game(file)
    except (OSError, ValueError) as error:
        return Text(reason_of(error))
    pov = seen(record, history)
    if pov.state.over:
        said = f"{verdict.outcome(pov, table_of(history.game.name).tie_break)}."
    else:
        said = f"{upper(pov.moment())}. {verdict.leading(pov)}"
    if not has_board(history.game.name) or lines <= LEAST_BOARD:
        return Text(said)
    board = board_of(history.game.name)
    board.show(pov, free=False)
    return Group(Text(said), board.paint(columns, lines - 2).text())


def seen(record: Record, history: History) -> PlayerView:
    """Return a game as its only person sees it, else as a bystander does; after its end with all cards."""
    people = [seat for seat, player in enumerate(record.seats) if is_human(player)]
    seat = people[0] if len(people) == 1 else None
    return PlayerView.of(history, seat, record.seats, revealed=history.state.over)


@cache
def _example(game: str) -> History:
    """Return a game in its middle, as bots without a search play it."""
    history = History.start(GAMES[game].deal(seats=min(GAMES[game].notation.seat_counts), seed=1))
    for _ in range(EXAMPLE):
        state = history.state
        history = history.play(state.game.notation.move(int(state.moves()[state.priors().argmax()])))
    return history


#: The moves of an example, and the most lines of a graph.
EXAMPLE, MAX_GRAPH = 24, 8


def _puzzles_of(game: str) -> tuple[PlayerRating | None, dict[str | None, tuple[str, int, int]]]:
    """Return the person's rating, if there is one, and for each motif its name, and how many puzzles of it are solved.

    The endings have the motif None.
    """
    puzzles, endings = store.read_shipped(game), store.read_shipped(game, endings=True)
    tried, rating = {}, None
    with suppress(LogbookError), Logbook(logbook_file(), copied=True) as logbook:
        tried = logbook.attempts(game)
        rating = logbook.puzzle_rating(game) if tried else None
    solved = {name for name, attempt in tried.items() if attempt.solved}
    parts = [*by_motif(puzzles).items(), *([(None, [*endings])] if endings else [])]
    return rating, {
        motif: (
            tr(EXACT_ENDINGS) if motif is None else motif_name(part[0]),
            len(part),
            sum(each.id in solved for each in part),
        )
        for motif, part in parts
    }
