"""``loom knowledge``: a folder of Markdown becomes searchable, and is kept up to date."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from loom_memory_cli.main import program
from loom_memory_core import opened
from loom_memory_knowledge import Knowledge, Turn

Loom = Callable[..., Result]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'memory.db'}"


@pytest.fixture
def loom(url: str) -> Loom:
    def run(*arguments: str) -> Result:
        return CliRunner().invoke(
            program(), ["knowledge", *arguments, "--store", url], standalone_mode=True
        )

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "wiki"
    (made / "runbooks").mkdir(parents=True)
    (made / "runbooks" / "db 7.md").write_text(
        "# db-7\n\nRuns on host a.\n\n## Fail over\n\n```sh\npg_ctl promote\n```\n"
    )
    (made / "index.md").write_text("Welcome to the wiki.\n")
    (made / ".hidden.md").write_text("nothing\n")
    (made / "picture.png").write_bytes(b"\x89PNG")
    return made


def test_a_folder_becomes_searchable(loom: Loom, folder: Path) -> None:
    result = loom("import", str(folder))
    assert result.exit_code == 0, result.output
    assert "Imported 2 files; sections: 3 added, 0 edited, 0 removed, 0 unchanged." in result.stderr
    shown = loom("recall", "promote").stdout
    assert "/documents/runbooks/db-7  db-7 > Fail over  (documents)" in shown
    assert "    > pg_ctl promote\n" in shown
    assert "      ```sh\n" in shown


def test_importing_again_brings_it_up_to_date(loom: Loom, folder: Path) -> None:
    loom("import", str(folder))
    page = folder / "runbooks" / "db 7.md"
    page.write_text(page.read_text().replace("host a", "host b"))
    (folder / "index.md").unlink()
    assert "0 added, 1 edited, 0 removed, 1 unchanged" in loom("import", str(folder)).stderr
    report = json.loads(loom("import", str(folder), "--prune", "--json").stdout)
    assert report["pruned"] == ["/documents/index"]
    assert loom("recall", "welcome").stdout == ""


def test_names_are_listed_and_documents_shown(loom: Loom, folder: Path) -> None:
    loom("import", str(folder), "--into", "/wiki")
    assert loom("ls").stdout == "/wiki/\n"
    assert loom("ls", "-r").stdout.split("\n")[:-1] == [
        "/wiki/",
        "/wiki/index  index",
        "/wiki/runbooks/",
        "/wiki/runbooks/db-7  db-7",
    ]
    assert loom("show", "/wiki/index").stdout == "Welcome to the wiki.\n"
    (name, *_) = json.loads(loom("ls", "--json").stdout)["names"]
    assert (name["path"], name["directory"]) == ("/wiki", True)


def test_text_of_others_is_told_from_ones_own(loom: Loom, folder: Path) -> None:
    loom("import", str(folder), "--origin", "wiki")
    assert "(documents from wiki)" in loom("recall", "welcome").stdout


def test_what_was_said_is_printed_where_it_is_asked_for(loom: Loom, url: str) -> None:
    with opened(url) as store:
        knowledge = Knowledge(store, "user/me")
        knowledge.add([Turn("Ada", "I like oolong.")], session="s1", infer=False)
    assert "What was said:" not in loom("recall", "oolong").stdout
    shown = loom("recall", "oolong", "--traces").stdout
    assert "What was said:" in shown
    assert "Ada: I like oolong." in shown.partition("What was said:")[2]
    assert "- [" in loom("show", "/notes").stdout


def test_points_are_explained(loom: Loom, folder: Path) -> None:
    loom("import", str(folder))
    assert "= unit " in loom("recall", "welcome", "--explain").stdout


def test_a_reindex_is_told_before_it_is_done(loom: Loom, folder: Path) -> None:
    loom("import", str(folder))
    assert "Would add 0 units and take away 0, of 5 units in 2 documents." in loom("reindex").stderr
    report = json.loads(loom("reindex", "--write", "--json").stdout)
    assert (report["dry_run"], report["missing"], report["surplus"]) == (False, 0, 0)


def test_a_subject_is_proposed_and_adopted(loom: Loom) -> None:
    scope = ["--scope", "tenant/acme"]
    proposed = loom("propose", "person:Ada", "--evidence", "she is named in s1", *scope)
    assert "person:ada is proposed in tenant/acme." in proposed.stderr
    assert "person:ada is filed in tenant/acme." in loom("adopt", "person:Ada", *scope).stderr
    loom("propose", "person:Bob", "--evidence", "x", *scope)
    report = json.loads(loom("adopt", "person:Bob", "--reject", "--json", *scope).stdout)
    assert (report["standing"], report["document"]) == ("rejected", None)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["recall", "x", "--scope", "ada"], 2, "of no known kind"),
        (["recall", "x", "--source", "rumours"], 2, "rumours"),
        (["recall", "x", "--traces", "--explain"], 2, "leave --traces out"),
        (["import", "/nowhere"], 2, "does not exist"),
        (["ls", "/a//b"], 2, "the segment ''"),
        (["show", "/nothing"], 3, "leads nowhere"),
        (["propose", "human:Ada", "--evidence", "x"], 3, "of no known type"),
        (["adopt", "person:Ada"], 3, "was not proposed"),
    ],
)
def test_a_mistake_is_named(
    loom: Loom, folder: Path, arguments: list[str], code: int, says: str
) -> None:
    loom("import", str(folder))
    result = loom(*arguments)
    assert says in result.stderr.replace("\n", " ")
    assert result.exit_code == code


def test_a_store_that_is_not_there_is_not_made(loom: Loom, tmp_path: Path) -> None:
    assert loom("recall", "x").exit_code == 3
    assert not (tmp_path / "memory.db").exists()


def test_files_that_would_share_a_path_are_refused(loom: Loom, folder: Path) -> None:
    (folder / "runbooks" / "db-7.md").write_text("x")
    result = loom("import", str(folder))
    assert result.exit_code == 1
    assert "would both be '/documents/runbooks/db-7'" in result.stderr


def test_a_file_that_is_no_text_is_told_and_the_rest_is_imported(loom: Loom, folder: Path) -> None:
    (folder / "bad.md").write_bytes(b"\xff\xfe\x00")
    result = loom("import", str(folder))
    assert result.exit_code == 1
    assert "Imported 2 files" in result.stderr
    assert "bad.md is no UTF-8 text" in result.stderr


def test_an_empty_folder_is_named(loom: Loom, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = loom("import", str(tmp_path / "empty"))
    assert result.exit_code == 1
    assert "holds no Markdown file" in result.stderr
