"""The documents' pictures, made by the program itself: docs/images/{fr,en}, docs/gallery.

python -m tools.guide_shots [--lang fr|en] [--only WORD] [--to FOLDER]    the guides' pictures
python -m tools.guide_shots --gallery                                    those, and the gallery
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from tabledisplay.game.commands import (
    Acknowledge,
    CloseBets,
    CloseTable,
    ConfirmDice,
    CorrectResult,
    EnterDice,
    OpenTable,
    SetPin,
    VoidRound,
)
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.money import parse_money
from tabledisplay.rules.twenty_one_three import Card
from tabledisplay.shaker.messages import PortChanged, PortStatus
from tabledisplay.shaker.simulator import SimulatedShaker
from tools import small_png
from tools.guide_table import CHEF, CUSTOMER, PORT, TECHNICIAN, GuideTable
from ui.croupier.page import PageName
from ui.customer.gallery import picture, render_gallery
from ui.screen_card import ScreenCard

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
GALLERY = IMAGES.parent / "gallery"
LANGUAGES = ("fr", "en")

Scenes = Generator[tuple[str, QWidget], None, None]
"""A picture's name and the window it shows, as soon as that window shows it."""


def main(arguments: list[str] | None = None) -> int:
    """Writes the pictures; those of a language that are no longer made are removed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--only", default="", help="names with this word in them")
    parser.add_argument("--to", type=Path, default=IMAGES)
    parser.add_argument("--gallery", action="store_true", help="docs/gallery too")
    args = parser.parse_args(arguments)
    application = QApplication.instance() or QApplication(["guide_shots"])
    application.setQuitOnLastWindowClosed(False)  # type: ignore[attr-defined]  # it is a QApplication
    total = 0
    for lang in LANGUAGES if args.lang is None else (args.lang,):
        folder: Path = args.to / lang
        folder.mkdir(parents=True, exist_ok=True)
        made = set()
        for name, window in everything(lang):
            if args.only in name:
                small_png.write(picture(window), folder / f"{name}.png")
                made.add(folder / f"{name}.png")
        if not args.only:
            for old in set(folder.glob("*.png")) - made:
                old.unlink()
        total += sum(path.stat().st_size for path in made)
    sys.stdout.write(f"{args.to}: {total / 1e6:.1f} MB\n")
    if args.gallery:
        gallery(GALLERY)
    return 0


def gallery(folder: Path) -> None:
    """Every phase of the customer screen, half as large."""
    for path in render_gallery(folder, demo=False):
        image = QImage(str(path))
        smooth = Qt.TransformationMode.SmoothTransformation
        small_png.write(image.scaled(image.size() / 2, mode=smooth), path)


def everything(lang: str) -> Scenes:
    """Every picture of the guides in that language, one after the other."""
    for scenes, shaker, first in (
        (first_run, False, True),
        (by_hand, False, False),
        (a_round, True, False),
        (chef, True, False),
        (technician, True, False),
        (faults, True, False),
    ):
        with _table(lang, with_shaker=shaker, first_run=first) as table:
            yield from scenes(table)


def first_run(at: GuideTable) -> Scenes:
    """The installation of a table that nobody has set up."""
    panel, part = at.panel, at.panel.book.technician.install
    panel.open_installation()
    yield "install-first", panel
    part.keys["pin_chef"].tap()
    at.press(*[Qt.Key.Key_2, Qt.Key.Key_4, Qt.Key.Key_6, Qt.Key.Key_8])
    yield "install-pin", panel
    part.step_back()
    at.do(SetPin("chef", CHEF), SetPin("technician", TECHNICIAN))
    panel.open_installation()
    at.enter_pin(TECHNICIAN)
    part.keys["customer.distance_m"].tap()
    for _ in range(2):
        part.number.more.tap()
    yield "install-distance", panel
    panel.book.technician.step_back()
    part.keys["table.name"].tap()
    for letter in " 1":
        part.keyboard.write(letter)
    yield "install-name", panel
    panel.book.technician.step_back()
    part.keys["shaker.ports"].tap()
    part.keys["swap"].tap()
    yield "install-changed", panel


def by_hand(at: GuideTable) -> Scenes:
    """Opening the table, and a round that the croupier plays without a shaker."""
    panel, part = at.panel, at.panel.book.chef.opening
    yield "customer-closed", at.customer
    yield "round-closed", panel
    at.do(SetPin("chef", CHEF))
    panel.dominant.tap()
    at.wait()
    for digit in (Qt.Key.Key_2, Qt.Key.Key_4, Qt.Key.Key_6):
        at.press(digit)
    yield "chef-pin", panel
    panel.open_page(PageName.ROUND)
    at.wait()
    panel.dominant.tap()
    at.enter_pin(CHEF)
    part.chips.keys[2].tap()
    yield "chef-opening", panel
    part.float_ref.tap()
    for letter in "A-17":
        part.keyboard.write(letter)
    yield "chef-float", panel
    at.do(OpenTable(parse_money(5), "A-17"), pin=CHEF)
    panel.open_page(PageName.ROUND)
    yield "round-ready", panel
    yield "customer-ready", at.customer
    for _ in range(3):
        at.wait()
        panel.dominant.tap()
    at.wait()
    panel.conduct.type_face(2)
    panel.conduct.type_face(5)
    at.wait(3)
    yield "hand-typing", panel
    panel.conduct.type_face(5)
    yield "hand-typed", panel


def a_round(at: GuideTable) -> Scenes:
    """A round with a shaker, on both screens; and the pages beside it."""
    panel = at.panel
    _open(at)
    at.evening()
    at.shaker.lower_bell()
    at.shaker.shake((5, 2, 5))
    at.wait(4)
    yield "round-shaking", panel
    yield "customer-shaking", at.customer
    at.shaker.settle()
    at.wait(10)
    yield "round-bets", panel
    yield "customer-bets", at.customer
    panel.dominant.tap()
    yield "round-no-more-bets", panel
    yield "customer-no-more-bets", at.customer
    at.wait(4)
    at.shaker.lift_bell()
    at.wait(2)
    yield "round-proposed", panel
    panel.dominant.tap()
    at.wait()
    for chip in (3, 2):
        panel.book.payments.chips.keys[chip].tap()
    yield "payments", panel
    yield "customer-result", at.customer
    panel.open_page(PageName.SIDE_BET)
    side = panel.book.side_bet
    for card in ("7H", "8H", "9H"):
        side.drawn = side.drawn.with_card(Card.parse(card))
    side.chips.keys[2].tap()
    yield "side-bet", panel
    panel.open_page(PageName.RECALL)
    yield "last-rounds", panel
    panel.open_page(PageName.MORE)
    yield "more", panel
    panel.open_page(PageName.KEYS)
    yield "keyboard", panel
    panel.open_page(PageName.ROUND)
    at.read(1, 3, 3)
    panel.open_page(PageName.VOID)
    yield "void-reasons", panel
    panel.open_page(PageName.ROUND)
    at.do(VoidRound("broken"))
    yield "round-void", panel
    yield "customer-void", at.customer


def chef(at: GuideTable) -> Scenes:
    """The chef de table's page, and what leads there."""
    panel, page = at.panel, at.panel.book.chef
    _open(at)
    at.evening()
    panel.open_page(PageName.CHEF)
    at.enter_pin(CHEF)
    yield "chef-menu", panel
    page.open_part("correction")
    yield "chef-rounds", panel
    page.correction.rounds[0].tap()
    for face in (3, 6, 6):
        page.correction.pad[face - 1].tap()
    page.correction.reasons[0].tap()
    yield "chef-correction", panel
    page.open_part("void")
    page.void.rounds[0].tap()
    page.void.reasons[2].tap()
    yield "chef-void", panel
    last = at.table.state.number
    at.do(CorrectResult(last, Dice.of(3, 6, 6), "misread"), pin=CHEF)
    yield "customer-corrected", at.customer
    panel.open_page(PageName.ROUND)
    at.shake(2, 5, 6)
    at.wait(10)
    at.do(CloseBets(), EnterDice(Dice.of(2, 5, 5)))
    at.shaker.lift_bell()
    at.wait(2)
    yield "disagreement", panel
    panel.open_page(PageName.CHEF)
    at.enter_pin(CHEF)
    page.open_part("decide")
    yield "chef-decide", panel
    at.do(EnterDice(Dice.of(2, 5, 6)), ConfirmDice(), pin=CHEF)
    at.wait(30)
    page.open_part("alarms")
    yield "chef-alarms", panel
    for alarm in at.table.state.alarms:
        at.do(Acknowledge(alarm.id), pin=CHEF)
    page.open_part("opening")
    yield "chef-closing", panel
    at.do(CloseTable(), pin=CHEF)
    page.open_part("report")
    yield "chef-report", panel


def technician(at: GuideTable) -> Scenes:
    """The technician's page, and his card on the customers' screen."""
    panel, page = at.panel, at.panel.book.technician
    _open(at)
    for faces in ((1, 2, 6), (3, 3, 4)):
        at.play(*faces)
    panel.open_page(PageName.TECHNICIAN)
    at.enter_pin(TECHNICIAN)
    yield "technician-menu", panel
    for part in ("ports", "counters", "raw", "screens", "kiosk"):
        page.open_part(part)
        yield f"technician-{part}", panel
    card = ScreenCard(at.customer)
    at.customer.resize(*CUSTOMER)
    card.present()
    yield "customer-test-card", at.customer
    card.hide()
    at.lose_port()
    at.shaker = SimulatedShaker(by_itself=False, device="0000BEEF")
    at.tell(PortChanged(PORT, PortStatus.OPEN))
    at.wait(2)
    page.open_part(None)
    page.open_part("ports")
    yield "technician-stranger", panel


def faults(at: GuideTable) -> Scenes:
    """What the panel says when something is wrong; the game goes on by hand in all of them."""
    panel, words = at.panel, at.words
    _open(at)
    at.evening()
    at.shake(2, 5, 6)
    at.wait(10)
    at.do(CloseBets())
    at.lose_port()
    at.mute = True
    at.wait(4)
    yield "fault-link-lost", panel
    at.mute = False
    at.tell(PortChanged(PORT, PortStatus.OPEN))
    at.do(EnterDice(Dice.of(2, 5, 6)), ConfirmDice())
    at.shaker = SimulatedShaker(by_itself=False, faults=("leaning",), boot=0x0C22)
    at.read(2, 5, 6)
    yield "fault-no-valid-draw", panel
    at.do(VoidRound())
    at.shaker = SimulatedShaker(by_itself=False, boot=0x0C23)
    at.play(4, 5, 6)
    at.shake(1, 2, 4)
    panel.open_page(PageName.ROUND)
    at.paper.full = True
    panel.dominant.tap()
    yield "fault-not-recorded", panel
    yield "customer-unavailable", at.customer
    at.paper.full = False
    at.wait()
    panel.dominant.tap()
    at.wait(4)
    panel.show_customer_screen(present=False)
    panel.show_trouble(words.say("screens.customer_absent"))
    yield "fault-no-customer-screen", panel
    panel.show_customer_screen(present=True)
    panel.show_trouble(words.say("process.disk_low", megabytes=412))
    yield "fault-disk", panel
    panel.show_trouble(None)
    at.do(VoidRound("other"))
    at.table.distrust("repaired")
    yield "fault-not-reliable", panel


@contextmanager
def _table(lang: str, *, with_shaker: bool, first_run: bool) -> Iterator[GuideTable]:
    with tempfile.TemporaryDirectory(prefix="guide-") as folder:
        table = GuideTable(Path(folder), lang, with_shaker=with_shaker, first_run=first_run)
        try:
            yield table
        finally:
            table.close()


def _open(at: GuideTable) -> None:
    at.do(SetPin("chef", CHEF), SetPin("technician", TECHNICIAN))
    at.do(OpenTable(parse_money(5), "A-17"), pin=CHEF)


if __name__ == "__main__":
    sys.exit(main())
