"""A session in lines, and the review of a game, in other languages: nothing stays English but what is typed."""

import io
import re
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.bots.table.playing import city_game, played, rebuilt
from tests.bots.table.session.test_session import Desk
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.pseudo import Pseudo, untranslated
from urbanist.bots.analysis.decisions import judge, summary_of
from urbanist.bots.table import PlayerView, table_of
from urbanist.bots.table.kit.language import Catalog, translated
from urbanist.bots.table.session import review_text, verdict
from urbanist.bots.table.session.conversation import ALIASES, Conversation
from urbanist.bots.table.session.review import Review
from urbanist.bots.table.session.review_terminal import drawn
from urbanist.bots.table.session.teacher import Teacher
from urbanist.engine.record import Record
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.search.options import SearchOptions

HISTORIES = {
    "metropolys": played(40, variant="expert", seats=2),
    "akropolis": city_game(20),
    "warszawa": rebuilt(60, seats=3),
}
#: The short names of the cards of Warszawa.
CARDS = [card.id for card in EDITIONS.at(EDITIONS.slot_of("house")).cards]
#: What is typed, as it is written in texts about it, the keys of a keyboard, and the names of players.
TYPED = {
    *"help hint quit exit yes moves worth why log board undo save resume resign rules skip learn".split(),
    *"play back again picture Enter Tab drawn foo zzz such file".split(),
    *ALIASES,
}
LINES = (
    "foo|?|hint|why|worth|log|moves|board|board 9|hint me|skip|undo|save|resume|resume no/such/file|99|no|"
    "resign|no|resign|yes|help|zzz|q"
).split("|")


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch, speak: Callable[[str], None]) -> None:
    """Speak the language for tests; pages of rules are in Russian."""
    speak("ru")
    monkeypatch.setattr(Catalog, "texts", lambda *_: Pseudo())


def english(text: str, known: set[str] = TYPED) -> list[str]:
    """Return the words of a text that are neither translated nor typed."""
    return [word for word in untranslated(text) if word not in known]


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("name", HISTORIES)
def test_all_that_is_said_in_a_session_is_translated(name: str) -> None:
    history = HISTORIES[name]
    players = tuple(
        "human" if seat == history.state.to_move else "drawn" for seat in range(history.state.seats)
    )
    desk = Desk(LINES, history, players)
    Conversation(desk.session, desk.screen, Teacher(table_of(name))).run()
    notation = set(
        untranslated(" ".join([*history.texts, *map(str, history.state.legal()), history.deal, *CARDS]))
    )
    said = "\n".join([desk.out.getvalue(), *desk.typist.prompts])
    assert sorted(set(english(said, TYPED | notation))) == []


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("name", HISTORIES)
def test_the_review_of_a_game_is_translated(name: str) -> None:
    history, options = HISTORIES[name], SearchOptions(nodes=20, seed=1)
    state = history.state
    plies = [ply for ply, before in enumerate(history.states[:-1]) if len(before.legal()) > 1][-4:]
    decisions = [judge(history, ply, options) for ply in plies]
    summaries = [summary_of(history, decisions, seat, 1) for seat in range(state.seats)]
    review = Review(Record.of(history, ("human",) * state.seats), history, decisions, summaries, options)
    lines = [review_text.headline(review).replace(name, ""), *review_text.deciding(review)]
    for sheet in (review_text.moves(review), review_text.seats(review)):
        lines += [*map(translated, sheet.head), *sheet.notes]
    lines += [re.sub(r"(?<=: )\S+,", "", line) for line in review_text.inferred_cards(review)]
    notation = set(untranslated(" ".join([*history.texts, *(str(each.best.move) for each in decisions)])))
    assert sorted(set(english("\n".join(lines), TYPED | notation))) == []


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_review_and_the_scores_have_room_in_80_columns(
    language: str, speak: Callable[[str], None]
) -> None:
    speak(language)
    history, options = HISTORIES["metropolys"], SearchOptions(nodes=20, seed=1)
    plies = [ply for ply, before in enumerate(history.states[:-1]) if len(before.legal()) > 1][-2:]
    decisions = [judge(history, ply, options) for ply in plies]
    summaries = [summary_of(history, decisions, seat, 1) for seat in range(history.state.seats)]
    review = Review(Record.of(history, ("human", "master")), history, decisions, summaries, options)
    out = io.StringIO()
    console = Console(width=80, file=out, _environ={})
    for part in drawn(review, 80):
        console.print(part)
    for name, seats in (("metropolys", 2), ("akropolis", 2), ("warszawa", 3)):
        pov = PlayerView.of(HISTORIES[name], None, ("human", *["master"] * (seats - 1)), revealed=True)
        console.print(verdict.scoring(pov, table_of(name).fact))
    shown = out.getvalue()
    assert "…" not in shown
    assert max(cell_len(line) for line in shown.splitlines()) <= 80
    for head in review_text.seats(review).head:
        assert re.search(rf"(^| ){re.escape(translated(head))}( |$)", shown, re.MULTILINE), head
