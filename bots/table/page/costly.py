"""The moves that cost most, each with a better line that can be stepped through."""

from urbanist.bots.analysis.decisions import Decision
from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.page.parts import annotation, badge, named
from urbanist.bots.table.page.story import Story
from urbanist.bots.table.session.difference import difference
from urbanist.engine.history import History


def costly_moves(story: Story) -> list[Element]:
    """Return a part for each of the costliest moves."""
    return [_move(story, decision, line) for decision, line in story.lines]


def _move(story: Story, decision: Decision, line: History) -> Element:
    event = decision.event
    view = story.review.history.until(event - 1).seen_by(decision.seat)
    reason = story.table.explain(view.bare_state(), decision.best.move)
    told = difference(view, decision.best.move, decision.played.move)
    rows = [(tr.in_context("reason", "Why"), reason), (tr("For it"), told)]
    place = tr("Event {event}", event=event)
    return element(
        "article",
        element("h3", element("a", place, href=f"#{event}"), " ", named(story.whole, decision.seat)),
        element("p", story.said(story.whole, event), class_="said"),
        element("p", annotation(story, decision)),
        element(
            "dl", *(element("div", element("dt", name), element("dd", text)) for name, text in rows if text)
        ),
        element("h4", tr("The better line")),
        _line(story, event, line),
        class_=decision.grade,
    )


def _line(story: Story, event: int, line: History) -> Element:
    pov = PlayerView.of(line, None, story.whole.players, revealed=True)
    rows = []
    for number in range(1, len(line.events) - event + 2):
        state = pov.states[event + number - 2]
        who = [] if state.due else [badge(state.to_move)]
        said = element("a", story.said(pov, event + number - 1), href=f"#{event}.{number}")
        rows.append(element("li", *who, " ", said))
    return element("ol", *rows)
