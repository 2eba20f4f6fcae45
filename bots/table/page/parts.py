"""The parts of the page: names and annotations, how well each seat played, all events, and the costliest moves."""

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from urbanist.bots.analysis.decisions import BEST, Decision, SeatSummary
from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import WHITE, blend, hexadecimal
from urbanist.bots.table.kit.language import marked, number_text, tr
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.page.story import Story, branch_name
from urbanist.bots.table.session.notebook import Branch
from urbanist.bots.table.session.review_text import annotation_text, mark_of
from urbanist.engine.history import History
from urbanist.engine.record import Record

#: How much lighter the colours of seats are on dark ground.
LIGHTER = 0.42


def badge(seat: int) -> Element:
    """Return the shape of a seat with its number; the page has its symbol."""
    sign, label = element("use", href=f"#seat-{seat}"), seat_name(seat)
    return element("svg", sign, class_="badge", viewBox="-2 -2 4 4", role="img", aria_label=label)


def named(pov: PlayerView, seat: int) -> Element:
    """Return the badge of a seat and its player."""
    return element("span", badge(seat), element("span", pov.player(seat), class_="player"), class_="named")


def annotation(story: Story, decision: Decision) -> Element:
    """Return the annotation of a move in words, behind its mark if it has one."""
    mark = mark_of(decision)
    signs: list[Element | str] = []
    if mark:
        signs = [element("b", mark, class_="mark", aria_hidden="true"), " "]
    return element(
        "span",
        *signs,
        annotation_text(decision, story.better(decision)),
        class_=f"annotation {look_of(decision)}",
    )


def look_of(decision: Decision) -> str:
    """Return the class of a move in the style text_table: its grade, or `found` for one that was hard to find."""
    return decision.grade if decision.tempting is None else "found"


def per_cent(share: float) -> str:
    """Return a share in whole per cent."""
    return number_text(share, ".0%")


def seat_style() -> str:
    """Return the style text_table with the colours of the seats, on light and on dark ground."""
    light = "".join(f".of-{seat}{{--seat:{hexadecimal(colour)}}}" for seat, colour in enumerate(COLOUR))
    dark = "".join(
        f".of-{seat}{{--seat:{hexadecimal(blend(colour, WHITE, LIGHTER))}}}"
        for seat, colour in enumerate(COLOUR)
    )
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


#: The columns of seats behind the first one, and what each shows of a seat's decisions and of the game.
ACCURACY_COLUMNS: tuple[tuple[str, Callable[[SeatSummary, Record], Element | str]], ...] = (
    (marked("score"), lambda each, record: str(record.scores[each.seat]) if record.scores else "–"),
    (marked("accuracy"), lambda each, _: _accuracy(each)),
    (marked("best"), lambda each, _: str(each.grades[BEST])),
    (marked("good"), lambda each, _: str(each.grades["good"])),
    (marked("inaccuracies"), lambda each, _: str(each.grades["inaccuracy"])),
    (marked("mistakes"), lambda each, _: str(each.grades["mistake"])),
    (marked("blunders"), lambda each, _: str(each.grades["blunder"])),
    (
        marked("win lost a move"),
        lambda each, _: "–" if each.mean_lost is None else number_text(each.mean_lost, ".2%"),
    ),
    (marked("points lost"), lambda each, _: number_text(each.points_lost, "z.1f")),
)


def accuracy_table(story: Story) -> Element:
    """Return the table, a row for each seat."""
    columns = (marked("seat"), *(name for name, _ in ACCURACY_COLUMNS))
    return _table(columns, (_summary(story, summary) for summary in story.summaries), "accuracy")


def _table(columns: Iterable[str], rows: Iterable[Element], kind: str) -> Element:
    """Return a table of a class; the names of its columns are said in the language."""
    heading = element("tr", *(element("th", tr(column), scope="col") for column in columns))
    return element("table", element("thead", heading), element("tbody", *rows), class_=kind)


def _summary(story: Story, summary: SeatSummary) -> Element:
    cells = (
        element("td", cell(summary, story.record), data_column=tr(name)) for name, cell in ACCURACY_COLUMNS
    )
    return element("tr", element("th", named(story.pov, summary.seat), scope="row"), *cells)


def _accuracy(summary: SeatSummary) -> Element:
    """Return the share of moves that were best or good, and the shares of all grades as a bar."""
    if not summary.decisions:
        return element("span")
    fine = (summary.grades[BEST] + summary.grades["good"]) / summary.decisions
    begins = accumulate(summary.grades.values(), initial=0)
    parts = (
        element(
            "rect",
            class_=grade,
            x=f"{100 * begin / summary.decisions:.1f}%",
            width=f"{100 * number / summary.decisions:.1f}%",
            height="100%",
        )
        for begin, (grade, number) in zip(begins, summary.grades.items(), strict=False)
        if number
    )
    bar = element("svg", *parts, class_="grades", aria_hidden="true")
    return element("span", element("b", number_text(fine, ".0%")), bar)


MOVE_COLUMNS = (marked("event"), marked("seat"), marked("move and judgement"), marked("win"))


def move_table(story: Story) -> Element:
    """Return the table; each row has a link to the position after its event."""
    return _table(MOVE_COLUMNS, (_event(story, event) for event in range(1, story.events + 1)), "moves")


def _event(story: Story, event: int) -> Element:
    state = story.pov.states[event - 1]
    decision = story.by_event.get(event)
    return element(
        "tr",
        element("th", element("a", str(event), href=f"#{event}"), scope="row"),
        element("td", *([] if state.due else [badge(state.to_move)])),
        element("td", *_told(story, event)),
        element("td", "" if decision is None else number_text(decision.played.win_share, ".0%")),
        id=f"event-{event}",
        class_="event" if decision is None else f"event {look_of(decision)}",
        data_event=event,
    )


def _told(story: Story, event: int) -> Iterator[Element]:
    yield element("span", story.said(event), class_="said")
    if decision := story.by_event.get(event):
        yield annotation(story, decision)
    if comment := story.notes.comments.get(event):
        yield element("span", comment, class_="comment")


def branch_list(story: Story) -> Element:
    """Return the branches that people have added, each as its moves in words; a move has a link to its position.

    One that begins with the better move for a costly one also says why it is better.
    """
    branches = enumerate(story.notes.branches, 1)
    return element("ul", *(_branch(story, branch, number) for number, branch in branches), class_="branches")


def _branch(story: Story, branch: Branch, number: int) -> Element:
    line = branch.line
    pov = PlayerView.of(line, None, story.record.seats, revealed=True)
    told = (
        element(
            "a",
            badge(line.states[ply].to_move),
            story.said(ply + 1, pov),
            href=f"#{branch_name(branch, number, ply + 1 - branch.after)}",
        )
        for ply in range(branch.after, len(line.events))
        if not line.states[ply].due
    )
    decision = story.by_event.get(branch.after + 1)
    better = decision is not None and decision.lost > 0 and branch.events[0] == decision.best.move
    why = story.why(decision) if decision is not None and better else ""
    said = [element("p", why)] if why else []
    return element("li", element("a", str(branch.after), href=f"#{branch.after}"), *told, *said)


def costly_moves(story: Story) -> list[Element]:
    """Return a part for each of the costliest moves."""
    return [_costly(story, decision, line) for decision, line in story.lines]


def _costly(story: Story, decision: Decision, line: History) -> Element:
    event = decision.event
    view = story.history.until(event - 1).seen_by(decision.seat)
    reason = story.table.explain(view.bare_state(), decision.best.move)
    rows = [(tr.in_context("reason", "Why"), reason), (tr("For it"), story.why(decision))]
    place = upper(tr("event {event}", event=event))
    return element(
        "article",
        element("h3", element("a", place, href=f"#{event}"), " ", named(story.pov, decision.seat)),
        element("p", story.said(event), class_="said"),
        element("p", annotation(story, decision)),
        element(
            "dl", *(element("div", element("dt", name), element("dd", text)) for name, text in rows if text)
        ),
        element("h4", tr("The better line")),
        _line(story, event, line),
        class_=decision.grade,
    )


def _line(story: Story, event: int, line: History) -> Element:
    pov = PlayerView.of(line, None, story.record.seats, revealed=True)
    rows = []
    for number in range(1, len(line.events) - event + 2):
        state = pov.states[event + number - 2]
        who = [] if state.due else [badge(state.to_move)]
        said = element("a", story.said(event + number - 1, pov), href=f"#{event}.{number}")
        rows.append(element("li", *who, " ", said))
    return element("ol", *rows)
