"""Pictures of keys are painted once and then copied; what is copied is what would be painted."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from ui.croupier import theme
from ui.croupier.kept import Pictures
from ui.croupier.key_paint import Look
from ui.croupier.keys import Key

SIZE = QSize(40, 30)


class Painting:
    """Fills with a colour and counts how often."""

    def __init__(self, colour: str) -> None:
        self.colour, self.times = colour, 0

    def __call__(self, painter: QPainter, room: QRectF) -> None:
        self.times += 1
        painter.fillRect(room, QColor(self.colour))


def on_screen(pictures: Pictures, what: str, how: Painting, scale: float = 1.0) -> QImage:
    image = QImage(SIZE * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    image.fill(0)
    painter = QPainter(image)
    pictures.draw(painter, SIZE, what, how)
    painter.end()
    return image


def test_painted_once_for_all_that_it_depends_on(qapp: QApplication) -> None:
    pictures, red, blue = Pictures(), Painting("#ff0000"), Painting("#0000ff")
    for _ in range(3):
        assert on_screen(pictures, "red", red).pixelColor(39, 29) == QColor("#ff0000")
    assert on_screen(pictures, "blue", blue).pixelColor(39, 29) == QColor("#0000ff")
    assert (red.times, blue.times) == (1, 1)
    sharp = on_screen(pictures, "red", red, scale=2.0)
    assert sharp.pixelColor(79, 59) == QColor("#ff0000")
    assert red.times == 2


def test_the_oldest_leave_when_there_is_no_room(qapp: QApplication) -> None:
    pictures, first = Pictures(room=3 * 40 * 30), Painting("#ff0000")
    on_screen(pictures, "first", first)
    for n in range(3):
        on_screen(pictures, f"other {n}", Painting("#0000ff"))
    assert pictures.taken == 3 * 40 * 30
    on_screen(pictures, "first", first)
    assert first.times == 2


def test_a_key_looks_otherwise_in_each_of_its_states(qapp: QApplication) -> None:
    key = Key(Look.DOMINANT)
    key.resize(200, 90)
    key.rescale(5.0)
    seen: list[QImage] = []

    def look() -> None:
        image = key.grab().toImage()
        assert all(image != other for other in seen)
        seen.append(image)

    key.show_face("VALIDER", colour=theme.YELLOW)
    look()
    key.setDown(True)
    look()
    key.setDown(False)
    key.set_live(False)
    look()
    key.set_live(True)
    key.show_face("VALIDER", colour=theme.ORANGE)
    look()
    key.show_face("CORRIGER", colour=theme.ORANGE)
    look()
    key.show_face("CORRIGER", colour=theme.ORANGE, called=True)
    look()
    key.show_face("CORRIGER", colour=theme.ORANGE, called=True, ring=0.5)
    look()
    key.show_face("VALIDER", colour=theme.YELLOW, called=False, ring=0.0)
    assert key.grab().toImage() == seen[0]
