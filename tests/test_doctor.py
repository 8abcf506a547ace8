"""The doctor: what it says of ports, rights, journal, clock, screens; and what it never says."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from tabledisplay import BUILD_YEAR
from tabledisplay.crash_history import CrashHistory, write_history
from tabledisplay.doctor import examine, in_order, is_running, json_of, lines
from tabledisplay.doctor_finding import Finding, Mark, Part, bad, care, good
from tabledisplay.doctor_journal import look_at_journal
from tabledisplay.doctor_machine import look_at_clock, look_at_data, look_at_health, thieves
from tabledisplay.doctor_ports import Heard, listen, look_at_ports, look_at_shaker, of_port
from tabledisplay.doctor_rights import NOBODY_KNOWS, Rights, rights_on, why_not
from tabledisplay.doctor_settings import known_settings, look_at_settings, origins
from tabledisplay.health import Health, write_health
from tabledisplay.instance import Instance
from tabledisplay.pins import Pins
from tabledisplay.settings import Settings, ShakerSettings, parse
from tabledisplay.shaker.messages import PortStatus
from tabledisplay.shaker.ports import PortFound
from tabledisplay.shaker.simulator import SimulatedShaker
from tabledisplay.startup import SETTINGS_FILE, Options, load_settings_or_last_good
from tabledisplay.words import LANGUAGES, Words
from tests.console.program import Program, run
from tests.journal.story import PARIS, evening, journal_in, written

if sys.platform != "win32":
    from tabledisplay.shaker.pretend_port import PtyPort, serve

WIRE = Path(__file__).parent / "wire"
NOW = datetime(BUILD_YEAR, 5, 3, 20, tzinfo=UTC)
HEARS = 0.5
"""Seconds listened in tests at first, to a shaker that hurries."""

posix = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminal")


def codes(found: Iterator[Finding]) -> dict[str, Finding]:
    return {finding.key: finding for finding in found}


def listened(settings: ShakerSettings, enough: Callable[[Heard], bool]) -> dict[str, Heard]:
    """What is heard, listening longer and longer until the first port has told enough."""
    for times in range(8):
        heard = listen(settings, HEARS * 2**times)
        if enough(next(iter(heard.values()))):
            break
    return heard


@contextmanager
def speaking(path: Path, *faults: str) -> Iterator[ShakerSettings]:
    """A pretend shaker on that port, ten times as fast as a real one."""
    port, stop = PtyPort(path), threading.Event()
    shaker = SimulatedShaker([(5, 2, 5)] * 1000, speed=10, faults=faults)
    thread = threading.Thread(target=serve, args=(shaker, port, stop))
    thread.start()
    try:
        yield ShakerSettings(ports=(str(path),))
    finally:
        stop.set()
        thread.join()
        port.close()


# ------------------------------------------------------------------------------- what speaks


@posix
def test_a_shaker_is_heard_and_nothing_of_its_dice(tmp_path: Path) -> None:
    with speaking(tmp_path / "port") as settings:
        (heard,) = listened(settings, lambda heard: heard.good > 5 and bool(heard.makers)).values()
    (finding,) = of_port("/dev/port", heard, settings, NOBODY_KNOWS)
    assert finding.key == "heard"
    assert finding.mark is Mark.GOOD
    assert finding.facts["device"] == "0000A7F3 (PRETEND SIM1 1.0)"
    assert int(finding.facts["good"]) > 5
    assert set(finding.facts) == {"port", "device", "format", "good", "bad", "gaps"}
    assert "5" not in json_of([finding], Words()).replace(str(finding.facts["good"]), "")


@posix
def test_a_shaker_that_leaks_is_named_and_its_dice_are_not(tmp_path: Path) -> None:
    with speaking(tmp_path / "port", "leak") as settings:
        (heard,) = listened(settings, lambda heard: heard.leaks > 0).values()
    found = codes(of_port("p", heard, settings, NOBODY_KNOWS))
    assert found["leaks"].mark is Mark.BAD
    assert set(found["leaks"].facts) == {"port", "count"}


@posix
def test_the_wrong_speed_is_suspected_where_only_rubbish_comes(tmp_path: Path) -> None:
    port, stop = PtyPort(tmp_path / "port"), threading.Event()
    rubbish = (WIRE / "baud_wrong.bin").read_bytes()

    def speak() -> None:
        while not stop.wait(0.02):
            port.say(rubbish)

    thread = threading.Thread(target=speak)
    thread.start()
    (heard,) = listened(ShakerSettings(ports=(port.url,)), lambda heard: heard.bad > 0).values()
    stop.set()
    thread.join()
    port.close()
    (finding,) = of_port("p", heard, ShakerSettings(), NOBODY_KNOWS)
    assert (finding.key, finding.mark) == ("not_understood", Mark.BAD)
    assert "115200" in finding.text(Words())


@posix
def test_a_silent_port_and_an_absent_one(tmp_path: Path) -> None:
    port = PtyPort(tmp_path / "silent")
    absent = str(tmp_path / "absent")
    heard = listened(
        ShakerSettings(ports=(port.url, absent)), lambda heard: heard.status is PortStatus.OPEN
    )
    port.close()
    assert codes(of_port("p", heard[port.url], ShakerSettings(), NOBODY_KNOWS)).keys() == {"silent"}
    assert codes(of_port("p", heard[absent], ShakerSettings(), NOBODY_KNOWS)).keys() == {"absent"}


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        (Heard(PortStatus.BUSY), {"busy": Mark.BAD}),
        (Heard(PortStatus.LOST, "EIO"), {"lost": Mark.BAD}),
        (Heard(PortStatus.OPEN, other_version=3, unknown=3), {"other_version": Mark.BAD}),
        (
            Heard(PortStatus.OPEN, devices={"A"}, good=9, other_version=3, unknown=3),
            {"other_version": Mark.BAD, "heard": Mark.GOOD},
        ),
        (Heard(PortStatus.OPEN, unknown=3), {"not_understood": Mark.BAD}),
        (
            Heard(PortStatus.OPEN, devices={"A", "B"}, good=9),
            {"heard": Mark.GOOD, "several_devices": Mark.CARE},
        ),
        (
            Heard(PortStatus.OPEN, devices={"A"}, good=2, bad=9),
            {"heard": Mark.GOOD, "noisy": Mark.CARE},
        ),
    ],
)
def test_a_port_in_words(heard: Heard, expected: dict[str, Mark]) -> None:
    found = of_port("/dev/ttyUSB0", heard, ShakerSettings(), NOBODY_KNOWS)
    assert {finding.key: finding.mark for finding in found} == expected


def test_no_port_is_opened_while_the_table_runs(tmp_path: Path) -> None:
    def never(settings: ShakerSettings) -> dict[str, Heard]:
        raise AssertionError

    settings = ShakerSettings(ports=("/dev/ttyUSB0",))
    found = codes(look_at_shaker(settings, runs=True, thieves=(), ear=never))
    assert found.keys() == {"not_listened"}
    tmp_path.joinpath("lock").touch()
    options = Options(tmp_path)
    assert not is_running(options)
    with Instance.take(tmp_path) or pytest.fail("the lock is free"):
        assert is_running(options)
    assert not is_running(options)


def test_a_console_counts_as_a_running_table(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    assert is_running(Options(tmp_path))
    journal.close()
    assert not is_running(Options(tmp_path))
    assert not is_running(Options(tmp_path / "never"))


def test_a_name_that_is_no_port_is_a_finding() -> None:
    settings = ShakerSettings(ports=("hwgrep://usb",))
    (finding,) = look_at_shaker(settings, runs=False, thieves=())
    assert (finding.key, finding.mark) == ("port.hwgrep", Mark.BAD)


def test_programs_that_take_ports_are_named(tmp_path: Path) -> None:
    for pid, name in ((1, "systemd"), (70, "ModemManager"), (71, "brltty")):
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "comm").write_text(name + "\n")
    (tmp_path / "72").mkdir()
    (tmp_path / "72" / "comm").mkdir()
    assert thieves(tmp_path) == ("ModemManager", "brltty")
    found = look_at_shaker(ShakerSettings(), runs=False, thieves=thieves(tmp_path))
    assert [finding.facts.get("name") for finding in found] == [None, "ModemManager", "brltty"]


# ------------------------------------------------------------------------------- rights and names


def test_the_groups_of_the_process_count_and_not_the_entry() -> None:
    assert why_not("dialout", ("users", "dialout"), (), "ana") == "mode"
    assert why_not("dialout", ("users",), ("ana",), "ana") == "log_in_again"
    assert why_not("dialout", ("users",), ("bea",), "ana") == "not_member"
    denied = Heard(PortStatus.DENIED, "Permission denied")
    rights = Rights("ana", "dialout", ("users",), "not_member")
    (finding,) = of_port("/dev/ttyUSB0", denied, ShakerSettings(), rights)
    assert finding.mark is Mark.BAD
    assert "usermod -aG dialout ana" in finding.text(Words("fr"))


@posix
def test_rights_on_a_file_of_this_machine(tmp_path: Path) -> None:
    (tmp_path / "port").touch()
    rights = rights_on(str(tmp_path / "port"))
    assert rights.group in rights.effective
    assert rights.why == "mode"
    assert rights_on("socket://127.0.0.1:7000") == NOBODY_KNOWS


def test_ports_are_listed_under_the_name_to_keep() -> None:
    usb0 = PortFound("/dev/ttyUSB0", "FT232", "/dev/serial/by-id/a", "/dev/serial/by-path/1")
    twin1 = PortFound("/dev/ttyUSB1", "CH340", "/dev/serial/by-id/b", "/dev/serial/by-path/2")
    twin2 = PortFound("/dev/ttyUSB2", "CH340", "/dev/serial/by-id/b", "/dev/serial/by-path/3")
    settings = ShakerSettings(ports=("/dev/ttyUSB0", "/dev/ttyUSB7"))
    found = list(look_at_ports(settings, lambda: (usb0, twin1, twin2)))
    assert [(f.key, f.facts["name"]) for f in found] == [
        ("port", "/dev/serial/by-id/a"),
        ("port_twin", "/dev/serial/by-path/2"),
        ("port_twin", "/dev/serial/by-path/3"),
        ("port_by_number", "/dev/serial/by-id/a"),
    ]
    assert codes(look_at_ports(ShakerSettings(), tuple)).keys() == {"no_ports"}


# ------------------------------------------------------------------------------- settings


def test_each_setting_is_told_with_its_origin(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text('[table]\nname = "T1"\n[shaker]\nbaud = 9600\n')
    config = tmp_path / "night.toml"
    config.write_text("[shaker]\nbaud = 19200\n")
    options = Options(tmp_path, config, ports=("/dev/ttyS0",))
    settings = known_settings(options).settings
    told = {name: (o.value, o.where) for name, o in origins(options, settings).items()}
    assert told == {
        "shaker.baud": ("19200", str(config)),
        "shaker.ports": ('["/dev/ttyS0"]', "--port"),
        "table.name": ('"T1"', str(tmp_path / SETTINGS_FILE)),
    }


def test_broken_settings_are_named_with_their_line(tmp_path: Path) -> None:
    options = Options(tmp_path)
    (tmp_path / SETTINGS_FILE).write_text('[table]\nnmae = "T1"\n')
    found = codes(look_at_settings(options, known_settings(options)))
    assert found.keys() == {"settings.unknown_key", "settings_none"}
    assert found["settings.unknown_key"].facts["line"] == "2"
    (tmp_path / SETTINGS_FILE).write_text('[table]\nname = "T1"\n')
    load_settings_or_last_good(options)
    (tmp_path / SETTINGS_FILE).write_text("[table\n")
    known = known_settings(options)
    assert known.settings.table.name == "T1"
    found = codes(look_at_settings(options, known))
    assert {key: f.mark for key, f in found.items()} == {
        "settings.not_toml": Mark.BAD,
        "settings_copy": Mark.CARE,
    }


# ------------------------------------------------------------------------------- journal and data


def test_a_good_journal_and_its_backup(tmp_path: Path) -> None:
    path = written(tmp_path, list(evening(2, 10)))
    found = codes(look_at_journal(path, PARIS))
    assert found.keys() == {"journal", "last_event", "no_backup"}
    assert found["journal"].facts["opening"] == 2
    journal = journal_in(tmp_path)
    journal.backup(NOW, 3)
    journal.close()
    assert "backups" in codes(look_at_journal(path, PARIS))


def test_a_journal_beside_a_running_table_is_read(tmp_path: Path) -> None:
    written(tmp_path, list(evening(1, 3)))
    journal = journal_in(tmp_path)
    assert "journal" in codes(look_at_journal(tmp_path / "journal.db", None))
    journal.close()


def test_a_journal_that_is_none_and_backups_that_do_not_fit(tmp_path: Path) -> None:
    path = written(tmp_path, list(evening(1, 5)))
    journal = journal_in(tmp_path)
    old = journal.backup(NOW - timedelta(days=900), 9)
    journal.close()
    assert "backup_old" in codes(look_at_journal(path, PARIS))
    other = written(tmp_path / "other", list(evening(1, 6)))
    (old.parent / "journal-20260101T000000Z.db").write_bytes(other.read_bytes())
    (old.parent / "journal-20260102T000000Z.db").write_bytes(b"no journal")
    found = codes(look_at_journal(path, PARIS))
    assert found["backup_differs"].facts["name"] == "journal-20260101T000000Z.db"
    assert found["backup_unreadable"].facts["name"] == "journal-20260102T000000Z.db"
    path.write_bytes(path.read_bytes()[:9000])
    (finding,) = look_at_journal(path, PARIS)
    assert (finding.key, finding.mark) == ("journal.damaged", Mark.BAD)
    path.unlink()
    assert codes(look_at_journal(path, PARIS)).keys() == {"journal_missing"}


def test_disk_and_pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kiosk = parse(("s", "[kiosk]\nenabled = true\n"))
    found = codes(look_at_data(tmp_path, kiosk))
    assert found.keys() == {"data", "disk", "kiosk_open", "pins_missing"}
    pins = Pins(tmp_path / "pins.json")
    pins.set("chef", "123456")
    assert "pin_missing_technician" in codes(look_at_data(tmp_path, Settings()))
    pins.set("technician", "654321")
    assert "pins" in codes(look_at_data(tmp_path, kiosk))
    (tmp_path / "pins.json").write_text("{")
    assert codes(look_at_data(tmp_path, kiosk))["pins.unreadable"].mark is Mark.BAD
    monkeypatch.setattr("tabledisplay.doctor_machine.free_bytes", lambda folder: 100_000_000)
    found = codes(look_at_data(tmp_path / "new" / "er", Settings()))
    assert found["data_missing"].mark is Mark.CARE
    assert found["disk_low"].facts == {"megabytes": 100, "least": 500}
    monkeypatch.setattr("tabledisplay.doctor_machine.free_bytes", lambda folder: None)
    assert "disk_unknown" in codes(look_at_data(tmp_path, Settings()))
    (tmp_path / "file").touch()
    assert "main.data_folder" in codes(look_at_data(tmp_path / "file", Settings()))


# ------------------------------------------------------------------------------- clock and health


def test_a_dead_battery_and_a_foreign_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    (clock, *_) = look_at_clock(NOW, Settings())
    assert (clock.key, clock.mark) == ("clock", Mark.GOOD)
    assert clock.facts["time"] == f"{BUILD_YEAR}-05-03 22:00:00"
    (wrong, *_) = look_at_clock(datetime(2000, 1, 1, tzinfo=UTC), Settings())
    assert (wrong.key, wrong.mark) == ("clock_wrong", Mark.BAD)
    far = parse(("s", '[table]\ntimezone = "Pacific/Kiritimati"\n'))
    assert "clock_zone" in codes(look_at_clock(NOW, far))
    nowhere = parse(("s", '[table]\ntimezone = "Nowhere/Land"\n'))
    assert codes(look_at_clock(NOW, nowhere)).keys() == {"settings.timezone"}


def state(**changes: object) -> Health:
    facts = {"at": NOW, "started": NOW, "pid": 7, "version": "1", "phase": "ready", "link": "none"}
    return Health(**(facts | changes))


@pytest.mark.parametrize(
    ("health", "runs", "expected"),
    [
        (None, False, {"not_running": Mark.GOOD}),
        (None, True, {"running": Mark.GOOD}),
        (state(), True, {"runs": Mark.GOOD}),
        (state(at=NOW - timedelta(hours=1)), True, {"hangs": Mark.BAD}),
        (state(at=NOW - timedelta(hours=1)), False, {"not_running": Mark.GOOD}),
        (state(ended=True), True, {"running": Mark.GOOD}),
        (
            state(late=("reader",), journal_ok=False, safe_mode=True, bugs=2),
            True,
            {
                "runs": Mark.GOOD,
                "late": Mark.BAD,
                "journal_not_ok": Mark.BAD,
                "safe_mode": Mark.CARE,
                "bugs": Mark.CARE,
            },
        ),
    ],
)
def test_how_the_table_is(
    health: Health | None, runs: bool, expected: dict[str, Mark], tmp_path: Path
) -> None:
    if health is not None:
        write_health(tmp_path / "health", health)
    found = look_at_health(tmp_path, NOW, runs=runs)
    assert {finding.key: finding.mark for finding in found} == expected


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        (CrashHistory(starts=4), "no_crash"),
        (CrashHistory(starts=4, total=1), "crashes"),
        (CrashHistory(crashes=(1.0, 2.0, 3.0), starts=4, total=3), "crashes_now"),
    ],
)
def test_crashes_are_told(history: CrashHistory, expected: str, tmp_path: Path) -> None:
    write_history(tmp_path / "health", history)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "fault.last.log").touch()
    found = codes(look_at_health(tmp_path, NOW, runs=False))
    assert found.keys() == {"not_running", expected, "fault_file"}


# ------------------------------------------------------------------------------- screens


@posix
def test_qt_that_takes_its_process_down_costs_only_its_own_part() -> None:
    from ui.doctor import in_a_child

    def dies(settings: Settings, words: Words) -> list[Finding]:
        os.write(2, b"qt.qpa: xcb-cursor0 or libxcb-cursor0 is needed\nAborted\n")
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    (finding,) = in_a_child(Settings(), Words(), dies)
    assert (finding.part, finding.key, finding.mark) == (Part.SCREENS, "qt_died", Mark.CARE)
    assert "xcb-cursor0" in finding.text(Words())
    found = [good(Part.FONTS, "fonts", count=9), care(Part.SCREENS, "screens.mirrored")]
    assert in_a_child(Settings(), Words(), lambda settings, words: found) == found


def test_a_missing_library_is_named() -> None:
    from ui.doctor import _library, _why

    words = "libEGL.so.1: cannot open shared object file: No such file or directory"
    assert _library(words) == "libEGL.so.1"
    assert _library("No module named 'PySide6'") == "No module named 'PySide6'"
    assert _why("") == "?"


def test_each_monitor_is_told_with_its_window(qapp: object) -> None:
    from ui.doctor_screens import look_at_fonts, of_monitors
    from ui.monitors import Area, Monitor

    def monitor(name: str, x: int, *, primary: bool = False) -> Monitor:
        return Monitor(name, "", "", "", Area(x, 0, 1280, 720), 1.5, primary)

    two = (monitor("HDMI-1", 0, primary=True), monitor("HDMI-2", 1280))
    found = list(of_monitors(two, Settings()))
    assert [f.key for f in found] == [
        "screen_croupier",
        "too_small_croupier",
        "screen_customer",
        "legible_customer",
    ]
    assert (found[0].facts["width"], found[0].facts["scale"]) == (1920, 150)
    assert [f.key for f in of_monitors((), Settings())] == ["screens.none"]
    clones = (monitor("HDMI-1", 0, primary=True), monitor("HDMI-2", 0))
    assert "screens.mirrored" in codes(of_monitors(clones, Settings()))
    assert codes(look_at_fonts()).keys() == {"fonts"}


@pytest.mark.parametrize(
    ("inches", "metres", "key", "arcmin"),
    [
        (43, 3, "legible_customer", 22),
        (55, 4, "legible_customer", 22),
        (24, 5, "too_small_customer", None),
        (10.1, 3, "too_small_customer", None),
    ],
)
def test_each_screen_is_told_whether_it_can_be_read_from_where_people_are(
    inches: float, metres: float, key: str, arcmin: int | None, qapp: object
) -> None:
    from ui.customer.reading import reading
    from ui.doctor_screens import of_reading
    from ui.monitors import Area, Monitor

    wall = Monitor("HDMI-1", "", "", "", Area(0, 0, 1920, 1080), 1.0, True)

    def told(inches: float) -> Finding:
        return of_reading(wall, customer(diagonal_inches=inches, distance_m=metres))

    finding = told(inches)
    assert finding.key == key
    if arcmin is not None:
        assert (finding.mark, finding.facts["arcmin"]) == (Mark.GOOD, arcmin)
        return
    assert finding.mark is Mark.CARE
    reached = finding.facts["arcmin"]
    assert isinstance(reached, int)
    assert 1 <= reached < 22
    assert reached == int(reading(1920, 1080, inches, metres).arcmin_of_must + 0.05)
    needed = finding.facts["needed"]
    assert isinstance(needed, int)
    assert told(needed).mark is Mark.GOOD, "the screen that it asks for is large enough"
    assert told(needed - 1).mark is Mark.CARE
    assert str(needed) in finding.text(Words("fr"))


@pytest.mark.parametrize(("inches", "true"), [(15.6, True), (10.1, True), (8, False)])
def test_a_panel_too_small_for_its_keys_is_told(inches: float, true: bool, qapp: object) -> None:
    from ui.doctor_screens import of_panel
    from ui.monitors import Area, Monitor

    desk = Monitor("eDP-1", "", "", "", Area(0, 0, 1280, 800), 1.0, True)

    def told(inches: float) -> Finding:
        settings = Settings()
        section = msgspec.structs.replace(settings.croupier, diagonal_inches=inches)
        return of_panel(desk, msgspec.structs.replace(settings, croupier=section))

    finding = told(inches)
    assert (finding.mark is Mark.GOOD, finding.facts["arcmin"] == 22) == (true, true)
    if not true:
        needed = float(str(finding.facts["needed"]))
        assert 9 < needed < 11
        assert told(needed).mark is Mark.GOOD
        assert told(needed - 0.1).mark is Mark.CARE


def customer(**changes: object) -> Settings:
    settings = Settings()
    section = msgspec.structs.replace(settings.customer, **changes)
    return msgspec.structs.replace(settings, customer=section)


def test_a_kiosk_whose_monitors_are_not_chosen_is_broken(qapp: object) -> None:
    """The program guesses then, and a guess may not show the panel to the public."""
    from ui.doctor_screens import of_monitors
    from ui.monitors import Area, Monitor, Remembered

    wall = Monitor("HDMI-1", "SAM", "Q55", "H4ZN", Area(0, 0, 1920, 1080), 1.0, True)
    desk = Monitor("eDP-1", "AUO", "B140", "17", Area(1920, 0, 1280, 800), 1.0, False)
    kiosk = parse(("k", "[kiosk]\nenabled = true\n"))
    found = codes(of_monitors((wall, desk), kiosk))
    assert found["screens.not_chosen"].mark is Mark.BAD
    assert "screen_customer" in codes(of_monitors((wall,), kiosk)), "never the panel, when alone"
    seen = Remembered("SAM Q55 H4ZN", "AUO B140 17")
    swapped = of_monitors((wall, desk), kiosk, seen)
    assert [f.facts["name"] for f in swapped if f.key == "screen_customer"] == ["HDMI-1"]
    assert "screen_croupier" in codes(of_monitors((desk,), kiosk, seen))
    both = '[customer]\nmonitor = "HDMI-1"\n[croupier]\nmonitor = "eDP-1"\n'
    chosen = parse(("k", "[kiosk]\nenabled = true\n" + both))
    assert "screens.not_chosen" not in codes(of_monitors((wall, desk), chosen))
    assert "screens.not_chosen" not in codes(of_monitors((wall, desk), Settings())), "no kiosk"


# ------------------------------------------------------------------------------- the command


def sizes(folder: Path) -> dict[str, int]:
    """All files but those that SQLite keeps beside a journal that is read."""
    files = (path for path in folder.rglob("*") if not path.name.endswith(("-shm", "-wal")))
    return {path.name: path.stat().st_size for path in files}


def test_the_command_tells_all_parts_and_leaves_nothing_behind(tmp_path: Path) -> None:
    written(tmp_path, list(evening(1, 3)))
    before = sizes(tmp_path)
    done = run("doctor", "--json", "--data", str(tmp_path), "--lang", "en")
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert told["ok"] is (done.returncode == 0)
    parts = list(dict.fromkeys(finding["part"] for finding in told["findings"]))
    assert parts == [part.value for part in Part]
    assert sizes(tmp_path) == before


def test_a_broken_thing_ends_with_one_and_the_rest_is_still_told(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text("[table\n")
    done = run("doctor", "--data", str(tmp_path), "--port", str(tmp_path / "absent"))
    assert done.returncode == 1
    assert done.stderr == ""
    assert "✗ settings.toml, ligne 1" in done.stdout
    assert "Horloge" in done.stdout
    assert "Cassé\u00a0: " in done.stdout


@posix
def test_the_doctor_leaves_a_running_table_its_ports(tmp_path: Path) -> None:
    port = PtyPort(tmp_path / "port")
    with Program(tmp_path / "data", port.url) as program:
        done = run("doctor", "--json", "--data", str(tmp_path / "data"), "--port", port.url)
        found = {finding["code"] for finding in json.loads(done.stdout)["findings"]}
        assert {"not_listened", "running", "journal"} <= found
        assert program.quit()[0] == 0
    port.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_finding_has_its_sentence(lang: str, tmp_path: Path) -> None:
    options = Options(tmp_path, ports=(str(tmp_path / "absent"),))
    found = in_order(examine(options, known_settings(options)))
    told = list(lines([*found, bad(Part.HEALTH, "late", parts="reader")], Words(lang)))
    assert not any("{" in line for line in told)
    assert told[0] == Words(lang).say("doctor.part_program")
