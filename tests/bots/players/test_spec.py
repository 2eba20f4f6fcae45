"""Specs: bots from text and back."""

import pytest

from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import BOTS, GreedyBot, IsmctsBot, MctsBot, PimcBot, RandomBot
from urbanist.bots.players.spec import SpecError, bot_text, with_option

GOOD = [
    ("random", RandomBot()),
    ("random:seed=-3", RandomBot(seed=-3)),
    ("greedy:seed=7", GreedyBot(seed=7)),
    ("ismcts", IsmctsBot()),
    ("ismcts:nodes=2000:seed=7", IsmctsBot(nodes=2000, seed=7)),
    ("ismcts:seed=7:nodes=2000", IsmctsBot(nodes=2000, seed=7)),
    ("ismcts:time=0.5:memory=8", IsmctsBot(time=0.5, memory=8)),
    ("ismcts:reuse=off:playout=uniform", IsmctsBot(reuse=False, playout="uniform")),
    ("ismcts:reuse=on", IsmctsBot()),
    ("ismcts:level=3", IsmctsBot(level=3)),
    ("level=3:seed=7", IsmctsBot(level=3, seed=7)),
    ("easy", IsmctsBot(level=1)),
    ("expert:seed=7:threads=2", IsmctsBot(level=8, seed=7, threads=2)),
    ("master", IsmctsBot(level=9)),
    ("mcts:utility=points:explore=0.25:bias=0", MctsBot(utility="points", explore=0.25, bias=0)),
    ("mcts:widen=0:power=1", MctsBot(widen=0, power=1)),
    ("pimc:worlds=3:utility=margin", PimcBot(worlds=3, utility="margin")),
]

BAD = [
    (
        "",
        "no bot ''; there are greedy, ismcts, mccfr, mcts, pimc, random, gentle, easy, beginner, learner",
    ),
    ("mtcs", "no bot 'mtcs'; did you mean 'mcts'?"),
    ("esay:seed=1", "no bot 'esay:seed=1'; did you mean 'easy'?"),
    ("easy:sed=1", "no option 'sed=1' of ismcts; did you mean 'seed'?"),
    ("level=10", "option 'level=10' of ismcts: expected a whole number from 0 to 9"),
    ("level=high", "option 'level=high' of ismcts: expected a whole number from 0 to 9"),
    ("easy:level=2", "option 'level' of ismcts is given twice"),
    ("greedy:level=2", "no option 'level=2' of greedy; there are seed, as in greedy:seed=7"),
    ("ISMCTS", "no bot 'ISMCTS'"),
    ("human", "no bot 'human'"),
    (
        "ismcts:visits=5",
        "no option 'visits=5' of ismcts; there are afterstates, bias, choice, common_draws, draw, endings, eval",
    ),
    ("random:nodes=5", "no option 'nodes=5' of random; there are seed, as in random:seed=7"),
    ("ismcts:nodes", "no option 'nodes' of ismcts"),
    ("ismcts:", "no option '' of ismcts"),
    ("ismcts:=5", "no option '=5' of ismcts"),
    ("ismcts:name=x", "no option 'name=x' of ismcts"),
    ("ismcts:nodes=many", "option 'nodes=many' of ismcts: expected a whole number"),
    ("ismcts:nodes=", "option 'nodes=' of ismcts: expected a whole number"),
    ("ismcts:nodes=1.5", "expected a whole number"),
    ("ismcts:time=soon", "option 'time=soon' of ismcts: expected a number"),
    ("ismcts:reuse=yes", "option 'reuse=yes' of ismcts: expected on or off"),
    ("ismcts:seed=1:seed=2", "option 'seed' of ismcts is given twice"),
    ("ismcts:nodes=0", "option 'nodes=0' of ismcts: expected a whole number from 1 to 4294967295"),
    ("ismcts:nodes=-5", "option 'nodes=-5' of ismcts"),
    (f"ismcts:nodes={10**30}", "nodes=1000"),
    ("ismcts:time=0", "option 'time=0' of ismcts: expected a number more than 0 and less than 1000000"),
    ("ismcts:time=-1", "option 'time=-1' of ismcts"),
    ("ismcts:time=nan", "option 'time=nan' of ismcts"),
    ("ismcts:time=inf", "option 'time=inf' of ismcts"),
    ("ismcts:memory=0", "option 'memory=0' of ismcts: expected a number more than 0 and at most 1048576"),
    ("ismcts:memory=nan", "memory=nan"),
    ("ismcts:memory=inf", "memory=inf"),
    ("ismcts:explore=nan", "option 'explore=nan' of ismcts: expected a number from 0 to 1000"),
    ("ismcts:explore=inf", "explore=inf"),
    ("ismcts:explore=-1", "explore=-1"),
    ("mcts:bias=nan", "bias=nan"),
    ("mcts:widen=-1", "widen=-1"),
    ("mcts:widen=nan", "widen=nan"),
    ("mcts:power=-0.1", "power=-0.1"),
    ("mcts:power=2", "expected a number from 0 to 1"),
    ("mcts:reuse=on", "no option 'reuse=on' of mcts"),
    ("ismcts:playout=none", "option 'playout=none' of ismcts: expected one of uniform, informed"),
    ("pimc:worlds=0", "option 'worlds=0' of pimc: expected a whole number from 1 to 1000"),
    ("pimc:worlds=-1", "worlds=-1"),
    ("pimc:utility=glory", "option 'utility=glory' of pimc: expected one of points, margin, win"),
    ("random\nbot", "no bot 'random\\nbot'"),
    ("ismcts:nodes=1\x1b[2J", "expected a whole number"),
]


@pytest.mark.parametrize(("text", "bot"), GOOD)
def test_a_text_is_a_bot(text: str, bot: object) -> None:
    assert parse_bot(text) == bot


@pytest.mark.parametrize(("text", "complaint"), BAD)
def test_a_wrong_text_is_one_line_with_what_is_allowed(text: str, complaint: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_bot(text)
    assert complaint in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_of_that_name(name: str) -> None:
    assert parse_bot(name).name == name


def test_bots_are_values() -> None:
    assert parse_bot("ismcts:nodes=5") == parse_bot("ismcts:nodes=5") != parse_bot("mcts:nodes=5")
    assert len({parse_bot(name) for name in BOTS} | {parse_bot(name) for name in BOTS}) == len(BOTS)


@pytest.mark.parametrize("text", ["ismcts:nodes=100", "pimc:playout=uniform:worlds=3", "mcts:time=0.5"])
def test_options_set_one_by_one_make_the_same_bot(text: str) -> None:
    name, *options = text.split(":")
    bot = parse_bot(name)
    for option in options:
        bot = with_option(bot, *option.split("="))
    assert bot == parse_bot(text)
    assert bot_text(bot) == text
