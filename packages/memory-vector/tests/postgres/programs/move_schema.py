"""Moves a schema to the embedder that is named, and tells of each step."""

import json
import sys

from loom_memory_core import resolve
from loom_memory_vector.postgres.options import VectorPostgresOptions
from loom_memory_vector.postgres.reembedding import reembed_schema

url = sys.argv[1]
(embedder,) = json.loads(sys.argv[2])
options = resolve(url).options
assert isinstance(options, VectorPostgresOptions)


def tell(done: int, total: int) -> None:
    sys.stdout.write(f"{done} {total}\n")
    sys.stdout.flush()


reembed_schema(options.model_copy(update={"embedder": embedder}), progress=tell)
sys.stdout.write("done\n")
