"""What no list of cases can hold: any sequence of calls, against the reference."""

from loom_conformance.model import compare
from loom_conformance.promise import case
from loom_conformance.trial import Trial


class ModelCases:
    """Calls that nobody thought of."""

    @case("model.agrees-with-the-reference")
    def test_model_agrees_with_the_reference(self, trial: Trial) -> None:
        """After any sequence of calls, the store answers as the reference store does."""
        compare(
            trial,
            examples=trial.by_tier(quick=20, full=200, soak=2_000),
            steps=trial.by_tier(quick=20, full=30, soak=60),
        )
