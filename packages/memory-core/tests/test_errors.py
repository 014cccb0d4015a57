"""The errors: one root, a hint and a code each, picklable, and a builtin each."""

import pickle

import loom_memory_core
import pytest
from loom_memory_core import (
    BackendUnavailableError,
    CorruptEntryError,
    InvalidKeyError,
    LoomError,
    ReadOnlyStoreError,
    StoreWriteError,
)

ALL = [
    value
    for value in vars(loom_memory_core).values()
    if isinstance(value, type) and issubclass(value, LoomError)
]


def made(error: type[LoomError]) -> LoomError:
    if error is CorruptEntryError:
        return CorruptEntryError("k", 3)
    return error("it failed", hint="do this")


@pytest.mark.parametrize("error", ALL, ids=lambda error: error.code)
def test_every_error_survives_pickling(error: type[LoomError]) -> None:
    one = made(error)
    other = pickle.loads(pickle.dumps(one))
    assert (type(other), str(other), other.hint) == (error, str(one), one.hint)
    assert vars(other) == vars(one)


@pytest.mark.parametrize("error", ALL, ids=lambda error: error.code)
def test_every_error_shows_its_hint_and_its_code(error: type[LoomError]) -> None:
    one = made(error)
    assert str(one) == f"{one.message}\n  hint: {one.hint} [{error.code}]"


def test_codes_are_unique() -> None:
    assert len({error.code for error in ALL}) == len(ALL)


def test_every_error_but_the_root_is_also_a_builtin() -> None:
    for error in set(ALL) - {LoomError}:
        others = [base for base in error.__mro__ if base.__module__ == "builtins"]
        assert set(others) - {Exception, BaseException, object}, error


def test_old_handlers_keep_working() -> None:
    with pytest.raises(ValueError, match="key is empty"):
        raise InvalidKeyError("key is empty", hint="name it")
    for error in (StoreWriteError, ReadOnlyStoreError, BackendUnavailableError):
        assert issubclass(error, OSError)


def test_outcome_says_whether_a_retry_is_safe() -> None:
    assert BackendUnavailableError("no answer", hint="retry").outcome == "not written"
    lost = BackendUnavailableError("lost in COMMIT", hint="look", outcome="unknown")
    assert pickle.loads(pickle.dumps(lost)).outcome == "unknown"
