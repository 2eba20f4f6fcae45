"""How a game ended for its only person: what the logbook counts."""

from dataclasses import dataclass

from urbanist.bots.players.level import level_name, nearest_level, table_rating
from urbanist.bots.table.kit.language import tr, translated
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.timestamp import timestamp
from urbanist.engine.history import History
from urbanist.engine.record import Record, behind, win_shares


@dataclass(frozen=True, slots=True)
class OwnResult:
    """How a game ended for its only person: `share` is that of the win; without a `score` it was not played out.

    `met` is the rating of the others as one opponent, if the game is rated.
    """

    id: str
    date: str
    game: str
    variant: str
    players: int
    seat: int
    opponents: tuple[str, ...]
    ended: str
    rank: int
    share: float
    score: int | None
    met: float | None = None


def next_level(result: OwnResult, rating: float) -> str:
    """Return which level suits a person of this rating in a game like this one, in a sentence."""
    number = nearest_level(result.game, result.players, rating)
    return tr("A level to try next: {number}, {name}.", number=number, name=translated(level_name(number)))


def own_result(record: Record, history: History) -> OwnResult | None:
    """Return the result of the only person of a game that has ended; None if the game does not count."""
    notes = Notebook.of(record)
    people = [seat for seat, player in enumerate(record.seats) if is_human(player)]
    if not notes.game or notes.replayed or len(people) != 1 or len(record.seats) == 1:
        return None
    setup, _ = history.game.notation.read_deal(record.deal)
    [seat] = people
    ranks = record.ranks
    if notes.resigned is not None or ranks is None:
        ranks = behind((1,) * len(record.seats), {seat: 1})
    others = tuple(sorted(player for player in record.seats if not is_human(player)))
    return OwnResult(
        id=notes.game,
        date=timestamp(),
        game=history.game.name,
        variant=history.game.notation.variants[setup.variant],
        players=len(record.seats),
        seat=seat,
        opponents=others,
        ended=notes.ended(record),
        rank=ranks[seat],
        share=win_shares(ranks)[seat],
        score=None if record.scores is None else record.scores[seat],
        met=table_rating(history.game.name, others) if notes.rated else None,
    )
