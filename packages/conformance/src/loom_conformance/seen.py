"""Where real systems broke a promise: public reports, each met by somebody's users."""

from typing import Final

SEEN: Final[dict[str, tuple[str, ...]]] = {
    "append.order-with-equal-timestamps": (
        "openai/openai-agents-python#1900",
        "openai/openai-agents-python#1917",
    ),
    "append.nothing": ("run-llama/llama_index#23185", "openai/openai-agents-python#4190"),
    "append.all-or-none": (
        "openai/openai-agents-python#3348",
        "openai/openai-agents-python#4163",
    ),
    "append.wrong-types": ("mem0ai/mem0#6206", "langchain-ai/langgraph#3739"),
    "read.limit-zero": ("openai/openai-agents-python#4365", "openai/openai-agents-python#4001"),
    "read.bad-keys": ("vectorize-io/hindsight#2295", "mem0ai/mem0#5992"),
    "clear.long-list": ("mem0ai/mem0#4872", "mem0ai/mem0#6695"),
    "values.falsy": ("mem0ai/mem0#5488", "mem0ai/mem0#5524"),
    "values.falsy-inside": ("vectorize-io/hindsight#3209", "openai/openai-agents-python#3227"),
    "values.nul": ("getzep/graphiti#1531", "MemMachine/MemMachine#1147"),
    "values.fields-named-like-ours": ("mem0ai/mem0#6796", "mem0ai/mem0#6656"),
    "identity.prefixes": ("langchain-ai/langgraph#8478",),
    "identity.wildcards": ("langchain-ai/langgraph#8300",),
    "identity.quotes": ("mem0ai/mem0#4878", "mem0ai/mem0#5750"),
    "identity.two-keys": ("getzep/graphiti#1657", "mem0ai/mem0#4349"),
    "replace.keeps-times-and-ids": (
        "vectorize-io/hindsight#1194",
        "openai/openai-agents-python#3202",
    ),
    "search.only-this-key": ("google/adk-python#1019", "MemMachine/MemMachine#320"),
    "search.any-query": ("vectorize-io/hindsight#1883", "MemMachine/MemMachine#1293"),
    "search.very-long-query": ("vectorize-io/hindsight#3134", "vectorize-io/hindsight#3498"),
    "search.query-without-a-term": ("mem0ai/mem0#5258",),
    "search.limit-ten-by-default": ("mem0ai/mem0#5910",),
    "search.scores-descend": ("mem0ai/mem0#5391", "vectorize-io/hindsight#1453"),
    "search.terms-are-ored": ("openclaw/openclaw#15226", "openclaw/openclaw#30065"),
    "search.matches-beside-many-others": ("vectorize-io/hindsight#1707",),
    "search.stop-words-match": ("getzep/graphiti#1590",),
    "search.reference-matches": ("bug-ops/zeph#1129",),
    "search.escapes-are-not-searched": ("langchain-ai/langgraph#5946",),
    "search.chinese": ("google/adk-python#5601", "openclaw/openclaw#20730"),
    "search.japanese": ("google/adk-python#5501",),
    "search.korean": ("google/adk-python#2438",),
    "search.latin-glued-to-chinese": ("google/adk-python#6773", "tommy0103/obelisk#9"),
    "search.operators-are-words": ("getzep/graphiti#1475", "getzep/graphiti#1183"),
    "search.no-fields": ("dbohdan/tinyfts#2",),
    "search.punctuation-parts-terms": ("spences10/ccrecall#29", "ohdearquant/khive#880"),
    "upkeep.cleared": ("rohitg00/agentmemory#632", "ruvnet/ruflo#2815"),
    "upkeep.cleared-and-used-again": ("langchain-ai/langgraph#8757",),
    "upkeep.replaced-under-one-id": ("langchain-ai/langgraph#8214",),
    "upkeep.replaced-by-nothing-to-search": ("spiceai/spiceai#13705",),
    "upkeep.many-rounds": ("ohdearquant/khive#2273",),
    "keys.reading-creates-nothing": ("langchain-ai/langgraph#8734",),
    "close.every-verb-afterwards": (
        "openai/openai-agents-python#4035",
        "openai/openai-agents-python#4109",
    ),
    "processes.append": ("mem0ai/mem0#7196", "langchain-ai/langgraph#8136"),
    "threads.append": ("topoteretes/cognee#2717", "openai/openai-agents-python#2843"),
    "threads.replace-what-was-read": ("modelcontextprotocol/servers#1819",),
    "kill.replace": ("openai/openai-agents-python#3117",),
    "sizes.many-words": ("outline/outline#10293", "miniflux/v2#1006"),
    "sizes.long-word": ("payloadcms/payload#8787",),
}
"""Case to reports, ``owner/repository#number``; a report may be an issue or its fix."""


def address(report: str) -> str:
    """Where a report can be read.

    Example:
        >>> address("langchain-ai/langgraph#8300")
        'https://github.com/langchain-ai/langgraph/issues/8300'
    """
    repository, _, number = report.partition("#")
    return f"https://github.com/{repository}/issues/{number}"
