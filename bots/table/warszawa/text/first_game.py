"""The first game of Warszawa in small steps, for three players."""

from urbanist.bots.table.kit.first_game import FirstGame, Step
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.warszawa.language import tr

FIRST_GAME = FirstGame(
    deal=(
        "game=warszawa variant=advanced players=3 options=none data=house first=0 "
        "neutral=residential,representative,transport,service,cultural,residential,industrial tasks=t02,t06,t12 "
        "norms=n09+n11,n04+n05,n10+n14 hands=zeran+mariensztat,filharmonia+trasawz,hotelwarszawa+staszic"
    ),
    steps=(
        Step(
            marked("A *norm* is a secret list that brings *points* at the end. Keep the first."),
            move="norm@n09",
            hint=marked("Keep the first of the two. Later you choose as you like."),
            events=("norm@n04", "norm@n10"),
        ),
        Step(marked("You and two others build Warsaw again after the war. Most points win.")),
        Step(marked("Each *card* in your hand is a building that you may build.")),
        Step(marked("First you plan. Your four *engineers* do the work, one in each turn.")),
        Step(
            marked("Put an engineer and the power station on the marked hex. That is a *foundation*."),
            move="zeran@-1,-2",
            hint=marked("Put the power station on the marked hex: empty land around it brings points."),
            events=("send@2", "pass"),
        ),
        Step(marked("To build you pay with *cubes*: one fund and one concrete. You have both.")),
        Step(
            marked("An engineer on a *field* brings cubes at once. Send one to field 4."),
            move="send@4",
            hint=marked("Send the engineer to field 4: it gives two funds for later."),
            events=("pass",),
        ),
        Step(
            marked("Enough for now: *pass* with p. After that everybody builds."),
            move="pass",
            hint=marked("Pass now. The other engineers wait for the next round."),
        ),
        Step(
            marked("Now build the power station on your foundation. Enter pays for it."),
            move="build@-1,-2/c",
            hint=marked("First build the power station: it brings many points now."),
        ),
        Step(
            marked("10 points! Empty land beside a factory pays. Other kinds want certain neighbours."),
            places=("-1,-2",),
        ),
        Step(
            marked("You still have a fund. Dig a piece of *metro* beside your building: 2 points."),
            move="metro@-1,-2/0",
            hint=marked("Dig the metro on the marked side: it must touch your building."),
        ),
        Step(marked("The game has two parts of four rounds. Then norms and neighbours count.")),
    ),
    onward=marked("Now play on alone. p ends your building, n shows a good move, h gives a hint."),
    say=tr,
)
