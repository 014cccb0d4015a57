"""What is kept in an entry's ``meta``: frozen models that refuse what they do not know."""

from pydantic import BaseModel, ConfigDict, JsonValue


class Part(BaseModel):
    """A value that is written to a log as JSON, and read back equal."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_meta(self) -> dict[str, JsonValue]:
        """The value as a JSON object; what is absent is left out."""
        return self.model_dump(mode="json", exclude_none=True)
