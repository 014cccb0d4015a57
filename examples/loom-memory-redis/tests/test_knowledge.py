"""Structured memory over Redis: all of it with RediSearch, and a clear refusal without."""

import pytest
from loom_memory_core import SearchUnsupportedError, opened
from loom_memory_knowledge import Knowledge, SentenceExtractor, Turn

PAGE = "# db-7\n\nRuns on host alpha.\n\n## Fail over\n\nRun pg_ctl promote.\n"


def test_knowledge_stands_on_redisearch(searching_url: str) -> None:
    with opened(searching_url) as store:
        knowledge = Knowledge(store, "user/ada")
        document = knowledge.import_markdown(PAGE, "/runbooks/db-7").document
        (hit, *_) = knowledge.recall("promote", sources=["documents"]).hits
        assert (hit.heading, hit.unit) == (("db-7", "Fail over"), "prose")
        old = knowledge.remember(
            "Bob is on call.", about="person:Bob", also_about=["project:Atlas"]
        )
        new = knowledge.remember("Zoe is on call.", about="person:Zoe")
        assert {each.text for each in knowledge.recall("Who is on call?").hits} == {
            "Bob is on call.",
            "Zoe is on call.",
        }
        knowledge.supersede(old, new)
        assert [each.text for each in knowledge.recall("on call").hits] == ["Zoe is on call."]
        ticket = knowledge.add([Turn("Bob", "I drink oolong tea every day.")], session="s1")
        assert knowledge.recall("oolong", sources=["traces"]).hits
        knowledge.consolidate(SentenceExtractor())
        assert knowledge.wait(ticket, timeout=0) == "done"
        assert knowledge.recall("oolong").hits[0].sources[0].chunk == ticket.turns[0]
        assert knowledge.graph_recall("oolong").seeds == ("person:bob",)
        (first, *_) = knowledge.documents.chunks(document)
        body = first.body.model_copy(update={"text": "Runs on host gamma."})
        knowledge.documents.edit(document, first.id, body, revision=first.revision)
        assert knowledge.recall("alpha", sources=["documents"]).hits == ()
        assert knowledge.recall("gamma", sources=["documents"]).hits
        assert knowledge.erase("person:Bob", dry_run=False).turns == ticket.turns
        found = knowledge.reindex(dry_run=False)
        assert (found.missing, found.surplus, found.young) == (0, 0, 0)
        knowledge.documents.delete(document)
        assert knowledge.recall("promote", sources=["documents"]).hits == ()


def test_without_redisearch_it_is_refused_by_name(url: str) -> None:
    with opened(url) as store, pytest.raises(SearchUnsupportedError, match="has no verb 'search'"):
        Knowledge(store, "user/ada")
