"""Markdown in and out: what is a heading, what is text, and that nothing changes on the way."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_knowledge import Body, Chunk
from loom_memory_knowledge.documents.markdown import MarkdownError, Section, rendered, sections

LINES = st.sampled_from(
    [
        *(
            "# A",
            "## B #",
            "B\n===",
            "C\n---",
            "text",
            "",
            "    code",
            "```",
            "~~~sh",
            "> # q",
            "- # l",
        ),
        *("<div>", "</div>", "<!-- x", "-->", "#", "# C\\#", "foo #\n===", "***", "| a |", "---"),
        *("* a", "\tx", "  # ind", "[a]: b", "======", "-", "key: v", "...", "1. # x", "   ", "\f"),
    ]
)


def chunks(found: Sequence[Section]) -> list[Chunk]:
    return [
        Chunk.model_validate(
            {
                "id": f"c{at}",
                "document": "d",
                "revision": "r",
                "recorded_at": "2026-01-01T00:00:00Z",
                "body": Body(
                    kind="section",
                    title="",
                    text=each.text,
                    ordinal=at,
                    heading=each.heading,
                    level=each.level,
                ),
            }
        )
        for at, each in enumerate(found)
    ]


@given(st.lists(LINES, max_size=12).map("\n".join))
def test_what_is_written_is_read_back_the_same(text: str) -> None:
    found = sections(text)
    written = rendered(chunks(found))
    assert sections(written) == found
    assert rendered(chunks(sections(written))) == written


def test_the_house_form_comes_back_byte_for_byte() -> None:
    text = (
        "Before.\n\n# db-7\n\nRuns.\n\n## Fail over\n\n```sh\n# stop\npg_ctl stop\n```\n\n# Hosts\n"
    )
    assert rendered(chunks(sections(text))) == text


def headings(text: str) -> list[tuple[str, ...]]:
    return [each.heading for each in sections(text)]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# a\n```",
        "~~~\n# a\n~~~",
        "    # a",
        "> # a",
        "- # a",
        "<!--\n# a\n-->",
        "---\ntitle: x\n# a\n---\n",
        "#a",
        "####### a",
    ],
)
def test_what_is_no_heading_of_the_document(text: str) -> None:
    assert headings(text) == [()]


@pytest.mark.parametrize("text", ["# A", "#\tA", "# A #", "A\n=", "\ufeff# A", "  # A", "# A\r\n"])
def test_what_is_a_heading(text: str) -> None:
    assert headings(text) == [("A",)]


def test_the_trail_forgets_what_a_heading_ends() -> None:
    assert headings("# A\n### B\n## C\n# D\n") == [("A",), ("A", "B"), ("A", "C"), ("D",)]


def test_line_ends_of_windows_are_those_of_everybody() -> None:
    assert sections("# A\r\n\r\none\r\ntwo\r\n") == sections("# A\n\none\ntwo\n")


def test_front_matter_is_kept_before_the_first_heading() -> None:
    (opening, heading) = sections("---\ntitle: db-7\n---\n# A\n")
    assert opening.text == "---\ntitle: db-7\n---"
    assert heading.heading == ("A",)


def test_nothing_has_no_sections() -> None:
    assert sections("\n \n") == []
    assert rendered([]) == ""


@pytest.mark.parametrize("text", ["```\nopen", "# a heading", "<!-- open"])
def test_a_text_that_would_be_read_otherwise_names_its_chunk(text: str) -> None:
    broken = Section(("A",), 1, text)
    with pytest.raises(MarkdownError, match="chunk 'c0'"):
        rendered(chunks([broken, Section(("B",), 1, "kept")]))
