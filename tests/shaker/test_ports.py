"""Names of ports: which make sense, and which last."""

from pathlib import Path

import pytest

from tabledisplay.shaker.ports import (
    BadPort,
    Listed,
    PortFound,
    check_port_url,
    find_ports,
    name_ports,
)
from tabledisplay.words import LANGUAGES, Words


@pytest.mark.parametrize(
    "url",
    [
        "/dev/ttyUSB0",
        "/dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0",
        "/dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0-port0",
        "./shaker",
        "COM3",
        "com12",
        r"\\.\COM10",
        "socket://192.168.0.7:4001",
        "socket://[::1]:4001",
        "rfc2217://table-7.local:2217?ign_set_control",
        "loop://",
        "alt:///dev/ttyUSB0?class=VTIMESerial",
        "SOCKET://host:1",
    ],
)
def test_may_name_a_port_whether_it_is_there_or_not(url: str) -> None:
    check_port_url(url)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("", "port.no_port"),
        ("nonsense", "port.no_port"),
        ("ttyUSB0", "port.no_port"),
        ("COM", "port.no_port"),
        ("COM0", "port.no_port"),
        ("/dev/tty\0USB0", "port.no_port"),
        ("/dev/tty\nUSB0", "port.no_port"),
        ("alt://", "port.no_port"),
        ("foo://", "port.scheme"),
        ("://", "port.scheme"),
        ("http://host:80", "port.scheme"),
        ("socket://", "port.host"),
        ("socket://host", "port.host"),
        ("socket://:4001", "port.host"),
        ("socket://host:0", "port.host"),
        ("socket://host:99999", "port.host"),
        ("socket://host:port", "port.host"),
        ("rfc2217://[::1", "port.host"),
        ("hwgrep://FTDI", "port.hwgrep"),
        ("spy:///dev/ttyUSB0", "port.spy"),
        ("socket://host:4001?logging=debug", "port.spy"),
        ("loop://?logging=debug", "port.spy"),
    ],
)
def test_can_never_name_a_port(url: str, key: str) -> None:
    with pytest.raises(BadPort) as trouble:
        check_port_url(url)
    assert trouble.value.key == key
    for lang in LANGUAGES:
        said = Words(lang).say(trouble.value.key, **trouble.value.values)
        assert said.isprintable() or "\u202f" in said or "\u00a0" in said


def test_ports_have_their_lasting_names() -> None:
    listed = [
        Listed("/dev/ttyUSB1", "CP2102", "10C4:EA60:0001"),
        Listed("/dev/ttyUSB0", "FT232R USB UART", "0403:6001:A50285BI"),
        Listed("/dev/ttyS0", "ttyS0"),
    ]
    links = [
        ("/dev/serial/by-path/pci-0-usb-0:1", "/dev/ttyUSB0"),
        ("/dev/serial/by-id/usb-FTDI", "/dev/ttyUSB0"),
        ("/dev/serial/by-path/pci-0-usb-0:2", "/dev/ttyUSB1"),
        ("/dev/serial/by-id/usb-gone", "/dev/ttyUSB7"),
    ]
    found = name_ports(listed, links)
    assert found == (
        PortFound("/dev/ttyS0", "ttyS0"),
        PortFound(
            "/dev/ttyUSB0",
            "FT232R USB UART",
            "/dev/serial/by-id/usb-FTDI",
            "/dev/serial/by-path/pci-0-usb-0:1",
            "0403:6001:A50285BI",
        ),
        PortFound(
            "/dev/ttyUSB1",
            "CP2102",
            None,
            "/dev/serial/by-path/pci-0-usb-0:2",
            "10C4:EA60:0001",
        ),
    )
    assert [port.lasting_name for port in found] == [
        "/dev/ttyS0",
        "/dev/serial/by-id/usb-FTDI",
        "/dev/serial/by-path/pci-0-usb-0:2",
    ]


def test_ports_of_this_machine_can_be_listed(tmp_path: Path) -> None:
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-gone").symlink_to(tmp_path / "ttyUSB9")
    for port in find_ports(tmp_path):
        assert port.device
        assert port.by_id is None
    assert find_ports(tmp_path / "no such folder") == find_ports(tmp_path)
