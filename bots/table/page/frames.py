"""What a page shows of each position: the board, the win shares, the event in words, and the posteriors of cards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from urbanist.bots.analysis.decisions import Posterior
from urbanist.bots.markup import Element, element
from urbanist.bots.table import NoPicture, draw_picture
from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.picture.viewport import catalogue
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.page.parts import annotation, named, per_cent
from urbanist.bots.table.page.story import Story, branch_name
from urbanist.engine.history import History


class ElementPool:
    """Hash-consing of elements: equal subtrees have the same number."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, tuple[tuple[str, str], ...], tuple[int | str, ...]], int] = {}

    def number(self, drawing: Element) -> int:
        """Return the number of an element; an unknown one gets the next number."""
        inside: list[int | str] = [drawing.text] if drawing.text else []
        for inner in drawing:
            inside.append(self.number(inner))
            if inner.tail:
                inside.append(inner.tail)
        key = (drawing.tag, tuple(drawing.items()), tuple(inside))
        return self._numbers.setdefault(key, len(self._numbers))

    def nodes(self) -> list[list[object]]:
        """Return the nodes by their numbers, for JSON: tag, attributes, and then what is inside."""
        return [[tag, dict(attributes), *inside] for tag, attributes, inside in self._numbers]


#: The symbols of the badges of seats.
BADGES = catalogue()
#: What is told of a step of a line.
BETTER = marked("Better line for event {event}, {number} of {moves}")
BRANCH = marked("Branch after event {event}, {number} of {moves}")
#: The parts of a frame, which are the ids of the places that show them.
PLACES = ("board", "shares", "caption", "posteriors")
#: The number of cards that a posterior shows; the true card is always among them.
LIKELIEST = 4


@dataclass
class Frames:
    """The frames of a page by name: "12" is the game after event 12, "27.1" a better line after its first move.

    "12.b1.3" is the first branch, which leaves the game after event 12, after three events of it.
    """

    pool: ElementPool = field(default_factory=ElementPool)
    symbols: dict[str, Element] = field(default_factory=dict)
    frames: dict[str, list[int]] = field(default_factory=dict)
    tracks: list[list[str]] = field(default_factory=list)
    #: The parts of the last position of the game, which the page shows before its script has run.
    first: tuple[Element, ...] = ()

    def add(self, name: str, board: Element, *others: Element) -> None:
        """Add a frame; the symbols of its board are kept apart, once for all boards."""
        parts = (self._bare(board), *others)
        self.frames[name] = [self.pool.number(part) for part in parts]
        if not self.tracks:
            self.first = parts

    def _bare(self, board: Element) -> Element:
        """Return a board without its symbols, style and title, which is its label instead."""
        if board.tag != "svg":
            return board
        title = board.findtext("title") or ""
        for symbol in board.iterfind("defs/*"):
            self.symbols.setdefault(symbol.attrib["id"], symbol)
        bare = Element("svg", {**board.attrib, "role": "img", "aria-label": title})
        bare.extend(part for part in board if part.tag not in ("title", "style", "defs"))
        return bare


def frames_of(story: Story, advance: Callable[[], None]) -> Frames:
    """Return the frames of the game, of the better lines and of the branches; `advance` is called after each."""
    frames = Frames()
    for seat in story.seats:
        frames.symbols[f"seat-{seat}"] = BADGES(f"seat-{seat}")
    for count in range(story.events + 1):
        parts = _shares(story, count), _caption(story, count), _posteriors(story, count)
        frames.add(str(count), _board(story, story.pov.until(count)), *parts)
        advance()
    frames.tracks.append([str(count) for count in range(story.events + 1)])
    for decision, line in story.lines:
        event = decision.event
        _add_line(frames, story, f"{event}.", event - 1, line, (BETTER, event), advance)
    for number, branch in enumerate(story.notes.branches, 1):
        line = branch.line
        name, event = branch_name(branch, number, ""), branch.after
        _add_line(frames, story, name, event, line, (BRANCH, event), advance)
    return frames


def _add_line(
    frames: Frames,
    story: Story,
    name: str,
    before: int,
    line: History,
    caption: tuple[str, int],
    advance: Callable[[], None],
) -> None:
    """Add the frames and the track of a line that leaves the game after so many events; their names begin so.

    The caption is what is told of each, and the event to go back to.
    """
    said, event = caption
    whole = PlayerView.of(line, None, story.record.seats, revealed=True)
    names = [f"{name}{number}" for number in range(1, len(line.events) - before + 1)]
    for number, each in enumerate(names, 1):
        place = tr(said, event=event, number=number, moves=len(names))
        told = _off_the_game(story, whole, before + number, place, event)
        board = _board(story, whole.until(before + number))
        frames.add(each, board, _shares(story, before), told, _posteriors(story, before))
        advance()
    frames.tracks.append([str(before), *names])


def _board(story: Story, pov: PlayerView) -> Element:
    """Return the picture of a position; a game without pictures is read out."""
    try:
        return draw_picture(pov)
    except NoPicture:
        return element("pre", story.table.describe(pov))


def _shares(story: Story, count: int) -> Element:
    """Return the win shares that the seats could expect, as bars."""
    rows = (
        _bar(named(story.pov, seat), share, f"{100 * share:.1f}", f"of-{seat}")
        for seat, share in enumerate(story.shares[count])
    )
    return element("ul", *rows)


def _caption(story: Story, count: int) -> Element:
    """Return the event that led to a position, and its annotation."""
    if not count:
        return element("div", element("p", element("b", tr("Before the first event."))))
    state = story.pov.states[count - 1]
    who = [] if state.due else [named(story.pov, state.to_move)]
    place = tr("Event {event} of {events}", event=count, events=story.events)
    said = element("p", element("b", place), " ", *who)
    parts = [said, element("p", story.said(count), class_="said")]
    if decision := story.by_event.get(count):
        parts.append(element("p", annotation(story, decision)))
    elif not state.due:
        parts.append(element("p", element("span", tr("The only move"), class_="annotation")))
    return element("div", *parts)


def _off_the_game(story: Story, line: PlayerView, event: int, place: str, back: int) -> Element:
    """Return an event of a line that is not the game in words: where it stands, and the way back."""
    state = line.states[event - 1]
    who = [] if state.due else [named(line, state.to_move)]
    return element(
        "div",
        element("p", element("b", place), " ", *who),
        element("p", story.said(event, line), class_="said"),
        element("p", element("a", tr("Back to the game"), href=f"#{back}")),
    )


def _posteriors(story: Story, count: int) -> Element:
    """Return how likely the hidden cards of each seat were for a bystander."""
    return element(
        "div", *(_posterior(story, posterior) for posterior in story.posteriors[count]), class_="posteriors"
    )


def _posterior(story: Story, posterior: Posterior) -> Element:
    places = {card: place for place, (card, _) in enumerate(posterior.rows, 1)}
    card = story.table.card_name(story.pov.state, posterior.card)
    if posterior.card in places:
        summary = tr("Rank {rank} of {cards} for a bystander", rank=places[posterior.card], cards=len(places))
    else:
        summary = tr("Thought impossible for a bystander")
    return element(
        "section",
        element("h3", named(story.pov, posterior.seat), tr(" holds "), element("b", card)),
        element("ul", *_cards(story, posterior)),
        element("p", summary),
        class_=f"of-{posterior.seat}",
    )


def _cards(story: Story, posterior: Posterior) -> Iterator[Element]:
    """Yield the likeliest cards and the true one."""
    true = [row for row in posterior.rows if row[0] == posterior.card]
    rows = list(posterior.rows[:LIKELIEST])
    if true and true[0] not in rows:
        rows = [*rows[: LIKELIEST - 1], *true]
    for card, probability in rows:
        name = element("span", story.table.card_name(story.pov.state, card), class_="card-name")
        kind = "true" if card == posterior.card else "other"
        yield _bar(name, probability, f"{100 * probability:.0f}", kind)


def _bar(name: Element, share: float, long: str, kind: str) -> Element:
    """Return an item of a list: a name, a bar so many per cent long, and the share as a number."""
    bar = element("svg", element("rect", width=f"{long}%", height="100%"), class_="bar", aria_hidden="true")
    return element("li", name, bar, element("span", per_cent(share), class_="number"), class_=kind)
