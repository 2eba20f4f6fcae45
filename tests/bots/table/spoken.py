"""The languages in which texts must fit: by day the one whose words are the longest, by night all."""

import pytest

from urbanist.bots.table.kit.language import LANGUAGES

LONGEST = "ru"
DAILY_LANGUAGES = [pytest.param(code, marks=[pytest.mark.nightly] * (code != LONGEST)) for code in LANGUAGES]
