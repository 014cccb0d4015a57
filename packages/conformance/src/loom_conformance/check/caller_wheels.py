"""Wheels of what is installed here, for an environment that can get it from nowhere else."""

import base64
import hashlib
import zipfile
from importlib.metadata import Distribution, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_KEPT: Final = ("METADATA", "entry_points.txt")

WHEEL: Final = "Wheel-Version: 1.0\nGenerator: loom\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def pack(name: str, folder: Path) -> Path:
    """A wheel of the Loom distribution ``name`` as it is installed here, editable or not.

    Only for Loom's own: the name of such a distribution gives the name of its package.
    """
    origin, module = distribution(name), name.replace("-", "_")
    info = f"{module}-{origin.version}.dist-info"
    files = {**_code(module), **_metadata(origin, info), f"{info}/WHEEL": WHEEL.encode()}
    record = [_line(path, content) for path, content in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{module}-{origin.version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return wheel


def _code(module: str) -> dict[str, bytes]:
    spec = find_spec(module)
    assert spec is not None
    root = Path((spec.submodule_search_locations or [""])[0])
    return {
        f"{module}/{path.relative_to(root).as_posix()}": path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def _metadata(origin: Distribution, info: str) -> dict[str, bytes]:
    texts = {name: origin.read_text(name) for name in _KEPT}
    return {f"{info}/{name}": text.encode() for name, text in texts.items() if text}


def _line(path: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(content)}\n"
