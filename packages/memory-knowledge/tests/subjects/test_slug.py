import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_knowledge import InvalidSubjectError, Path, Subject, slug

CYRILLIC = st.characters(min_codepoint=0x430, max_codepoint=0x44F)
HAN = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5)
NAMES = st.text(CYRILLIC, min_size=1, max_size=8) | st.text(HAN, min_size=1, max_size=8)
ANY = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@given(NAMES, NAMES)
def test_two_names_never_share_a_slug(one: str, other: str) -> None:
    assert (slug(one) == slug(other)) == (one == other)


@given(ANY)
def test_a_slug_is_a_segment_of_a_path_and_its_own_slug(name: str) -> None:
    try:
        made = slug(name)
    except InvalidSubjectError:
        return
    assert Path.of([made]).segments == (made,)
    assert slug(made) == made


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C#"),
        ("José", "Jose"),
        ("Ø", "O"),
        ("राम", "रम"),
        ("a" * 200, "a" * 201),
        ("数据" * 40, "数据" * 41),
        ("a.b", "ab"),
        ("a & b", "a b"),
    ],
)
def test_other_names_have_other_slugs(one: str, other: str) -> None:
    assert slug(one) != slug(other)


@pytest.mark.parametrize(
    "spelling",
    ["Ada Lovelace", " ada   lovelace ", "ADA-LOVELACE", "ada_lovelace", "Ａda Lovelace"],
)
def test_spellings_of_one_name_have_one_slug(spelling: str) -> None:
    assert slug(spelling) == "ada-lovelace"


@pytest.mark.parametrize("name", ["", " ", "🙂", "---", "\0"])
def test_a_name_without_a_letter_is_refused(name: str) -> None:
    with pytest.raises(InvalidSubjectError, match="no slug can be made"):
        slug(name)


@pytest.mark.parametrize("text", ["Ada", "human:Ada", "person", ":Ada", "Person:Ada"])
def test_a_subject_says_its_type(text: str) -> None:
    with pytest.raises(InvalidSubjectError, match="of no known type") as caught:
        Subject.parse(text)
    assert "organization" in caught.value.hint


def test_an_application_has_types_of_its_own() -> None:
    assert Subject.parse("ship:Beagle", types=("ship",)).key == "ship:beagle"
