"""The random generator of searches in plain Python: wyrand (Wang Yi 2019)."""

from dataclasses import dataclass

STEP, MASK = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB
BITS = (1 << 64) - 1


def folded(one: int, other: int) -> int:
    """Return the two halves of a product, one over the other."""
    product = (one & BITS) * (other & BITS)
    return product >> 64 ^ product & BITS


@dataclass
class Generator:
    """A stream of random numbers, which is one word of 64 bits."""

    word: int

    def next(self) -> int:
        """Return 64 random bits."""
        self.word = (self.word + STEP) & BITS
        return folded(self.word, self.word ^ MASK)

    def unit(self) -> float:
        """Return a number in [0, 1)."""
        return (self.next() >> 11) / (1 << 53)


def seeded(seed: int, stream: int) -> Generator:
    """Return the generator for a seed and a stream."""
    mixed = folded(seed ^ 0x9E3779B97F4A7C15, stream ^ 0xD6E8FEB86659FD93) ^ (seed + stream) & BITS
    return Generator(Generator(mixed).next())
