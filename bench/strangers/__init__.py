"""Opponents that do not share the evaluation of our search: every claim of its strength names one of them."""

from bench.strangers.foreign import OpenSpielBot, TrainedBot
from bench.strangers.players import BuilderBot, DenierBot, FlatBot, Opponent
from urbanist.engine.suggestion import suggestion
from urbanist.search.option import options_of

#: The opponents by the first word of their texts.
OPPONENTS: dict[str, type[Opponent]] = {
    bot.kind: bot for bot in (FlatBot, OpenSpielBot, TrainedBot, BuilderBot, DenierBot)
}


def parse_opponent(text: str) -> Opponent:
    """Return the opponent of a text such as `flat:playouts=2000`; `ValueError` says in one line what is wrong."""
    kind, *given = text.split(":")
    if kind not in OPPONENTS:
        raise ValueError(f"no opponent '{kind}'; {suggestion(kind, list(OPPONENTS))}")
    options = {option.name: option for option in options_of(OPPONENTS[kind])}
    values: dict[str, object] = {}
    for word in given:
        key, sign, value = word.partition("=")
        if key not in options or not sign or key in values:
            raise ValueError(f"'{word}' of {kind}: expected each of {', '.join(options)} once, as KEY=VALUE")
        values[key] = options[key].read(value)
    return OPPONENTS[kind](**values)
