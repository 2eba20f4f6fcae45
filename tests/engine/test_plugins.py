"""What comes from outside: by a call, and by the entry points of installed packages."""

import re
import shutil
import sys
from dataclasses import dataclass
from importlib.metadata import PathDistribution
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.plugin import installed, on_path
from urbanist.engine.plugins import PluginError, Registry


@dataclass
class Thing:
    name: str


def is_thing(thing: Thing) -> Thing:
    if not hasattr(thing, "name"):
        raise TypeError(f"{thing!r} is no thing")
    return thing


def things(group: str = "test.things", kind: str = "") -> Registry[Thing]:
    return Registry(group, is_thing, [Thing("one"), Thing("two")], kind)


def test_what_comes_with_us_is_first_then_what_was_registered_then_what_packages_bring(
    tmp_path: Path,
) -> None:
    known = things()
    known.register(Thing("late"))
    source = "from types import SimpleNamespace\nADDED = SimpleNamespace(name='added')\n"
    with installed(tmp_path, "adds_added", source, test_things={"added": "adds_added:ADDED", "a": "nothing"}):
        assert list(known) == ["one", "two", "late", "a", "added"]
        assert "added" in known
        assert "adds_added" not in sys.modules, "a name must not run the code of its package"
        assert known["added"].name == "added"
        assert known["added"] is known["added"]
    assert known.shipped == ("one", "two")


def test_packages_may_lie_in_an_archive(tmp_path: Path) -> None:
    known = things()
    inside = tmp_path / "inside"
    inside.mkdir()
    source = "from types import SimpleNamespace\nPACKED = SimpleNamespace(name='packed')\n"
    with installed(inside, "adds_packed", source, test_things={"packed": "adds_packed:PACKED"}):
        archive = shutil.make_archive(str(tmp_path / "packages"), "zip", inside)
    assert list(known) == ["one", "two"]
    with on_path(Path(archive)):
        assert known["packed"].name == "packed"


def test_a_package_whose_entry_points_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    known = things()
    (tmp_path / "odd" / "odd-1.0.dist-info" / "entry_points.txt").mkdir(parents=True)
    inside = tmp_path / "inside"
    inside.mkdir()
    source = "from types import SimpleNamespace\nSOUND = SimpleNamespace(name='sound')\n"
    sound = installed(inside, "adds_sound", source, test_things={"sound": "adds_sound:SOUND"})
    with sound, on_path(tmp_path / "odd"):
        assert list(known) == ["one", "two", "sound"]
        assert known["sound"].name == "sound"


def test_a_program_may_find_packages_in_its_own_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known, info = things(), tmp_path / "far-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[test.things]\nfar = nothing\n", encoding="utf-8")
    finder = SimpleNamespace(
        find_spec=lambda *_: None, find_distributions=lambda *_: [PathDistribution(info)]
    )
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    with on_path(tmp_path / "empty"):
        assert list(known) == ["one", "two", "far"]


def test_of_registries_that_share_a_group_each_sees_its_own_kind(tmp_path: Path) -> None:
    red, blue = things("test.things", "red"), things("test.things", "blue")
    source = "from types import SimpleNamespace\nNEW = SimpleNamespace(name='new')\n"
    with installed(tmp_path, "adds_new", source, test_things={"red.new": "adds_new:NEW"}):
        assert ("new" in red, "new" in blue) == (True, False)
        assert red["new"].name == "new"
        with pytest.raises(KeyError):
            blue["new"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise OSError('no disk\\nno luck')", "cannot be loaded: OSError: no disk no luck"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("", "cannot be loaded: AttributeError: module 'broken' has no attribute 'THING'"),
        ("THING = 7", "7 is no thing"),
        (
            "import types\nTHING = types.SimpleNamespace(name='other')",
            "it is named 'other'; expected 'thing'",
        ),
    ],
)
def test_a_broken_package_is_one_clear_line_and_only_for_who_asks_for_it(
    tmp_path: Path, source: str, why: str
) -> None:
    known = things()
    with installed(tmp_path, "broken", source, test_things={"thing": "broken:THING"}):
        assert list(known) == ["one", "two", "thing"]
        assert known["one"].name == "one"
        with pytest.raises(PluginError) as caught:
            known["thing"]
    assert "\n" not in str(caught.value)
    assert re.fullmatch(
        f"'thing' of test.things in the package broken \\(broken:THING\\):? {re.escape(why)}",
        str(caught.value),
    )


def test_a_name_of_ours_stays_ours_and_a_name_from_outside_may_be_replaced() -> None:
    known = things()
    with pytest.raises(ValueError, match="'one' comes with urbanist; expected another name"):
        known.register(Thing("one"))
    known.register(Thing("mine"))
    again = known.register(Thing("mine"))
    assert known["mine"] is again


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a=b", "1a", None])
def test_a_name_is_a_word(name: str) -> None:
    with pytest.raises(ValueError, match="expected a letter, then letters"):
        things().register(Thing(name))


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(TypeError, match="is no thing"):
        things().register(SimpleNamespace())  # type: ignore[arg-type]
