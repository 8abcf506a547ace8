"""Where everything of the panel lies, in millimetres: pure arithmetic, one place for both hands.

The keys of the round have the same places in every phase and on every page that has them.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from ui.croupier.sizes import GAP, PRIMARY, SECONDARY

MARGIN = 3.0
TRACK = 10.5
STRIP = 10.6
STATUS = 6.4
NAV = 15.4


@dataclass(frozen=True, slots=True)
class Frame:
    """The parts of the window."""

    track: QRectF
    status: QRectF
    strip: QRectF
    page: QRectF
    nav: tuple[QRectF, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The parts of the round page. `pad`: faces 1-6; `acts`: the row of held and rare keys."""

    display: QRectF
    acts: tuple[QRectF, ...]
    pad: tuple[QRectF, ...]
    correct: QRectF
    bell: QRectF
    pad_block: QRectF
    dominant: QRectF


def row(room: QRectF, count: int, gap: float = GAP) -> tuple[QRectF, ...]:
    """The room cut into equal parts beside each other."""
    width = (room.width() - gap * (count - 1)) / count
    return tuple(
        QRectF(room.left() + n * (width + gap), room.top(), width, room.height())
        for n in range(count)
    )


def column(room: QRectF, count: int, gap: float = GAP) -> tuple[QRectF, ...]:
    """The room cut into equal parts below each other."""
    height = (room.height() - gap * (count - 1)) / count
    return tuple(
        QRectF(room.left(), room.top() + n * (height + gap), room.width(), height)
        for n in range(count)
    )


def grid(room: QRectF, rows: int, columns: int, gap: float = GAP) -> tuple[QRectF, ...]:
    """The room cut into rows and columns, row by row."""
    return tuple(cell for line in column(room, rows, gap) for cell in row(line, columns, gap))


def cut(
    room: QRectF, *, left: float = 0, top: float = 0, gap: float = GAP
) -> tuple[QRectF, QRectF]:
    """The room in two: `left` mm wide and the rest, or `top` mm high and the rest."""
    if left:
        first = QRectF(room.left(), room.top(), left, room.height())
        return first, room.adjusted(left + gap, 0, 0, 0)
    first = QRectF(room.left(), room.top(), room.width(), top)
    return first, room.adjusted(0, top + gap, 0, 0)


def mirrored(rect: QRectF, room: QRectF) -> QRectF:
    """The rectangle seen in a mirror that stands upright in the middle of the room."""
    return QRectF(
        room.left() + room.right() - rect.right(), rect.top(), rect.width(), rect.height()
    )


def frame(width: float, height: float, nav_keys: int, *, left_handed: bool) -> Frame:
    """The window's parts: track, status and words above, the page, the other pages' keys below."""
    room = QRectF(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    grow = min(1.3, max(1.0, height / 136 if width >= height else width / 128))
    track, rest = cut(room, top=TRACK * grow, gap=2)
    if width >= height:
        line, rest = cut(rest, top=STRIP * grow)
        status, strip = cut(line, left=58 * grow)
    else:
        status, rest = cut(rest, top=STATUS * grow, gap=1)
        strip, rest = cut(rest, top=STRIP * grow)
    page = rest.adjusted(0, 0, 0, -(NAV * grow + GAP))
    nav = row(QRectF(room.left(), page.bottom() + GAP, room.width(), NAV * grow), nav_keys)
    if left_handed:
        status, strip = mirrored(status, room), mirrored(strip, room)
        nav = tuple(reversed(nav))
    return Frame(track, status, strip, page, nav)


def table(page: QRectF, *, left_handed: bool) -> Table:
    """The round page's parts, upright or lying."""
    made = _upright(page) if page.height() > page.width() else _lying(page)
    if not left_handed:
        return made
    pad = [mirrored(face, page) for face in made.pad]
    return Table(
        mirrored(made.display, page),
        tuple(mirrored(act, page) for act in made.acts),
        (pad[2], pad[1], pad[0], pad[5], pad[4], pad[3]),
        mirrored(made.correct, page),
        mirrored(made.bell, page),
        mirrored(made.pad_block, page),
        mirrored(made.dominant, page),
    )


def _lying(page: QRectF) -> Table:
    """Display and rare keys on one side, pad and dominant key on the other."""
    least = 4 * PRIMARY + 3 * GAP
    block_width = max(least, min(page.width() * 0.44, 140))
    left, right = cut(page, left=page.width() - block_width - GAP)
    acts_height = max(PRIMARY, min(page.height() * 0.2, 28))
    display = left.adjusted(0, 0, 0, -(acts_height + GAP))
    acts = QRectF(left.left(), display.bottom() + GAP, left.width(), acts_height)
    pad_height = max(3 * SECONDARY + 2 * GAP, page.height() * 0.58)
    pad, dominant = cut(right, top=pad_height)
    return _with(display, acts, pad, dominant)


def _upright(page: QRectF) -> Table:
    """Display above, then rare keys, pad, and the dominant key at the bottom."""
    dominant_height = max(PRIMARY + 4, min(page.height() * 0.16, 40))
    pad_height = max(3 * SECONDARY + 2 * GAP, min(page.height() * 0.3, 70))
    acts_height = max(PRIMARY, min(page.height() * 0.13, 30))
    dominant = page.adjusted(0, page.height() - dominant_height, 0, 0)
    pad = QRectF(page.left(), dominant.top() - GAP - pad_height, page.width(), pad_height)
    acts = QRectF(page.left(), pad.top() - GAP - acts_height, page.width(), acts_height)
    display = QRectF(page.left(), page.top(), page.width(), acts.top() - GAP - page.top())
    return _with(display, acts, pad, dominant)


def _with(display: QRectF, acts: QRectF, pad: QRectF, dominant: QRectF) -> Table:
    keys = grid(pad, 2, 4)
    faces = (*keys[0:3], *keys[4:7])
    return Table(display, row(acts, 4), faces, keys[3], keys[7], pad, dominant)
