"""The first game of Akropolis in small steps, for two players."""

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.kit.first_game import FirstGame, Step
from urbanist.bots.table.kit.language import marked

FIRST_GAME = FirstGame(
    deal="game=akropolis players=2 options=none first=0 market=16,41,2,24",
    steps=(
        Step(
            marked("You build a *city*. Take the first *tile*, and lay it at the mark."),
            move="16@-1,-1/1",
            hint=marked("Lay tile 16 at the marked place: its house must not lie alone."),
            events=("41@-1,-1/1",),
        ),
        Step(marked("The top row is the *market*. Each turn you take a tile; most *points* win.")),
        Step(marked("A small letter is a *district*. The marked one is a house."), places=("-2,0",)),
        Step(marked("A big letter with a star is a *plaza*. This one counts your houses."), places=("0,0",)),
        Step(marked("One house times one star is 1 point. Without its plaza a house brings nothing.")),
        Step(marked("A tile further to the right costs *stones*. You have 1 stone.")),
        Step(
            marked("Pay it for tile 24. Its house joins yours, and two houses count more."),
            move="24@-2,-1/2",
            hint=marked("Take tile 24, the last one: only there its house touches your house."),
            events=("!5,12,27", "2@-1,-3/0"),
        ),
        Step(
            marked("A *quarry* is marked now. It brings a stone when you build on top."),
            places=("0,-1", "1,0", "-1,1"),
        ),
        Step(
            marked("Now build up: lay tile 5 on top. It covers a quarry and has a star for houses."),
            move="5@-1,-1/0",
            hint=marked("Lay tile 5 on the marked place: there it covers a quarry."),
        ),
        Step(marked("Two houses times two stars are 4 points. And you got a stone.")),
        Step(marked("The game ends when the tiles run out. Each stone is 1 point then.")),
    ),
    onward=marked("Now play on alone. n shows a good place, h gives a hint, and ? shows the rules."),
    say=tr,
)
