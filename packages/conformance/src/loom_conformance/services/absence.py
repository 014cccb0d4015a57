"""What a test does without a service that it needs: skip at home, fail where it was required."""

import os
from typing import NoReturn

import pytest


def absent(service: str, reason: str) -> NoReturn:
    """Skip the test, or fail it where ``LOOM_REQUIRE`` names the service.

    Args:
        service: Its name, as in ``LOOM_REQUIRE=postgres,openai``.
        reason: Why it is not there, and what would bring it.
    """
    if service in os.environ.get("LOOM_REQUIRE", "").split(","):
        pytest.fail(f"{service} is required here: {reason}", pytrace=False)
    pytest.skip(f"{service}: {reason}")
