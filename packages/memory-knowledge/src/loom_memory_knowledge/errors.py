"""What knowledge refuses on purpose.

LoomError
├── InvalidPathError    a path breaks the rules for paths; also an InvalidKeyError
├── PathNotFoundError   no document has that name; also a LookupError
├── PathTakenError      another document has that name; also a ConflictError
├── DocumentGoneError   the document or chunk is not there; also a LookupError
├── InvalidSubjectError no natural key can be made of it; also a ValueError
├── FactNotFoundError   no fact, or several, have that name; also a LookupError
├── InvalidSuccessorError  a fact cannot be closed by that one; also a ValueError
├── UnreadableReplyError   a reply is no list of facts; also a ValueError
├── LossyMergeError        a merged text would lose part of a fact; also a ValueError
├── LeaseHeldError      another holds the scope; also a BlockingIOError
└── NotGrantedError     the operator did not grant it; also a PermissionError
"""

from loom_memory_core import ConflictError, InvalidKeyError, LoomError


class InvalidPathError(InvalidKeyError):
    """A path has an empty segment, a character that paths do not hold, or is too long."""

    code = "invalid-path"


class PathNotFoundError(LoomError, LookupError):
    """No live document and no directory has that name."""

    code = "path-not-found"


class PathTakenError(ConflictError):
    """Another document has that name already."""

    code = "path-taken"


class DocumentGoneError(LoomError, LookupError):
    """There is no such document or chunk, or it was deleted."""

    code = "document-gone"


class InvalidSubjectError(LoomError, ValueError):
    """A subject has no name that a slug can be made of, or a type that is not known."""

    code = "invalid-subject"


class FactNotFoundError(LoomError, LookupError):
    """No fact has that name, or more than one."""

    code = "fact-not-found"


class InvalidSuccessorError(LoomError, ValueError):
    """A fact cannot be closed by that one: it is older, or no fact."""

    code = "invalid-successor"


class LossyMergeError(LoomError, ValueError):
    """A merged text does not say all that both facts say; nothing was written."""

    code = "lossy-merge"


class LeaseHeldError(LoomError, BlockingIOError):
    """Another one is reindexing, erasing or consolidating the scope."""

    code = "lease-held"


class NotGrantedError(LoomError, PermissionError):
    """The operator's grants do not hold what was asked for."""

    code = "not-granted"
