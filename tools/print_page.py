"""A guide as A4 pages for the printer. The croupier's is one page for ever: SHEETS.

python -m tools.print_page                      build/sheets/fr/croupier.pdf and …/en/croupier.pdf
python -m tools.print_page GUIDE.md OUT.pdf     any guide
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir
from functools import cache
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_HASH_SEED", "0")  # the order of the fonts in the file

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUrl, QUuid
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QImage,
    QImageReader,
    QPageLayout,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from resources.fonts import LATIN, font_files

DOCS = Path(__file__).resolve().parent.parent / "docs"
SHEETS = tuple(DOCS / lang / "croupier.md" for lang in ("fr", "en"))
"""The guides that are one page for ever."""
MADE = DOCS.parent / "build" / "sheets"

DPI = 300
MARGIN_MM = 12
INDENT_MM = 4.5
TEXT_PT = 10.0
HEAD_PT = {1: 17.0, 2: 13.0, 3: 11.0}
MM = 96 / 25.4
"""Qt measures pictures, margins and borders of a text in 96ths of an inch, whatever the device."""
INK, LINE, SHADE = QColor("#111111"), QColor("#9aa0a6"), QColor("#eef0f2")


def main(arguments: list[str]) -> int:
    """Makes the sheets, or that one."""
    application = QGuiApplication.instance() or QGuiApplication(["print_page"])
    if len(arguments) == 2:
        wanted = [(Path(arguments[0]).resolve(), Path(arguments[1]).resolve())]
    else:
        wanted = [(sheet, MADE / sheet.parent.name / f"{sheet.stem}.pdf") for sheet in SHEETS]
    for page, to in wanted:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(pdf(page))
        sys.stdout.write(f"{to}\n")
    del application
    return 0


def pdf(page: Path) -> bytes:
    """The guide as a PDF, the same bytes each time."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(*[MARGIN_MM] * 4), QPageLayout.Unit.Millimeter)
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), page.name.encode()))
    document = laid_out(page, writer)
    writer.setCreator("tabledisplay")
    writer.setTitle(document.metaInformation(QTextDocument.MetaInformation.DocumentTitle))
    painter = QPainter(writer)
    for number in range(document.pageCount()):
        if number:
            writer.newPage()
        paint(document, number, painter)
    painter.end()
    made = re.sub(rb"D:\d{14}", b"D:20260101000000", bytes(buffer.data().data()))
    return re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", b"2026-01-01T00:00:00", made)


def pictures(page: Path, dpi: int = 100) -> list[QImage]:
    """Each page of the guide as a picture, to look at."""
    width, height = (round(mm / 25.4 * dpi) for mm in (210 - 2 * MARGIN_MM, 297 - 2 * MARGIN_MM))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    document = laid_out(page, image)
    made = []
    for number in range(document.pageCount()):
        sheet = image.copy()
        sheet.fill(Qt.GlobalColor.white)
        painter = QPainter(sheet)
        paint(document, number, painter)
        painter.end()
        made.append(sheet)
    return made


@cache
def _install_fonts() -> None:
    """Under names that are the same in every folder: their order in the file hangs on them."""
    with chdir(DOCS.parent):
        for file in font_files():
            QFontDatabase.addApplicationFont(file.relative_to(DOCS.parent).as_posix())


def laid_out(page: Path, device: QPaintDevice) -> QTextDocument:
    """The guide's text, dressed and broken into pages of that device."""
    _install_fonts()
    document = QTextDocument()
    document.setBaseUrl(QUrl.fromLocalFile(f"{page.parent.resolve()}/"))
    document.documentLayout().setPaintDevice(device)
    document.setDocumentMargin(0)
    document.setDefaultFont(letters(TEXT_PT))
    document.setIndentWidth(INDENT_MM * MM)
    text = page.read_text(encoding="utf-8")
    document.setMarkdown(text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
    title = text.splitlines()[0].removeprefix("# ")
    document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, title)
    dress(document)
    document.setPageSize(QSizeF(device.width(), device.height()))
    return document


def letters(points: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Our own face in that size."""
    made = QFont(LATIN)
    made.setPointSizeF(points)
    made.setWeight(weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def paint(document: QTextDocument, number: int, painter: QPainter) -> None:
    """One page of it, at the painter's origin."""
    size = document.pageSize()
    room = QRectF(0, number * size.height(), size.width(), size.height())
    painter.save()
    painter.translate(0, -room.top())
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = room
    context.palette.setColor(context.palette.ColorRole.Text, INK)
    painter.setClipRect(room)
    document.documentLayout().draw(painter, context)
    painter.restore()


def dress(document: QTextDocument) -> None:
    """Sizes, spaces, borders, and pictures as wide as their column."""
    for table in tables(document):
        border(table)
    for block in blocks(document):
        cursor = QTextCursor(block)
        shape = QTextBlockFormat(block.blockFormat())
        level = shape.headingLevel()
        table = cursor.currentTable()
        if not images(block):
            shape.setLineHeight(118, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        shape.setTopMargin((4 if level > 1 else 0) * MM)
        shape.setBottomMargin((0 if table is not None else 1.4 if level == 0 else 2) * MM)
        cursor.setBlockFormat(shape)
        cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
        look = QTextCharFormat()
        look.setFontFamilies([LATIN])
        look.setFontPointSize(HEAD_PT.get(level, TEXT_PT))
        look.setForeground(QBrush(INK))
        look.setFontUnderline(False)
        cursor.mergeCharFormat(look)
        columns = 1 if table is None else table.columns()
        for picture in images(block):
            whole = MM * (210 - 2 * MARGIN_MM)
            fit(picture, document, 0.7 * whole if columns == 1 else whole / columns - 12)
        for code in pieces(block, lambda look: look.fontFixedPitch()):
            cursor.setPosition(code.position())
            cursor.setPosition(code.position() + code.length(), QTextCursor.MoveMode.KeepAnchor)
            cap = QTextCharFormat()
            cap.setBackground(QBrush(SHADE))
            cap.setFontWeight(QFont.Weight.Medium)
            cursor.mergeCharFormat(cap)


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    """Every paragraph, heading, item and cell."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def tables(document: QTextDocument) -> list[QTextTable]:
    """The tables in their order."""
    return [one for one in document.rootFrame().childFrames() if isinstance(one, QTextTable)]


def border(table: QTextTable) -> None:
    """Hairlines, a little air, a shaded head; columns share the width as their words need it."""
    shape = QTextTableFormat(table.format().toTableFormat())
    shape.setBorder(1)
    shape.setBorderBrush(QBrush(LINE))
    shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    shape.setBorderCollapse(True)
    shape.setCellPadding(1.3 * MM)
    shape.setCellSpacing(0)
    shape.setBottomMargin(2.5 * MM)
    shape.setTopMargin(0.5 * MM)
    shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    share = {3: (19, 44, 37), 2: (50, 50)}.get(table.columns())
    if share is not None:
        lengths = [QTextLength(QTextLength.Type.PercentageLength, part) for part in share]
        shape.setColumnWidthConstraints(lengths)
    table.setFormat(shape)
    heads = [table.cellAt(0, column).firstCursorPosition() for column in range(table.columns())]
    has_words = not any(images(cursor.block()) for cursor in heads)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        look = cell.format().toTableCellFormat()
        if has_words:
            look.setBackground(QBrush(SHADE))
        cell.setFormat(look)


def pieces(block: QTextBlock, wanted: Callable[[QTextCharFormat], bool]) -> list[QTextFragment]:
    """The pieces of a paragraph whose look is wanted."""
    found = []
    at = block.begin()
    while not at.atEnd():
        if wanted(at.fragment().charFormat()):
            found.append(at.fragment())
        at += 1
    return found


def images(block: QTextBlock) -> list[QTextFragment]:
    """The pictures in a paragraph."""
    return pieces(block, lambda look: look.isImageFormat())


def fit(picture: QTextFragment, document: QTextDocument, width: float) -> None:
    """Let the picture be so wide."""
    look = picture.charFormat().toImageFormat()
    path = (Path(document.baseUrl().toLocalFile()) / look.name()).resolve()
    size = QImageReader(str(path)).size()
    look.setName(str(path))
    look.setWidth(width)
    look.setHeight(width * size.height() / size.width())
    cursor = QTextCursor(document)
    cursor.setPosition(picture.position())
    cursor.setPosition(picture.position() + picture.length(), QTextCursor.MoveMode.KeepAnchor)
    cursor.setCharFormat(look)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
