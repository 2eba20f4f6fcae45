#!/bin/sh
# A bot for Metropolys: it opens auctions with its lowest building on the first free site, and else passes.
set -f

BORDERS='C1-C3 C1-C4 C1-N5 C1-N8 C2-C3 C2-C8 C2-W5 C3-C4 C4-C5 C4-C10 C5-C6 C5-C10 C6-C7 C6-C11 C6-E6 C7-N10
C7-E1 C8-C9 C8-C13 C8-W8 C9-C10 C10-C11 C11-C12 C11-C14 C11-C15 C13-C14 C13-S2 C14-C15 C14-S4 C15-E9 C15-S5
N1-N2 N1-N5 N1-W1 N2-N3 N2-N6 N3-N4 N3-N8 N3-N9 N4-N9 N4-E2 N5-N6 N5-W3 N6-N7 N6-N8 N9-N10 N9-E1 E1-E2 E1-E3
E2-E5 E3-E4 E3-E5 E3-E6 E5-E7 E6-E7 E6-E8 E7-E8 E8-E9 E8-E10 E9-E10 E9-S5 E9-S9 E10-S10 S1-S2 S2-S3 S2-S7
S2-W8 S2-W10 S3-S4 S3-S7 S4-S5 S4-S8 S5-S8 S6-S7 S6-W9 S7-S8 S8-S9 S9-S10 W1-W2 W1-W3 W2-W3 W2-W4 W3-W4
W3-W5 W4-W7 W5-W8 W6-W7 W6-W9 W7-W8 W7-W10 W8-W10 W9-W10'
BUILDINGS='1 2 3 4 5 6 7 8 9 10 11 12 13'

# A set is a text of words with spaces around each word: ' C1 C3 '.
has() { case $1 in *" $2 "*) ;; *) return 1 ;; esac }
without() { rest=${1%%" $2 "*}' '${1#*" $2 "}; }

# Begin a new game; the arguments are the words of the deal line.
begin() {
    seats=0 turn=0 districts='' free=' ' held=' ' out=' ' bids=''
    for word; do
        case $word in
        players=[234]) seats=${word#*=} ;;
        first=[0123]) turn=${word#*=} ;;
        districts=*) districts=${word#*=} ;;
        esac
    done
    for border in $BORDERS; do
        for site in "${border%-*}" "${border#*-}"; do
            case $districts in *"${site%%[0-9]*}"*) has "$free" "$site" || free="$free$site " ;; esac
        done
    done
    [ "$free" != ' ' ] || seats=0
    for value in $BUILDINGS; do held="${held}0:$value 1:$value 2:$value 3:$value "; done
}

# Succeed if a seat can outbid the last bid.
can_bid() {
    [ "$room" ] && [ "$1" != "$leader" ] && ! has "$out" "$1" || return 1
    for value in $BUILDINGS; do
        [ "$value" -gt "$high" ] && has "$held" "$1:$value" && return
    done
    return 1
}

# Place a bid of the seat to move: a building on a site.
bid() {
    leader=$turn high=$1 last=$turn:$1:$2 bids="$bids $turn:$1:$2" room=''
    without "$held" "$turn:$1" && held=$rest
    without "$free" "$2" && free=$rest
    for border in $BORDERS; do
        case $border in
        "$2"-*) has "$free" "${border#*-}" && room=yes ;;
        *-"$2") has "$free" "${border%-*}" && room=yes ;;
        esac
    done
}

# Give the turn to the next seat that can outbid. If none can, the last bid wins, the others return.
pass_turn() {
    for step in 1 2 3; do
        seat=$(((turn + step) % seats))
        can_bid "$seat" && turn=$seat && return
    done
    for lost in $bids; do
        [ "$lost" = "$last" ] || held="$held${lost%:*} " free="$free${lost##*:} "
    done
    turn=$leader out=' ' bids=''
}

# Play one event; fail if it is illegal.
play() {
    if [ "$1" = pass ]; then
        [ "$bids" ] && out="$out$turn " || return 1
    else
        has "$held" "$turn:${1%@*}" && has "$free" "${1#*@}" || return 1
        bid "${1%@*}" "${1#*@}"
    fi
    pass_turn
}

# Set up a position; after an illegal event there is no game.
follow() {
    case $1 in deal*) begin ${1%%moves *} ;; *) begin $deal ;; esac
    case $1 in *moves\ *) ;; *) return ;; esac
    for event in ${1#*moves }; do
        [ "$seats" -gt 0 ] && play "$event" || seats=0
    done
}

choose() {
    if [ "$seats" -eq 0 ]; then
        echo 'info string no position to choose in'
    elif [ "$bids" ]; then
        echo 'bestmove pass'
    else
        for value in $BUILDINGS; do has "$held" "$turn:$value" && break; done
        set -- $free
        echo "bestmove $value@$1"
    fi
}

seats=0
while read -r command words; do
    case $command in
    ugi) printf '%s\n' 'id name bot.sh' 'id author me' 'games metropolys' ugiok ;;
    isready) echo readyok ;;
    uginewgame) deal=$words && follow '' ;;
    position) follow "$words" ;;
    go) choose ;;
    quit) exit ;;
    esac
done
