"""Agent memory that is found by meaning: cosine over embeddings, with an honest floor."""

from loom_memory_vector.calibration import Calibration, Judged, Step, calibrate
from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.choosing import make_embedder
from loom_memory_vector.embedder import Embedder, Vectors
from loom_memory_vector.embedders.hashing import HashingEmbedder
from loom_memory_vector.embedders.local import LocalEmbedder
from loom_memory_vector.embedders.openai_client import OpenAIEmbedder
from loom_memory_vector.errors import EmbeddingError
from loom_memory_vector.families import family_name
from loom_memory_vector.fingerprint import Fingerprint, check_space
from loom_memory_vector.floor import Floor, floor_for, shipped_floor
from loom_memory_vector.labelled_questions import LabelledQuestion, judge, read_questions
from loom_memory_vector.searched_text import embeddable, embeddable_query

__all__ = [
    "Calibration",
    "CheckedEmbedder",
    "Embedder",
    "EmbeddingError",
    "Fingerprint",
    "Floor",
    "HashingEmbedder",
    "Judged",
    "LabelledQuestion",
    "LocalEmbedder",
    "OpenAIEmbedder",
    "Step",
    "Vectors",
    "calibrate",
    "check_space",
    "embeddable",
    "embeddable_query",
    "family_name",
    "floor_for",
    "judge",
    "make_embedder",
    "read_questions",
    "shipped_floor",
]
