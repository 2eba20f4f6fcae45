"""The benchmark: how fast this machine plays, and a signature of what it plays.

A `Benchmark` has the speeds that `measure` found; `signatures` change with what is played alone, and a `Machine` says
what the measurement was made on.
"""

from urbanist.bots.benchmark.machine import Machine, this_machine
from urbanist.bots.benchmark.measure import Benchmark, measure
from urbanist.bots.benchmark.signature import signature, signatures, whole

__all__ = ["Benchmark", "Machine", "measure", "signature", "signatures", "this_machine", "whole"]
