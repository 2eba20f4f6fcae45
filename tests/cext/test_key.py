"""Tests of keys: equal bytes have equal keys, and different bytes have different ones."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from urbanist.cext import probe


@given(st.binary(max_size=400))
def test_the_same_bytes_have_the_same_key(memory: bytes) -> None:
    assert probe.key(memory) == probe.key(bytes(bytearray(memory)))
    assert 0 <= probe.key(memory) < 2**64


def test_every_single_changed_bit_changes_the_key() -> None:
    memory = Random(1).randbytes(296)
    keys = {probe.key(memory)}
    for bit in range(8 * len(memory)):
        changed = bytearray(memory)
        changed[bit // 8] ^= 1 << bit % 8
        keys.add(probe.key(bytes(changed)))
    assert len(keys) == 1 + 8 * len(memory)


def test_the_length_counts_though_a_tail_is_filled_up_with_zeros() -> None:
    assert len({probe.key(bytes(size)) for size in range(100)}) == 100


def test_equal_words_in_another_order_have_another_key() -> None:
    one, other = bytes(8), bytes([1] * 8)
    assert probe.key(one + other) != probe.key(other + one)


def test_many_short_memories_do_not_meet() -> None:
    rng = Random(2)
    memories = {rng.randbytes(16) for _ in range(20_000)}
    assert len({probe.key(memory) for memory in memories}) == len(memories)
