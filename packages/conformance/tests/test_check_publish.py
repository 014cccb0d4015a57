"""What a package index would refuse, found before it is asked."""

import shutil
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from acme_package import Acme
from checked import checked
from loom_conformance.check.finding import Finding
from loom_conformance.check.markdown_view import markdown
from loom_conformance.check.prepared import Prepared, uninstalled
from loom_conformance.check.publishing import publish_findings
from loom_conformance.check.text_view import text
from loom_conformance.check.uv_tool import Uv


def built(acme: Acme, folder: Path) -> Prepared:
    Uv().build(acme.project, folder)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Prepared(None, uninstalled(wheel, core="0.1.0"), sdist=sdist, wheel=wheel)


def refused(acme: Acme, folder: Path) -> list[Finding]:
    found = publish_findings(built(acme, folder), Uv(offline=True))
    return [each for each in found if each.weight != "not proven"]


def test_what_an_index_takes_has_no_fault(acme: Acme, tmp_path: Path) -> None:
    assert refused(acme, tmp_path / "dist") == []


REQUIRES = '"loom-memory-core>=0.1,<0.2"'

REFUSED = {
    "publish.version": ('version = "1.0"', 'version = "1.0+mine"', "the local part 'mine'"),
    "publish.classifier": (
        "authors =",
        'classifiers = ["Private :: Do Not Upload"]\nauthors =',
        "keeps it off every index",
    ),
    "publish.requirement": (
        REQUIRES,
        f'{REQUIRES}, "bolt @ https://example.org/bolt.whl"',
        "bolt is required from an address",
    ),
    "publish.metadata": (
        'description = "Agent memory in files of Acme."',
        f'description = "{"long " * 120}"',
        "the description in one line has",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_an_index_refuses_is_named(acme: Acme, tmp_path: Path, name: str) -> None:
    old, new, said = REFUSED[name]
    acme.change("pyproject.toml", old, new)
    acme.change("pyproject.toml", "[tool.hatch", "[tool.hatch.metadata]\n"
                "allow-direct-references = true\n\n[tool.hatch")  # fmt: skip
    findings = refused(acme, tmp_path / "dist")
    assert {each.id for each in findings} == {name}
    assert all(said in each.message and each.hint for each in findings)
    files = {each.message.partition(":")[0].rpartition(".")[2] for each in findings}
    assert files == {"whl", "gz"}


def test_a_file_of_another_name_is_named(acme: Acme, tmp_path: Path) -> None:
    made = built(acme, tmp_path / "dist")
    assert made.wheel
    other = made.wheel.rename(made.wheel.with_name("acme.loom-1.0-py3-none-any.whl"))
    prepared = Prepared(None, made.package, wheel=other)
    names = [each.id for each in publish_findings(prepared, Uv(offline=True))]
    assert names == ["publish.file-name", "publish.taken", "publish.sdist"]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The folder of the distribution in an index that does not have it yet."""
    folder = tmp_path / "index" / "acme-loom"
    folder.mkdir(parents=True)
    (folder / "index.html").touch()
    return folder


def told(prepared: Prepared, index: Path, monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What is found with this index; the build before it needs the user's own."""
    monkeypatch.setenv("UV_DEFAULT_INDEX", index.parent.as_uri())
    return list(publish_findings(prepared, Uv()))


def test_an_index_that_has_the_version_is_asked(
    acme: Acme, tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = built(acme, tmp_path / "dist")
    upload(prepared, index)
    (found,) = told(prepared, index, monkeypatch)
    assert found.id == "publish.taken"
    assert "the index has acme-loom==1.0 already" in found.message


def test_a_constraint_of_the_user_hides_nothing_that_the_index_has(
    acme: Acme, tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = built(acme, tmp_path / "dist")
    upload(prepared, index)
    (tmp_path / "constraints.txt").write_text("acme-loom==0.9\n", encoding="utf-8")
    monkeypatch.setenv("UV_CONSTRAINT", str(tmp_path / "constraints.txt"))
    assert [each.id for each in told(prepared, index, monkeypatch)] == ["publish.taken"]


def test_a_folder_of_wheels_is_no_index(
    acme: Acme, tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = built(acme, tmp_path / "dist")
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path / "dist"))
    assert Uv().newest("acme-loom==1.0") == "1.0"
    assert told(prepared, index, monkeypatch) == []


def test_an_index_that_is_not_asked_proves_nothing(acme: Acme, tmp_path: Path) -> None:
    (found,) = publish_findings(built(acme, tmp_path / "dist"), Uv(offline=True))
    assert (found.id, found.weight) == ("publish.taken", "not proven")
    assert found.message == "whether the index has acme-loom==1.0 already: it was not asked"


def test_what_is_not_proven_is_shown_and_leaves_the_verdict_alone(
    acme: Acme, tmp_path: Path
) -> None:
    found = tuple(publish_findings(built(acme, tmp_path / "dist"), Uv(offline=True)))
    acme.install()
    report = checked().model_copy(update={"findings": found, "checked": ("publish",)})
    shown = text(report).splitlines()
    assert "publish     ok, 1 not proven" in shown
    assert "not proven: publish.taken" in shown
    assert shown[-1].startswith("loom-check: conformant, 1 case was chosen: 1 passed, 0 failed")
    assert "1 not proven" in shown[-1]
    assert "## Not proven\n\n- `publish.taken`: whether the index has" in markdown(report)


def test_an_index_out_of_reach_proves_nothing(
    acme: Acme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = built(acme, tmp_path / "dist")
    with socket.socket() as nobody:  # a port that is taken, and at which nobody listens
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setenv("UV_DEFAULT_INDEX", f"http://127.0.0.1:{nobody.getsockname()[1]}")
        monkeypatch.setenv("UV_HTTP_RETRIES", "0")
        (found,) = publish_findings(prepared, Uv())
    assert (found.id, found.weight) == ("publish.taken", "not proven")
    assert found.message.endswith("it did not answer")


@pytest.mark.parametrize(("code", "proven"), [(401, False), (403, False), (404, True)])
def test_an_index_that_lets_nobody_in_proves_nothing(
    acme: Acme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, code: int, proven: bool
) -> None:
    class Refusal(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(code)
            self.end_headers()

    prepared = built(acme, tmp_path / "dist")
    with ThreadingHTTPServer(("127.0.0.1", 0), Refusal) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("UV_DEFAULT_INDEX", f"http://127.0.0.1:{server.server_port}")
        found = list(publish_findings(prepared, Uv()))
        server.shutdown()
    assert [each.weight for each in found] == ([] if proven else ["not proven"])


def upload(prepared: Prepared, index: Path) -> None:
    assert prepared.wheel is not None
    shutil.copy(prepared.wheel, index)
    name = prepared.wheel.name
    (index / "index.html").write_text(f'<a href="{name}">{name}</a>', encoding="utf-8")
