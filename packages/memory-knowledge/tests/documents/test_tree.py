"""Names and directories: first come, first served; what a move touches; what a look costs."""

from typing import TYPE_CHECKING

import pytest
from loom_memory_core import InMemoryStore
from loom_memory_knowledge import InvalidPathError, PathNotFoundError, PathTakenError, Scope
from loom_memory_knowledge.documents.documents import Documents
from loom_memory_knowledge.documents.tree import Tree
from loom_memory_knowledge.event import Head
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_runtime import Clock

if TYPE_CHECKING:
    from conftest import Recorder


@pytest.fixture
def documents(rows: KnowledgeStore, scope: Scope, clock: Clock) -> Documents:
    return Documents(rows, scope, clock=clock)


@pytest.fixture
def tree(rows: KnowledgeStore, scope: Scope) -> Tree:
    return Tree(rows, scope)


def made(documents: Documents, path: str | None = None) -> str:
    return documents.create(Head(title=path or "untitled"), [], path=path).id


def shown(tree: Tree, path: str = "/", *, recursive: bool = False) -> list[str]:
    return [str(each.path) for each in tree.ls(path, recursive=recursive)]


def test_a_document_is_found_by_its_name(documents: Documents, tree: Tree) -> None:
    document = made(documents, "/documents/runbooks/failover")
    assert tree.resolve("/documents/runbooks/failover") == document
    assert tree.stat("/documents/runbooks/failover").head == Head(
        title="/documents/runbooks/failover"
    )
    assert tree.stat("/documents/runbooks").directory


def test_ls_shows_a_directory_and_what_lies_below(documents: Documents, tree: Tree) -> None:
    for path in ("/b/c/d", "/b/a", "/Ж", "/b2/x"):
        made(documents, path)
    assert shown(tree) == ["/b", "/b2", "/Ж"]
    assert shown(tree, "/b") == ["/b/a", "/b/c"]
    assert shown(tree, "/b", recursive=True) == ["/b/a", "/b/c", "/b/c/d"]


def test_an_empty_tree_lists_nothing(tree: Tree) -> None:
    assert shown(tree) == []


def test_names_of_every_script_are_kept_apart(documents: Documents, tree: Tree) -> None:
    paths = ["/Анна", "/Анне", "/数据", "/数据库", "/ada", "/Ada", "/محمد", "/राम"]
    made_ones = {path: made(documents, path) for path in paths}
    assert {path: tree.resolve(path) for path in paths} == made_ones


@pytest.mark.parametrize("path", ["/nothing", "/a/b/c", "/a"])
def test_a_name_that_leads_nowhere_says_so(documents: Documents, tree: Tree, path: str) -> None:
    made(documents, "/a/b")
    with pytest.raises(PathNotFoundError, match="leads nowhere"):
        tree.resolve(path)


def test_a_document_is_no_directory(documents: Documents, tree: Tree) -> None:
    made(documents, "/a")
    with pytest.raises(PathNotFoundError, match="no directory"):
        tree.ls("/a")


def test_a_taken_name_is_refused_and_leaves_nothing(
    documents: Documents, tree: Tree, rows: KnowledgeStore, scope: Scope
) -> None:
    first = made(documents, "/a")
    before = list(rows.keys(scope.prefix))
    with pytest.raises(PathTakenError, match=f"the name of document '{first}'"):
        made(documents, "/a")
    assert list(rows.keys(scope.prefix)) == before
    assert tree.resolve("/a") == first


def test_a_name_is_free_again_when_its_document_is_deleted(
    documents: Documents, tree: Tree
) -> None:
    documents.delete(made(documents, "/a"))
    second = made(documents, "/a")
    assert tree.resolve("/a") == second


def test_a_document_may_have_several_names(documents: Documents, tree: Tree) -> None:
    document = made(documents, "/a")
    tree.claim("/b/c", document)
    tree.claim("/b/c", document)
    assert tree.resolve("/a") == tree.resolve("/b/c") == document
    assert [str(each) for each in tree.names(document)] == ["/a", "/b/c"]
    tree.rm("/a")
    assert [str(each) for each in tree.names(document)] == ["/b/c"]


def test_a_name_may_be_a_document_and_a_directory(documents: Documents, tree: Tree) -> None:
    guide = made(documents, "/guide")
    made(documents, "/guide/install")
    assert tree.resolve("/guide") == guide
    assert shown(tree, "/guide") == ["/guide/install"]


def test_a_move_gives_a_new_name(documents: Documents, tree: Tree) -> None:
    document = made(documents, "/a/b")
    tree.mv("/a/b", "/c/d")
    assert tree.resolve("/c/d") == document
    with pytest.raises(PathNotFoundError):
        tree.resolve("/a/b")


def test_a_directory_moves_with_all_that_it_holds(documents: Documents, tree: Tree) -> None:
    for path in ("/a/b", "/a/c/d", "/a"):
        made(documents, path)
    tree.mv("/a", "/x/y")
    assert shown(tree, recursive=True) == ["/x", "/x/y", "/x/y/b", "/x/y/c", "/x/y/c/d"]


@pytest.mark.parametrize("target", ["/a/b", "/a/b/c", "/a"])
def test_a_directory_does_not_move_into_itself(
    documents: Documents, tree: Tree, target: str
) -> None:
    made(documents, "/a/x")
    with pytest.raises(InvalidPathError, match="lies in '/a'"):
        tree.mv("/a", target)
    assert shown(tree, recursive=True) == ["/a", "/a/x"]


@pytest.mark.parametrize("target", ["/taken", "/folder"])
def test_nothing_moves_onto_what_is_there(documents: Documents, tree: Tree, target: str) -> None:
    moving = made(documents, "/a")
    made(documents, "/taken")
    made(documents, "/folder/x")
    with pytest.raises(PathTakenError):
        tree.mv("/a", target)
    assert tree.resolve("/a") == moving


def test_rm_keeps_a_directory_that_holds_names(documents: Documents, tree: Tree) -> None:
    document = made(documents, "/a/b")
    with pytest.raises(PathTakenError, match="holds 1 names"):
        tree.rm("/a")
    assert tree.rm("/a", recursive=True) == 2
    assert shown(tree) == []
    assert documents.read(document).head.title == "/a/b"


@pytest.mark.parametrize("path", ["/", "a", "/a//b", "/../a"])
def test_a_bad_name_fails_before_anything_is_written(recorder: "Recorder", path: str) -> None:
    documents = Documents(KnowledgeStore(recorder), Scope("user", "ada"))
    with pytest.raises(InvalidPathError):
        documents.create(Head(title="x"), [], path=path)
    assert recorder.calls == []


def test_a_move_touches_no_document(recorder: "Recorder", clock: Clock) -> None:
    scope, rows = Scope("user", "ada"), KnowledgeStore(recorder)
    document = made(Documents(rows, scope, clock=clock), "/a")
    recorder.calls.clear()
    Tree(rows, scope).mv("/a", "/b")
    written = [call.key for call in recorder.calls if call.verb in {"append", "remove"}]
    assert written
    assert all("/path/" in key or "/back/" in key for key in written)
    assert not any(f"/doc/{document}" in key for key in written)


@pytest.mark.parametrize("others", [0, 3_000])
def test_what_a_look_costs_does_not_depend_on_the_tree(
    recorder: "Recorder", clock: Clock, others: int
) -> None:
    scope, rows = Scope("user", "ada"), KnowledgeStore(recorder)
    tree, documents = Tree(rows, scope), Documents(rows, scope, clock=clock)
    document = made(documents, "/here/it/is")
    for at in range(others):
        tree.claim(f"/there/{at}", document)
    recorder.calls.clear()
    tree.resolve("/here/it/is")
    assert [(call.verb, call.rows) for call in recorder.calls] == [("read", 1), ("get", 1)]
    recorder.calls.clear()
    tree.ls("/here/it")
    assert sum(call.rows for call in recorder.calls) <= 5


def test_two_scopes_have_two_trees(clock: Clock) -> None:
    rows = KnowledgeStore(InMemoryStore())
    one, other = Scope("user", "a"), Scope("user", "a/path")
    first = made(Documents(rows, one, clock=clock), "/a")
    second = made(Documents(rows, other, clock=clock), "/a")
    assert Tree(rows, one).resolve("/a") == first
    assert Tree(rows, other).resolve("/a") == second
    assert shown(Tree(rows, one)) == ["/a"]
