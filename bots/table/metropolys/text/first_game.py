"""The first game of Metropolys in small steps: two players, the family game."""

from urbanist.bots.table.kit.first_game import FirstGame, Step
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.metropolys.language import tr

FIRST_GAME = FirstGame(
    deal=(
        "game=metropolys variant=family players=2 districts=CNE first=0 trendy=C6,C14,N4,N5,E9 "
        "metro=C9,C15,N8,E1,E3,E8 ruins=C1,C2,C10,N6,N10,E2 cards=lakes,statues"
    ),
    steps=(
        Step(
            marked("A star ★ is a *token*: it brings 3 *points*. Put *building* 5 on N4."),
            move="5@N4",
            hint=marked("Try building 5 on N4: a star lies there, and it brings 3 points."),
        ),
        Step(marked("Most points win. You have 13 buildings, 1 to 13, in the first line.")),
        Step(
            marked("You began an *auction*. Now the other player may answer."),
            events=("7@E2",),
        ),
        Step(
            marked("The other player made a higher *bid*: 7, on a place beside your 5."),
            places=("E2",),
        ),
        Step(
            marked("A red R costs a point. Let the other player have it: *pass* with p."),
            move="pass",
            hint=marked("Do not bid here: the winner gets the R, and it costs a point. Pass."),
            events=("4@C8",),
        ),
        Step(
            marked("Your secret *card* shows lakes: each building beside a lake brings 3 points."),
            places=("C8", "C9", "C10", "E4", "N7"),
        ),
        Step(
            marked("C9 lies beside two lakes and has an M for 1 point. Bid your 9 there."),
            move="9@C9",
            hint=marked("Bid 9 on C9: the lake brings 3 points, and a high number is hard to beat."),
            events=("pass",),
        ),
        Step(
            marked("Nobody bid more, so your 9 stays for ever. You win what lies there."),
            places=("C9",),
        ),
        Step(marked("All other buildings came back. So a bid costs nothing unless it wins.")),
        Step(
            marked("The winner begins again. Put your 12 on the star at E9: few can beat it."),
            move="12@E9",
            hint=marked("Try 12 on E9: it has a star, and hardly anybody can go higher."),
            events=("pass",),
        ),
        Step(marked("The game ends when someone has built all 13 buildings. Then the points count.")),
    ),
    onward=marked("Now play on alone. n shows a good move, h gives a hint, and ? shows the rules."),
    say=tr,
)
