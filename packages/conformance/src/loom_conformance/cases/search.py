"""What ``search`` promises of every store: hits of this key, best first, as many as match."""

import math
from typing import Any

from loom_memory_core import MemoryEntry, SearchHit

from loom_conformance.entries import DISTINCT, found, named, said
from loom_conformance.expect import equal, holds
from loom_conformance.hard_strings import HARD_STRINGS, SURROGATES
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial

WITHOUT_TERMS = (
    "",
    "  ",
    "\n\t",
    "!!!",
    '"',
    "''",
    "\u200b",
    "\ufeff",
    "\0",
    "\ud83d",
    "🚀",
    "«»",
    "\u0301",
    "-",
    "*",
)
RUNBOOK = "restart the primary database after a failover"


class SearchCases:
    """What is found, where, and how much of it."""

    @case("search.finds-its-own-text", needs="search")
    def test_search_finds_its_own_text(self, store: Subject) -> None:
        """An entry whose text is the query matches."""
        entries = said(RUNBOOK, "the coffee machine is on the third floor", "water the plants")
        store.append("k", entries)
        for entry in entries:
            hits = found(store.search("k", str(entry.content)))
            holds(entry in hits, expected=f"a hit with {entry.content!r}", got=hits)

    @case("search.unknown-key", needs="search")
    def test_search_unknown_key(self, store: Subject) -> None:
        """Searching a key that nobody wrote to gives no hits."""
        store.append("k", said(RUNBOOK))
        equal(store.search("nobody", RUNBOOK), [])

    @case("search.only-this-key", needs="search")
    def test_search_only_this_key(self, store: Subject) -> None:
        """Hits come from the key that was asked for, though others hold the same text."""
        lists = {key: said(RUNBOOK) for key in ("user_1", "userX1", "USER_1", "user_1/a", "user_")}
        for key, entries in lists.items():
            store.append(key, entries)
        for key, entries in lists.items():
            equal(found(store.search(key, RUNBOOK)), entries)

    @case("search.hits-carry-the-entry", needs="search")
    def test_search_hits_carry_the_entry(self, store: Subject) -> None:
        """A hit holds the whole entry as it was appended: role, time, meta and id."""
        entry = MemoryEntry(content={"text": RUNBOOK}, role="ops", meta={"x": None}, id="one")
        store.append("k", [entry])
        hits = store.search("k", RUNBOOK)
        equal(found(hits), [entry])
        holds(isinstance(hits[0], SearchHit), expected="a SearchHit", got=hits[0])

    @case("search.appended-at-once", needs="search")
    def test_search_appended_at_once(self, store: Subject) -> None:
        """What was appended can be found by the next search."""
        for count in range(1, 4):
            store.append("k", said(RUNBOOK))
            equal(len(store.search("k", RUNBOOK)), count)

    @case("search.equal-entries-are-separate-hits", needs="search")
    def test_search_equal_entries_are_separate_hits(self, store: Subject) -> None:
        """Equal entries are separate hits: one for each row, not one for each text."""
        entry = MemoryEntry(content=RUNBOOK, id="one")
        store.append("k", [entry, entry])
        store.append("k", [entry])
        equal(found(store.search("k", RUNBOOK)), [entry, entry, entry])

    @case("search.query-without-a-term", needs="search")
    def test_search_query_without_a_term(self, store: Subject) -> None:
        """A query without a term gives no hits: not all entries, and not the newest."""
        store.append("k", said(RUNBOOK, "!!!", "🚀", ""))
        for query in WITHOUT_TERMS:
            equal(store.search("k", query), [])

    @case("search.any-query", needs="search")
    def test_search_any_query(self, store: Subject) -> None:
        """No query text raises: operators, quotes, U+0000 and halves of characters included."""
        store.append("k", said(RUNBOOK, *HARD_STRINGS.values()))
        for query in (*HARD_STRINGS.values(), *SURROGATES.values(), WITHOUT_TERMS[0]):
            hits = store.search("k", query)
            right = type(hits) is list and all(isinstance(hit, SearchHit) for hit in hits)
            holds(right, expected="a list of SearchHit", got=hits)

    @case("search.any-query-of-an-empty-list", needs="search")
    def test_search_any_query_of_an_empty_list(self, store: Subject) -> None:
        """No query text raises where there is nothing to find."""
        for query in (*HARD_STRINGS.values(), *SURROGATES.values()):
            equal(store.search("k", query), [])

    @case("search.very-long-query", needs="search")
    def test_search_very_long_query(self, trial: Trial) -> None:
        """A query of a hundred thousand words is answered; of ten thousand, in the quick tier."""
        words = trial.by_tier(quick=10_000, full=100_000, soak=100_000)
        trial.store.append("k", said(RUNBOOK))
        hits = trial.store.search("k", " ".join(f"w{at}" for at in range(words)))
        holds(type(hits) is list, expected="a list", got=hits)

    @case("search.entries-without-a-term", needs="search")
    def test_search_entries_without_a_term(self, store: Subject) -> None:
        """An entry whose content holds no term is never found, whatever its other fields say."""
        empty: list[Any] = [None, True, "", "!!!", "🚀", [], {}, {"zebra": None}, [False]]
        for content in empty:
            entry = MemoryEntry(content=content, role="zebra", meta={"zebra": "zebra"}, id="zebra")
            store.append("k", [entry])
        for query in ("zebra", "true", "false", "null", "None", "!!!", "🚀"):
            equal(store.search("k", query), [])


class SearchLimitCases:
    """How many hits, and which."""

    @case("search.limit-zero", needs="search")
    def test_search_limit_zero(self, store: Subject) -> None:
        """A limit of 0 gives no hits."""
        store.append("k", said(RUNBOOK))
        equal(store.search("k", RUNBOOK, limit=0), [])

    @case("search.limit-below-zero", needs="search")
    def test_search_limit_below_zero(self, store: Subject) -> None:
        """A limit below 0 is a ValueError, even where nothing could match."""
        store.append("k", said(RUNBOOK))
        store.refuses(ValueError, "search", "k", RUNBOOK, limit=-1)
        store.refuses(ValueError, "search", "nobody", "", limit=-1)

    @case("search.limit-huge", needs="search")
    def test_search_limit_huge(self, store: Subject) -> None:
        """A limit beyond the list, or beyond any machine integer, gives every match."""
        store.append("k", said(RUNBOOK, RUNBOOK))
        for limit in (3, 10**9, 2**31, 2**63, 10**30):
            equal(len(store.search("k", RUNBOOK, limit=limit)), 2)

    @case("search.limit-ten-by-default", needs="search")
    def test_search_limit_ten_by_default(self, store: Subject) -> None:
        """Without a limit, a search gives ten hits where more match."""
        store.append("k", said(*[RUNBOOK] * 12))
        equal(len(store.search("k", RUNBOOK)), 10)

    @case("search.every-match-up-to-the-limit", needs="search")
    def test_search_every_match_up_to_the_limit(self, store: Subject) -> None:
        """As many hits as match, up to the limit: no page, pool or cap comes before it."""
        store.append("k", said(*[RUNBOOK] * 1_200))
        for limit in (1, 7, 100, 999, 1_001, 1_200, 5_000):
            equal(len(store.search("k", RUNBOOK, limit=limit)), min(limit, 1_200))

    @case("search.limit-takes-the-best", needs="search")
    def test_search_limit_takes_the_best(self, store: Subject) -> None:
        """A smaller limit gives the beginning of what a larger one gives."""
        parts = [f"{RUNBOOK} number {at}" for at in range(15)]
        store.append("k", said(RUNBOOK, *parts, RUNBOOK, *(f"database {at}" for at in range(15))))
        every = store.search("k", RUNBOOK, limit=50)
        for limit in (1, 2, 5, 10, 20):
            equal(store.search("k", RUNBOOK, limit=limit), every[:limit])


class SearchOrderCases:
    """Scores, ties, and the same answer twice."""

    @case("search.scores-descend", needs="search")
    def test_search_scores_descend(self, store: Subject) -> None:
        """Hits come best first: no score is higher than the one before it."""
        store.append("k", said(*MIXED))
        scores = [hit.score for hit in store.search("k", RUNBOOK, limit=100)]
        holds(all(map(math.isfinite, scores)), expected="finite scores", got=scores)
        equal(scores, sorted(scores, reverse=True))

    @case("search.scores-of-six-decimals", needs="search")
    def test_search_scores_of_six_decimals(self, store: Subject) -> None:
        """Scores are rounded to six decimals."""
        store.append("k", said(*MIXED))
        scores = [hit.score for hit in store.search("k", RUNBOOK, limit=100)]
        equal(scores, [round(score, 6) for score in scores])

    @case("search.similarity-is-a-cosine", needs="search")
    def test_search_similarity_is_a_cosine(self, store: Subject) -> None:
        """A similarity, where there is one, lies between -1 and 1."""
        store.append("k", said(*MIXED))
        for hit in store.search("k", RUNBOOK, limit=100):
            right = hit.similarity is None or -1 <= hit.similarity <= 1
            holds(right, expected="None, or a number in [-1, 1]", got=hit.similarity)

    @case("search.ties-newest-first", needs="search")
    def test_search_ties_newest_first(self, store: Subject) -> None:
        """Of hits with equal scores, the newest comes first."""
        entries = [MemoryEntry(content=RUNBOOK, id=each) for each in "cabfed"]
        store.append("k", entries[:4])
        store.append("k", entries[4:])
        equal(found(store.search("k", RUNBOOK)), entries[::-1])
        equal(found(store.search("k", RUNBOOK, limit=2)), entries[:-3:-1])

    @case("search.ties-in-a-long-list", needs="search")
    def test_search_ties_in_a_long_list(self, store: Subject) -> None:
        """Ties are broken by the whole list: the newest of a thousand equals come first."""
        entries = [MemoryEntry(content=RUNBOOK, id=str(at)) for at in range(DISTINCT)]
        store.append("k", entries)
        equal(found(store.search("k", RUNBOOK, limit=5)), entries[:-6:-1])

    @case("search.ties-after-replace", needs="search+replace")
    def test_search_ties_after_replace(self, store: Subject) -> None:
        """Newest means last in the list as it now is, not last to be written."""
        entries = [MemoryEntry(content=RUNBOOK, id=each) for each in "abcd"]
        store.append("k", entries)
        turned = [entries[2], entries[0], entries[3], entries[1]]
        store.replace("k", turned)
        equal(found(store.search("k", RUNBOOK)), turned[::-1])

    @case("search.same-answer-twice", needs="search")
    def test_search_same_answer_twice(self, store: Subject) -> None:
        """The same question of the same list has the same answer, scores and order included."""
        store.append("k", said(*MIXED))
        first = store.search("k", RUNBOOK, limit=100)
        for _ in range(3):
            equal(store.search("k", RUNBOOK, limit=100), first)

    @case("search.same-answer-after-reopen", needs="search+reopen")
    def test_search_same_answer_after_reopen(self, trial: Trial) -> None:
        """The same question has the same answer after the store was opened again."""
        trial.store.append("k", said(*MIXED))
        first = trial.store.search("k", RUNBOOK, limit=100)
        equal(trial.reopen().search("k", RUNBOOK, limit=100), first)

    @case("search.changes-nothing", needs="search")
    def test_search_changes_nothing(self, store: Subject) -> None:
        """Searching leaves the list as it was."""
        entries = named("abc")
        store.append("k", entries)
        store.search("k", "entry a")
        equal(store.read("k"), entries)


MIXED = [
    RUNBOOK,
    "the primary database",
    f"{RUNBOOK} and then restart it again",
    "restart restart restart",
    "after the failover, tell the team",
    "a failover",
    RUNBOOK.upper(),
    "plants need water",
    *[f"database number {at} restarts after lunch" for at in range(20)],
]
