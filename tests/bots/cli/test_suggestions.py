"""Misspelt names on the command line: one line names the nearest one."""

import pytest

from tests.bots.cli.using import refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plya"], "no command 'plya'; did you mean 'play'?"),
        (["tournaments"], "no command 'tournaments'; did you mean 'tournament'?"),
        (["play", "akropols"], "no game 'akropols'; did you mean 'akropolis'?"),
        (["deal", "Warszawa", "--seed", 1], "no game 'Warszawa'; did you mean 'warszawa'?"),
        (
            ["deal", "metropolys", "--variant", "exprt", "--seed", 1],
            "no variant 'exprt' of metropolys; did you mean 'expert'?",
        ),
        (["bot", "ismtcs"], "no bot 'ismtcs'; did you mean 'ismcts'?"),
        (["bot", "masters"], "no bot 'masters'; did you mean 'master'?"),
        (["bot", "ismcts", "--set", "node=5"], "no option 'node' of ismcts; did you mean 'nodes'?"),
        (
            ["match", "akropolis", "--seats", "esay,greedy", "--games", 2],
            "no bot 'esay'; did you mean 'easy'?",
        ),
        (["match", "akropolis", "--seats", "ismcts:noodes=5,greedy", "--games", 2], "did you mean 'nodes'?"),
        (["play", "akropolis", "--seats", "human,beginer"], "no bot 'beginer'; did you mean 'beginner'?"),
        (["play", "akropolis", "--seats", "humn,greedy"], "no bot 'humn'; did you mean 'human'?"),
        (["play", "akropolis", "--seats", "me,greedy"], "no bot 'me'; there are human, greedy, "),
    ],
)
def test_a_misspelt_name_is_told_the_nearest_one(arguments: list[object], said: str) -> None:
    assert said in refused(*arguments)
