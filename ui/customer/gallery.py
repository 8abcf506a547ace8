"""Every phase of the customer screen as pictures: landscape and portrait, in every language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import msgspec
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QImage

from tabledisplay.public_view import PublicView
from tabledisplay.settings import PublicLanguage, Settings
from ui.customer.window import CustomerWindow
from ui.demo_scenes import all_scenes

SHAPES = {"paysage": (1920, 1080), "portrait": (1080, 1920)}
LANGUAGES: tuple[PublicLanguage, ...] = get_args(PublicLanguage)


def render_gallery(
    folder: Path,
    settings: Settings | None = None,
    *,
    demo: bool = True,
    languages: Iterable[PublicLanguage] = LANGUAGES,
    scenes: dict[str, PublicView] | None = None,
) -> tuple[Path, ...]:
    """Writes one PNG for each phase, shape and language; the same bytes each time.

    The folder is made if it is not there. OSError: a file could not be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    shown = all_scenes() if scenes is None else scenes
    for lang in languages:
        window = CustomerWindow(still(settings or Settings(), lang), demo=demo)
        window.load_charts()
        for shape, (width, height) in SHAPES.items():
            window.resize(width, height)
            for name, view in shown.items():
                path = folder / f"client-{name}-{shape}-{lang}.png"
                window.show_view(view)
                save(picture(window), path)
                written.append(path)
        window.hide()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    return tuple(written)


def still(settings: Settings, lang: PublicLanguage) -> Settings:
    """The same settings in that language, with nothing that moves or changes by itself."""
    customer = msgspec.structs.replace(
        settings.customer,
        language=lang,
        alternate_seconds=0,
        orientation="auto",
        animations="none",
    )
    return msgspec.structs.replace(settings, customer=customer)


def picture(window: CustomerWindow) -> QImage:
    """What the window shows, at one pixel for each logical pixel."""
    image = QImage(window.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    window.render(image)
    return image


def save(image: QImage, path: Path) -> None:
    """Writes the picture. OSError: it could not be written."""
    if not image.save(str(path)):
        raise OSError(f"cannot write {path}")
