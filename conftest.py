"""What every test run shares: what is collected, which plugins, and how hypothesis draws."""

import os
from pathlib import Path

from hypothesis import settings

pytest_plugins = ["pytester"]

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what lies among tests and is none, such as a program that a test starts.

    The search for examples in docstrings would import it, and so run it.
    """
    inside = "tests" in collection_path.relative_to(Path(__file__).parent).parts
    is_other = collection_path.suffix == ".py" and not collection_path.name.startswith("test_")
    return True if inside and is_other else None
