"""The guides say what the program says: pictures, links, words of keys, commands, file names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from tabledisplay import __main__ as program
from tabledisplay.front import COMMANDS
from tabledisplay.journal import FILE_NAME
from tabledisplay.startup import PINS_FILE, SETTINGS_FILE
from tabledisplay.words import sentences

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("installer/*.md")])
GUIDES = {
    "chef-de-table": "chef-de-table",
    "croupier": "croupier",
    "installer-debian": "install-debian",
    "installer-windows": "install-windows",
    "premier-demarrage": "first-run",
    "sauvegardes": "backups",
    "technicien": "technician",
    "une-partie": "a-round",
}
"""The French guides and their English names."""

LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")


def names(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def linked(page: Path) -> Iterator[tuple[Path, str]]:
    """The files of ours that a page links to, with the anchor."""
    for match in LINK.finditer(page.read_text(encoding="utf-8")):
        target, _, anchor = (match[1] or match[2]).partition("#")
        if "://" not in target and not target.startswith("mailto:"):
            yield (page if target == "" else (page.parent / target).resolve()), anchor


def anchors(page: Path) -> set[str]:
    """What may stand after # in a link to that page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = [
        f"{target.name}#{anchor}"
        for target, anchor in linked(page)
        if not target.exists() or (anchor and anchor not in anchors(target))
    ]
    assert lost == []


def test_every_picture_is_shown_somewhere() -> None:
    shown = {target for page in PAGES for target, _ in linked(page)}
    there = {*DOCS.glob("images/**/*.png"), *DOCS.glob("gallery/*.png")}
    assert len(there) > 100
    assert {names(picture) for picture in there - shown} == set()


def test_both_languages_have_the_same_guides_and_pictures() -> None:
    for part in ("images/fr", "images/en"):
        assert len(list((DOCS / part).iterdir())) > 40
    french, english = ({p.name for p in (DOCS / "images" / lang).iterdir()} for lang in LANGUAGES)
    assert french == english
    assert {page.stem for page in (DOCS / "fr").glob("*.md")} == set(GUIDES)
    assert {page.stem for page in (DOCS / "en").glob("*.md")} == set(GUIDES.values())


@pytest.mark.parametrize("guide", GUIDES)
def test_both_languages_tell_it_in_the_same_order(guide: str) -> None:
    shape = re.compile(r"^(#+ |- |\d+\. |```)|images/(?:fr|en)/([\w-]+)\.png", re.MULTILINE)
    french, english = (
        shape.findall((DOCS / page).read_text(encoding="utf-8"))
        for page in (f"fr/{guide}.md", f"en/{GUIDES[guide]}.md")
    )
    assert french == english


# Words

LANGUAGES = ("fr", "en")
QUOTED = {"fr": re.compile(r"«\u00a0([^»]+?)\u00a0»"), "en": re.compile(r"“([^”]+)”")}
BOLD_CAPITALS = re.compile(r"\*\*(?=[^*]*[A-Z])([^*a-zß-öø-ÿ]{4,}?)\.?\*\*")
CAPITALS = re.compile(r"\b[A-ZÀ-Ý]{2,}(?:['\u00a0 ][A-ZÀ-Ý]+)*\b")
OF_WINDOWS = {
    "Informations complémentaires", "Exécuter quand même", "More info", "Run anyway",
}  # fmt: skip


def plain(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f]+", " ", text).strip().rstrip(".").casefold()


def said(lang: str) -> Iterator[str]:
    """Every sentence of the program and of its installers, to each of its ends and line ends."""
    for part in ("core", "panel", "customer", "self_check"):
        for sentence in sentences(lang, part).values():
            yield sentence
            yield from sentence.split("\n")
            for end in re.finditer(r"[\u00a0\u202f ]?[.:;,](?=\s|$)", sentence):
                yield sentence[: end.start()]
    for line in (ROOT / "installer/windows/words.nsh").read_text(encoding="utf-8").splitlines():
        yield from re.findall(r'"([^"]+)"', line)
    for line in (ROOT / "installer/deb/prerm").read_text(encoding="utf-8").splitlines():
        yield from re.findall(r'echo "([^"]+)"', line)


def has_words(sentence: str) -> bool:
    """Whether more is there than places to be filled, which would be anything."""
    return len(re.findall(r"\w", re.sub(r"\{.*?\}", "", sentence))) > 2


class Said:
    """All that the program and its installers say in a language."""

    def __init__(self, lang: str) -> None:
        all_said = {plain(sentence) for sentence in said(lang) if has_words(sentence)}
        self.whole = {sentence for sentence in all_said if "{" not in sentence}
        filled = (re.sub(r"\\{[\w.]*\\}", "(.+)", re.escape(one)) for one in all_said - self.whole)
        self.filled = [re.compile(pattern) for pattern in filled]

    def has(self, quote: str) -> bool:
        """Whether that is said; … in a quotation stands for anything."""
        wanted = plain(quote).replace("…", "x")
        return wanted in self.whole or any(one.fullmatch(wanted) for one in self.filled)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quoted_words_are_the_programs(lang: str) -> None:
    program_says = Said(lang)
    unknown = []
    for page in sorted((DOCS / lang).glob("*.md")):
        text = page.read_text(encoding="utf-8")
        quotes = [*QUOTED[lang].findall(text), *BOLD_CAPITALS.findall(text)]
        if page.stem == "croupier":
            quotes += CAPITALS.findall(text)
        unknown += [
            f"{page.name}: {quote}"
            for quote in quotes
            if quote not in OF_WINDOWS and not program_says.has(quote)
        ]
    assert unknown == []


# Commands and files

CODE = re.compile(r"```\n(.*?)```|`([^`\n]+)`", re.DOTALL)
COMMAND = re.compile(
    r"(?:^|[\s\"/\\])tabledisplay(?:-cli\.cmd\"|-console\.exe)? (?!tabledisplay)([a-z-]+)([^\n]*)"
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_exist_with_their_options(lang: str) -> None:
    known = {*COMMANDS, *program.QT_FRONTS}
    options = re.findall(
        r"\"(--[a-z-]+)\"",
        "".join(
            path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("tabledisplay/*.py"))
        ),
    )
    seen = set()
    for page in sorted((DOCS / lang).glob("*.md")):
        for block, inline in CODE.findall(page.read_text(encoding="utf-8")):
            for command, rest in COMMAND.findall(block or inline):
                words = takewhile(lambda word: not word.startswith("#"), rest.split())
                assert command in known, f"{page.name}: {command}"
                assert {w for w in words if w.startswith("--")} <= set(options), (
                    f"{page.name}: {rest}"
                )
                seen.add(command)
    assert {"doctor", "verify", "self-check", "run", "simulate"} <= seen


@pytest.mark.parametrize("page", ["fr/sauvegardes.md", "en/backups.md"])
def test_files_of_the_data_folder_have_their_names(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for name in (FILE_NAME, SETTINGS_FILE, PINS_FILE, "backups", "damaged", "exports", "logs"):
        assert f"`{name}`" in text
