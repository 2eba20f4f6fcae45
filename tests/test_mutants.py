"""No fault in a line of the search escapes the tests that are no recordings."""

from collections import Counter

import pytest

from tests.mutants import FAULTS, ROOT, Copy, Fault


@pytest.mark.parametrize("file", sorted({fault.file for fault in FAULTS}))
def test_the_text_of_each_fault_occurs_once(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    for fault in FAULTS:
        if fault.file == file:
            assert text.count(fault.old) == 1, f"{fault}: {text.count(fault.old)} x {fault.old!r}"
            assert fault.new != fault.old


def test_each_fault_has_tests_and_is_told_once() -> None:
    assert all((ROOT / "tests/search" / test).is_file() for fault in FAULTS for test in fault.tests)
    assert not [test for fault in FAULTS for test in fault.tests if "golden" in test]
    assert max(Counter(map(str, FAULTS)).values()) == 1
    # A module to compile is the file of the fault, or includes it.
    for fault in FAULTS:
        assert bool(fault.modules) == (not fault.file.endswith(".py"))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Return a copy of the tree, whose tests pass."""
    copy = Copy(tmp_path_factory.mktemp("faults"))
    assert not copy.fails(tuple(sorted({test for fault in FAULTS for test in fault.tests})))
    return copy


@pytest.mark.nightly
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_is_noticed(copy: Copy, fault: Fault) -> None:
    assert copy.notices(fault)
