"""``python -m loom_memory_cli``: the same program as ``loom``."""

from loom_memory_cli.main import main

main()
