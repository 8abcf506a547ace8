"""Signs Windows programs with the certificate that the environment names, or says that it did not.

TABLEDISPLAY_SIGN_PFX        the certificate with its key, a PKCS #12 file; without it: no signature
TABLEDISPLAY_SIGN_PASSWORD   its password
TABLEDISPLAY_SIGN_TIMESTAMP  address of an RFC 3161 time stamp server; without it the signature
                             ends with the certificate

python -m installer.windows.sign FILE…
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

NAME = "tabledisplay"


class Unsigned(Exception):  # noqa: N818 - the build's own word
    """A signature was asked for and could not be made; the words say why."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What to sign with."""

    pfx: Path
    password: str
    timestamp: str | None

    def __repr__(self) -> str:
        return f"Certificate({str(self.pfx)!r})"  # never the password


def certificate(environment: Mapping[str, str]) -> Certificate | None:
    """The certificate named by the environment, None if none is. Unsigned: it is not there."""
    pfx = environment.get("TABLEDISPLAY_SIGN_PFX")
    if not pfx:
        return None
    if not Path(pfx).is_file():
        raise Unsigned(f"TABLEDISPLAY_SIGN_PFX names {pfx}, which is not a file")
    return Certificate(
        Path(pfx),
        environment.get("TABLEDISPLAY_SIGN_PASSWORD", ""),
        environment.get("TABLEDISPLAY_SIGN_TIMESTAMP") or None,
    )


def sign(files: Sequence[Path], by: Certificate) -> None:
    """Signs each file in place. Unsigned: no tool, or it failed."""
    tool = shutil.which("signtool" if sys.platform == "win32" else "osslsigncode")
    if tool is None:
        raise Unsigned("a certificate is given, but neither osslsigncode nor signtool is here")
    for file in files:
        if sys.platform == "win32":
            _run(signtool_command(tool, file, by))
        else:
            with tempfile.TemporaryDirectory(prefix="sign-") as scratch:
                secret = Path(scratch) / "password"
                secret.touch(mode=0o600)
                secret.write_text(by.password, encoding="utf-8")
                signed = Path(scratch) / file.name
                _run(osslsigncode_command(tool, file, by, secret, signed))
                shutil.copyfile(signed, file)


def osslsigncode_command(
    tool: str, file: Path, by: Certificate, secret: Path, signed: Path
) -> list[str]:
    """The password goes by a file: a command line can be read by every account."""
    how = ["-pkcs12", str(by.pfx), "-readpass", str(secret), "-h", "sha256", "-n", NAME]
    when = ["-ts", by.timestamp] if by.timestamp else []
    return [tool, "sign", *how, *when, "-in", str(file), "-out", str(signed)]


def signtool_command(tool: str, file: Path, by: Certificate) -> list[str]:
    """signtool takes a password by its command line only."""
    how = ["/f", str(by.pfx), "/p", by.password, "/fd", "sha256", "/d", NAME]
    when = ["/tr", by.timestamp, "/td", "sha256"] if by.timestamp else []
    return [tool, "sign", *how, *when, str(file)]


def _run(command: Sequence[str]) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise Unsigned(f"{Path(command[0]).name} failed: {(ran.stderr or ran.stdout).strip()}")


def main(arguments: Sequence[str]) -> int:
    """Signs the files, or says that no certificate is given; 1 if signing fails."""
    try:
        by = certificate(os.environ)
        if by is None:
            sys.stdout.write("sign: not signed, TABLEDISPLAY_SIGN_PFX is not set\n")
            return 0
        sign([Path(file) for file in arguments], by)
    except Unsigned as trouble:
        sys.stderr.write(f"sign: {trouble}\n")
        return 1
    sys.stdout.write(f"sign: signed {', '.join(Path(file).name for file in arguments)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
