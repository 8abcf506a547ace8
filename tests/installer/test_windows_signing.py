"""The signing step: from the environment, skipped when nothing is given, never a word too much."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from installer import sbom
from installer.windows.package import weigh_again
from installer.windows.sign import (
    Certificate,
    Unsigned,
    certificate,
    main,
    osslsigncode_command,
    signtool_command,
)

SECRET = "correct horse"


def test_without_a_certificate_nothing_is_signed_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TABLEDISPLAY_SIGN_PFX", raising=False)
    file = tmp_path / "program.exe"
    file.write_bytes(b"MZ")
    assert main([str(file)]) == 0
    assert "not signed" in capsys.readouterr().out
    assert file.read_bytes() == b"MZ"


def test_a_certificate_that_is_not_there_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TABLEDISPLAY_SIGN_PFX", str(tmp_path / "none.pfx"))
    assert main([]) == 1
    assert "none.pfx" in capsys.readouterr().err


def test_a_certificate_without_a_tool_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pfx = tmp_path / "own.pfx"
    pfx.touch()
    monkeypatch.setenv("TABLEDISPLAY_SIGN_PFX", str(pfx))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["program.exe"]) == 1
    assert "osslsigncode" in capsys.readouterr().err


def test_the_environment_is_read_whole(tmp_path: Path) -> None:
    pfx = tmp_path / "own.pfx"
    pfx.touch()
    named = {"TABLEDISPLAY_SIGN_PFX": str(pfx), "TABLEDISPLAY_SIGN_PASSWORD": SECRET}
    assert certificate(named) == Certificate(pfx, SECRET, None)
    stamped = certificate(named | {"TABLEDISPLAY_SIGN_TIMESTAMP": "http://stamp.invalid"})
    assert stamped == Certificate(pfx, SECRET, "http://stamp.invalid")
    assert SECRET not in repr(stamped)
    with pytest.raises(Unsigned):
        certificate({"TABLEDISPLAY_SIGN_PFX": str(tmp_path)})


def test_the_commands_hash_with_sha256_and_stamp_when_asked(tmp_path: Path) -> None:
    bare = Certificate(Path("own.pfx"), SECRET, None)
    stamped = Certificate(Path("own.pfx"), SECRET, "http://stamp.invalid")
    file, secret, signed = Path("a.exe"), tmp_path / "password", tmp_path / "a.exe"
    for by, is_stamped in ((bare, False), (stamped, True)):
        linux = osslsigncode_command("osslsigncode", file, by, secret, signed)
        windows = signtool_command("signtool", file, by)
        assert SECRET not in linux
        assert linux[linux.index("-h") + 1] == windows[windows.index("/fd") + 1] == "sha256"
        assert ("-ts" in linux) == ("/tr" in windows) == is_stamped
        assert windows[-1] == "a.exe"


def test_the_bill_tells_the_signed_programs(tmp_path: Path) -> None:
    (tmp_path / "tabledisplay.exe").write_bytes(b"MZ signed")
    (tmp_path / "tabledisplay-console.exe").write_bytes(b"MZ signed as well")
    other = {"type": "file", "name": "_internal/a.dll", "hashes": [{"content": "as before"}]}
    before = [
        {"type": "file", "name": name, "hashes": [{"alg": "SHA-256", "content": "before"}]}
        for name in ("tabledisplay.exe", "tabledisplay-console.exe")
    ]
    bill = {
        "serialNumber": "urn:uuid:0",
        "metadata": {"component": {"components": before}},
        "components": [{"name": "numpy"}, {"name": "qt", "components": [other]}],
    }
    (tmp_path / "sbom.cdx.json").write_text(json.dumps(bill), encoding="utf-8")
    weigh_again(tmp_path)
    after = json.loads((tmp_path / "sbom.cdx.json").read_text(encoding="utf-8"))
    files = after["metadata"]["component"]["components"]
    assert [file["hashes"][0]["content"] for file in files] == [
        sbom.sha256(tmp_path / file["name"]) for file in files
    ]
    assert after["components"][1]["components"] == [other]
    assert after["serialNumber"].startswith("urn:uuid:")
    assert after["serialNumber"] != "urn:uuid:0"
