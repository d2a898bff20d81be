"""Profiles of Hypothesis: `dev`, in the build (`CI=true`) `ci`, by hand (`HYPOTHESIS_PROFILE=deep`) `deep`."""

import os

from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("dev", max_examples=30, deadline=None, suppress_health_check=_SLOW)
settings.register_profile(
    "ci", max_examples=40, deadline=None, derandomize=True, print_blob=True, suppress_health_check=_SLOW
)
settings.register_profile("deep", max_examples=3000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))
