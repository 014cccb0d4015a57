"""``loom knowledge add`` and what follows: facts drawn, listed, closed, merged, erased."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from loom_conformance import OpenAiServer
from loom_memory_cli.main import program
from loom_memory_core import opened
from loom_memory_knowledge import Knowledge

Loom = Callable[..., Result]

TURNS: list[dict[str, object]] = [
    {"session": "s1", "role": "Ada", "text": "Which drink do you like best?"},
    {
        "session": "s1",
        "role": "Bob",
        "text": "I drink oolong tea every morning.",
        "at": "2026-05-07T09:00:00Z",
    },
    {"session": "s2", "role": "Bob", "text": "I moved to Bath in 2019."},
]
FACTS: list[dict[str, object]] = [
    {
        "text": "Bob drinks oolong tea.",
        "class": "preference",
        "subject": "Bob",
        "type": "person",
        "sources": [{"session": "s1", "turn": 1}],
    },
    {
        "text": "Bob lives in Bath.",
        "class": "fact",
        "subject": "Bob",
        "sources": [{"session": "s2", "turn": 0}],
    },
]


@pytest.fixture
def loom(url: str, monkeypatch: pytest.MonkeyPatch) -> Loom:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, of: str = url) -> Result:
        return CliRunner().invoke(program(), ["knowledge", *arguments, "--store", of])

    return run


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'memory.db'}"


@pytest.fixture
def turns(tmp_path: Path) -> str:
    return written(tmp_path / "turns.jsonl", TURNS)


def written(file: Path, lines: Sequence[Mapping[str, object]]) -> str:
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(file)


def test_a_transcript_is_filed_and_facts_are_drawn(loom: Loom, turns: str) -> None:
    result = loom("add", turns)
    assert result.exit_code == 0, result.output
    assert "Filed 3 turns of 2 sessions in user/me." in result.stderr
    assert "oolong" in loom("recall", "oolong", "--source", "traces").stdout
    assert "3 turns of 2 additions wait in user/me." in loom("consolidate").stderr
    done = loom("consolidate", "--write")
    assert done.exit_code == 0, done.output
    assert "Drew 2 facts from 2 additions with sentences; 0 stood already" in done.stderr
    assert "oolong" in loom("recall", "oolong").stdout
    assert "0 turns of 0 additions wait" in loom("consolidate").stderr


def test_the_same_file_again_adds_nothing(loom: Loom, turns: str) -> None:
    first = json.loads(loom("add", turns, "--json").stdout)
    loom("consolidate", "--write")
    again = json.loads(loom("add", turns, "--json").stdout)
    assert [each["item"] for each in again["sessions"]] == [
        each["item"] for each in first["sessions"]
    ]
    assert {each["status"] for each in again["sessions"]} == {"done"}
    assert len(json.loads(loom("facts", "--json").stdout)["facts"]) == 2


def test_without_inference_it_is_a_note(loom: Loom, turns: str) -> None:
    loom("add", turns, "--no-infer")
    assert "Bob: I drink oolong tea" in loom("recall", "oolong", "--source", "notes").stdout


def test_facts_name_their_turns(loom: Loom, turns: str) -> None:
    loom("add", turns)
    loom("consolidate", "--write")
    lines = loom("facts", "person:Bob", "--sources").stdout.splitlines()
    assert lines[0].startswith("person:bob#")
    assert lines[1] == "    < I drink oolong tea every morning."


def test_given_facts_trace_back_to_their_turns(loom: Loom, turns: str, tmp_path: Path) -> None:
    loom("add", turns)
    file = written(tmp_path / "facts.jsonl", FACTS)
    result = loom("import-facts", file)
    assert result.exit_code == 0, result.output
    assert "Wrote 2 facts; 0 stood already." in result.stderr
    assert "Wrote 0 facts; 2 stood already." in loom("import-facts", file).stderr
    facts = json.loads(loom("facts", "--json").stdout)["facts"]
    assert [[source["quote"] for source in each["sources"]] for each in facts] == [
        ["I drink oolong tea every morning."],
        ["I moved to Bath in 2019."],
    ]
    assert {each["writer"] for each in facts} == {"harvested"}


@pytest.mark.parametrize(
    ("sources", "says"),
    [([], "names no turn"), ([{"session": "s1", "turn": 9}], "no turn 9 in session 's1'")],
)
def test_a_fact_that_cannot_be_traced_back_is_refused(
    loom: Loom, turns: str, tmp_path: Path, *, sources: list[object], says: str
) -> None:
    loom("add", turns)
    file = written(tmp_path / "facts.jsonl", [{**FACTS[0], "sources": sources}, FACTS[1]])
    result = loom("import-facts", file)
    assert result.exit_code == 1
    assert says in result.stderr
    assert "Wrote 1 fact" in result.stderr


@pytest.mark.parametrize("line", ["prose", "[]", '{"session": "s"}', '{"session": 1}'])
def test_a_line_that_is_no_turn_is_named(loom: Loom, tmp_path: Path, line: str) -> None:
    file = tmp_path / "turns.jsonl"
    file.write_text(f"{json.dumps(TURNS[0])}\n\n{line}\n")
    result = loom("add", str(file))
    assert result.exit_code == 2
    assert f"line 3 of {file}" in result.stderr


def test_a_fact_is_closed_by_another(loom: Loom, turns: str) -> None:
    loom("add", turns)
    loom("consolidate", "--write")
    old, new = (line.split()[0] for line in loom("facts", "person:Bob").stdout.splitlines())
    assert "Would close: Bob: I drink" in loom("supersede", old, new).stderr
    assert len(loom("facts").stdout.splitlines()) == 2
    result = loom("supersede", old, new, "--write")
    assert result.exit_code == 0, result.output
    assert len(loom("facts").stdout.splitlines()) == 1
    assert f"then {new[new.index('#') :]})" in loom("facts", "--past").stdout
    assert loom("supersede", new, old, "--write").exit_code == 3
    assert "names no fact" in loom("supersede", "bob", new).stderr
    assert "begins with 'zz'" in loom("supersede", "person:bob#zz", new).stderr


def test_a_subject_is_erased_and_what_names_it_told(loom: Loom, turns: str) -> None:
    loom("add", turns)
    loom("consolidate", "--write")
    told = loom("erase", "person:Bob")
    assert "Would erase person:bob: 2 facts, and 0 of others" in told.stderr
    assert len(loom("facts").stdout.splitlines()) == 2
    loom("erase", "person:Bob", "--write")
    assert loom("facts").stdout == ""
    assert loom("erase", "person:Bob", "--write").exit_code == 3


def test_a_model_is_asked_where_one_is_named(
    loom: Loom, turns: str, openai_server: OpenAiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    loom("add", turns)
    assert loom("consolidate", "--write", "--extractor", "chat").exit_code == 2
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)
    monkeypatch.setenv("OPENAI_MODEL", "tiny")
    openai_server.reply('[{"text": "Bob likes oolong.", "class": "preference"}]', "prose")
    result = loom("consolidate", "--write")
    assert result.exit_code == 0, result.output
    assert "Drew 1 fact from 1 addition with tiny" in result.stderr
    assert "waiting: the reply is no list of facts: attempt 1 of 3: 'prose'" in result.stderr


def test_merging_is_calibrated_and_dry_first(loom: Loom, tmp_path: Path) -> None:
    floor = "min_score=0.2&min_top_score=0.2"
    of = f"vector+sqlite:///{tmp_path / 'vectors.db'}?embedder=hashing:256&{floor}"
    said = [
        {"session": "s", "role": "Bob", "text": text}
        for text in (
            "I moved to Bath in 2019.",
            "I moved to Bath with cats in 2019.",
            "I moved to Bath in 2021.",
        )
    ]
    loom("add", written(tmp_path / "said.jsonl", said), of=of)
    loom("consolidate", "--write", of=of)
    table = loom("calibrate-merge", of=of)
    assert table.exit_code in {0, 1}, table.output
    assert "40 pairs in hashing" in table.stdout
    assert "preference  different" in table.stdout
    told = loom("collapse", "--similarity", "0.6", of=of)
    assert told.exit_code == 0, told.output
    assert "Would merge 1 of 3 facts" in told.stderr
    assert "may contradict each other" in told.stderr
    done = loom("collapse", "--similarity", "0.6", "--write", of=of)
    assert "Merged 1 of 3 facts" in done.stderr
    assert len(loom("facts", of=of).stdout.splitlines()) == 2


def test_words_alone_merge_nothing(loom: Loom, turns: str) -> None:
    loom("add", turns)
    assert loom("calibrate-merge").exit_code == 2
    result = loom("collapse", "--similarity", "0.9", "--write")
    assert result.exit_code == 2
    assert "compares no embeddings" in result.stderr


def test_a_neighbourhood_is_printed_and_drawn(loom: Loom, url: str, tmp_path: Path) -> None:
    with opened(url) as store:
        knowledge = Knowledge(store, "user/me")
        knowledge.remember("Ada sails.", about="person:Ada", also_about=["person:Bob <b>"])
        knowledge.remember("Bob <i>cooks</i>.", about="person:Bob <b>")
    shown = loom("graph", "Who", "sails?").stdout
    assert shown.splitlines()[:2] == [
        "person:ada",
        "    person:ada: Ada sails.  [person:bob-b-25701520]",
    ]
    file = tmp_path / "graph.html"
    result = loom("graph", "--seed", "person:Ada", "--html", str(file), "--json")
    assert result.exit_code == 0, result.output
    assert "Drew 2 subjects" in result.stderr
    assert len(json.loads(result.stdout)["graph"]["facts"]) == 2
    page = file.read_text(encoding="utf-8")
    assert "Bob &lt;i&gt;cooks&lt;/i&gt;." in page
    assert page.count("<circle") == 2
    assert page.count("<line ") == 1
    assert "http" not in page
    assert "<script" not in page
    assert loom("graph").exit_code == 2
    assert "Nothing lies around that" in loom("graph", "zebra").stderr
