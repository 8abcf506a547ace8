"""The self-check finds what is missing, says it in words, and touches nobody's data."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import apsw
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from tabledisplay.journal import FILE_NAME
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.startup import Options
from tabledisplay.words import Words
from ui import self_check, trial_round

FRENCH = Words("fr", self_check.PART).say
ENGLISH = Words("en", self_check.PART).say
Check = Callable[[self_check.Say], Iterator[str]]


def checked(
    capsys: pytest.CaptureFixture[str], data: Path, lang: str = "en"
) -> tuple[int, list[str]]:
    code = self_check.run(argparse.Namespace(), Options(data), Words(lang))
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_all_is_there_here(
    qapp: QApplication, capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str
) -> None:
    code, said = checked(capsys, tmp_path, lang)
    assert code == 0
    assert said == [Words(lang, self_check.PART).say("good", version=self_check.__version__)]
    assert list(tmp_path.iterdir()) == []


def without_fonts(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check, "font_files", lambda: ())
    return self_check.missing_fonts


def with_a_broken_font(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check.fonts, "install", lambda: ("Inter-Bold.ttf",))
    return self_check.missing_fonts


def without_a_family(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check, "LATIN", "Nobody's Sans")
    return self_check.missing_fonts


def without_a_language(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check, "LANGUAGES_OF", {"core": ("fr", "de")})
    return self_check.missing_words


def with_half_a_language(monkeypatch: pytest.MonkeyPatch) -> Check:
    said = {"fr": {"a": "A", "b": "B"}, "en": {"a": "A"}}
    monkeypatch.setattr(self_check, "sentences", lambda lang, part: said[lang])
    monkeypatch.setattr(self_check, "LANGUAGES_OF", {"core": ("fr", "en")})
    return self_check.missing_words


def without_rules(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check, "ruleset_names", lambda: ("nowhere-1999",))
    return self_check.missing_law


def without_law(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check, "law_texts", lambda: ())
    return self_check.missing_law


def with_unreadable_law(monkeypatch: pytest.MonkeyPatch) -> Check:
    def gone() -> None:
        raise FileNotFoundError("index.toml")

    monkeypatch.setattr(self_check, "law_texts", gone)
    return self_check.missing_law


def without_handlers(monkeypatch: pytest.MonkeyPatch) -> Check:
    def unknown(url: str, baud: int) -> None:
        raise ValueError(f"invalid URL, protocol {url.partition(':')[0]!r} not known")

    monkeypatch.setattr(self_check, "SerialPort", unknown)
    return self_check.missing_ports


def with_a_deaf_port(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check, "LOOKS", 0)
    return self_check.missing_ports


def without_a_late_module(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check, "LATE", ("ui.customer.nowhere",))
    return self_check.missing_modules


def without_a_platform(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(self_check, "PLATFORM", "libqnowhere.so")
    return self_check.missing_platform


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (without_fonts, "resources/fonts"),
        (with_a_broken_font, "Inter-Bold.ttf"),
        (without_a_family, "Nobody's Sans"),
        (without_a_language, "core in de"),
        (with_half_a_language, "core in en are not complete: 1"),
        (without_rules, "nowhere-1999"),
        (without_law, "legal texts"),
        (with_unreadable_law, "index.toml"),
        (without_handlers, "loop://"),
        (with_a_deaf_port, "socket://"),
        (without_a_late_module, "ui.customer.nowhere"),
        (without_a_platform, "libqnowhere.so"),
    ],
)
def test_what_is_missing_is_said_and_fails(
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    damage: Callable[[pytest.MonkeyPatch], Check],
    words: str,
) -> None:
    check = damage(monkeypatch)
    assert any(words in said for said in check(ENGLISH))
    assert list(check(FRENCH)) != list(check(ENGLISH))
    monkeypatch.setattr(self_check, "CHECKS", (check,))
    code, said = checked(capsys, tmp_path)
    assert code == 1
    assert any(words in line for line in said[:-1])
    assert said[-1].startswith("This installation is not sound")


def test_without_its_own_sentences_it_says_so_in_both_languages(
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(self_check, "PART", "nowhere")
    code, said = checked(capsys, tmp_path)
    assert code == 1
    assert said == [self_check.NO_WORDS]


def test_a_window_without_standard_output_is_no_obstacle(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sys_without = ModuleType("sys")
    sys_without.__dict__.update(self_check.sys.__dict__)
    sys_without.__dict__["stdout"] = None
    monkeypatch.setattr(self_check, "sys", sys_without)
    monkeypatch.setattr(self_check, "CHECKS", (without_a_platform(monkeypatch),))
    assert self_check.run(argparse.Namespace(), Options(tmp_path), Words("fr")) == 1


# --- the trial round -----------------------------------------------------------------------------


def test_a_shaker_that_says_nothing_ends_the_trial_in_words(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(SimulatedShaker, "settle", lambda self: None)
    monkeypatch.setattr(trial_round, "WITHIN_MS", 4000)
    said = trial_round.play_trial(qapp, tmp_path, "en", ENGLISH)
    assert said == [ENGLISH("trial.stuck", phase="shaking", link="connected")]


def test_other_dice_in_the_journal_are_noticed(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert trial_round.play_trial(qapp, tmp_path, "en", ENGLISH) == []
    journal = tmp_path / FILE_NAME
    assert trial_round.wrong_in_journal(journal, ENGLISH) == []
    monkeypatch.setattr(trial_round, "THROWN", (1, 1, 1))
    assert trial_round.wrong_in_journal(journal, ENGLISH) == [ENGLISH("trial.result")]


def test_a_journal_with_faults_is_noticed(qapp: QApplication, tmp_path: Path) -> None:
    assert trial_round.play_trial(qapp, tmp_path, "en", ENGLISH) == []
    journal = tmp_path / FILE_NAME
    connection = apsw.Connection(str(journal))
    connection.execute("DROP TRIGGER never_delete")
    connection.close()
    (said,) = trial_round.wrong_in_journal(journal, ENGLISH)
    assert said.startswith("The journal of the trial round has")


def test_an_empty_window_is_noticed() -> None:
    empty = QImage(200, 100, QImage.Format.Format_RGB32)
    empty.fill(QColor("black"))
    assert trial_round.colours(empty) == 1
    assert trial_round.colours(QImage()) == 0
