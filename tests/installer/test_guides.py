"""The guides that come with both packages: every page whole, every link and picture there."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from installer import guides
from installer.contents import ROOT

VOID = {"meta", "img"}


class Page(HTMLParser):
    """What a page links to and shows; complains of what is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.targets += [told[name] or "" for name in ("href", "src") if name in told]
        self.anchors |= {told["id"] or ""} if "id" in told else set()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"pre", "code", "style"} & set(self.open):
            self.text += data


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guides") / "guides"
    sheets = tmp_path_factory.mktemp("sheets")
    for lang in guides.FIRST:
        (sheets / lang).mkdir()
        (sheets / lang / "croupier.pdf").write_bytes(b"%PDF")
    guides.write(folder, sheets)
    return folder


def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    assert page.open == [], path.name
    return page


def test_every_guide_is_there_and_led_to(written: Path) -> None:
    led_to = set(read(written / "index.html").targets)
    for lang in ("fr", "en"):
        sources = {page.stem for page in (ROOT / "docs" / lang).glob("*.md")}
        assert sources == set(guides.FIRST[lang])
        assert {f"{lang}/{name}.html" for name in sources} <= led_to
        assert (written / lang / "croupier.pdf").read_bytes().startswith(b"%PDF")


def test_no_link_is_lost(written: Path) -> None:
    pages = {path.resolve(): read(path) for path in written.rglob("*.html")}
    assert len(pages) > 16
    for path, page in pages.items():
        for target in page.targets:
            name, _, anchor = target.partition("#")
            if "://" in target:
                continue
            to = (path.parent / name).resolve() if name else path
            assert to.exists(), f"{path.name}: {target}"
            assert not anchor or anchor in pages[to].anchors, f"{path.name}: {target}"


def test_nothing_of_markdown_is_left(written: Path) -> None:
    for path in written.rglob("*.html"):
        left = re.findall(r"\*\*.{0,30}|\]\(.{0,30}|^#+ .{0,30}|\|-", read(path).text, re.MULTILINE)
        assert left == [], path.name


def test_blocks_and_lines_become_what_they_mean() -> None:
    text = "# A & B\n- one `x < y`\n- **two** *three*\n\n    code <\n\n1. [to](a.md#b)\n"
    body = guides.as_html(text, "en").partition("<body>\n")[2].partition("\n</body>")[0]
    assert body.splitlines() == [
        '<h1 id="a--b">A &amp; B</h1>',
        "<ul>",
        "<li>one <code>x &lt; y</code></li>",
        "<li><strong>two</strong> <em>three</em></li>",
        "</ul>",
        "<pre><code>code &lt;</code></pre>",
        "<ol>",
        '<li><a href="a.html#b">to</a></li>',
        "</ol>",
    ]


def test_it_needs_no_qt(tmp_path: Path) -> None:
    program = (
        "import sys; from installer.guides import main; main([sys.argv[1]])\n"
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "guides")]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def test_both_packages_bring_them() -> None:
    debian = (ROOT / "installer/deb/build.sh").read_text(encoding="utf-8")
    windows = (ROOT / "installer/windows/package.py").read_text(encoding="utf-8")
    assert "-m installer.guides" in debian
    assert 'guides.write(bundle / "guides")' in windows
