"""What the trial asks of Windows: running programs, their windows and versions, files held open."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import re
import struct
import subprocess
import time
import winreg
from collections.abc import Callable, Iterator, Sequence
from ctypes import wintypes
from pathlib import Path

from installer.windows.playing import Failed

LISTED = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\tabledisplay"


def run(command: Sequence[str | Path], patience: float) -> subprocess.CompletedProcess[str]:
    """Runs to the end; output as text."""
    return subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        errors="replace",
        timeout=patience,
        check=False,
    )


def until(is_so: Callable[[], object], patience: float, otherwise: str) -> None:
    """Returns as soon as it is so. Failed: it never was."""
    end = time.monotonic() + patience  # noqa: TID251 - a trial lives in real time
    while not is_so():
        if time.monotonic() > end:  # noqa: TID251 - as above
            raise Failed(otherwise)
        time.sleep(0.2)


def listed_version() -> str | None:
    """The version in Windows' list of installed programs."""
    how = winreg.KEY_READ | winreg.KEY_WOW64_64KEY
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, LISTED, 0, how) as key:
            return str(winreg.QueryValueEx(key, "DisplayVersion")[0])
    except FileNotFoundError:
        return None


def is_wine() -> bool:
    """Whether this Windows is Wine."""
    return hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")


def is_registered(task: str) -> bool:
    """Whether Windows' scheduler has that task, by its folder: Wine's schtasks cannot tell."""
    return Path(os.environ["SystemRoot"], "System32", "Tasks", task).exists()  # noqa: SIM112 - its name


def rights(folder: Path) -> tuple[str, str, list[str]]:
    """Owner, flags and entries of a folder's access list, as Windows writes them (SDDL)."""
    asked = f"(Get-Acl -LiteralPath '{folder}').Sddl"
    told = run(("powershell", "-NoProfile", "-Command", asked), 60).stdout.strip()
    found = re.fullmatch(r"(O:S-[\d-]+|O:\w\w)G:(?:S-[\d-]+|\w\w)D:([A-Z]*)((?:\([^)]*\))*)", told)
    if found is None:
        raise Failed(f"the rights of {folder} cannot be read: {told}")
    return found[1], found[2], re.findall(r"\([^)]*\)", found[3])


def version_told(program: Path) -> str:
    """ProductVersion in the first language that tells one; "none" if none does."""
    library = ctypes.WinDLL("version")
    size = library.GetFileVersionInfoSizeW(str(program), None)
    block = ctypes.create_string_buffer(size or 1)
    if not size or not library.GetFileVersionInfoW(str(program), 0, size, block):
        return "none"
    value, length = ctypes.c_void_p(), wintypes.UINT()

    def ask(name: str) -> int:
        found = library.VerQueryValueW(block, name, ctypes.byref(value), ctypes.byref(length))
        return (value.value or 0) if found else 0

    # Pairs of language and code page: NSIS writes another code page than PyInstaller.
    pairs = ask(r"\VarFileInfo\Translation")
    told = struct.unpack(f"<{length.value // 2}H", ctypes.string_at(pairs, length.value))
    for language, page in zip(told[::2], told[1::2], strict=True):
        name = rf"\StringFileInfo\{language:04X}{page:04X}\ProductVersion"
        if text := ask(name):
            return ctypes.wstring_at(text)
    return "none"


def named_windows(pid: int | None) -> list[str]:
    """Titles of the visible windows of a process; of any process if None: those of the program."""
    user = ctypes.WinDLL("user32")
    found: list[str] = []

    @ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)  # type: ignore[untyped-decorator]  # ctypes has no types for it
    def look(window: int, _: int) -> bool:
        owner = wintypes.DWORD()
        user.GetWindowThreadProcessId(window, ctypes.byref(owner))
        title = ctypes.create_unicode_buffer(256)
        user.GetWindowTextW(window, title, 256)
        ours = owner.value == pid if pid is not None else _image(owner.value) == "tabledisplay.exe"
        if ours and title.value and user.IsWindowVisible(window):
            found.append(title.value)
        return True

    user.EnumWindows(look, 0)
    return sorted(found)


def _image(pid: int) -> str:
    kernel = ctypes.WinDLL("kernel32")
    limited = 0x1000
    process = kernel.OpenProcess(limited, False, pid)
    if not process:
        return ""
    name, size = ctypes.create_unicode_buffer(1024), wintypes.DWORD(1024)
    kernel.QueryFullProcessImageNameW(process, 0, name, ctypes.byref(size))
    kernel.CloseHandle(process)
    return Path(name.value).name


@contextlib.contextmanager
def held_open(file: Path) -> Iterator[None]:
    """The file is in use by somebody who shares it with nobody but readers."""
    kernel = ctypes.WinDLL("kernel32")
    kernel.CreateFileW.restype = wintypes.HANDLE
    read, share_read, existing = 0x80000000, 1, 3
    handle = kernel.CreateFileW(str(file), read, share_read, None, existing, 0, None)
    if handle == wintypes.HANDLE(-1).value:
        raise Failed(f"{file} could not be held")
    try:
        yield
    finally:
        kernel.CloseHandle(wintypes.HANDLE(handle))


def kept_in_place(folder: Path) -> dict[str, str]:
    """Every file of a folder and the digest of what is in it."""
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
