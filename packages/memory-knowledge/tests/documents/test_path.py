import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InvalidKeyError
from loom_memory_knowledge import InvalidPathError, Scope
from loom_memory_knowledge.documents.path import MAX_PATH_BYTES, Path, path_segment
from loom_memory_knowledge.keys import dirent_key

SEGMENTS = st.lists(
    st.text(st.characters(categories=["L", "M", "Nd"]), min_size=1, max_size=12), max_size=6
)


@given(SEGMENTS)
def test_a_path_is_read_back_from_its_text(segments: list[str]) -> None:
    path = Path.of(segments)
    assert Path.parse(str(path)) == path
    assert path.is_below(path.parent)


@given(SEGMENTS, SEGMENTS)
def test_two_paths_never_share_a_key(one: list[str], other: list[str]) -> None:
    scope, first, second = Scope("user", "ada"), Path.of(one), Path.of(other)
    keys = [dirent_key(scope, each.parent.directory, each.name) for each in (first, second)]
    assert (keys[0] == keys[1]) == (first == second)


def test_two_spellings_of_one_name_are_one_path() -> None:
    assert Path.parse("/caf\u0065\u0301") == Path.parse("/café")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("notes", "does not begin with '/'"),
        ("", "does not begin with '/'"),
        ("/a//b", "the segment ''"),
        ("/a/", "the segment ''"),
        ("/a/../b", "the segment '..'"),
        ("/./b", "the segment '.'"),
        ("/a b", "holds ' '"),
        ("/a\0b", "holds '\\x00'"),
        ("/a\u202eb", "holds '\\u202e'"),
        ("/a%2Fb", "holds '%'"),
        ("/half\ud800", "holds '\\ud800'"),
        ("/" + "/".join("a" * 65), "has 65 segments, more than 64"),
        ("/" + "ж" * 200, "has 401 bytes of UTF-8, more than 400"),
    ],
)
def test_a_malformed_path_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(InvalidPathError) as caught:
        Path.parse(text)
    assert says in caught.value.message
    assert caught.value.hint
    assert isinstance(caught.value, InvalidKeyError)


def test_a_path_is_text() -> None:
    with pytest.raises(TypeError, match="pass text"):
        Path.parse(None)  # type: ignore[arg-type]


def test_the_longest_path_of_the_longest_scope_fits_into_a_key() -> None:
    scope = Scope("tenant", "/" * 200)
    path = Path.parse("/" + "a" * (MAX_PATH_BYTES - 3) + "/b")
    key = dirent_key(scope, path.parent.directory, path.name)
    assert 1_000 < len(key.encode()) <= 1_024


@pytest.mark.parametrize(
    ("text", "segment"),
    [
        ("Fail over (db-7)", "Fail-over-db-7"),
        ("Отказ базы", "Отказ-базы"),
        ("数据库 故障", "数据库-故障"),
        (".hidden", "hidden"),
        ("a/b", "a-b"),
    ],
)
def test_any_text_becomes_a_segment(text: str, segment: str) -> None:
    assert path_segment(text) == segment


def test_text_of_which_nothing_can_stand_is_refused() -> None:
    with pytest.raises(InvalidPathError):
        path_segment("🙂 / ?")
