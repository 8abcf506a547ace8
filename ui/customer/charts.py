"""The bars of the totals, kept in pyqtgraph: built once, changed in place.

Importing this module imports pyqtgraph, which takes about a second: the window does so only after
its first frame is on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from ui.theme import Theme


class Charts:
    """One chart for the life of the window: a PlotItem that is destroyed is never freed."""

    def __init__(self, theme: Theme) -> None:
        pg.setConfigOptions(useOpenGL=False, antialias=True)
        self._view = pg.PlotWidget(background=None)
        self._view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._view.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self._view.setFrameShape(pg.PlotWidget.Shape.NoFrame)
        plot = self._view.getPlotItem()
        plot.hideAxis("left")
        plot.hideAxis("bottom")
        plot.hideButtons()
        plot.setMenuEnabled(False)
        plot.setContentsMargins(0, 0, 0, 0)
        plot.layout.setContentsMargins(0, 0, 0, 0)
        self._range = plot.getViewBox()
        self._range.setMouseEnabled(False, False)
        self._range.disableAutoRange()
        self._range.setDefaultPadding(0)
        self._bars = pg.BarGraphItem(
            x=[0], height=[0], width=0.72, brush=QColor(theme.bar), pen=None
        )
        self._expected = pg.PlotDataItem(
            [0], [0], pen=pg.mkPen(QColor(theme.lit), width=3), antialias=True
        )
        plot.addItem(self._bars)
        plot.addItem(self._expected)
        self._view.show()

    def paint(
        self,
        painter: QPainter,
        where: QRectF,
        totals: Sequence[int],
        heights: Sequence[int],
        expected: Sequence[float],
        thick: float,
    ) -> None:
        """Paints bars and expected curve over `where`; `thick` is the curve's width."""
        size = where.toRect().size()
        if self._view.size() != size:
            self._view.resize(size)
        top = max(*heights, *expected, 1) * 1.04
        self._range.setRange(xRange=(totals[0] - 0.5, totals[-1] + 0.5), yRange=(0, top), padding=0)
        self._bars.setOpts(x=list(totals), height=list(heights))
        pen = self._expected.opts["pen"]
        pen.setWidthF(thick)
        self._expected.setData(list(totals), list(expected), pen=pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self._view.render(painter, where, QRect(0, 0, size.width(), size.height()))
