"""What holds for every test: no real screen, no real home, no thread left behind."""

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before anything of Qt or platformdirs is imported: tests that need a screen start their own.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
HOME = Path(tempfile.mkdtemp(prefix="tabledisplay-tests-"))
KEPT_CLEAN = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
for name in ("HOME", "USERPROFILE"):
    os.environ[name] = str(HOME)
for name in (*KEPT_CLEAN, "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "APPDATA", "LOCALAPPDATA"):
    os.environ[name] = str(HOME / name.lower())
    (HOME / name.lower()).mkdir(mode=0o700)

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_unconfigure() -> None:
    """The pretended home goes with the session."""
    shutil.rmtree(HOME, ignore_errors=True)


def lingering(before: set[threading.Thread]) -> list[str]:
    """Names of threads begun since `before` that would keep the program alive."""
    begun = [t for t in threading.enumerate() if t not in before and not t.daemon]
    for thread in begun:
        thread.join(timeout=60.0)
    return [thread.name for thread in begun if thread.is_alive()]


def strewn() -> list[str]:
    """What lies in the user's data, settings and state folders, then removed."""
    folders = [HOME / name.lower() for name in KEPT_CLEAN]
    found = sorted(path for folder in folders for path in folder.iterdir())
    for path in found:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return [str(path.relative_to(HOME)) for path in found]


@pytest.fixture(autouse=True)
def leaves_nothing_behind() -> Iterator[None]:
    """Fails a test that leaves a thread running or writes where a user's real data would be."""
    before = set(threading.enumerate())
    yield
    threads, files = lingering(before), strewn()
    assert not threads, f"threads still running after the test: {threads}"
    assert not files, f"written into the user's own folders: {files}; pass a --data folder"
