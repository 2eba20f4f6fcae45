"""Tune the options of a built-in bot by games: a study of Optuna over the arena (`pip install 'urbanist[tune]'`).

A trial plays the bot with other options against the bot as it is, on deals of its own: alone, once in each seat of each
deal. The study is kept in a file, so the same command goes on with it. What it finds is the best of many noisy numbers,
and looks better than it is: let `urbanist match --sprt` judge it on other deals.
"""

import argparse
from collections.abc import Iterator

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend

from urbanist.bots import parse_bot
from urbanist.bots.match.pairing import Pairing, Rules, rotations
from urbanist.bots.match.workers import completed
from urbanist.engine import GAMES
from urbanist.engine.record import win_shares


def options(trial: optuna.Trial) -> str:
    """Return the options that a trial tries, as text; write here what you want to tune."""
    explore = trial.suggest_float("explore", 0.1, 3.0, log=True)
    widen = trial.suggest_int("widen", 1, 9)
    return f":explore={explore:.3g}:widen={widen}"


def pairings(rules: Rules, usual: str, tried: str, trial: int, deals: int) -> Iterator[Pairing]:
    """Yield the games of a trial; entrant 1 is the bot with other options."""
    bots = parse_bot(usual), parse_bot(tried)
    for deal in range(trial * deals, (trial + 1) * deals):
        for order in rotations((1, *[0] * (rules.seats - 1))):
            seated = tuple(bots[entrant] for entrant in order)
            yield Pairing(f"{deal}.{order.index(1)}", rules, deal, order, seated, tuple(map(str, order)))


def main() -> None:
    """Play the trials that are missing, and print the best one."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("game", choices=sorted(GAMES))
    asked.add_argument("--bot", default="ismcts:nodes=200")
    asked.add_argument("--trials", type=int, default=100)
    asked.add_argument("--deals", type=int, default=8, help="deals of a trial (%(default)s)")
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--file", default="tune.log", help="the file of the study (%(default)s)")
    given = asked.parse_args()
    rules = Rules(given.game, min(GAMES[given.game].notation.seat_counts), given.seed)

    def share(trial: optuna.Trial) -> float:
        games = pairings(rules, given.bot, given.bot + options(trial), trial.number, given.deals)
        won = [
            win_shares(played.record.ranks)[pairing.entrants.index(1)]
            for pairing, played in completed(games, given.workers)
        ]
        return sum(won) / len(won)

    study = optuna.create_study(
        storage=JournalStorage(JournalFileBackend(given.file)),
        study_name=f"{given.game} {given.bot} {given.seed}",
        direction="maximize",
        load_if_exists=True,
    )
    # A study that goes on must not try the same options again.
    study.sampler = optuna.samplers.TPESampler(seed=given.seed + len(study.trials))
    study.optimize(share, n_trials=max(given.trials - len(study.trials), 0))
    best = study.best_trial
    print(f"{given.bot}{options(optuna.trial.FixedTrial(best.params))} won {100 * best.value:.1f} %")


if __name__ == "__main__":
    main()
