"""Saboteurs of values: contents that come back changed, cut, sorted or merged."""

import json
import math
from unicodedata import normalize

from loom_memory_core import MemoryEntry, untainted
from pydantic import JsonValue

from loom_conformance.saboteurs.honest import HonestStore, Lists
from loom_conformance.saboteurs.leaves import depth, in_keys, in_text, mapped


class ChangesValues(HonestStore):
    """Stores another content than was given: none, as long as it is honest."""

    def row(self, entry: MemoryEntry) -> str:
        changed = self.changed(json.loads(super().row(entry))["content"])
        return super().row(entry.model_copy(update={"content": changed}))

    def changed(self, content: JsonValue) -> JsonValue:
        """What is stored of a content."""
        return content


class StripsText(ChangesValues):
    """Takes white space from the ends of text."""

    caught_by = ("values.text", "values.text-inside")

    def changed(self, content: JsonValue) -> JsonValue:
        return mapped(content, in_text(str.strip))


class TurnsLineEnds(ChangesValues):
    """Opens its file in text mode, which makes one line end of all."""

    caught_by = ("values.text", "values.text-inside")

    def changed(self, content: JsonValue) -> JsonValue:
        return mapped(content, in_text(lambda text: "\n".join(text.split("\r\n"))))


class StripsKeys(ChangesValues):
    """Takes white space from the keys of objects."""

    caught_by = ("values.text-inside",)

    def changed(self, content: JsonValue) -> JsonValue:
        return mapped(content, in_keys(str.strip))


class BasicPlaneOnly(ChangesValues):
    """Has a column for three bytes a character: what lies beyond becomes a question mark."""

    caught_by = ("values.text", "values.text-inside")

    def changed(self, content: JsonValue) -> JsonValue:
        def cut(text: str) -> str:
            return "".join(each if each < "\U00010000" else "?" for each in text)

        return mapped(content, in_text(cut))


class CutsAtNul(ChangesValues):
    """Hands text to a C library, which ends it at U+0000."""

    caught_by = ("values.nul", "values.text")

    def changed(self, content: JsonValue) -> JsonValue:
        return mapped(content, in_text(lambda text: text.partition("\0")[0]))


class RefusesNul(HonestStore):
    """Passes U+0000 on to an engine that cannot store it."""

    caught_by = ("values.nul", "values.text", "fields.roles", "fields.meta")

    def row(self, entry: MemoryEntry) -> str:
        row = super().row(entry)
        if "\\u0000" in row.replace("\\\\", ""):
            raise ValueError("unsupported Unicode escape sequence")
        return row


class NormalisesText(ChangesValues):
    """Composes what was written in two code points."""

    caught_by = ("values.not-normalised", "values.text")

    def changed(self, content: JsonValue) -> JsonValue:
        return mapped(content, in_text(lambda text: normalize("NFC", text)))


class FalsyIsNull(ChangesValues):
    """Stores `content or None`."""

    caught_by = ("values.falsy",)

    def changed(self, content: JsonValue) -> JsonValue:
        return content or None


class DropsEmptyFields(ChangesValues):
    """Leaves out the fields of an object that are null or empty."""

    caught_by = ("values.falsy-inside", "values.falsy")

    def changed(self, content: JsonValue) -> JsonValue:
        return mapped(
            content,
            lambda value: (
                {name: each for name, each in value.items() if each}
                if isinstance(value, dict)
                else value
            ),
        )


class OneKindOfNumber(ChangesValues):
    """Has one kind of number: one point nought is stored as one."""

    caught_by = ("values.number-types",)

    def changed(self, content: JsonValue) -> JsonValue:
        def whole(value: JsonValue) -> JsonValue:
            return int(value) if isinstance(value, float) and value.is_integer() else value

        return mapped(content, whole)


class BooleansAreNumbers(ChangesValues):
    """Has no booleans: true is stored as one."""

    caught_by = ("values.number-types", "values.falsy")

    def changed(self, content: JsonValue) -> JsonValue:
        return mapped(content, lambda value: int(value) if isinstance(value, bool) else value)


class DoublesOnly(ChangesValues):
    """Holds numbers as doubles, which lose the last digits of large integers."""

    caught_by = ("values.large-integers",)

    def changed(self, content: JsonValue) -> JsonValue:
        def rounded(value: JsonValue) -> JsonValue:
            large = isinstance(value, int) and 2**53 < abs(value) < 10**300
            return int(float(value)) if large and isinstance(value, int) else value

        return mapped(content, rounded)


class SixtyFourBits(HonestStore):
    """Cannot bind an integer beyond 64 bits."""

    caught_by = ("values.large-integers",)

    def row(self, entry: MemoryEntry) -> str:
        def bound(value: JsonValue) -> JsonValue:
            if isinstance(value, int) and value >= 2**63:
                raise OverflowError("int too large to convert")
            return value

        mapped(entry.content, bound)
        return super().row(entry)


class FifteenDigits(ChangesValues):
    """Writes floats with fifteen digits, where that is a float again."""

    caught_by = ("values.floats",)

    def changed(self, content: JsonValue) -> JsonValue:
        def short(value: JsonValue) -> JsonValue:
            written = float(f"{value:.15g}") if isinstance(value, float) else math.inf
            return written if math.isfinite(written) else value

        return mapped(content, short)


class LosesTheSignOfZero(ChangesValues):
    """Stores negative zero as zero."""

    caught_by = ("values.negative-zero",)

    def changed(self, content: JsonValue) -> JsonValue:
        return mapped(content, lambda value: value + 0.0 if isinstance(value, float) else value)


class SortsKeys(ChangesValues):
    """Keeps objects in a form that sorts their keys, as jsonb does."""

    caught_by = ("values.key-order", "values.equal-json-is-not-merged")

    def changed(self, content: JsonValue) -> JsonValue:
        changed: JsonValue = json.loads(json.dumps(content, sort_keys=True))
        return changed


class Shallow(HonestStore):
    """Refuses values that are nested deeper than sixty levels."""

    caught_by = ("values.deep",)

    def row(self, entry: MemoryEntry) -> str:
        if depth(entry.content) > 60:
            raise RecursionError("maximum recursion depth exceeded")
        return super().row(entry)


class FiveHundredFields(ChangesValues):
    """Keeps the first five hundred items of a list or an object."""

    caught_by = ("values.wide",)

    def changed(self, content: JsonValue) -> JsonValue:
        def cut(value: JsonValue) -> JsonValue:
            if isinstance(value, dict):
                return dict(list(value.items())[:500])
            return value[:500] if isinstance(value, list) else value

        return mapped(content, cut)


class TakesTheMarkAway(ChangesValues):
    """Unwraps third-party content, and forgets whose it was."""

    caught_by = ("values.tainted",)

    def changed(self, content: JsonValue) -> JsonValue:
        return untainted(content)


class UnderstandsItsOwnNames(ChangesValues):
    """Takes a content that has the fields of an entry for an entry."""

    caught_by = ("values.fields-named-like-ours",)

    def changed(self, content: JsonValue) -> JsonValue:
        if isinstance(content, dict) and {"content", "role"} <= content.keys():
            return content["content"]
        return content


class MergesEqualValues(HonestStore):
    """Stores each value once, and compares values as Python does: 1 == 1.0 == True."""

    caught_by = ("values.equal-json-is-not-merged", "values.number-types")

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        entries = [self.entry(row) for row in rows]
        values = [entry.content for entry in entries]
        merged = [values[values.index(value)] for value in values]
        pairs = zip(entries, merged, strict=True)
        shared = [each.model_copy(update={"content": value}).to_json() for each, value in pairs]
        super().put(lists, key, shared)
