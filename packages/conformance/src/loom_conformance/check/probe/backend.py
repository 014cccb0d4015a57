"""The backend as its hook gives it: what it says, its options, and the verbs of its stores."""

import inspect
import typing
from pathlib import Path
from typing import Any

from loom_memory_core import Backend, InstalledScheme, discover, installed_schemes

from loom_conformance.check.probe.answer import described, give
from loom_conformance.check.probe.options import option_findings
from loom_conformance.check.probe.trying import tried

Told = dict[str, str]


def main(*, scheme: str, distribution: str, url: str, folder: str, answer: str) -> None:
    """Load one backend, open a store of it, and write what was found."""
    told: dict[str, Any] = {"findings": [], "backend": None, "store": None, "refused": ""}
    claims = [each for each in installed_schemes() if each.scheme == scheme]
    claim = next(each for each in claims if each.distribution == distribution)
    found = discover()
    told["failures"] = [
        each._asdict()
        for each in found.failures
        if (each.scheme, each.distribution) == (scheme, distribution)
    ]
    backend = found.backends.get(scheme)
    if backend is not None and not told["failures"]:
        told["findings"] += [*_hook_findings(claim, backend), *option_findings(backend.options)]
        told["backend"] = _described(backend)
        told.update(_store(backend, url, folder))
        told["findings"] += told.pop("verb_findings", [])
    give(told, answer)


def _described(backend: Backend[Any]) -> dict[str, Any]:
    return {
        "name": backend.name,
        "summary": backend.summary,
        "contract": backend.contract,
        "matching": backend.matching,
        "verbs": list(backend.verbs),
        "has_scratch": backend.scratch is not None,
    }


def _store(backend: Backend[Any], url: str, folder: str) -> dict[str, Any]:
    if not url and backend.scratch is None:
        return {"refused": "no scratch"}
    try:
        where = url or scratch_url(backend, folder)
    except Exception as error:  # noqa: BLE001 - a stranger's function may raise anything
        hint = "scratch is given an empty folder and returns the URL of an empty store, as text"
        return {
            "verb_findings": [_finding("hook.scratch", f"scratch raised {described(error)}", hint)]
        }
    return tried(backend, where, folder=folder, is_given=bool(url))


def scratch_url(backend: Backend[Any], folder: str) -> str:
    """The URL that ``Backend.scratch`` gives for an empty folder.

    Raises:
        TypeError: It is not text.
    """
    if backend.scratch is None:
        raise TypeError(f"the backend {backend.name!r} has no scratch")
    url: object = backend.scratch(Path(folder))
    if not isinstance(url, str):
        raise TypeError(f"scratch gave {url!r:.60}, a {type(url).__name__}")
    return url


def _hook_findings(claim: InstalledScheme, backend: Backend[Any]) -> list[Told]:
    hook = getattr(claim.load(), "loom_memory_backend", None)
    if hook is None:
        return []
    return [*_signature(hook), *_return_type(hook), *_steady(hook, backend)]


def _signature(hook: Any) -> list[Told]:  # noqa: ANN401 - a stranger's function
    parameters = inspect.signature(hook).parameters
    if not parameters:
        return []
    message = f"loom_memory_backend takes {', '.join(parameters)}; nothing is ever given"
    return [
        _finding("hook.signature", message, "write `def loom_memory_backend() -> Backend[...]`")
    ]


def _return_type(hook: Any) -> list[Told]:  # noqa: ANN401 - a stranger's function
    try:
        told = typing.get_type_hints(hook).get("return")
    except Exception:  # noqa: BLE001 - names that only a type checker knows
        return []
    if told is None or (typing.get_origin(told) or told) is Backend:
        return []
    message = f"loom_memory_backend is annotated to return {told!r:.80}, and returns a Backend"
    return [_finding("hook.types", message, "annotate it with Backend[YourOptions]")]


def _steady(hook: Any, backend: Backend[Any]) -> list[Told]:  # noqa: ANN401 - a stranger's function
    again = hook()
    differ = [name for name, each in _described(backend).items() if _described(again)[name] != each]
    if again.options is not backend.options:
        differ.append("options")
    if not differ:
        return []
    message = f"asked twice, loom_memory_backend gives another {' and another '.join(differ)}"
    return [_finding("hook.steady", message, "make the Backend from constants")]


def _finding(name: str, message: str, hint: str) -> Told:
    return {"id": name, "message": message, "hint": hint}
