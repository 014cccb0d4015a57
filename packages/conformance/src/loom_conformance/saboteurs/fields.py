"""Saboteurs of the fields beside the content: absent becomes null, or the reverse."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore


class ChangesFields(HonestStore):
    """Stores other fields than were given: none, as long as it is honest."""

    def row(self, entry: MemoryEntry) -> str:
        super().row(entry)
        return super().row(entry.model_copy(update=self.changes(entry)))

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        """The fields that are stored otherwise, and how."""
        return {"content": entry.content}


class DefaultRole(ChangesFields):
    """Gives an entry without a role that of the user."""

    caught_by = ("fields.absent-role", "fields.empty-role")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"role": entry.role or "user"}


class EmptyRoleForNone(ChangesFields):
    """Has a column for the role that cannot be null."""

    caught_by = ("fields.absent-role", "append.order")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"role": entry.role or ""}


class NoneForEmptyRole(ChangesFields):
    """Stores `role or None`."""

    caught_by = ("fields.empty-role", "fields.roles")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"role": entry.role or None}


class LowersRoles(ChangesFields):
    """Writes roles in small letters."""

    caught_by = ("fields.roles",)

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"role": entry.role.lower() if entry.role else entry.role}


class KnownRolesOnly(HonestStore):
    """Checks the role against a list of its own."""

    caught_by = ("fields.roles", "search.hits-carry-the-entry")

    def row(self, entry: MemoryEntry) -> str:
        if entry.role not in {None, "", "user", "assistant", "system", "tool"}:
            raise ValueError(f"unknown role {entry.role!r}")
        return super().row(entry)


class NoneForEmptyMeta(ChangesFields):
    """Stores `meta or None`."""

    caught_by = ("fields.absent-and-empty-meta", "get.by-id")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"meta": entry.meta or None}


class EmptyMetaForNone(ChangesFields):
    """Has a column for meta whose default is an empty object."""

    caught_by = ("fields.absent-and-empty-meta", "fields.absent-role")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"meta": entry.meta or {}}


class TextualMeta(ChangesFields):
    """Keeps the values of meta as text."""

    caught_by = ("fields.meta", "search.hits-carry-the-entry", "values.falsy-inside")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        meta = entry.meta
        return {"meta": meta and {name: str(value) for name, value in meta.items()}}


class Milliseconds(ChangesFields):
    """Keeps times to the millisecond."""

    caught_by = ("fields.timestamps",)

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        time = entry.timestamp
        return {"timestamp": time and time.replace(microsecond=time.microsecond // 1_000 * 1_000)}


class FloatingSeconds(ChangesFields):
    """Keeps times as seconds since 1970 in a float of 32 bits or so."""

    caught_by = ("fields.timestamps",)

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        if entry.timestamp is None:
            return {}
        since = (entry.timestamp - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()
        seconds = round(max(0.0, since), 6)
        return {"timestamp": datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)}


class InventsTimes(ChangesFields):
    """Gives an entry without a timestamp that of its arrival."""

    caught_by = ("fields.absent-timestamp", "fields.absent-role", "append.order")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"timestamp": entry.timestamp or datetime.now(UTC)}


class ShortIds(ChangesFields):
    """Has a column of 64 characters for the id."""

    caught_by = ("fields.ids",)

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"id": entry.id[:64]}


class StripsIds(ChangesFields):
    """Takes white space from the ends of an id, unless that is all there is."""

    caught_by = ("get.exact-ids", "remove.exact-ids")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"id": entry.id.strip() or entry.id}


class NumbersEntries(ChangesFields):
    """Gives entries ids of its own."""

    caught_by = ("fields.random-ids", "fields.ids", "remove.by-id", "get.by-id")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"id": str(uuid4())}


class ReplacesRandomIds(ChangesFields):
    """Takes a UUID for one that it may choose itself."""

    caught_by = ("fields.random-ids", "append.order")

    def changes(self, entry: MemoryEntry) -> dict[str, object]:
        return {"id": str(uuid4()) if len(entry.id) == len(str(uuid4())) else entry.id}
