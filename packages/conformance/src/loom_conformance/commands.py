"""``loom plugin check``: whether a backend's package is fit to be published."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

import click
from loom_memory_cli import Exit, Failure, json_option, print_json, printable, progress, say

if TYPE_CHECKING:
    from loom_memory_core import Progress

    from loom_conformance.check.request import Request
    from loom_conformance.check.result import CheckReport

FILE = click.Path(dir_okay=False, allow_dash=True, path_type=Path)


@click.command("check")
@click.argument("target", required=False)
@click.option("--url", "urls", multiple=True, metavar="URL", help="An empty store to try it on.")
@click.option(
    "--find-links", multiple=True, metavar="DIR", help="Where wheels lie, asked before the index."
)
@click.option(
    "--tier",
    type=click.Choice(["quick", "full", "soak"]),
    default="quick",
    show_default=True,
    help="How long the kit may take: seconds, minutes, a night.",
)
@click.option("--case", "cases", multiple=True, metavar="ID", help="Run these cases: search.*")
@click.option(
    "--waivers",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of waivers; else the one beside the target's tests.",
)
@click.option("--publish", is_flag=True, help="Say as well what a package index would refuse.")
@click.option("--offline", is_flag=True, help="Ask no package index.")
@click.option("--patience", type=click.FloatRange(min=1), help="Seconds that one case may take.")
@json_option
@click.option("--junit", type=FILE, metavar="FILE", help="Write JUnit XML.")
@click.option("--markdown", type=FILE, metavar="FILE", help="Write Markdown.")
@click.option(
    "--badge", type=FILE, metavar="FILE", help="Write a badge: .svg, or .json for shields.io."
)
def check(
    *,
    target: str | None,
    as_json: bool,
    junit: Path | None,
    markdown: Path | None,
    badge: Path | None,
    **asked: object,
) -> None:
    """Check the package of a backend, and run the conformance kit on it.

    TARGET is a scheme or a distribution that is installed, the folder of a project, a wheel
    or an sdist; without one, the project in this folder. What is not installed yet is built
    and installed into an environment of its own, which is gone afterwards.

    Exits with 0 if it is conformant, 1 if it is not, 2 if the command was asked wrongly and
    3 if the check could not be made.
    """
    from loom_conformance.check.request import Request  # noqa: PLC0415 - not needed for the help

    report = _checked(Request(target=target or _here(), **asked))  # type: ignore[arg-type]  # click checked them
    _write(report, junit=junit, markdown=markdown, badge=badge)
    if as_json:
        print_json(report)
    elif Path("-") not in (junit, markdown, badge):
        from loom_conformance.check.text_view import text  # noqa: PLC0415 - as above

        click.echo(printable(text(report)))
    if not report.conformant:
        raise click.exceptions.Exit(Exit.PROBLEMS)


def _here() -> str:
    if Path("pyproject.toml").is_file():
        return "."
    from loom_memory_core import installed_schemes  # noqa: PLC0415 - as above

    known = ", ".join(dict.fromkeys(each.scheme for each in installed_schemes()))
    raise Failure(
        "there is no project in this folder to check",
        hint=f"name one, such as ./loom-memory-acme, or what is installed: {known}",
        exit_code=Exit.USAGE,
    )


def _checked(request: "Request") -> "CheckReport":
    from loom_conformance.check.failure import CouldNotCheckError  # noqa: PLC0415 - as above

    try:
        from loom_conformance.check.checking import check  # noqa: PLC0415 - the extra brings much

        with _Watching() as watcher:
            return check(request, watcher)
    except CouldNotCheckError as error:
        raise Failure(error.message, hint=error.hint, exit_code=Exit(error.code)) from error
    except ModuleNotFoundError as error:
        raise Failure(
            f"the check needs the module {error.name}",
            hint="pip install 'loom-conformance[cli]'",
        ) from error


class _Watching:
    """Says on stderr what is being done, and shows a bar while the kit runs."""

    def __init__(self) -> None:
        self._bar = ExitStack()
        self._step: Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._bar.close()

    def say(self, text: str) -> None:
        self._bar.close()
        self._step = None
        say(f"{text} ...")

    def step(self, done: int, total: int) -> None:
        if self._step is None:
            self._step = self._bar.enter_context(progress("Cases"))
        self._step(done, total)


def _write(
    report: "CheckReport", *, junit: Path | None, markdown: Path | None, badge: Path | None
) -> None:
    from loom_conformance.check import badge_view, junit_view, markdown_view  # noqa: PLC0415 - as above

    if badge is not None:
        is_picture = badge.suffix.lower() == ".svg"
        _put((badge_view.svg if is_picture else badge_view.endpoint)(report), badge)
    if junit is not None:
        _put(junit_view.junit(report), junit)
    if markdown is not None:
        _put(markdown_view.markdown(report), markdown)


def _put(text: str, path: Path) -> None:
    if path == Path("-"):
        click.echo(text.encode(), nl=False)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
