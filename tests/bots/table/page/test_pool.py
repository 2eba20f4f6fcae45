"""Equal elements are kept once, and nothing is lost."""

from urbanist.bots.markup import Element, element
from urbanist.bots.table.page.frames import ElementPool


def rebuilt(pool: ElementPool, number: int) -> Element:
    tag, attributes, *inside = pool.nodes()[number]
    assert isinstance(tag, str)
    assert isinstance(attributes, dict)
    parts = [rebuilt(pool, each) if isinstance(each, int) else str(each) for each in inside]
    copy = element(tag, *parts)
    copy.attrib.update(attributes)
    return copy


def same(one: Element, other: Element) -> bool:
    heads = [(each.tag, each.attrib, each.text or "", each.tail or "") for each in (one, other)]
    return heads[0] == heads[1] and len(one) == len(other) and all(map(same, one, other))


def test_equal_elements_have_one_number() -> None:
    pool = ElementPool()
    first = pool.number(element("g", element("path", d="M0 0"), element("path", d="M0 0"), id="a"))
    assert len(pool.nodes()) == 2
    assert pool.number(element("g", element("path", d="M0 0"), element("path", d="M0 0"), id="a")) == first
    assert pool.number(element("g", element("path", d="M0 0"), id="a")) != first
    assert len(pool.nodes()) == 3


def test_an_element_can_be_made_again_from_its_nodes() -> None:
    whole = element("p", "one ", element("b", "two"), " three", element("i"), "four", class_="x")
    pool = ElementPool()
    assert same(rebuilt(pool, pool.number(whole)), whole)
