"""What every test run shares: pytest's plugin for testing plugins, and how hypothesis draws."""

import os

from hypothesis import settings

pytest_plugins = ["pytester"]

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
