"""The NSIS script: its words, its exit codes, what it may delete; and that NSIS takes it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from installer.contents import ROOT
from installer.windows.package import Stop, pack, package
from tabledisplay.instance import MUTEX

HERE = ROOT / "installer" / "windows"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.ns[hi]"))}
WHOLE = "\n".join(SCRIPTS.values())
WORD = re.compile(r'\$\{Word\} (\w+) \\?\s*"((?:[^"]|\$\\")*)" \\?\s*"((?:[^"]|\$\\")*)"')
WORDS = {name: (french, english) for name, french, english in WORD.findall(SCRIPTS["words.nsh"])}
PAGES = [ROOT / "docs" / "fr" / "installer-windows.md", ROOT / "docs" / "en" / "install-windows.md"]


def test_every_word_used_is_there_in_both_languages_and_every_word_is_used() -> None:
    used = set(re.findall(r"\$\(([A-Z_]+)\)", WHOLE))
    assert used == set(WORDS)
    assert len(WORDS) == SCRIPTS["words.nsh"].count("${Word} ")


@pytest.mark.parametrize("name", WORDS)
def test_french_is_set_as_french_is(name: str) -> None:
    french, english = WORDS[name]
    assert not re.search(r"(?<!\u202f)[;!?]", french)
    assert not re.search(r"(?<!\u00a0):(?!\\)", french)
    assert "\u202f" not in english
    assert french != english


def test_the_documents_tell_every_exit_code() -> None:
    codes = dict(re.findall(r"^!define ([A-Z_]+) (\d)$", WHOLE, re.MULTILINE))
    assert sorted(codes.values()) == ["3", "4", "5", "6", "7", "8", "9"]
    assert codes["STILL_RUNS"] == "3"
    for page in PAGES:
        told = re.findall(r"^\| (\d) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert told == ["0", "1", "2", *sorted(codes.values())]


def test_the_documents_tell_every_switch() -> None:
    switches = set(re.findall(r'\$\{GetOptions\} \$0 "(/[A-Z]+)', WHOLE)) | {"/S", "/D"}
    assert switches == {"/S", "/D", "/ACCOUNT", "/AUTOSTART", "/LAUNCH"}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert {switch for switch in switches if f"`{switch}" in text} == switches


def test_only_the_program_s_own_folders_are_ever_deleted() -> None:
    deleted = re.findall(
        r"^\s*(?:RMDir|Delete)\b(?: /r)?(?: /REBOOTOK)? (.*)$", WHOLE, re.MULTILINE
    )
    assert set(deleted) == {'"$INSTDIR"', '"$INSTDIR.old"', '"$SMPROGRAMS\\tabledisplay"'}
    assert "$Data" not in "".join(deleted)


def test_the_uninstaller_begins_with_the_mark() -> None:
    begin = SCRIPTS["tabledisplay.nsi"].partition("Function un.onInit")[2]
    assert begin.index("${MARK}") < begin.index("RMDir")


def test_tools_of_windows_are_called_by_their_full_path() -> None:
    for tool in re.findall(r"nsExec::Exec '(\S+)", WHOLE):
        assert tool.startswith('"$SYSDIR\\')


def test_programs_are_ended_by_their_whole_name_only() -> None:
    ended = re.findall(r"taskkill\.exe\" (?:/F )?(.*)'", WHOLE)
    assert set(ended) == {"/IM tabledisplay.exe", "/IM tabledisplay-console.exe"}


def test_the_mutex_is_the_program_s() -> None:
    assert re.findall(r'^!define MUTEX "(\w+)"', WHOLE, re.MULTILINE) == [MUTEX]


def bundle(folder: Path) -> Path:
    """As much of a bundle as the script asks for."""
    licences = folder / "licences" / "tabledisplay"
    licences.mkdir(parents=True)
    (licences / "LICENSE").write_text("free", encoding="ascii")
    for name in ("tabledisplay.exe", "tabledisplay-console.exe"):
        (folder / name).write_bytes(b"MZ")
    (folder / "sbom.cdx.json").write_text("{}", encoding="ascii")
    return folder


@pytest.mark.skipif(shutil.which("makensis") is None, reason="NSIS is not on this machine")
def test_nsis_takes_the_script_without_a_warning(tmp_path: Path) -> None:
    setup = package(bundle(tmp_path / "tabledisplay"), tmp_path / "out", None)
    assert setup.read_bytes()[:2] == b"MZ"
    checksums = setup.parent.joinpath(setup.name.replace("-setup.exe", ".sha256"))
    checked = subprocess.run(
        ("sha256sum", "--check", "--strict", checksums.name), cwd=setup.parent, check=False
    )
    assert checked.returncode == 0


def test_a_bundle_of_linux_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Stop, match=r"lacks tabledisplay\.exe, tabledisplay-console\.exe"):
        package(tmp_path, tmp_path, None)


def test_without_nsis_the_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Stop, match="install NSIS"):
        pack(tmp_path, tmp_path / "setup.exe", signed=False)
