"""Agent memory that is found by meaning: cosine over embeddings, with an honest floor."""

__all__: list[str] = []
