"""Runs in a peer's own environment, on the standard library and the peer alone.

    python peer_program.py NAME FOLDER DIMENSION

Each line of stdin is one request as JSON, and each line of stdout its answer. Vectors come with
the texts, so that every peer searches the same ones and none needs a model.
"""

import json
import os
import sys
import time
from base64 import b64decode
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from struct import unpack
from typing import Any, Final

Row = dict[str, Any]

OFFLINE: Final = {"ANONYMIZED_TELEMETRY": "False", "MEM0_TELEMETRY": "False"}
"""Peers that would tell their makers of every run are told not to."""

BATCH: Final = 1_000


def numbers(vector: str) -> list[float]:
    """A vector that was written as the base64 of little-endian float32."""
    written = b64decode(vector)
    return list(unpack(f"<{len(written) // 4}f", written))


class Known:
    """Stands where a peer wants a model: it gives the vectors that came with the texts."""

    def __init__(self) -> None:
        self.vectors: dict[str, list[float]] = {}

    def learn(self, row: Row) -> list[float]:
        """Take the vector of a text, whatever a peer does to the blanks around it."""
        return self.vectors.setdefault(row["text"].strip(), numbers(row["vector"]))

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:  # noqa: ARG002
        """The vector of one text, by the name that mem0 calls it."""
        return self.vectors[text.strip()]

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:  # noqa: ARG002
        """The vectors of several texts, likewise."""
        return [self.vectors[text.strip()] for text in texts]

    def embed_all(self, texts: list[str]) -> list[list[float]]:
        """The vectors of several texts, as LangGraph asks for them."""
        return [self.vectors[text.strip()] for text in texts]


class Chroma:
    """A collection for each conversation."""

    distribution = "chromadb"

    def __init__(self, folder: Path, _dimension: int) -> None:
        self._client = import_module("chromadb").PersistentClient(path=str(folder))
        self._of: dict[str, Any] = {}

    def fill(self, key: str, rows: list[Row]) -> None:
        """Add the turns."""
        collection = self._client.create_collection(
            f"conversation-{len(self._of)}",
            embedding_function=None,
            metadata={"hnsw:space": "cosine"},
        )
        self._of[key] = collection
        for start in range(0, len(rows), BATCH):
            part = rows[start : start + BATCH]
            collection.add(
                ids=[row["id"] for row in part],
                documents=[row["text"] for row in part],
                embeddings=[numbers(row["vector"]) for row in part],
            )

    def search(self, key: str, query: Row, limit: int) -> list[str]:
        """The nearest turns."""
        found = self._of[key].query(query_embeddings=[numbers(query["vector"])], n_results=limit)
        return [str(each) for each in found["ids"][0]]


class Lance:
    """A table for each conversation."""

    distribution = "lancedb"

    def __init__(self, folder: Path, _dimension: int) -> None:
        self._db = import_module("lancedb").connect(str(folder))
        self._of: dict[str, Any] = {}

    def fill(self, key: str, rows: list[Row]) -> None:
        """Create the table."""
        data = [{**row, "vector": numbers(row["vector"])} for row in rows]
        self._of[key] = self._db.create_table(f"conversation_{len(self._of)}", data=data)

    def search(self, key: str, query: Row, limit: int) -> list[str]:
        """The nearest turns."""
        asked = self._of[key].search(numbers(query["vector"])).distance_type("cosine")
        return [str(row["id"]) for row in asked.limit(limit).to_list()]


class LangGraphMemory:
    """LangGraph's store in memory, a namespace for each conversation."""

    distribution = "langgraph"

    def __init__(self, folder: Path, dimension: int) -> None:
        self._known = Known()
        self._dimension = dimension
        self._store = self._made(folder)

    def _index(self) -> dict[str, Any]:
        return {"dims": self._dimension, "embed": self._known.embed_all, "fields": ["text"]}

    def _made(self, folder: Path) -> Any:  # noqa: ANN401, ARG002 - a peer's; it keeps nothing on disk
        return import_module("langgraph.store.memory").InMemoryStore(index=self._index())

    def fill(self, key: str, rows: list[Row]) -> None:
        """Put the turns."""
        for row in rows:
            self._known.learn(row)
            # One by one: a batch in which a text comes twice is refused.
            self._store.put((key,), row["id"], {"text": row["text"]})

    def search(self, key: str, query: Row, limit: int) -> list[str]:
        """The nearest turns."""
        self._known.learn(query)
        return [item.key for item in self._store.search((key,), query=query["text"], limit=limit)]


class LangGraphSqlite(LangGraphMemory):
    """LangGraph's store in SQLite, which needs a Python that loads extensions."""

    distribution = "langgraph-checkpoint-sqlite"

    def _made(self, folder: Path) -> Any:  # noqa: ANN401 - a peer's
        sqlite3 = import_module("sqlite3")
        db = sqlite3.connect(folder / "store.db", isolation_level=None, check_same_thread=False)
        store = import_module("langgraph.store.sqlite").SqliteStore(db, index=self._index())
        store.setup()
        return store


class Mem0:
    """mem0 without inference: what is added is stored as it is."""

    distribution = "mem0ai"

    def __init__(self, folder: Path, dimension: int) -> None:
        config = {
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "path": str(folder / "qdrant"),
                    "embedding_model_dims": dimension,
                    "on_disk": True,
                },
            },
            "llm": {"provider": "openai", "config": {"api_key": "unused"}},
            "embedder": {"provider": "openai", "config": {"api_key": "unused"}},
            "history_db_path": str(folder / "history.db"),
        }
        self._known = Known()
        self._memory = import_module("mem0").Memory.from_config(config)
        self._memory.embedding_model = self._known

    def fill(self, key: str, rows: list[Row]) -> None:
        """Add the turns, one by one, as it takes them."""
        for row in rows:
            self._known.learn(row)
            self._memory.add(row["text"], user_id=key, infer=False, metadata={"turn": row["id"]})

    def search(self, key: str, query: Row, limit: int) -> list[str]:
        """The nearest memories."""
        self._known.learn(query)
        found = self._memory.search(
            query["text"], filters={"user_id": key}, top_k=limit, threshold=0.0
        )
        return [str(each["metadata"]["turn"]) for each in found["results"]]


PEERS: Final[dict[str, Any]] = {
    "chroma": Chroma,
    "lancedb": Lance,
    "langgraph memory": LangGraphMemory,
    "langgraph sqlite": LangGraphSqlite,
    "mem0": Mem0,
}


def answered(peer: Any, request: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - any of them
    """What comes of one request; a search says how long it took."""
    started = time.perf_counter()
    if request["do"] == "fill":
        peer.fill(request["key"], request["rows"])
        return {"seconds": time.perf_counter() - started}
    found = peer.search(request["key"], request["query"], request["limit"])
    return {"turns": found, "seconds": time.perf_counter() - started}


def main() -> None:
    """Open the peer, say its version, and answer until stdin ends."""
    name, folder, dimension = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    # What a peer prints must not get among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.environ.update(OFFLINE)
    kind = PEERS[name]
    peer = kind(folder, dimension)

    def answer(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    answer({"version": f"{kind.distribution} {version(kind.distribution)}"})
    for line in sys.stdin:
        answer(answered(peer, json.loads(line)))


if __name__ == "__main__":
    main()
