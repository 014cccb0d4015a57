"""A file of JSON in a known form, with the hash that names it in a report."""

import hashlib
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from loom_memory_bench.errors import BenchmarkError

Form = TypeVar("Form")


def validated(path: Path, adapter: TypeAdapter[Form], *, form: str) -> Form:
    """What the file holds.

    Args:
        path: The file.
        adapter: The form that it must have.
        form: Whose form that is, for the message.

    Raises:
        BenchmarkError: The file has another form.
        OSError: It cannot be read.
    """
    try:
        return adapter.validate_json(path.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise BenchmarkError(
            f"{path} is not in {form} form: {place}: {first['msg']}",
            hint="name the file as it was published, or one with some of its parts",
        ) from error


def hashed(path: Path) -> str:
    """The SHA-256 of a whole file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
