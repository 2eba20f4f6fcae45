"""Elements of many drawings, each of them kept once: what two positions share is stored a single time."""

from urbanist.bots.markup import Element


class Pool:
    """Numbers elements by their content; equal elements, with all that is inside, have the same number."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, tuple[tuple[str, str], ...], tuple[int | str, ...]], int] = {}

    def number(self, found: Element) -> int:
        """Return the number of an element, which is a new one if no equal element was met before."""
        inside: list[int | str] = [found.text] if found.text else []
        for inner in found:
            inside.append(self.number(inner))
            if inner.tail:
                inside.append(inner.tail)
        key = (found.tag, tuple(found.items()), tuple(inside))
        return self._numbers.setdefault(key, len(self._numbers))

    def nodes(self) -> list[list[object]]:
        """Return the nodes by their numbers, for JSON: tag, attributes, and then what is inside."""
        return [[tag, dict(attributes), *inside] for tag, attributes, inside in self._numbers]
