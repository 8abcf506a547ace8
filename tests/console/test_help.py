"""The help is in the user's language, argparse's own phrases included."""

from __future__ import annotations

import pytest

from tabledisplay.__main__ import ARGPARSE_PHRASES, main

COMMANDS = ([], ["run"], ["payout"], ["payout", "sicbo"], ["rounds"], ["verify"], ["simulate"])


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_phrase_of_argparse_is_left(
    capsys: pytest.CaptureFixture[str], command: list[str], lang: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--lang", lang, *command, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert ("montre cette aide" if lang == "fr" else "show this help and exit") in said
    assert [phrase for phrase in ARGPARSE_PHRASES if phrase in said] == []
