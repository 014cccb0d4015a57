"""``--extractor``: who draws facts from turns, from the command line."""

from collections.abc import Callable
from typing import Final, TypeVar

import click
from loom_memory_core import InvalidOptionsError
from loom_memory_runtime import OpenAIChat

from loom_memory_knowledge.consolidation.chat_extractor import ChatExtractor
from loom_memory_knowledge.consolidation.extracted import Extractor
from loom_memory_knowledge.consolidation.sentences import SentenceExtractor

EXTRACTORS: Final = ("auto", "sentences", "chat")

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def extractor_option(command: Decorated) -> Decorated:
    """Give a command ``--extractor NAME``, which arrives as ``extractor``."""
    option = click.option(
        "--extractor",
        type=click.Choice(EXTRACTORS),
        default="auto",
        show_default=True,
        help="chat: the model of OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL. sentences: "
        "no model, each statement as it was said. auto: chat where one is named.",
    )
    return option(command)


def chosen_extractor(name: str) -> Extractor:
    """The extractor of a name.

    Raises:
        InvalidOptionsError: ``chat`` is asked for, and the environment names no model.
    """
    chat = None if name == "sentences" else OpenAIChat.from_environment()
    if chat is not None:
        return ChatExtractor(chat)
    if name == "chat":
        raise InvalidOptionsError(
            "no chat model is named",
            hint="set OPENAI_BASE_URL or OPENAI_API_KEY, and OPENAI_MODEL",
        )
    return SentenceExtractor()
