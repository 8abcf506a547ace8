"""Walks a panel through every page and phase it has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt

from tabledisplay.game.commands import (
    CloseBets,
    CorrectResult,
    EndShake,
    EnterDice,
    StartShake,
    VoidRound,
)
from tabledisplay.report import OpeningReport, opening_report
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.twenty_one_three import Card, Hand
from tabledisplay.settings import Settings
from tabledisplay.shaker.messages import Lid, ShakerState
from tests.ui.croupier.tables import Played, with_croupier
from ui.croupier.installing import (
    NAME,
    PUBLIC_MONITOR,
    STEPS,
    Choice,
    InstallSources,
    ScreensFound,
)
from ui.croupier.locked_page import LockedPage
from ui.croupier.page import PageName
from ui.croupier.sources import PortHeard, Sources

SIZES = {
    "10 inches lying": (10.1, 1280, 800),
    "11 inches wide": (11.6, 1366, 768),
    "10 inches upright": (10.1, 800, 1280),
    "15 inches lying": (15.6, 1920, 1080),
    "15 inches upright": (15.6, 1080, 1920),
}
"""Diagonal in inches and pixels of the supported panels."""


def sources(played: Played) -> Sources:
    """As much as a technician or a chef de table can be shown."""
    name = "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A900DRSZ-if00-port0"
    port = PortHeard(name, "FT232R USB UART", "0000BEEF MAKER MODEL-2000 1.20.3", "0000BEEF")
    heads = "184467 3b1f5c0a9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a"

    def report() -> OpeningReport | None:
        found = opening_report(played.paper.events)
        return None if found is None else replace(found, chain_head=heads)

    return Sources(
        ports=lambda: (port,) * 5,
        raw_lines=lambda: ("$RS,0000A7F3,00B1,0007,O,0,0,0,0,1234567*CRC",) * 30,
        check_settings=lambda: (
            "settings.toml, ligne 12 : la valeur de « customer.diagonal_inches » ne convient pas.",
        ),
        report=report,
        export_folder=played.folder,
        install=InstallSources(
            ports=lambda: (Choice(name, "ttyUSB0 FT232R USB UART"),),
            screens=lambda: ScreensFound(
                (
                    Choice("A", "PROLITE TF1734MC HDMI-1"),
                    Choice("B", "Digital Projection 4K UHD DisplayPort-1"),
                ),
                public="A",
                panel="B",
            ),
            first_run=lambda: True,
        ),
    )


def sized(folder: Path, size: str, **changes: object) -> Played:
    """A shown panel of that size with other [croupier] settings, and a shaker beside it."""
    inches, width, height = SIZES[size]
    settings = with_croupier(Settings(), diagonal_inches=inches, **changes)
    played = Played(folder, settings, device=True, sources=sources)
    played.panel.resize(width, height)
    played.panel.show()
    return played


def everything(played: Played) -> Iterator[str]:
    """All of the panel, one picture after the other."""
    yield from opening(played)
    played.panel.open_page(PageName.ROUND)
    yield from phases(played)
    yield from pages(played)
    yield from pins(played)


def history(played: Played) -> None:
    """More rounds than fit on a page, of every kind."""
    for dice in ((1, 2, 6), (2, 2, 2), (5, 5, 6), (1, 3, 3), (4, 5, 6), (1, 1, 1)) * 2:
        played.play(*dice)
    played.to_close()
    played.do(VoidRound("mixer_fault"))
    played.do(CorrectResult(12, Dice.of(6, 6, 5), "dé mal lu"))


def phases(played: Played) -> Iterator[str]:
    """The round page, and the payments, in every phase; the device disturbs what it can."""
    panel = played.panel
    yield "closed"
    played.open("1000")
    yield "ready"
    history(played)
    yield "void"
    played.do(StartShake())
    yield "shaking"
    played.do(EndShake())
    yield "bets_open"
    played.say(ShakerState.OPEN, 90, Lid.OPEN)
    yield "bets_open, bell early"
    played.do(CloseBets())
    yield "no_more_bets, take back"
    panel.conduct.type_face(3)
    yield "half an entry"
    panel.conduct.type_face(1)
    panel.conduct.type_face(4)
    yield "a whole entry of eight boxes"
    played.do(EnterDice(Dice.of(3, 1, 4)))
    yield "proposed by the croupier"
    played.read(90, 3, 1, 5)
    yield "disagreement"
    panel.conduct.type_face(3)
    yield "disagreement, typing"
    panel.conduct.type_face(1)
    panel.conduct.type_face(5)
    yield "disagreement, typed"
    played.do(VoidRound("other"))
    played.to_close()
    played.read(91, 1, 1, 1, quality=(0, 4, 0, 0))
    yield "a flaw"
    played.do(VoidRound())
    played.to_close()
    played.read(92, 2, 5, 6)
    yield "proposed by the device"
    panel.conduct.correct()
    yield "correcting"
    panel.open_page(PageName.VOID)
    yield "reasons of a void"
    panel.open_page(PageName.ROUND)
    played.paper.full = True
    played.submit(VoidRound("other"))
    yield "nothing recorded"
    played.paper.full = False
    played.play_out()
    yield "payments"
    panel.book.payments.chips.keys[8].tap()
    yield "payments of a large stake"
    panel.open_page(PageName.ROUND)
    yield "confirmed"


def pages(played: Played) -> Iterator[str]:
    """Every other page, with all its parts."""
    panel, book = played.panel, played.panel.book
    for name in (PageName.RECALL, PageName.MORE, PageName.KEYS):
        panel.open_page(name)
        yield name
    panel.open_page(PageName.SIDE_BET)
    yield "no cards"
    for card in ("10H", "QH", "KH"):
        book.side_bet.drawn = book.side_bet.drawn.with_card(Card.parse(card))
    book.side_bet.chips.keys[8].tap()
    yield "three cards"
    book.side_bet.outcomes[list(Hand).index(Hand.THREE_OF_A_KIND)].tap()
    yield "an outcome"
    panel.open_page(PageName.LAW)
    for place in range(4):
        book.law.listed[place].tap()
        yield f"law {place}"
    book.law.search.tap()
    book.law.keyboard.write("D")
    yield "law, searching"
    for page in (book.chef, book.technician):
        yield from parts(played, page)


def parts(played: Played, page: LockedPage) -> Iterator[str]:
    """The menu and every part of a role's page."""
    panel, book = played.panel, played.panel.book
    panel.open_page(next(name for name, one in book.pages.items() if one is page))
    yield page.role
    for part in page.parts:
        page.open_part(part)
        yield f"{page.role} {part}"
    if page is book.chef:
        page.open_part("correction")
        book.chef.correction.rounds[0].tap()
        yield "correction, dice"
        page.open_part("void")
        book.chef.void.rounds[0].tap()
        yield "void, reasons"
    else:
        page.open_part("install")
        yield from installation(played)


def installation(played: Played) -> Iterator[str]:
    """The installation with everything changed, and each of its choosers."""
    part = played.panel.book.technician.install
    for name, key in part.keys.items():
        if name in ("later", "save"):
            continue
        key.tap()
        yield f"install {name}"
        if name in STEPS:
            for step in (part.number.more, part.number.more, part.number.less):
                step.tap()
            yield f"install {name}, another"
        if name == NAME:
            for _ in range(60):
                part.keyboard.write("W")
            yield "install, longest name"
        if name == PUBLIC_MONITOR:
            key.tap()
        if part.step_back():
            part.opened(part._scene)
    yield "install, all changed"


def opening(played: Played) -> Iterator[str]:
    """The page that opens a table, both fields."""
    panel, part = played.panel, played.panel.book.chef.opening
    panel.dominant.tap()
    yield "opening"
    for _ in range(3):
        part.chips.keys[8].tap()
    yield "opening at a high minimum"
    part.float_ref.tap()
    for _ in range(20):
        part.keyboard.write("W")
    yield "opening, float"


def pins(played: Played) -> Iterator[str]:
    """Both PINs asked for, with digits typed."""
    for role in ("chef", "technician"):
        played.set_pin(role, "123456")
        played.panel.open_page(PageName(role))
        yield f"{role}'s PIN"
        for digit in (Qt.Key.Key_1, Qt.Key.Key_2):
            played.panel.shown_page.typed(digit)
        yield f"{role}'s PIN, two digits"
