"""One file an article: each test quotes the sentence it checks, found word for word in the law."""

from pathlib import Path

LAW = Path(__file__).resolve().parents[2] / "resources" / "law"
MARKS = str.maketrans({"“": '"', "”": '"', "«": " ", "»": " "})


def law(file: str) -> str:
    """A legal text on one line: quotation marks alike, white space of any kind as single spaces."""
    return plain((LAW / f"{file}.txt").read_text(encoding="utf-8"))


def plain(text: str) -> str:
    return " ".join(text.translate(MARKS).split())


def quote(file: str, sentence: str) -> None:
    """Fails unless the law says exactly this."""
    assert plain(sentence) in law(file)
