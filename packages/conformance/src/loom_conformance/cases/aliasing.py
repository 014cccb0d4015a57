"""What a store promises about objects: what a caller does to them never reaches the list."""

from loom_memory_core import MemoryEntry

from loom_conformance.entries import contents, found
from loom_conformance.expect import equal
from loom_conformance.promise import case
from loom_conformance.subject import Subject

AFTER_WRITING = """
store = open_store()
entry = MemoryEntry(content={{"said": ["before"]}})
store.{verb}("k", [entry])
entry.content["said"].append("after")
print(store.read("k"))  # must hold "before" alone
"""

AFTER_READING = """
store = open_store()
store.append("k", [MemoryEntry(content={{"said": ["before"]}}, id="one")])
{got}.content["said"].append("after")
print({got})  # must hold "before" alone
"""


def before() -> MemoryEntry:
    """An entry whose content and meta can be changed from outside."""
    return MemoryEntry(content={"said": ["before"]}, meta={"seen": ["before"]}, id="one")


def spoil(entry: MemoryEntry) -> None:
    """Change an entry's content and meta in place."""
    entry.content["said"].append("after")  # type: ignore[index, call-overload, union-attr]  # see before()
    entry.meta["seen"].append("after")  # type: ignore[index, union-attr]


class AliasingCases:
    """A list, an entry and a value that the caller still holds."""

    @case("aliasing.appended-entries", reproduce=AFTER_WRITING.format(verb="append"))
    def test_aliasing_appended_entries(self, store: Subject) -> None:
        """Changing an entry's value after append does not change what is stored."""
        entry = before()
        store.append("k", [entry])
        spoil(entry)
        equal(store.read("k"), [before()])

    @case("aliasing.the-list-itself")
    def test_aliasing_the_list_itself(self, store: Subject) -> None:
        """Changing the list that was appended does not change what is stored."""
        batch = [before()]
        store.append("k", batch)
        batch.clear()
        equal(store.read("k"), [before()])

    @case("aliasing.read-entries", reproduce=AFTER_READING.format(got='store.read("k")[0]'))
    def test_aliasing_read_entries(self, store: Subject) -> None:
        """Changing an entry that read gave does not change what is stored."""
        store.append("k", [before()])
        for entry in store.read("k"):
            spoil(entry)
        equal(store.read("k"), [before()])

    @case("aliasing.the-list-that-read-gave")
    def test_aliasing_the_list_that_read_gave(self, store: Subject) -> None:
        """Changing the list that read gave does not change what is stored."""
        store.append("k", [before()])
        store.read("k").clear()
        equal(contents(store.read("k")), contents([before()]))

    @case(
        "aliasing.replaced-entries",
        needs="replace",
        reproduce=AFTER_WRITING.format(verb="replace"),
    )
    def test_aliasing_replaced_entries(self, store: Subject) -> None:
        """Changing an entry's value after replace does not change what is stored."""
        entry = before()
        store.replace("k", [entry])
        spoil(entry)
        equal(store.read("k"), [before()])

    @case(
        "aliasing.found-entries",
        needs="search",
        reproduce=AFTER_READING.format(got='store.search("k", "before")[0].entry'),
    )
    def test_aliasing_found_entries(self, store: Subject) -> None:
        """Changing an entry that search gave does not change what is stored."""
        store.append("k", [before()])
        for entry in found(store.search("k", "before")):
            spoil(entry)
        equal(found(store.search("k", "before")), [before()])
        equal(store.read("k"), [before()])

    @case(
        "aliasing.got-entries",
        needs="get",
        reproduce=AFTER_READING.format(got='store.get("k", ["one"])[0]'),
    )
    def test_aliasing_got_entries(self, store: Subject) -> None:
        """Changing an entry that get gave does not change what is stored."""
        store.append("k", [before()])
        for entry in store.get("k", ["one"]):
            spoil(entry)
        equal(store.get("k", ["one"]), [before()])
        equal(store.read("k"), [before()])
