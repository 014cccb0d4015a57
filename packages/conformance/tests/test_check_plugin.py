"""A plugin that is spoilt in one place: the check names the place, the value and the cure."""

import os
import sys
from typing import NamedTuple

import pytest
from acme_package import ENTRY_POINTS, Acme
from checked import checked, told

PLUGIN = "src/acme_loom/plugin.py"
OPTIONS = "src/acme_loom/options.py"
STORE = "src/acme_loom/store.py"


class Spoilt(NamedTuple):
    """One change of one file, and what the check must say."""

    file: str
    old: str
    new: str
    said: str


def at_import(code: str) -> tuple[str, str, str]:
    return PLUGIN, "\n\ndef scratch", f"\n{code}\n\n\ndef scratch"


def verb(code: str) -> tuple[str, str, str]:
    return STORE, "    def _path", f"    {code}\n\n    def _path"


RETURNS = "-> Backend[AcmeOptions]:"
READ = "*, limit: int | None = None)"

ALONE: dict[str, Spoilt] = {
    "import.fails: it raises": Spoilt(
        *at_import("raise RuntimeError('out of luck')"), "RuntimeError: out of luck"
    ),
    "import.fails: it exits": Spoilt(*at_import("raise SystemExit(7)"), "SystemExit: 7"),
    "import.fails: it dies": Spoilt(*at_import("import os; os._exit(4)"), "ended with exit code 4"),
    "import.fails: it is not Python": Spoilt(*at_import("def"), "SyntaxError"),
    "import.fails: a library is missing": Spoilt(
        *at_import("import acme_nowhere"), "add what brings that module to the dependencies"
    ),
    "import.private": Spoilt(
        *at_import("from loom_memory_core import _nothing"), "_nothing from loom_memory_core"
    ),
    "hook.fails: there is none": Spoilt(PLUGIN, "@hookimpl\n", "", "marked with @hookimpl"),
    "hook.fails: another type": Spoilt(
        PLUGIN, "    return Backend(", "    return 'acme'\n    return Backend(", "is not a Backend"
    ),
    "hook.fails: another name": Spoilt(
        PLUGIN, 'name="acme"', 'name="acmee"', "names 'acme' and its Backend 'acmee'"
    ),
    "hook.fails: it raises": Spoilt(
        PLUGIN, "    return Backend(", "    1 / 0\n    return Backend(", "ZeroDivisionError"
    ),
    "hook.fails: an argument": Spoilt(
        PLUGIN, "loom_memory_backend()", "loom_memory_backend(url: str)", "url"
    ),
    "hook.contract": Spoilt(PLUGIN, '"1.0"', '"2.0"', "built for contract 2.0"),
    "hook.scratch": Spoilt(PLUGIN, ".with_secrets()", "", "scratch gave"),
    "verbs.open": Spoilt(STORE, "        self._folder =", "        self._folder = 1 / 0 or",
                         "ZeroDivisionError"),
    "verbs.async": Spoilt(STORE, "    def clear(", "    async def clear(", "clear is async"),
    "verbs.signature": Spoilt(STORE, READ, f"{READ[3:-1]}, **rest: object)", "takes any argument"),
}  # fmt: skip

TOGETHER: dict[str, dict[str, Spoilt]] = {
    "import": {
        "import.output": Spoilt(*at_import("import os; os.write(1, b'hello')"), "prints 'hello'"),
        "import.effects: file": Spoilt(
            *at_import("Path('left-behind').touch()"), "opened left-behind for writing"
        ),
        "import.effects: folder": Spoilt(*at_import("Path('made').mkdir()"), "the folder made"),
        "import.effects: thread": Spoilt(
            *at_import(
                "import threading\n"
                "threading.Thread(target=threading.Event().wait, daemon=True, name='busy').start()"
            ),
            "threads: busy is new",
        ),
        "import.effects: environment": Spoilt(
            *at_import("import os; os.environ['ACME'] = '1'"), "environment variable ACME"
        ),
        "import.effects: program": Spoilt(
            *at_import("import subprocess; subprocess.run(['true'])"), "started true"
        ),
        "import.effects: socket": Spoilt(
            *at_import("import socket; socket.socket().bind(('127.0.0.1', 0))"), "bound a socket to"
        ),
        "import.effects: signal": Spoilt(
            *at_import("import signal; signal.signal(signal.SIGTERM, print)"), "SIGTERM is new"
        ),
        "import.private": Spoilt(
            *at_import("from loom_memory_core.checks import check_flag"),
            "loom_memory_core.checks, which is an inner module of loom_memory_core",
        ),
    },
    "hook": {
        "hook.signature": Spoilt(
            PLUGIN, "loom_memory_backend()", "loom_memory_backend(url: str = '')", "takes url;"
        ),
        "hook.types": Spoilt(PLUGIN, RETURNS, "-> str:", "annotated to return <class 'str'>"),
        "hook.steady": Spoilt(
            PLUGIN, '"Memory in files of Acme."', "str(object())", "gives another summary"
        ),
    },
    "options": {
        "options.documented": Spoilt(
            OPTIONS, ', description="of the hosted service"', "", "'api_key'"
        ),
        "options.secrets": Spoilt(OPTIONS, "SecretStr | None", "str | None", "a log or a trace"),
        "options.hide-input": Spoilt(OPTIONS, ", hide_input_in_errors=True", "", "a secret"),
        "options.frozen": Spoilt(OPTIONS, "frozen=True, ", "", "has no frozen=True"),
        "options.extra": Spoilt(OPTIONS, 'extra="forbid"', "", "a misspelt field is ignored"),
        "options.url": Spoilt(OPTIONS, "url: StoreUrl =", "url: object =", "is given a StoreUrl"),
    },
    "stubs": {
        "verbs.required": Spoilt(STORE, "def clear(", "def empty(", "no clear of its own"),
        "verbs.inherited-stub": Spoilt(
            STORE, "class AcmeStore:", "from loom_memory_core import SearchableStore\n\n\n"
            "class AcmeStore(SearchableStore):", "search comes from the protocol SearchableStore"
        ),
    },
    "verbs": {
        "verbs.signature: default": Spoilt(
            *verb("def search(self, key: str, query: str, *, limit: int = 5) -> list[object]:\n"
                  "        return []"),
            "'limit' has the default 5; the contract has the default 10",
        ),
        "verbs.signature: positional": Spoilt(STORE, READ, READ[3:], "'limit' is positional"),
        "verbs.throws": Spoilt(
            *verb("def remove(self, key: str, ids: object) -> int:\n"
                  "        raise NotImplementedError('some day')"),
            "remove('loom-check', ['id']) raised NotImplementedError: some day",
        ),
        "verbs.result": Spoilt(
            *verb("def get(self, key: str, ids: object) -> object: ..."), "gave None, not a list"
        ),
        "verbs.unlisted": Spoilt(
            *verb("def close(self) -> None: pass"), "Backend.verbs does not name it"
        ),
    },
}  # fmt: skip


def name_of(fault: str) -> str:
    return fault.partition(":")[0]


@pytest.mark.parametrize("faults", [{name: each} for name, each in ALONE.items()], ids=list(ALONE))
def test_a_fault_is_named_with_its_value_and_a_cure(acme: Acme, faults: dict[str, Spoilt]) -> None:
    refuse_all(acme, faults)


@pytest.mark.parametrize("faults", TOGETHER.values(), ids=list(TOGETHER))
def test_no_fault_hides_another(acme: Acme, faults: dict[str, Spoilt]) -> None:
    refuse_all(acme, faults)


def refuse_all(acme: Acme, faults: dict[str, Spoilt]) -> None:
    """The check of the package with these faults names each of them, and no other kind."""
    for each in faults.values():
        acme.change(each.file, each.old, each.new)
    acme.install()
    report = checked()
    said = told(report)
    missing = [name for name, each in faults.items() if each.said not in said[name_of(name)]]
    assert missing == [], said
    assert not report.conformant
    assert all(each.hint for each in report.findings)


def test_what_is_worth_a_look_does_not_make_it_fail(acme: Acme) -> None:
    acme.change(*at_import("import acme_driver\nfrom logging import _nameToLevel"))
    acme.change(PLUGIN, "verbs=()", 'verbs=("close",)')
    acme.change("src/acme_driver.py", "", "open('left-behind', 'w').close()\n")
    acme.change("src/acme_loom/slow.py", "", "import email._policybase\n")
    acme.install()
    (acme.site / "acme_loom-1.0.dist-info" / "RECORD").write_text(
        "".join(f"{path.relative_to(acme.site)},,\n" for path in acme.site.glob("acme_loom/*"))
        + "acme_loom-1.0.dist-info/licenses/LICENSE,,\n"
    )
    report = checked()
    assert report.conformant, told(report)
    assert {each.id for each in report.advice} == {
        "import.effects",
        "import.private",
        "verbs.listed",
    }
    assert "acme_driver" in told(report)["import.effects"]


def test_an_import_that_takes_long_is_told_with_its_bound(acme: Acme) -> None:
    acme.change(
        *at_import(
            "from time import process_time\n"
            "started = process_time()\n"
            "while process_time() < started + 1.2: pass"
        )
    )
    acme.install()
    report = checked()
    assert report.conformant, told(report)
    assert "the bound is 1 s" in told(report)["import.time"]


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("import.fails", at_import("import threading; threading.Event().wait()")),
        (
            "verbs.hang",
            (
                STORE,
                "        path, limit",
                "        import time; time.sleep(600)\n        path, limit",
            ),
        ),
    ],
)
def test_what_hangs_is_ended_and_named(
    acme: Acme, fault: str, change: tuple[str, str, str]
) -> None:
    acme.change(*change)
    acme.install()
    report = checked(patience=5)
    assert "gave no answer within 5 seconds" in told(report)[fault]
    assert (report.conformant, report.level) == (False, "none")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sqlite", "is that of loom-memory-sqlite"),
        ("ac_me", "cannot be the scheme of a URL"),
    ],
)
def test_a_scheme_that_cannot_be_is_named(acme: Acme, name: str, said: str) -> None:
    acme.install(entries=ENTRY_POINTS.replace("acme =", f"{name} ="))
    assert said in str(told(checked("acme-loom")))


def test_a_scheme_that_two_distributions_claim_names_both(acme: Acme) -> None:
    acme.install()
    acme.install(
        name="bolt-loom", metadata="Metadata-Version: 2.1\nName: bolt-loom\nVersion: 1.0\n"
    )
    said = told(checked("acme-loom"))["hook.duplicate"]
    assert "acme-loom 1.0" in said
    assert "bolt-loom 1.0" in said
    assert "pip uninstall" in said


def test_no_variable_of_the_caller_reaches_the_plugin(
    acme: Acme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOM_PLUGINS", "memory")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--nonsense")
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    acme.install()
    assert checked().conformant
    assert os.environ["LOOM_PLUGINS"] == "memory"
    assert "acme_loom" not in {name.partition(".")[0] for name in sys.modules}
