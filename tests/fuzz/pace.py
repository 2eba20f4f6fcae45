"""How long a test tries: a moment in the suite, longer in `make fuzz`."""

from hypothesis import HealthCheck, settings


def brief(examples: int, steps: int = 20) -> settings:
    """Return settings for so many examples of so many steps; those of `make fuzz` if that runs the test."""
    fuzz = settings.get_profile("fuzz")
    if settings().max_examples == fuzz.max_examples:
        return fuzz
    return settings(
        max_examples=examples, stateful_step_count=steps, suppress_health_check=[HealthCheck.too_slow]
    )
