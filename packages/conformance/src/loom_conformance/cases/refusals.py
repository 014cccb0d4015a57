"""What every verb promises about wrong calls: refused at once, nothing coerced, nothing done."""

from collections.abc import Iterable

from loom_memory_core import InvalidKeyError

from loom_conformance.calls import Call, bad_key_calls, unknown_option_calls, wrong_calls
from loom_conformance.entries import named
from loom_conformance.expect import equal
from loom_conformance.promise import case
from loom_conformance.subject import Subject


def refuse(store: Subject, error: type[Exception], calls: Iterable[Call]) -> None:
    """Make the calls; each must raise ``error``, and the list must stay as it was."""
    store.append("k", named("ab"))
    for call in calls:
        store.refuses(error, call.verb, *call.args, **call.options)
    equal(store.read("k"), named("ab"))


class BadKeyCases:
    """Keys that are empty, too long, or hold U+0000 or half a character."""

    @case("append.bad-keys")
    def test_append_bad_keys(self, store: Subject) -> None:
        """Append refuses text that is no key with InvalidKeyError, no entries given included."""
        refuse(store, InvalidKeyError, bad_key_calls("append"))

    @case("read.bad-keys")
    def test_read_bad_keys(self, store: Subject) -> None:
        """Read refuses text that is no key with InvalidKeyError: it is not an unknown key."""
        refuse(store, InvalidKeyError, bad_key_calls("read"))

    @case("clear.bad-keys")
    def test_clear_bad_keys(self, store: Subject) -> None:
        """Clear refuses text that is no key with InvalidKeyError: nothing else is cleared."""
        refuse(store, InvalidKeyError, bad_key_calls("clear"))

    @case("replace.bad-keys", needs="replace")
    def test_replace_bad_keys(self, store: Subject) -> None:
        """Replace refuses text that is no key with InvalidKeyError."""
        refuse(store, InvalidKeyError, bad_key_calls("replace"))

    @case("search.bad-keys", needs="search")
    def test_search_bad_keys(self, store: Subject) -> None:
        """Search refuses text that is no key with InvalidKeyError: it does not mean every key."""
        refuse(store, InvalidKeyError, bad_key_calls("search"))

    @case("remove.bad-keys", needs="remove")
    def test_remove_bad_keys(self, store: Subject) -> None:
        """Remove refuses text that is no key with InvalidKeyError."""
        refuse(store, InvalidKeyError, bad_key_calls("remove"))

    @case("get.bad-keys", needs="get")
    def test_get_bad_keys(self, store: Subject) -> None:
        """Get refuses text that is no key with InvalidKeyError."""
        refuse(store, InvalidKeyError, bad_key_calls("get"))


class WrongTypeCases:
    """Arguments of the wrong type."""

    @case("append.wrong-types")
    def test_append_wrong_types(self, store: Subject) -> None:
        """Append refuses a key that is not text, and anything but a sequence of entries."""
        refuse(store, TypeError, wrong_calls("append"))

    @case("read.wrong-types")
    def test_read_wrong_types(self, store: Subject) -> None:
        """Read refuses a key that is not text and a limit that is not an integer."""
        refuse(store, TypeError, wrong_calls("read"))

    @case("clear.wrong-types")
    def test_clear_wrong_types(self, store: Subject) -> None:
        """Clear refuses a key that is not text: None does not mean all."""
        refuse(store, TypeError, wrong_calls("clear"))

    @case("replace.wrong-types", needs="replace")
    def test_replace_wrong_types(self, store: Subject) -> None:
        """Replace refuses what append refuses, and expected ids that are no sequence of text."""
        refuse(store, TypeError, wrong_calls("replace"))

    @case("search.wrong-types", needs="search")
    def test_search_wrong_types(self, store: Subject) -> None:
        """Search refuses a query that is not text, and a limit that is None or no integer."""
        refuse(store, TypeError, wrong_calls("search"))

    @case("remove.wrong-types", needs="remove")
    def test_remove_wrong_types(self, store: Subject) -> None:
        """Remove refuses ids that are one bare text, or not a collection of text."""
        refuse(store, TypeError, wrong_calls("remove"))

    @case("get.wrong-types", needs="get")
    def test_get_wrong_types(self, store: Subject) -> None:
        """Get refuses ids that are one bare text, or not a collection of text."""
        refuse(store, TypeError, wrong_calls("get"))

    @case("keys.wrong-types", needs="keys")
    def test_keys_wrong_types(self, store: Subject) -> None:
        """Keys refuses a prefix that is not text at the call, not at the first key."""
        refuse(store, TypeError, wrong_calls("keys"))

    @case("inspect.wrong-types", needs="inspect")
    def test_inspect_wrong_types(self, store: Subject) -> None:
        """Inspect refuses a check that is neither True nor False."""
        refuse(store, TypeError, wrong_calls("inspect"))


class UnknownOptionCases:
    """Options that a verb does not have."""

    @case("append.unknown-options")
    def test_append_unknown_options(self, store: Subject) -> None:
        """Append refuses options that it does not have: none is ignored."""
        refuse(store, TypeError, unknown_option_calls("append"))

    @case("read.unknown-options")
    def test_read_unknown_options(self, store: Subject) -> None:
        """Read refuses options that it does not have: none is ignored."""
        refuse(store, TypeError, unknown_option_calls("read"))

    @case("clear.unknown-options")
    def test_clear_unknown_options(self, store: Subject) -> None:
        """Clear refuses options that it does not have: none is ignored."""
        refuse(store, TypeError, unknown_option_calls("clear"))

    @case("replace.unknown-options", needs="replace")
    def test_replace_unknown_options(self, store: Subject) -> None:
        """Replace refuses options that it does not have: none is ignored."""
        refuse(store, TypeError, unknown_option_calls("replace"))

    @case("search.unknown-options", needs="search")
    def test_search_unknown_options(self, store: Subject) -> None:
        """Search refuses options that it does not have: a misspelt limit is not swallowed."""
        refuse(store, TypeError, unknown_option_calls("search"))

    @case("remove.unknown-options", needs="remove")
    def test_remove_unknown_options(self, store: Subject) -> None:
        """Remove refuses options that it does not have: none is ignored."""
        refuse(store, TypeError, unknown_option_calls("remove"))

    @case("get.unknown-options", needs="get")
    def test_get_unknown_options(self, store: Subject) -> None:
        """Get refuses options that it does not have: none is ignored."""
        refuse(store, TypeError, unknown_option_calls("get"))

    @case("keys.unknown-options", needs="keys")
    def test_keys_unknown_options(self, store: Subject) -> None:
        """Keys refuses options that it does not have: none is ignored."""
        refuse(store, TypeError, unknown_option_calls("keys"))

    @case("inspect.unknown-options", needs="inspect")
    def test_inspect_unknown_options(self, store: Subject) -> None:
        """Inspect refuses options that it does not have: none is ignored."""
        refuse(store, TypeError, unknown_option_calls("inspect"))
