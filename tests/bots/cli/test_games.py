"""`urbanist games`: the list of games and bots."""

from tests.bots.cli.using import good
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.spec import options_by_name
from urbanist.engine import GAMES
from urbanist.search.verb import TABLES


def test_every_game_with_its_variants_options_and_player_counts() -> None:
    output = good("games")
    for game in GAMES.values():
        block = output.partition(f"{game.name}\n")[2]
        assert all(variant in block for variant in game.notation.variants)
        assert all(str(count) in block for count in game.notation.seat_counts)
        assert game.notation.option_help in block


def test_every_bot_with_its_options_and_a_line_about_it() -> None:
    output = good("games")
    for name, bot in BOTS.items():
        block = output.partition(f"\n{name}\n")[2].partition("\n  options: ")
        assert block[0].strip().endswith((bot.__doc__ or "").partition("\n")[0])
        options = block[2].partition("\n")[0].split()
        assert [option.partition("=")[0] for option in options] == list(options_by_name(name))


def test_every_verb_that_an_option_may_name_with_what_it_does() -> None:
    output = good("games")
    for option, table in TABLES.items():
        for name in table:
            assert f"\n{option}={name}\n  what it does: {table[name].meaning}\n" in output


def test_plain_lines_if_the_output_is_no_terminal() -> None:
    assert good("games").isascii()
