"""Write a package where no file may be longer than 4,000 bytes: argv is the folder."""

import resource
import sys
from pathlib import Path

from loom_scaffold import memory_project

project = memory_project("bolt")
resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000))
try:
    project.write(Path(sys.argv[1]))
except OSError as error:
    sys.stdout.write(f"{type(error).__name__} {error.errno}\n")
