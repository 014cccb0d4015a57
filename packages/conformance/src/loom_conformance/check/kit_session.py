"""The kit's pytest run, in a process and an environment of its own."""

import os
from pathlib import Path
from typing import Final

import pytest

from loom_conformance.check.kit_listener import Listener

TEST_FILE: Final = "test_contract.py"
REPORT: Final = "report"
LOG: Final = "kit-output.log"

SOURCE: Final = """\
from pathlib import Path

from loom_conformance.check.kit_contract import contract_class

TestStore = contract_class(Path(__file__).parent)
"""


def main(*, folder: str, tier: str, wanted: list[str], class_name: str) -> None:
    """Run the kit on the store that ``folder`` describes, and end the process."""
    home = Path(folder)
    channel = os.dup(1)
    log = os.open(home / LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    (home / TEST_FILE).write_text(SOURCE.replace("TestStore", class_name), encoding="utf-8")
    (home / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    listener = Listener(channel, wanted)
    code = pytest.main([*_arguments(home, tier, class_name)], plugins=[listener])
    listener.tell(done=int(code))
    os._exit(0)


def _arguments(home: Path, tier: str, class_name: str) -> list[str]:
    plugins = ("loom_conformance.pytest_plugin", "no:cacheprovider", "no:faulthandler")
    return [
        str(home / TEST_FILE),
        f"--rootdir={home}",
        f"--config-file={home / 'pytest.ini'}",
        f"--basetemp={home / 'stores'}",
        f"--loom-tier={tier}",
        f"--loom-report={home / REPORT}",
        "--override-ini",
        f"python_classes={class_name}",
        *(part for name in plugins for part in ("-p", name)),
    ]
