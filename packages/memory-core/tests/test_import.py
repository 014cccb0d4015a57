"""Importing core loads no driver and no tool."""

import subprocess
import sys

HEAVY = ("sqlite3", "psycopg", "numpy", "faiss", "openai", "pytest", "click", "snowballstemmer")


def test_importing_core_loads_nothing_heavy() -> None:
    code = f"import loom_memory_core, sys; print([m for m in {HEAVY} if m in sys.modules])"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert loaded.strip() == "[]"
