"""The guides as pages for a browser, for both packages. Only what our guides use of Markdown.

python -m installer.guides FOLDER
"""

from __future__ import annotations

import html
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from installer.contents import ROOT

DOCS = ROOT / "docs"
FIRST = {
    "fr": (
        "croupier", "une-partie", "chef-de-table", "technicien", "premier-demarrage",
        "sauvegardes", "installer-debian", "installer-windows",
    ),
    "en": (
        "croupier", "a-round", "chef-de-table", "technician", "first-run",
        "backups", "install-debian", "install-windows",
    ),
}  # fmt: skip
"""The guides in the order of their readers; what they link to comes with them."""

SHEET = "croupier"
"""The guide that comes as one page for the printer, too."""
SHEETS = ROOT / "build" / "sheets"

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"(`[^`]+`)")
ITEM = re.compile(r"(-|\d+\.) (.*)")
STYLE = """
body { font: 17px/1.5 Inter, "Segoe UI", "Noto Sans", sans-serif; color: #111; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; margin: 1.8em 0 .6em; }
h1 { margin-top: 0; }
img { max-width: 100%; height: auto; vertical-align: top; }
table { border-collapse: collapse; margin: 1em 0; width: 100%; }
th, td { border: 1px solid #9aa0a6; padding: .4em .6em; text-align: left; vertical-align: top; }
th { background: #eef0f2; }
code { background: #eef0f2; padding: .1em .3em; border-radius: 3px; }
pre { background: #eef0f2; padding: .8em; border-radius: 4px; white-space: pre-wrap; }
pre code { padding: 0; }
li { margin: .3em 0; }
@page { size: A4; margin: 15mm; }
@media print {
  body { font-size: 10pt; margin: 0; max-width: none; }
  tr, img { break-inside: avoid; }
}
"""


def main(arguments: list[str]) -> int:
    """Writes them into that folder, which is made anew."""
    write(Path(arguments[0]))
    return 0


def write(folder: Path, sheets: Path = SHEETS) -> None:
    """Every guide, what it links to, and a page that leads to all. The folder is made anew.

    `sheets`: where tools.print_page, which needs Qt, has put what is for the printer.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for file in sorted(shipped()):
        to = folder / file.relative_to(DOCS)
        to.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            lang = "en" if to.parent.name == "en" else "fr"
            page = as_html(file.read_text(encoding="utf-8"), lang)
            to.with_suffix(".html").write_text(page, encoding="utf-8", newline="\n")
        else:
            shutil.copyfile(file, to)
    for lang in FIRST:
        shutil.copyfile(sheets / lang / f"{SHEET}.pdf", folder / lang / f"{SHEET}.pdf")
    (folder / "index.html").write_text(index(), encoding="utf-8", newline="\n")


def shipped() -> set[Path]:
    """The guides and all that is reached from them."""
    found: set[Path] = set()
    to_do = [DOCS / lang / f"{name}.md" for lang, names in FIRST.items() for name in names]
    while to_do:
        file = to_do.pop()
        if file in found:
            continue
        found.add(file)
        if file.suffix == ".md":
            text = file.read_text(encoding="utf-8")
            targets = (target.partition("#")[0] for _, _, target in LINK.findall(text))
            to_do += [(file.parent / t).resolve() for t in targets if t and "://" not in t]
    return found


def index() -> str:
    """The page that leads to the guides, in both languages side by side."""
    titles = {
        lang: [(f"{lang}/{name}.html", title(DOCS / lang / f"{name}.md")) for name in names]
        for lang, names in FIRST.items()
    }
    for lang, told in titles.items():
        told.insert(1, (f"{lang}/{SHEET}.pdf", f"{title(DOCS / lang / f'{SHEET}.md')} (PDF, A4)"))
    rows = zip(titles["fr"], titles["en"], strict=True)
    cells = "\n".join(
        "<tr>"
        + "".join(f'<td><a href="{to}">{html.escape(told)}</a></td>' for to, told in row)
        + "</tr>"
        for row in rows
    )
    return whole("tabledisplay", f"<h1>tabledisplay</h1>\n<table>\n{cells}\n</table>", "fr")


def title(page: Path) -> str:
    """The guide's heading."""
    return page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")


def as_html(text: str, lang: str) -> str:
    """One guide as a page."""
    heading = text.splitlines()[0].removeprefix("# ")
    return whole(heading, "\n".join(blocks(text.splitlines())), lang)


def whole(heading: str, body: str, lang: str) -> str:
    """The page around it."""
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{html.escape(heading)}</title>\n"
        f"<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def blocks(lines: list[str]) -> Iterator[str]:
    """Headings, tables, lists, code and paragraphs, in their order."""
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        if line.startswith("```"):
            while not lines[end].startswith("```"):
                end += 1
            yield code(lines[at + 1 : end])
            end += 1
        elif line.startswith("    "):
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            yield code([inner[4:] for inner in lines[at:end]])
        elif line.startswith("|"):
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            yield table(lines[at:end])
        elif found := ITEM.match(line):
            kind = "ul" if found[1] == "-" else "ol"
            while end < len(lines) and ITEM.match(lines[end]):
                end += 1
            items = (ITEM.sub(r"\2", item) for item in lines[at:end])
            yield (
                f"<{kind}>\n"
                + "".join(f"<li>{inline(item)}</li>\n" for item in items)
                + f"</{kind}>"
            )
        elif line.startswith("#"):
            marks, _, words = line.partition(" ")
            yield f'<h{len(marks)} id="{anchor(words)}">{inline(words)}</h{len(marks)}>'
        elif line.strip():
            yield f"<p>{inline(line)}</p>"
        at = end


def code(lines: list[str]) -> str:
    """Lines to be typed, or that are answered."""
    return "<pre><code>" + html.escape("\n".join(lines), quote=False) + "</code></pre>"


def table(lines: list[str]) -> str:
    """The first line is its head; the second says nothing."""
    rows = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in (lines[0], *lines[2:])]
    told = []
    for number, row in enumerate(rows):
        cell = "td" if number else "th"
        cells = (inline(one.strip().replace("\\|", "|")) for one in row)
        told.append("<tr>" + "".join(f"<{cell}>{one}</{cell}>" for one in cells) + "</tr>")
    return "<table>\n" + "\n".join(told) + "\n</table>"


def anchor(heading: str) -> str:
    """What stands after # in a link to a heading, as on the project's page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def inline(text: str) -> str:
    """Bold, emphasis, code, links and pictures within a line."""
    pieces = CODE.split(text)
    for number, piece in enumerate(pieces):
        if number % 2:
            pieces[number] = f"<code>{html.escape(piece[1:-1], quote=False)}</code>"
            continue
        told = html.escape(piece, quote=False)
        told = LINK.sub(_link, told)
        told = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", told)
        pieces[number] = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])", r"<em>\1</em>", told)
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", "".join(pieces))


def _link(found: re.Match[str]) -> str:
    picture, words, target = found.groups()
    if picture:
        return f'<img src="{target}" alt="{words}">'
    return f'<a href="{re.sub(r"[.]md(?=$|#)", ".html", target)}">{words}</a>'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
