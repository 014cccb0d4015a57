"""What a reader of a paired report must know, the published figures beside it among them."""

from typing import Final

NOTES: Final = (
    "gold in context: every content stem of the gold answer is among what the reader is given",
    (
        "recall@N: of the turns that hold the answer, the part among the first N that the arm "
        "stands on; a fact stands on the turns that it was drawn from"
    ),
    "token f1: the reader's words against those of the gold answer; it sees no meaning",
    "of unanswerable questions only abstention is counted; they are never pooled with others",
    (
        "published elsewhere, on the same 199 questions of conv-26, with a model as reader, one "
        "as judge, and facts of their own: facts .157 right and turns .738 (111 questions against "
        "3, p 2.4e-29), abstentions .764 and .146, 9.0 characters of turns for one of facts"
    ),
    (
        "what differs here: the facts are those that LoCoMo ships, which are nearly as long as "
        "turns; the retriever, the reader and the measures are ours; 47 of the 199 have no gold "
        "answer and are not counted as wrong"
    ),
)
