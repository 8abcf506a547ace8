"""Gives Wine 10's C library the few functions on complex numbers that numpy calls when imported.

Windows has them since 2015; Wine 10.0 has stubs that end the program. Nothing of this is shipped:
only the Wine that builds and tries the installer is mended.

python wine_ucrt.py UCRTBASE_DLL PACKAGES     PACKAGES: a folder with pefile
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

STUB = bytes.fromhex("4883ec28488d0d")
"""How the code of a missing function begins: it makes ready to name itself and to abort."""
ROOM = 24
"""Bytes that such a stub takes."""

# A complex float comes in rcx, a complex double by its address in rcx; the answer goes in xmm0.
CODE: Mapping[str, bytes] = {
    "crealf": bytes.fromhex("660f6ec1c3"),  # movd xmm0, ecx
    "cimagf": bytes.fromhex("48c1e920 660f6ec1c3"),  # shr rcx, 32; movd xmm0, ecx
    "creal": bytes.fromhex("f20f1001c3"),  # movsd xmm0, [rcx]
    "creall": bytes.fromhex("f20f1001c3"),
    "cimag": bytes.fromhex("f20f104108c3"),  # movsd xmm0, [rcx + 8]
    "cimagl": bytes.fromhex("f20f104108c3"),
    # movq xmm0, rcx; mulps xmm0, xmm0; haddps xmm0, xmm0; sqrtss xmm0, xmm0
    "cabsf": bytes.fromhex("66480f6ec1 0f59c0 f20f7cc0 f30f51c0 c3"),
}


def mended(library: bytes, at: Mapping[str, int]) -> bytes:
    """The library with code where only a stub stood; `at` are places in the file, by name."""
    changed = bytearray(library)
    for name, code in CODE.items():
        place = at.get(name)
        if place is not None and changed[place : place + len(STUB)] == STUB:
            changed[place : place + ROOM] = code.ljust(ROOM, b"\xcc")  # int3: never run on
    return bytes(changed)


def main(arguments: Sequence[str]) -> int:
    """Mends the library in place; does nothing twice."""
    file, packages = Path(arguments[0]), arguments[1]
    sys.path.append(packages)
    pefile = importlib.import_module("pefile")
    library = file.read_bytes()
    program = pefile.PE(data=library)
    at = {
        symbol.name.decode("ascii"): program.get_offset_from_rva(symbol.address)
        for symbol in program.DIRECTORY_ENTRY_EXPORT.symbols
        if symbol.name and not symbol.forwarder
    }
    file.write_bytes(mended(library, at))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
