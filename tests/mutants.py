"""Put one fault at a time into the search and see that a test fails: `python -m tests.mutants [WORD ...]`.

Words choose the faults whose file, texts or reason have one of them. Each fault changes one line in a copy of the tree,
where only the module with the line is compiled, fast and without optimization. Recordings (`test_golden.py`) are not
asked: they tell that something changed, and not what is right.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
COPIED = ("start", "cext", "engine", "search", "bots", "testing", "tests", "setup.py", "pyproject.toml")
#: Seconds for the tests of a fault. Tests that do not end by then lack a bound: they do not notice the fault.
PATIENCE = 600

VISITS = ("test_formulas.py", "test_visits.py")
FLIGHT = ("test_threads.py", "test_batch.py")
BELIEF = ("test_belief.py", "test_visits.py")


class Fault(NamedTuple):
    """A text that occurs once in a file, what replaces it, and what is wrong then."""

    file: str
    old: str
    new: str
    why: str
    tests: tuple[str, ...]  # of tests/search
    modules: tuple[str, ...]  # to compile

    def __str__(self) -> str:
        return f"{self.file}: {self.why}"


def of(
    file: str,
    tests: tuple[str, ...],
    *rows: tuple[str, str, str],
    modules: tuple[str, ...] | None = None,
) -> list[Fault]:
    """Return the faults of a file; by default it is the module to compile."""
    compiled = modules or ((file,) if file.endswith(".pyx") else ())
    return [Fault(file, *row, tests, compiled) for row in rows]


FAULTS = [
    *of(
        "search/selection.pyx",
        VISITS,
        ("visits_of(&s.tree, parent) + 1.0", "visits_of(&s.tree, parent) + 2.0", "ucb: parent counted twice"),
        ("load(&s.tree.available[child]) + 1.0", "load(&s.tree.available[child]) + 0.0", "ucb: log without + 1"),
        ("load(&s.tree.available[child]) + 1)", "load(&s.tree.available[child]))", "ucb: availability stays"),
        ("<float>sqrt(trial / (trials + 1e-3))", "<float>(trial / (trials + 1e-3))", "ucb: no square root"),
        ("(trials + 1e-3)", "(trials + 1)", "ucb: an unvisited move does not come first"),
        ("mean_of(&s.tree, child, seat) + params", "mean_of(&s.tree, child, 0) + params", "ucb: wrong seat"),
        ("+ params.bias * node.prior", "- params.bias * node.prior", "ucb: sign of the bias"),
        ("* node.prior / (trials + 1)", "* node.prior", "ucb: bias does not fade"),
        ("= mean_of(&s.tree, parent, seat)", "= mean_of(&s.tree, parent, 0)", "puct: wrong seat of the parent"),
        ("mean_of(&s.tree, child, seat) if", "mean_of(&s.tree, child, 0) if", "puct: wrong seat of the child"),
        ("usual - params.fpu_reduction", "usual + params.fpu_reduction", "puct: sign of first play"),
        ("> 0 else unvisited", "> 1 else unvisited", "puct: one visit is none"),
        ("<float>sqrt(visits_of(&s.tree, parent))", "visits_of(&s.tree, parent)", "puct: no square root"),
        ("sqrt(visits_of(&s.tree, parent))", "sqrt(visits_of(&s.tree, parent) + 1)", "puct: one visit too many"),
        ("max(whole, <float>1e-30)", "<float>1", "puct: shares not normalised"),
        ("scale * w.prior[i] / (trials + 1)", "scale * w.prior[i] / (trials + 2)", "puct: parent and child visits"),
        ("(mean.value - usual)", "(usual - mean.value)", "history: sign"),
        ("EQUIVALENCE = 5", "EQUIVALENCE = 6", "history: another constant"),
        ("(mean.visits + EQUIVALENCE) / (trials + 1)", "(mean.visits + EQUIVALENCE)", "history: does not fade"),
    ),
    *of(
        "search/selection.pyx",
        (*FLIGHT, "test_utility.py"),
        ("if visits_of(&s.tree, child) > 0", "if trials > 0", "puct: a visit in flight is a value"),
        ("+ scale * w.prior[i] / (trials", "+ scale * w.prior[i] / (visits_of(&s.tree, child)", "puct: none in flight"),
        ("sqrt(trial / (trials", "sqrt(trial / (visits_of(&s.tree, child)", "ucb: none in flight"),
        ("trials\n    cdef float highest = -1e30", "trials\n    cdef float highest = 0", "ucb: bounds below 0"),
        ("whole = 0\n    cdef float highest = -1e30", "whole = 0\n    cdef float highest = 0", "puct: bounds below 0"),
    ),
    *of(
        "search/tree.pxd",
        FLIGHT,
        (
            "return visits + load(&tree.nodes[at].traffic) // BEGUN if tree.shared else visits",
            "return visits",
            "visits in flight are ignored",
        ),
        (".traffic) // BEGUN if", ".traffic) if", "a visit in flight counts four times"),
        ("add(&tree.nodes[at].traffic, BEGUN)", "pass", "no visit is ever in flight"),
        ("LOCKED + BEGUN)", "LOCKED)", "a visit stays in flight"),
        modules=("search/selection.pyx", "search/visit.pyx", "search/backup.pyx"),
    ),
    *of(
        "search/forest.pyx",
        ("test_batch.py",),
        ("plot.seed + plot.begun, 1)", "plot.seed, 1)", "the same world in each visit"),
        ("plot.tree = s.tree", "pass", "the table of decisions is lost when it grows"),
        ("if visits_of(&s.tree, s.tree.root) > 0 else 1", "if True else 1", "all first visits end at the root"),
        ("plot.noise = rng_next(&rng), rng_next(&rng)", "plot.noise = rng_next(&rng), 1", "records share their noise"),
        ("self.utility, self.spread, w.outcome.value", "self.utility, 12, w.outcome.value", "spread not heeded"),
        ("value + row[place] * self.table", "value + j * self.table", "values of another leaf"),
    ),
    *of(
        "search/rounds.pyx",
        ("test_batch.py", "test_imported_network.py"),
        ("known >= growth.widen *", "known > growth.widen *", "one child too many"),
        ("<float>exp(w.prior[chosen[i]] - highest) if s", "w.prior[chosen[i]] if s", "logits as shares"),
        ("max(logit, NEVER)", "logit", "the prior 0 has no logit"),
        ("if noise > 0 and parent == s.tree.root:", "if noise > 0:", "noise below the root"),
        ("visits_of(&s.tree, s.tree.root) // 4", "AT_ONCE", "the first round is a whole one"),
        ("win + i * seats", "win", "the win share of another leaf"),
        ("logit + i * width", "logit", "the policy of another leaf"),
        ("memcpy(w.chooser, descent.chooser, descent.depth)", "pass", "seats of another descent"),
        modules=("search/rounds.pyx", "search/forest.pyx"),
    ),
    *of(
        "search/gumbel.pyx",
        ("test_batch.py",),
        ("-log(-log(", "log(-log(", "draws from the wrong side"),
        ("rounds * left)", "left)", "halving: all visits in the first round"),
        ("visits + (index - start) // left", "visits", "halving: no more than one visit in turn"),
        ("max(2, left // 2)", "max(1, left // 2)", "halving: one move is left"),
        ("rest -= count *", "rest += count *", "the node's own value has those of its children"),
        ("valued / tried) / (visits + 1)", "valued) / (visits + 1)", "mixed value: not divided by the priors"),
        ("tried) / (visits + 1)", "tried) / visits", "mixed value: its own visit is not counted"),
        ("> 0 else <float>value", "> 0 else 0", "an unvisited move is worth nothing"),
        ("(params.offset + most)", "(params.offset)", "values count alike with any visits"),
        ("max(highest - lowest, NARROW)", "1", "values are not rescaled"),
        ("drawn + w.prior[i] + w.row[i]", "w.prior[i] + w.row[i]", "no draws"),
        ("trials if trials <= wanted else -trials", "trials", "the most visited move gets all visits"),
        ("share[i] - trials_of(&s.tree, w.child[i]) / begun", "share[i]", "below the root one move gets all visits"),
        ("options.considered, nodes - 1)", "options.considered, 2 * nodes)", "halving for more visits than there are"),
    ),
    *of(
        "search/regret.pyx",
        ("test_regret.py",),
        ("max(rows[i].regret, <double>0) / whole if whole", "rows[i].regret / whole if whole", "regrets below 0"),
        ("if whole > 0 else 1.0 / count", "if whole > 0 else 0", "no regrets, no policy"),
        ("explore / count + (1 - explore) * policy[i]", "explore / count + policy[i]", "drawn of more than 1"),
        ("self.visits % self.start.seats)", "0)", "one seat explores"),
        ("ops.reshuffle(w.state, BYSTANDER", "ops.reshuffle(w.state, 0", "the hand of seat 0 is known"),
        ("step.others *= 1 if seat == step.seat else own[seat]", "step.others *= own[seat]", "its own policy counts"),
        ("if step.seat == explorer else 0\n", "\n", "all seats explore"),
        ("own[step.seat] *= self.policy[step.place]", "own[step.seat] *= step.chance", "reach by chances"),
        ("sampled *= step.chance", "sampled *= self.policy[step.place]", "sampled by the policy"),
        ("step.chance = explore / known.count +", "step.chance = explore +", "chance of a move"),
        ("mean += self.policy[i] * rows[i].value[seat]", "mean += rows[i].value[seat]", "no mean of values"),
        ("self.policy[step.place] * (value[seat] - made", "(value[seat] - made", "found: move not weighed"),
        ("weight = step.others / step.sampled", "weight = 1 / step.sampled", "regrets without the others"),
        ("mean = rows[i].value[explorer] - worth[explorer]", "mean = rows[i].value[explorer]", "no regret"),
        ("mean += (value[explorer] - made.value[explorer]) / step.chance", "pass", "the move made is not corrected"),
        ("weight = step.own / step.sampled", "weight = step.own", "mean policy: what is seldom seen"),
        ("rows[i].weight += weight * self.policy[i]", "rows[i].weight += self.policy[i]", "mean policy: no weights"),
        ("made.value[seat] += (value[seat] - made.value[seat])", "made.value[seat] += (value[seat])", "value: a sum"),
        ("value[seat] = worth[seat]", "pass", "values are not passed on"),
        ("            see(ops, w, made.move)", "            pass", "moves are not heard"),
        modules=("search/regret.pyx",),
    ),
    *of(
        "search/batch.py",
        ("test_batch.py",),
        ("(visits / np.maximum(visits.sum(axis=1, keepdims=True), 1))", "visits", "visits are no shares"),
        ("scores, -np.inf).argmax", "-scores, -np.inf).argmax", "ties go to the worse move"),
    ),
    *of(
        "search/expansion.pyx",
        VISITS,
        ("if known == 0:", "if known < 0:", "widening: the first child needs visits"),
        ("known >= wanted(", "known > wanted(", "widening: one child too many"),
        ("pow(visits_of(&s.tree, parent), params", "pow(visits_of(&s.tree, parent) + 1, params", "widening: visits"),
        ("exp(below / s.prior.temperature)", "exp(below * s.prior.temperature)", "shares: temperature upside down"),
        ("if s.selection.shares else below", "if not s.selection.shares else below", "shares for the wrong selection"),
        ("or w.prior[i] > w.prior[best]", "or w.prior[i] >= w.prior[best]", "widening: last of equal moves"),
        ("kept[place - 1] > prior", "kept[place - 1] < prior", "shortlist: order turned round"),
        ("kept[place] < prior", "kept[place] <= prior", "shortlist: order of equal moves"),
        ("if prior <= bound:", "if prior < bound:", "shortlist: one as good as the least gets in"),
        ("MAX_RANKED = 32", "MAX_RANKED = 31", "policy ranks one move less"),
        ("UNRANKED = 20", "UNRANKED = 10", "moves that the policy does not rank"),
        ("highest[0] = max(highest[0], w.prior[i])", "highest[0] = w.prior[i]", "priors measured from the last move"),
        ("params.noise > 0 and parent == s.tree.root", "params.noise > 0", "noise below the root"),
        ("if best < 0 and not all:", "if False:", "moves beside the shortlist are never tried"),
        ("s.only != NULL and parent == s.tree.root", "s.only != NULL", "moves are forbidden below the root"),
        ("return parent == s.tree.root and", "return", "ranking of the root below it"),
        ("weighed(s, ranking.prior[i] - highest)", "weighed(s, ranking.prior[i])", "kept root: no best prior"),
    ),
    *of(
        "search/expansion.pyx",
        ("test_afterstates.py",),
        ("LATE = 8000", "LATE = 8010", "a root gets wider later"),
        ("STEP = 10", "STEP = 11", "a root gets wider more slowly"),
        (" - s.tree.kept)", ")", "visits that were kept make a root wider"),
    ),
    *of(
        "search/root_noise.pyx",
        VISITS,
        ("CONCENTRATION = 10", "CONCENTRATION = 11", "another concentration"),
        ("CONCENTRATION / n", "CONCENTRATION", "each move has the concentration of all"),
        ("(1 - share) * exp(", "share * exp(", "share of the priors"),
        ("+ share * noise_of", "+ noise_of", "share of the noise"),
        ("shape) / noise + LEAST", "shape) + LEAST", "noise not normalised"),
        ("shape + 1 - 1.0 / 3", "shape - 1.0 / 3", "gamma: shape without + 1"),
        ("v = v * v * v", "v = v * v", "gamma: no cube"),
        ("1 / shape)", "shape)", "gamma: power upside down"),
        ("0.5 * x * x + d", "x * x + d", "gamma: acceptance"),
    ),
    *of(
        "search/visit.pyx",
        VISITS,
        ("visits_of(&s.tree, at) > 0", "visits_of(&s.tree, at) > 1", "a leaf has one visit"),
        ("= w.state.to_move", "= (w.state.to_move + 1) % w.state.seats", "chooser: wrong seat"),
        ("+= w.outcome.win_share[seat]", "+= w.outcome.value[seat]", "win share: utility"),
        ("fresh if fresh != NO_NODE else best", "best if best != NO_NODE else fresh", "a new child is not visited"),
    ),
    *of(
        "search/leaf.pyx",
        VISITS,
        ("EVERYBODY if s.observer == -1 else s.observer", "s.observer", "who knows everything sees like a bystander"),
        ("params.plies * opponents, w.state", "params.plies * opponents + 1, w.state", "one ply too many"),
        ("(w.outcome.value[seat] + outcome.value[seat]) / 2", "outcome.value[seat]", "mixed: value of the network"),
        ("(w.outcome.points[seat] + outcome.points[seat]) / 2", "w.outcome.points[seat]", "mixed: points of playout"),
        ("(w.outcome.win_share[seat] + outcome", "(outcome.win_share[seat] + outcome", "mixed: win share"),
        ('options.playout == "informed"', 'options.playout != "informed"', "uniform and informed exchanged"),
        ("<float>w.state.score[seat]", "<float>w.state.score[0]", "points of the wrong seat"),
        ("params.spread = options.spread", "params.spread = 12", "spread not heeded"),
    ),
    *of(
        "search/backup.pyx",
        VISITS,
        ("weight = <float>1 / visits", "weight = <float>1 / (visits + 1)", "mean: one visit too many"),
        ("w.outcome.value[seat] - old)", "w.outcome.value[seat])", "mean of values: a sum"),
        ("w.outcome.points[seat] - old)", "w.outcome.points[seat])", "mean of points: a sum"),
        ("old + weight * (w.outcome.points", "old + 0 * (w.outcome.points", "points not updated"),
        ("for i in range(depth):", "for i in range(1, depth):", "the root is not updated"),
        ("for i in range(1, depth):", "for i in range(2, depth):", "history: first move left out"),
        ("seat = w.chooser[i]", "seat = w.chooser[1]", "history: seat of the first move"),
        (" - move_mean.value) / move_mean.visits", ") / move_mean.visits", "history: no mean"),
    ),
    *of(
        "search/verbs.pxd",
        VISITS,
        ("w.means[(seat << MEAN_BITS) +", "w.means[", "history: seats share a mean"),
        modules=("search/selection.pyx", "search/backup.pyx"),
    ),
    *of(
        "search/tree.pyx",
        VISITS,
        ("tree.available[taken[i]] = 1", "tree.available[taken[i]] = 0", "availability begins at 0"),
        ("rows[done].depth + deeper, child", "rows[done].depth, child", "depth of a row"),
    ),
    *of(
        "search/worlds.pyx",
        VISITS,
        ("s.ops.reshuffle(w.state, s.observer, &w.rng)", "pass", "determinization not drawn"),
        ("s.ops.reshuffle(w.state, s.observer", "s.ops.reshuffle(w.state, 0", "determinization for seat 0"),
        ("hide_all(&s.ops, w.state, drawn", "if False: hide_all(&s.ops, w.state, drawn", "belief not drawn"),
        ("rng_unit(&w.rng)))", "0.5))", "always the same guess"),
    ),
    *of(
        "search/utility.pyx",
        VISITS,
        ("best = max(best, end.score[other])", "best = min(best, end.score[other])", "end: margin over the worst"),
        ("max(best, points[other])", "points[other]", "expected: margin over the last seat"),
        ("return end.score[seat] - best", "return best - end.score[seat]", "end: sign of the margin"),
        ("(points[seat] - best) / spread", "(points[seat] - best) / 12", "expected: spread not heeded"),
        ("margin_of(end, seat) / spread", "margin_of(end, seat) / 12", "end: spread not heeded"),
        ("points[seat] / 100", "points[seat] / 10", "expected: unit of points"),
        ("0.75 * win_share[seat] + 0.25", "0.5 * win_share[seat] + 0.5", "expected: weights of win and margin"),
        ("margin if utility == MARGIN else", "margin if utility != MARGIN else", "expected: win and margin exchanged"),
    ),
    *of(
        "search/utility.pyx",
        ("test_utility.py",),
        ("best = -1e30", "best = 0", "expected: rivals below 0"),
        ("best = -(1 << 30)", "best = 0", "end: rivals below 0"),
    ),
    *of(
        "search/utility.pyx",
        VISITS,
        ("return points / 100", "return points / 10", "end: unit of points"),
        ("0.5 + 0.5 * lead", "0.5 + lead", "end: margin beyond 0 to 1"),
        ("+ 0.125 + 0.125 * lead", "+ 0.25 * lead", "end: weights of win and margin"),
    ),
    *of(
        "search/principal_variation.pyx",
        ("test_visits.py", "test_ismcts.py"),
        ("tree.nodes[child].visits > most", "tree.nodes[child].visits >= most", "last of equally visited moves"),
        ("place_of(w.moves, n, tree.nodes[child].move) >= 0", "True", "moves of other worlds"),
        ("if s.observer >= 0:", "if s.observer > 0:", "line of seat 0 in the true world"),
    ),
    *of(
        "search/afterstates.pyx",
        VISITS,
        ("ranking.prior[i] *= ranking.weight", "ranking.prior[i] *= 1", "weight of the ranking"),
        ("return value[root.to_move]", "return value[after.to_move]", "worth for the next seat"),
        ("worth[i] = value[root.to_move]", "worth[i] = value[0]", "worth of many moves for seat 0"),
        ("EVERYBODY if observer == -1 else observer", "observer", "the ranking sees like a bystander"),
        ("ranking.spread = options.spread", "ranking.spread = 12", "spread not heeded"),
    ),
    *of(
        "search/mcts.pyx",
        ("test_visits.py", "test_utility.py", "test_root_noise.py", "test_threads.py"),
        ("| <uint64_t>root.ply << 8", "", "the same noise at each decision"),
        ("win_share[i] / max(done, 1)", "win_share[i]", "result: sum of win shares"),
        ("self.value_of(&tree.nodes[child], state.head.to_move", "self.value_of(&tree.nodes[child], 0", "wrong seat"),
        ("        tree_advance(&self.search.tree, move)", "        tree_clear(&self.search.tree)", "tree not kept"),
        ("state.head.to_move or self.game.open_moves", "state.head.to_move", "who knows the moves"),
        ("rng_seeded(seed, 4)", "rng_seeded(0, 4)", "seed not heeded"),
        ("ops.prior_noise or 1 if parts", "ops.prior_noise or 2 if parts", "temperature of a game without noise"),
        ("self.game.ops.prior_noise or 1 if", "1 if", "temperature without the noise of the game"),
        ("if parts.prior.points else 1", "if parts.prior.points else 2", "temperature of the policy"),
    ),
    *of(
        "search/policy.pyx",
        ("test_network.py",),
        ("rectify(hidden[move], POLICY_WIDTH)", "pass", "no activation"),
        ("prior[move] * policy.direct[0]", "policy.direct[0]", "prior does not lead past the hidden layer"),
        ("prior[other] - highest", "prior[other]", "prior not measured from the highest"),
        ("* policy.direct[i + 1]", "* policy.direct[i]", "wrong weight past the hidden layer"),
        ("memcpy(hidden[move], policy.bias +", "memcpy(hidden[move], policy.out +", "wrong bias"),
        ("weights = policy.hidden + block *", "weights = policy.hidden + 0 *", "weights of the first units for all"),
        ("range(min(AT_ONCE, n - i))", "range(min(AT_ONCE - 1, n - i))", "one of a few moves is left out"),
    ),
    *of(
        "search/value.pyx",
        ("test_network.py",),
        (
            "rectify(first + seat * width, width)\n    for seat in range(seats):\n        add_all(",
            "pass\n    for seat in range(seats):\n        add_all(",
            "first layer without activation",
        ),
        ("rectify(second, width)", "pass", "second layer without activation"),
        ("/ max(seats - 1, 1)  # of each", "/ seats  # of each", "mean of others"),
        ("weights + block * count", "weights + 0 * count", "weights of the first units for all"),
        ("width, seat, seat, others)", "width, -1, -1, others)", "a seat is among the others"),
        ("layers.points_bias + ", "", "points without bias"),
        ("dot(second, layers.points,", "dot(second, layers.win,", "weights of the points"),
        ("win_share[seat] /= whole", "pass", "win shares not normalised"),
        ("win_share[seat] - highest)", "-highest)", "softmax of nothing"),
    ),
    *of(
        "search/network.pyx",
        ("test_network.py",),
        ('first(self.blocks["from_own"])', 'first(self.blocks["from_others"])', "own layer and that of the others"),
        ('first(self.arrays["second_bias"])', 'first(self.arrays["first_bias"])', "wrong bias"),
    ),
    *of(
        "search/belief.pyx",
        BELIEF,
        ("(1 - epsilon) * exp(", "exp(", "epsilon comes on top"),
        ("/ total + epsilon / n", "/ total + epsilon", "epsilon not shared by the moves"),
        ("exp((listed.logit[i] - highest) / noise)", "exp(listed.logit[i] - highest)", "model: no noise in the sum"),
        ("(listed.logit[chosen] - highest) / noise)", "(listed.logit[chosen] - highest))", "model: noise left out"),
        ("n += (listed.moves[i] ^ listed.moves[chosen]) & mute == 0", "n += 1", "openly different moves are compared"),
        ("sums[secret] / before", "sums[secret]", "probabilities not normalised"),
        ("log(total / before)", "log(total)", "likelihood of all moves together"),
        ("weight * self.weight[seat][secret]", "self.weight[seat][secret]", "seats are not combined"),
        ("self.weight[seat][secret] = after[secret] / total", "pass", "moves tell nothing"),
        ("total - before", "total", "weights of hypotheses are sums"),
        ("cdef int seat = self.seen.head.to_move", "cdef int seat = 0", "the wrong seat has moved"),
    ),
    *of(
        "search/belief.pxd",
        BELIEF,
        ("share * hypotheses.item[hypotheses.count - 1].total", "share", "drawn of a whole of 1"),
        modules=("search/belief.pyx", "search/worlds.pyx"),
    ),
    *of(
        "search/visit.pyx",
        ("test_information.py",),
        ("double FEW = 8", "double FEW = 9", "nine outcomes are drawn anew"),
        ("double WIDTH = 2", "double WIDTH = 2.1", "more draws of chance"),
        ("sqrt(visits + 1.0)", "sqrt(visits + 2.0)", "draws of chance grow too early"),
        ("visits % most  #", "visits % (most + 1)  #", "one draw of chance more"),
        ("urbanist_fold(at ^", "urbanist_fold(", "all moves have the same draws of chance"),
        ("draw += 1ULL << 32", "pass", "events after a move are drawn alike"),
        ("draw += 1ULL << 32", "draw += 1", "the second event is the first one of the next draw"),
        ("visits % most  #", "(visits + 1) % most  #", "the first draw comes last"),
    ),
    *of(
        "search/information.pxd",
        ("test_visits.py", "test_information.py"),
        ("ops.knows(w.state, seat) ^", "0 ^", "what a seat knows is no part of its key"),
        ("ops.sees(w.state, move, seat)", "move", "all moves are seen"),
        ("memcpy(w.seen, s.seen, sizeof(w.seen))", "pass", "what was seen before the root is forgotten"),
        modules=("search/visit.pyx", "search/principal_variation.pyx", "search/mcts.pyx"),
    ),
    *of(
        "search/final_choice.py",
        ("test_final_choice.py",),
        ("(-value.visits, -value.value", "(-value.visits, value.value", "ties go to the worse move"),
        ("(-value.visits,", "(value.visits,", "fewest visits"),
        ("- options.noise_scale * log", "+ options.noise_scale * log", "sign of the noise"),
        ("options.noise_scale * log(drawn", "options.noise_scale * (drawn", "exponential noise"),
        ("points[seat] - max(", "points[seat] - min(", "margin over the worst"),
        ("{options.seed} {ply} {value.move}", "{options.seed} {value.move}", "the same noise at each ply"),
    ),
    *of(
        "search/result.py",
        ("test_pimc.py", "test_threads.py"),
        ("value.value * value.visits", "value.value", "sum of values"),
        ("weight * vector[seat]", "vector[seat]", "vectors without weights"),
        ("sum(value.visits for value in values)", "max(value.visits for value in values)", "visits not added up"),
        ("(result.nodes, result.win_share)", "(1, result.win_share)", "win shares of unequal searches"),
    ),
    *of(
        "search/calibration.py",
        ("test_calibration.py",),
        ("gain * share**factor for", "gain * share for", "log odds without their factor"),
        ("(each - seat + state.ply)", "(each - seat)", "the order of the seat to move"),
        ("terms[seat] += float", "terms[seat] -= float", "more for the seat to move"),
        ("/ (seats - 1) ** factor", "/ (seats - 1)", "parts of the others"),
        ("network is shipped_network(game)", "True", "any network is calibrated"),
    ),
    *of(
        "search/pimc.py",
        ("test_pimc.py",),
        ("limit.nodes // worlds", "limit.nodes", "each world has all nodes"),
        ("options.seed * options.worlds + world", "options.seed", "the same world again and again"),
    ),
    *of(
        "search/limit.py",
        ("test_options.py",),
        ("min(given", "max(given", "the larger of two limits"),
    ),
    *of(
        "search/parts.py",
        ("test_options.py",),
        ("if leaf.trained else {}", "", "tuned: playouts get what suits the network"),
        ('in (None, "auto")', "is not None", "tuned: what was asked for is replaced"),
        ("USUAL | dict(leaf.suits)", "USUAL", "tuned: nothing suits an evaluation"),
    ),
    *of(
        "search/search_threads.pxd",
        ("test_threads.py",),
        ("(number < nodes % workers)", "(number <= nodes % workers)", "one visit too many"),
        modules=("search/search_threads.pyx", "search/mcts.pyx"),
    ),
    *of(
        "search/training/value.py",
        ("training/test_value.py",),
        ("(outputs.win_share - group.win_share) / count", "(group.win_share - outputs.win_share) / count", "sign"),
        ("/ (count * seats)", "/ count", "slope of the points"),
        ("np.clip(error, -1.5, 1.5)", "np.clip(error, -0.5, 0.5)", "large errors"),
        ("by_second *= outputs.second > 0", "by_second *= 1", "second layer: slope of the activation"),
        ("by_first *= outputs.first > 0", "by_first *= 1", "first layer: slope of the activation"),
        ('["from_others"].T) / max(seats - 1, 1)', '["from_others"].T)', "slope of the mean of the others"),
        ("keepdims=True) - by_others", "keepdims=True)", "a seat is among its others"),
        ("= outputs.points - group.points / POINTS_UNIT", "= outputs.points - group.points", "unit of the points"),
        ("- first) / max(seats - 1, 1)", "- first) / seats", "mean of the others over all seats"),
        ("- scaling.common_mean @ common", "+ scaling.common_mean @ common", "sign of the scaling"),
        ('weights["points"] * POINTS_UNIT', 'weights["points"]', "points stay in their unit"),
        ("np.log(outputs.win_share + 1e-9)", "outputs.win_share", "cross entropy without logarithm"),
        ("outputs.points * POINTS_UNIT - group", "outputs.points - group", "error of points in another unit"),
    ),
    *of(
        "search/training/policy.py",
        ("training/test_policy.py",),
        ("- batch.visits) / len(batch.starts)", "- batch.visits)", "slope of a sum"),
        ("* (hidden > 0)", "", "slope of the activation"),
        ("(share - batch.visits)", "(batch.visits - share)", "sign of the slope"),
        ("- mean @ hidden)", "+ mean @ hidden)", "sign of the scaling"),
        ('weights["move_direct"] / size', 'weights["move_direct"]', "weights past the hidden layer not scaled"),
        ("np.maximum.reduceat(logits, choices.starts)", "logits.max() + 0 * choices.starts", "softmax of tiny powers"),
    ),
    *of(
        "search/training/descent.py",
        ("training/test_descent.py",),
        ("0.9 * self._mean[name] + 0.1 * slope", "slope", "no mean of slopes"),
        ("0.001 * slope * slope", "0.001 * slope", "no squares"),
        ("(1 - 0.9**self._steps)", "1", "first steps too short"),
        ("(1 - 0.999**self._steps)", "1", "first steps too long"),
        ("move + drawn * array", "move - drawn * array", "decay from zero"),
        ("self._decay if array.ndim == 2 else 0", "self._decay", "decay of biases"),
        ("how.rate * (1 - step /", "how.rate * (1 - 0 * step /", "a rate that never falls"),
        ("if curve[-1].validation < lowest:", "if True:", "the weights of the last pass"),
    ),
    *of(
        "search/training/disk_rows.py",
        ("training/test_disk_rows.py",),
        ("np.where(size > 1e-6, size, 1)", "size", "a column that never changes"),
    ),
    *of(
        "search/training/positions.py",
        ("training/test_positions.py",),
        ("known * means[ply + 1] + (1 -", "(1 - known) * means[ply + 1] + (", "trace upside down"),
        ("max(trace, POINTS_TRACE)", "trace", "points lose the end"),
        ("range(len(expected) - 1, -1, -1)", "range(len(expected))", "the future comes first"),
        ("end_of(play), trace)[1:]", "end_of(play), trace)[:-1]", "a position is told what it expects itself"),
    ),
    *of(
        "search/training/selfplay.py",
        ("training/test_selfplay.py",),
        ("ply < exploration.opening", "ply <= exploration.opening", "opening a ply longer"),
        ("[value.visits for value in result.values]", "[1 for value in result.values]", "opening: all moves alike"),
        ("rng.random() < exploration.share", "rng.random() > exploration.share", "strays where it should not"),
        ("[: exploration.few]", "", "strays to any move"),
    ),
    *of(
        "search/training/decisions.py",
        ("training/test_policy.py",),
        ("priors - priors.max()", "priors", "priors not measured from the highest"),
        ("count / count.sum()", "count", "visits are no shares"),
        ("state.to_move not in play.teachers", "False", "learns from everybody"),
    ),
]  # fmt: skip

#: Compiles modules of the current folder without optimization, with all else as `setup.py` has it.
COMPILE = """
import sys
from pathlib import Path
from Cython.Build import cythonize
from setuptools import Distribution
from setuptools.command.build_ext import build_ext
import setup
setup.link_names()
modules = [setup.extension(Path(name)) for name in sys.argv[1:]]
for module in modules:
    module.extra_compile_args += ["-O0", "-w"]
names = [str(setup.NAMES)]
made = cythonize(modules, include_path=names, build_dir="build/cython", force=True,
                 compiler_directives=setup.DIRECTIVES)
folders = {f"urbanist.{name}": name for name in setup.PACKAGES}
command = build_ext(Distribution({"ext_modules": made, "package_dir": folders}))
command.inplace = command.force = True
command.ensure_finalized()
command.run()
"""


class Copy:
    """A copy of the tree in a folder, into which faults are put one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (ROOT / name).is_file():
                shutil.copy2(ROOT / name, folder / name)
            else:
                shutil.copytree(
                    ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.c")
                )
        self.run("-c", "import setup; setup.link_names()").check_returncode()
        # Where a part of the package is missing in the copy, Python would silently take the tree itself.
        path = self.run("-c", "import urbanist.search; print(urbanist.search.__file__)").stdout
        if not Path(path.strip()).is_relative_to(folder):
            raise RuntimeError(f"the copy imports {path}")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run Python over the copy."""
        path = os.pathsep.join(filter(None, (str(self.folder / "build/names"), os.environ.get("PYTHONPATH"))))
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def fails(self, tests: tuple[str, ...]) -> bool:
        """Return whether a test fails or crashes."""
        files = [f"tests/search/{test}" for test in tests]
        try:
            done = self.run("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files)
        except subprocess.TimeoutExpired:
            return False
        if done.returncode > 1:
            raise RuntimeError(done.stdout[-4000:] + done.stderr[-4000:])
        return done.returncode != 0

    def notices(self, fault: Fault) -> bool:
        """Return whether a test fails while the fault is there."""
        file = self.folder / fault.file
        before = file.read_text(encoding="utf-8")
        made = [
            path
            for name in fault.modules
            for path in (self.folder / name).parent.glob(Path(name).stem + ".*.so")
        ]
        kept = {path: path.read_bytes() for path in made}
        try:
            file.write_text(before.replace(fault.old, fault.new), encoding="utf-8")
            if fault.modules:
                done = self.run("-c", COMPILE, *fault.modules)
                if done.returncode:
                    raise RuntimeError(f"{fault}: {done.stdout[-4000:]}{done.stderr[-4000:]}")
            return self.fails(fault.tests)
        finally:
            file.write_text(before, encoding="utf-8")
            for path, content in kept.items():
                path.unlink()
                path.write_bytes(content)


def main(words: list[str]) -> int:
    """Try the faults that have one of the words, or all; return 1 if one survives."""
    chosen = [fault for fault in FAULTS if not words or any(word in " ".join(fault[:4]) for word in words)]
    survived = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        if copy.fails(tuple(sorted({test for fault in chosen for test in fault.tests}))):
            raise RuntimeError("the tests fail without a fault")
        for number, fault in enumerate(chosen, start=1):
            began = perf_counter()
            survived += [] if (noticed := copy.notices(fault)) else [fault]
            told = "noticed " if noticed else "SURVIVED"
            print(f"{number:3} {told} {perf_counter() - began:4.0f} s  {fault}", flush=True)
    print(f"{len(survived)} of {len(chosen)} faults survived", *survived, sep="\n")
    return bool(survived)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
