"""Opening a store and calling every verb that it has, to see whether it is really there."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from loom_memory_core import (
    OPTIONAL_VERBS,
    Backend,
    LoomError,
    SearchHit,
    StoreInfo,
    open_store,
    resolve,
    supports,
)

from loom_conformance.calls import GOOD_ENTRIES, RIGHT, Call
from loom_conformance.check.probe.answer import described
from loom_conformance.check.probe.signatures import required_missing, signature_findings
from loom_conformance.subject import VERBS

LIST: Final = "loom-check"
"""The key that is written to and cleared."""

Told = dict[str, str]


def tried(backend: Backend[Any], url: str, *, folder: str, is_given: bool) -> dict[str, Any]:
    """Open the store of ``url`` and call its verbs.

    Args:
        backend: Whose store it is.
        url: Of an empty store.
        folder: The scratch folder.
        is_given: Whether the user gave the URL: what is there is not ours to clear.
    """
    store, findings = _opened(backend, url)
    if store is None:
        return {"verb_findings": findings}
    if is_given and (full := _held(store)):
        return {"refused": "not empty", "held": full}
    findings += [*signature_findings(store), *_required(store)]
    if not {each["id"] for each in findings}.intersection(("verbs.async", "verbs.required")):
        findings += [*_called(store), *_named(backend, store)]
    durable = is_given or Path(folder).name in url or _survives(store, url)
    told = {"verbs": [verb for verb in VERBS if supports(store, verb)], "durable": durable}
    _forget(store)
    return {"verb_findings": findings, "store": told}


def _opened(backend: Backend[Any], url: str) -> tuple[Any, list[Told]]:
    """The store, or what kept it from being opened."""
    try:
        return backend.open(resolve(url).options), []
    except LoomError as error:
        message, hint = f"no store could be opened: {error.message}", error.hint
    except BaseException as error:  # noqa: BLE001 - a stranger's function may raise anything
        message = f"no store could be opened: {described(error)}"
        hint = "an error of a driver becomes BackendUnavailableError, with a hint"
    return None, [{"id": "verbs.open", "message": message, "hint": hint}]


def _required(store: object) -> Iterator[Told]:
    for verb in required_missing(store):
        yield {
            "id": "verbs.required",
            "message": f"a {type(store).__name__} has no {verb} of its own",
            "hint": "every store has append, read and clear; write it",
        }


def _held(store: Any) -> list[str]:  # noqa: ANN401 - a stranger's store
    return sorted(store.keys())[:5] if supports(store, "keys") else []


def _called(store: Any) -> Iterator[Told]:  # noqa: ANN401 - a stranger's store
    append = Call("append", (LIST, list(GOOD_ENTRIES)), {})
    for call in (append, *(RIGHT[verb] for verb in VERBS if verb != "close")):
        if not supports(store, call.verb):
            continue
        args = (LIST, *call.args[1:]) if call.args and call.verb != "keys" else call.args
        wrong = _wrong(store, Call(call.verb, args, call.options))
        if wrong:
            yield wrong


def _wrong(store: Any, call: Call) -> Told | None:  # noqa: ANN401 - a stranger's store
    try:
        result = getattr(store, call.verb)(*call.args, **call.options)
        fits = _fits(call.verb, result)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what is told
        return _throws(call, error)
    if fits:
        return None
    return {
        "id": "verbs.result",
        "message": f"{_shown(call)} gave {result!r:.60}, not {_EXPECTED[call.verb]}",
        "hint": f"return {_EXPECTED[call.verb]}, or leave {call.verb} out",
    }


def _throws(call: Call, error: Exception) -> Told:
    missing = isinstance(error, (NotImplementedError, AttributeError))
    optional = call.verb in OPTIONAL_VERBS
    return {
        "id": "verbs.throws",
        "message": f"{_shown(call)} raised {described(error)}",
        "hint": f"presence is the feature flag: make {call.verb} work"
        + (", or delete the method: callers then take another way" if optional else "")
        + ("" if missing else "; an error of a driver becomes one of Loom's"),
    }


_EXPECTED: Final = {
    "append": "None",
    "read": "a list of MemoryEntry",
    "clear": "None",
    "replace": "None",
    "search": "a list of SearchHit",
    "remove": "a number",
    "get": "a list of MemoryEntry",
    "keys": "an iterator of text",
    "inspect": "a StoreInfo",
    "close": "None",
}


def _fits(verb: str, result: Any) -> bool:  # noqa: ANN401 - whatever it returned
    match verb:
        case "append" | "clear" | "replace":
            return result is None
        case "read" | "get":
            return isinstance(result, list)
        case "search":
            return isinstance(result, list) and all(isinstance(each, SearchHit) for each in result)
        case "remove":
            return isinstance(result, int)
        case "keys":
            return all(isinstance(each, str) for each in result)
        case _:
            return isinstance(result, StoreInfo)


def _shown(call: Call) -> str:
    options = [f"{name}={value!r}" for name, value in call.options.items()]
    return f"{call.verb}({', '.join([*(f'{each!r:.60}' for each in call.args), *options])})"


def _named(backend: Backend[Any], store: object) -> Iterator[Told]:
    for verb in OPTIONAL_VERBS:
        there, listed = supports(store, verb), verb in backend.verbs
        if there and not listed:
            yield {
                "id": "verbs.unlisted",
                "message": f"the store has {verb}, and Backend.verbs does not name it",
                "hint": f"add {verb!r} to verbs: `loom plugin list` shows what stands there",
            }
        if listed and not there:
            yield {
                "id": "verbs.listed",
                "message": f"Backend.verbs names {verb}, and this store does not have it",
                "hint": f"take {verb!r} out of verbs, unless other stores of the backend have it",
                "weight": "advice",
            }


def _survives(store: Any, url: str) -> bool:  # noqa: ANN401 - a stranger's store
    """Whether what one handle has appended can be read by another."""
    with suppress(Exception):
        store.append(LIST, list(GOOD_ENTRIES))
        return bool(open_store(url).read(LIST))
    return False


def _forget(store: Any) -> None:  # noqa: ANN401 - a stranger's store
    with suppress(Exception):
        store.clear(LIST)
    with suppress(Exception):
        store.close()
