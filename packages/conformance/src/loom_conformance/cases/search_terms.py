"""What ``search`` promises where it matches by terms: which entries share a term."""

from loom_memory_core import InMemoryStore, MemoryEntry
from pydantic import JsonValue

from loom_conformance.entries import contents, found, ids, said
from loom_conformance.expect import equal, holds
from loom_conformance.hard_strings import HARD_STRINGS, SURROGATES
from loom_conformance.promise import case
from loom_conformance.source import python
from loom_conformance.subject import Subject

TERMS = "search+terms"


def finds(store: Subject, query: str, *wanted: JsonValue) -> None:
    """The entries that hold ``wanted`` are among the hits: a backend may match more."""
    got = contents(found(store.search("k", query, limit=1_000)))
    for content in wanted:
        holds(content in got, expected=f"a hit with {content!r}", got=got)


def misses(store: Subject, query: str, *unwanted: JsonValue) -> None:
    """The entries that hold ``unwanted``, which share nothing with the query, are no hits."""
    got = contents(found(store.search("k", query, limit=1_000)))
    for content in unwanted:
        holds(content not in got, expected=f"no hit with {content!r}", got=got)


class TermCases:
    """Sharing one term is enough, and sharing none is not."""

    @case("search.terms-are-ored", needs=TERMS)
    def test_search_terms_are_ored(self, store: Subject) -> None:
        """An entry matches if it shares one term with the query; it need not hold them all."""
        store.append("k", said("kiwi", "mango", "kiwi and mango", "quartz"))
        finds(store, "kiwi mango", "kiwi", "mango", "kiwi and mango")
        finds(store, "kiwi zebra", "kiwi", "kiwi and mango")
        misses(store, "kiwi mango", "quartz")

    @case("search.longer-query-finds-no-less", needs=TERMS)
    def test_search_longer_query_finds_no_less(self, store: Subject) -> None:
        """Adding words to a query may add hits, and removes none."""
        texts = ("kiwi", "mango", "a quartz in the kiwi", "runbook for db-7", "the plan")
        store.append("k", said(*texts))
        words = ["kiwi", "what", "the", "plan", "zebra", "NOT", "7", '"mango"', "-db", "quartz"]
        before: list[MemoryEntry] = []
        for count in range(1, len(words) + 1):
            hits = found(store.search("k", " ".join(words[:count])))
            lost = [entry for entry in before if entry not in hits]
            holds(not lost, expected="every hit of the shorter query", got=f"without {lost!r}")
            before = hits

    @case("search.no-match-is-empty", needs=TERMS)
    def test_search_no_match_is_empty(self, store: Subject) -> None:
        """A query that shares no term with any entry gives no hits: nothing close, nothing new."""
        store.append("k", said("kiwi", "mango", "quartz"))
        for query in ("zebra", "zebra xylophone", "4711", "斑马", "зебра"):
            equal(store.search("k", query), [])

    @case("search.matches-beside-many-others", needs=TERMS)
    def test_search_matches_beside_many_others(self, store: Subject) -> None:
        """Only entries that match are hits, though the limit leaves room for more."""
        fillers = [f"filler {at}" for at in range(300)]
        store.append("k", said(*fillers[:150], "kiwi here", *fillers[150:], "there kiwi"))
        finds(store, "kiwi zebra", "kiwi here", "there kiwi")
        misses(store, "kiwi zebra", *fillers)

    @case("search.common-terms-match", needs=TERMS)
    def test_search_common_terms_match(self, store: Subject) -> None:
        """A term that every entry holds still matches them all."""
        texts = [f"status report {at}" for at in range(40)]
        store.append("k", said(*texts))
        finds(store, "report", *texts)

    @case("search.stop-words-match", needs=TERMS)
    def test_search_stop_words_match(self, store: Subject) -> None:
        """Words of every sentence are terms: a question made of them alone finds their entries."""
        store.append("k", said("to be or not to be", "kiwi"))
        for query in ("to be", "not", "or", "the to", "who am i to be"):
            finds(store, query, "to be or not to be")

    @case("search.one-letter-terms", needs=TERMS)
    def test_search_one_letter_terms(self, store: Subject) -> None:
        """A term may be one letter or one digit."""
        store.append("k", said("plan b", "gate 7", "x"))
        finds(store, "b", "plan b")
        finds(store, "7", "gate 7")
        finds(store, "x", "x")

    @case("search.case-is-folded", needs=TERMS)
    def test_search_case_is_folded(self, store: Subject) -> None:
        """Upper and lower case match each other."""
        store.append("k", said("Failover of DB", "ΣΊΣΥΦΟΣ", "Ёлка", "STRASSE"))
        finds(store, "FAILOVER", "Failover of DB")
        finds(store, "db", "Failover of DB")
        finds(store, "σίσυφος", "ΣΊΣΥΦΟΣ")
        finds(store, "ёЛКА", "Ёлка")
        finds(store, "straße", "STRASSE")

    @case("search.reference-matches", needs=TERMS)
    def test_search_reference_matches(self, store: Subject) -> None:
        """Whatever the reference store finds for a query, this store finds too."""
        reference = InMemoryStore()
        entries = said(*HARD_STRINGS.values(), *QUESTIONS)
        for each in (store, reference):
            each.append("k", entries)
        for query in (*HARD_STRINGS.values(), *SURROGATES.values(), *QUESTIONS):
            hits = set(ids(found(store.search("k", query, limit=1_000))))
            wanted = found(reference.search("k", query, limit=1_000))
            lost = [entry.content for entry in wanted if entry.id not in hits]
            holds(not lost, expected="every hit of InMemoryStore", got=f"without {python(lost)}")


class ProjectionCases:
    """What of an entry is searched: its content's text and numbers, and nothing else."""

    @case("search.nested-text", needs=TERMS)
    def test_search_nested_text(self, store: Subject) -> None:
        """Text inside lists and objects is found, at any depth."""
        deep: JsonValue = {"steps": [{"do": "quartz"}, ["mango", {"then": {"x": "kiwi"}}]]}
        store.append("k", said(deep, "zebra"))
        for word in ("quartz", "mango", "kiwi"):
            finds(store, word, deep)

    @case("search.numbers", needs=TERMS)
    def test_search_numbers(self, store: Subject) -> None:
        """Numbers are found by their digits, inside text and as numbers of the JSON."""
        store.append("k", said({"port": 5432}, "port 6543", 2**70, [3.25], -17))
        finds(store, "5432", {"port": 5432})
        finds(store, "6543", "port 6543")
        finds(store, str(2**70), 2**70)
        finds(store, "3.25", [3.25])
        finds(store, "17", -17)

    @case("search.role-is-not-searched", needs=TERMS)
    def test_search_role_is_not_searched(self, store: Subject) -> None:
        """A role is never matched."""
        store.append("k", [MemoryEntry(content="calm water", role="zebra")])
        equal(store.search("k", "zebra"), [])

    @case("search.meta-is-not-searched", needs=TERMS)
    def test_search_meta_is_not_searched(self, store: Subject) -> None:
        """Meta is never matched, neither its keys nor its values."""
        store.append("k", [MemoryEntry(content="calm water", meta={"zebra": ["quartz", 4711]})])
        equal(store.search("k", "zebra quartz 4711"), [])

    @case("search.id-and-time-are-not-searched", needs=TERMS)
    def test_search_id_and_time_are_not_searched(self, store: Subject) -> None:
        """An entry's id and timestamp are never matched."""
        text = '{"content":"calm water","timestamp":"2026-11-30T12:00:00+00:00","id":"zebra"}'
        store.append("k", [MemoryEntry.from_json(text)])
        equal(store.search("k", "zebra 2026 11 30 12 00 timestamp id content"), [])

    @case("search.object-keys-are-not-searched", needs=TERMS)
    def test_search_object_keys_are_not_searched(self, store: Subject) -> None:
        """The keys of an object are never matched, only what stands under them."""
        store.append("k", said({"zebra": "water", "list": [{"quartz": "calm"}]}))
        equal(store.search("k", "zebra quartz list"), [])

    @case("search.taint-is-not-searched", needs=TERMS)
    def test_search_taint_is_not_searched(self, store: Subject) -> None:
        """Third-party content is found by its text and never by the label of its origin."""
        tainted: JsonValue = {"$tainted": {"origin": "zebra", "value": ["kiwi"]}}
        store.append("k", said({"said": [tainted]}))
        equal(store.search("k", "zebra tainted origin value said"), [])
        finds(store, "kiwi", {"said": [tainted]})

    @case("search.booleans-and-null-are-not-searched", needs=TERMS)
    def test_search_booleans_and_null_are_not_searched(self, store: Subject) -> None:
        """Booleans and null are not text: they are never matched."""
        store.append("k", said(["calm water", True, False, None]))
        equal(store.search("k", "true false null none True"), [])

    @case("search.escapes-are-not-searched", needs=TERMS)
    def test_search_escapes_are_not_searched(self, store: Subject) -> None:
        """Text is searched, not its JSON: an escape is not a term, and hides none."""
        content: JsonValue = {"t": "中文\nquartz\tkiwi\u0007mango é"}
        store.append("k", said(content))
        equal(store.search("k", "u4e2d nquartz tkiwi u00e9 u0007mango"), [])
        for query in ("中文", "quartz", "kiwi", "mango", "é"):
            finds(store, query, content)


QUESTIONS = (
    "Where is the runbook for db-7?",
    "what's the port of health.base",
    "How do I restart the primary after a failover in eu-west-1?",
    "café ÜBER naïve coöperate",
    "设备 清 설정 ไทย",
    "version 1.2.3-rc.1, 20.04 or 5432",
)
