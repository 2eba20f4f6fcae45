"""The frame of a page lets its own script run and nothing else."""

import re
from base64 import b64decode
from hashlib import sha256

from tests.bots.html_reader import read
from urbanist.bots.markup import element
from urbanist.bots.markup.page_frame import POLICY, html_page


def test_a_page_without_a_script_may_run_nothing() -> None:
    shown = read(html_page("A title", element("main", "text")))
    assert ("content", POLICY) in shown.attributes
    assert "script" not in shown.tags
    assert {"A title", "text"} <= set(shown.texts)


def test_the_policy_names_the_hash_of_the_only_script() -> None:
    text = html_page("A title", element("main"), script="const one = 1;\n")
    digest = re.search(r"script-src 'sha256-([^&]+)'", text.replace("&#x27;", "'"))
    assert digest is not None
    assert b64decode(digest[1]) == sha256(b"const one = 1;\n").digest()
    assert "<script>const one = 1;\n</script>" in text
