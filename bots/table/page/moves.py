"""The table of all events: what was done, how good it was, and the win share that was left."""

from collections.abc import Iterator

from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.language import marked, number_text, tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.page.parts import annotation, badge
from urbanist.bots.table.page.story import Story
from urbanist.bots.table.session.branches import Branch

COLUMNS = (marked("event"), marked("seat"), marked("move and judgement"), marked("win"))


def move_table(story: Story) -> Element:
    """Return the table; each row has a link to the position after its event."""
    heading = element("tr", *(element("th", tr(column), scope="col") for column in COLUMNS))
    body = element("tbody", *(_row(story, event) for event in range(1, story.events + 1)))
    return element("table", element("thead", heading), body, class_="moves")


def _row(story: Story, event: int) -> Element:
    state = story.whole.states[event - 1]
    decision = story.decisions.get(event)
    return element(
        "tr",
        element("th", element("a", str(event), href=f"#{event}"), scope="row"),
        element("td", *([] if state.due else [badge(state.to_move)])),
        element("td", *_told(story, event)),
        element("td", "" if decision is None else number_text(decision.played.win_share, ".0%")),
        id=f"event-{event}",
        class_="event" if decision is None else f"event {decision.grade}",
        data_event=event,
    )


def _told(story: Story, event: int) -> Iterator[Element]:
    yield element("span", story.said(story.whole, event), class_="said")
    if decision := story.decisions.get(event):
        yield annotation(story, decision)
    if comment := story.notes.comments.get(event):
        yield element("span", comment, class_="comment")


def branch_list(story: Story) -> Element:
    """Return the branches that people have added, each as its moves in words behind the event that it follows."""
    return element("ul", *(_branch(story, branch) for branch in story.notes.branches), class_="branches")


def _branch(story: Story, branch: Branch) -> Element:
    line = branch.history(story.review.history)
    pov = PlayerView.of(line, None, story.review.record.seats, revealed=True)
    told = (
        element("span", badge(line.states[ply].to_move), story.said(pov, ply + 1))
        for ply in range(branch.after, len(line.events))
        if not line.states[ply].due
    )
    return element("li", element("a", str(branch.after), href=f"#{branch.after}"), *told)
