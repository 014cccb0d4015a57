"""What presence promises: a verb that is there works, and those that were promised are there."""

from loom_memory_core import OPTIONAL_VERBS, REQUIRED_VERBS

from loom_conformance.calls import BY_NAME, RIGHT
from loom_conformance.expect import BrokenPromiseError, equal, holds
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial


def answers(store: Subject, verb: str) -> None:
    """Call a verb in the right way; it must not say that it is not there."""
    _, args, options = RIGHT[verb]
    try:
        store.call(verb, *args, **options)
    except (NotImplementedError, AttributeError) as error:
        raise BrokenPromiseError(
            f"{verb} works, or is not there at all", f"{type(error).__name__}: {error}"
        ) from error


class PresenceCases:
    """Presence is the feature flag."""

    @case("presence.required-verbs")
    def test_presence_required_verbs(self, store: Subject) -> None:
        """Every store has append, read and clear."""
        missing = [verb for verb in REQUIRED_VERBS if verb not in store.verbs]
        holds(not missing, expected="append, read and clear", got=f"no {', '.join(missing)}")

    @case("presence.promised-verbs")
    def test_presence_promised_verbs(self, trial: Trial) -> None:
        """Every optional verb that the backend promises is there."""
        unknown = sorted(trial.claim.verbs.difference(OPTIONAL_VERBS))
        holds(not unknown, expected=f"verbs out of {', '.join(OPTIONAL_VERBS)}", got=str(unknown))
        missing = sorted(trial.claim.verbs.difference(trial.store.verbs))
        holds(not missing, expected="every promised verb", got=f"no {', '.join(missing)}")

    @case("presence.no-stubs")
    def test_presence_no_stubs(self, store: Subject) -> None:
        """An optional verb that is there works: one that raises is worse than none."""
        for verb in store.verbs:
            if verb != "close":
                answers(store, verb)

    @case("presence.close-is-no-stub", needs="close")
    def test_presence_close_is_no_stub(self, store: Subject) -> None:
        """A close that is there closes: it does not raise that it is missing."""
        answers(store, "close")

    @case("presence.arguments-by-name")
    def test_presence_arguments_by_name(self, store: Subject) -> None:
        """Arguments may be given by the names that the contract gives them."""
        for verb in store.verbs:
            if verb != "close":
                store.call(verb, **BY_NAME[verb])

    @case("presence.writing-verbs-return-none")
    def test_presence_writing_verbs_return_none(self, store: Subject) -> None:
        """Append, clear and replace return nothing."""
        writing = [verb for verb in ("append", "clear", "replace") if verb in store.verbs]
        equal([store.call(verb, **BY_NAME[verb]) for verb in writing], [None] * len(writing))
