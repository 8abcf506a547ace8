# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools==4.68.0", "fontpkg-inter==4.1.post1"]
# ///
"""Cuts the fonts of resources/fonts from their sources; run again when Chinese words are added.

    uv run --script tools/subset_fonts.py [--noto FOLDER]

FOLDER holds NotoSansCJK-Regular.ttc and -Bold.ttc (Debian: fonts-noto-cjk). The same sources and
the same words give the same bytes. docs/decisions/0001-fonts.md says why it is done this way.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "resources" / "fonts"
I18N = ROOT / "resources" / "i18n"

WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "Black": 900}
# The text cut of Inter: its wider spacing reads better from three metres than the display cut.
OPTICAL_SIZE = 14
LATIN = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),  # Latin-1 and Extended-A
    *range(0x218, 0x21C),
    *range(0x2C6, 0x2DE),
    0x1E9E,
    *range(0x2000, 0x2070),  # spaces (U+202F), dashes, quotes
    *range(0x2070, 0x20C0),  # superscripts, currencies
    *range(0x2100, 0x2400),  # letterlike, fractions, arrows, mathematics, keys
    *range(0x25A0, 0x27C0),  # shapes, suits, ticks
]
CHINESE_FACES = {"SC": (2, "zh-Hans"), "TC": (3, "zh-Hant")}
PUNCTUATION = (
    "".join(chr(c) for c in range(0x20, 0x7F))
    + "\u00a0\u202f«»×÷·–—‘’“”…€"
    + "\u3000、。，．：；！？（）《》「」『』【】～％＋－／"
)
# Words of the game, so that the faces serve before and beside the translations.
PROVISIONAL = {
    "SC": "请下注停止下注摇骰开奖大小围骰总和历史无效本局作废骰子双骰对子单骰最低最高投注限额庄荷"
    "宣布为准每次掷骰相互独立冷热频率点数回合骰宝牌路赔率中等待预期上一局显示不可用演示任何三同两个"
    "示范规则玩法本桌已关闭欢迎结果更正手动输入",
    "TC": "請下注停止下注搖骰開獎大小圍骰總和歷史無效本局作廢骰子雙骰對子單骰最低最高投注限額莊荷"
    "宣佈為準每次擲骰相互獨立冷熱頻率點數回合骰寶牌路賠率中等待預期上一局顯示不可用演示任何三同兩個"
    "示範規則玩法本桌已關閉歡迎結果更正手動輸入",
}


# --- names -----------------------------------------------------------------------------------


def rename(font: TTFont, family: str, style: str) -> None:
    """Gives the font a family name of its own, so that no installed font can mix with it."""
    names = font["name"]
    kept = {i: names.getDebugName(i) for i in (0, 5, 7, 8, 9, 11, 13, 14)}
    names.names = []
    postscript = f"{family}-{style}".replace(" ", "")
    plain = style in ("Regular", "Bold")
    fresh = {
        1: family if plain else f"{family} {style}",
        2: style if plain else "Regular",
        3: f"{kept[5]};{postscript}",
        4: f"{family} {style}",
        6: postscript,
    }
    if not plain:
        fresh |= {16: family, 17: style}
    for number, text in sorted((kept | fresh).items()):
        if text:
            names.setName(text, number, 3, 1, 0x409)
    weight = WEIGHTS[style]
    font["OS/2"].usWeightClass = weight
    bold = style == "Bold"
    selection = font["OS/2"].fsSelection & ~0b1100001
    font["OS/2"].fsSelection = selection | (0x20 if bold else 0x40 if style == "Regular" else 0)
    font["head"].macStyle = 1 if bold else 0


# --- the four suits, which Inter lacks -------------------------------------------------------

ADVANCE = 1560
MIDDLE = ADVANCE // 2
Point = tuple[float, float]


def circle(pen: Cu2QuPen, x: float, y: float, radius: float) -> None:
    k = radius * 0.5523
    pen.moveTo((x, y + radius))
    pen.curveTo((x + k, y + radius), (x + radius, y + k), (x + radius, y))
    pen.curveTo((x + radius, y - k), (x + k, y - radius), (x, y - radius))
    pen.curveTo((x - k, y - radius), (x - radius, y - k), (x - radius, y))
    pen.curveTo((x - radius, y + k), (x - k, y + radius), (x, y + radius))
    pen.closePath()


def mirrored(pen: Cu2QuPen, start: Point, right: list[tuple[Point, ...]]) -> None:
    """A closed outline: the right half from `start` on the axis to the axis, then its mirror."""

    def other(point: Point) -> Point:
        return (2 * MIDDLE - point[0], point[1])

    pen.moveTo(start)
    ends = [start]
    for points in right:
        (pen.curveTo if len(points) == 3 else pen.lineTo)(*points)
        ends.append(points[-1])
    for points, end in zip(reversed(right), reversed(ends[:-1]), strict=True):
        back = [other(p) for p in reversed(points[:-1])] + [other(end)]
        (pen.curveTo if len(back) == 3 else pen.lineTo)(*back)
    pen.closePath()


def stem(pen: Cu2QuPen) -> None:
    waist, foot = (MIDDLE + 60, 640), (MIDDLE + 270, -30)
    mirrored(
        pen,
        (MIDDLE, 640),
        [(waist,), ((MIDDLE + 60, 260), (MIDDLE + 130, 60), foot), ((MIDDLE, -30),)],
    )


def diamond(pen: Cu2QuPen) -> None:
    mirrored(pen, (MIDDLE, 1560), [((MIDDLE + 530, 745),), ((MIDDLE, -70),)])


def heart(pen: Cu2QuPen) -> None:
    mirrored(
        pen,
        (MIDDLE, 1200),
        [
            ((MIDDLE + 60, 1400), (MIDDLE + 180, 1510), (MIDDLE + 340, 1510)),
            ((MIDDLE + 540, 1510), (MIDDLE + 680, 1330), (MIDDLE + 680, 1080)),
            ((MIDDLE + 680, 660), (MIDDLE + 200, 370), (MIDDLE, -40)),
        ],
    )


def spade(pen: Cu2QuPen) -> None:
    mirrored(
        pen,
        (MIDDLE, 1560),
        [
            ((MIDDLE + 170, 1170), (MIDDLE + 640, 960), (MIDDLE + 640, 590)),
            ((MIDDLE + 640, 370), (MIDDLE + 500, 230), (MIDDLE + 330, 230)),
            ((MIDDLE + 190, 230), (MIDDLE + 60, 310), (MIDDLE, 480)),
        ],
    )
    stem(pen)


def club(pen: Cu2QuPen) -> None:
    circle(pen, MIDDLE, 1190, 340)
    circle(pen, MIDDLE - 350, 620, 340)
    circle(pen, MIDDLE + 350, 620, 340)
    circle(pen, MIDDLE, 780, 190)
    stem(pen)


SUITS = {0x2660: spade, 0x2665: heart, 0x2666: diamond, 0x2663: club}


def add_suits(font: TTFont) -> None:
    """Draws the suits in one style, as tall as the capitals."""
    order = font.getGlyphOrder()
    for code, draw in SUITS.items():
        outline = TTGlyphPen(None)
        draw(Cu2QuPen(outline, max_err=1.0, reverse_direction=False))
        name = f"suit{code:04X}"
        glyph = outline.glyph()
        font["glyf"][name] = glyph
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (ADVANCE, glyph.xMin)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name
    font.setGlyphOrder(list(dict.fromkeys([*order, *(f"suit{c:04X}" for c in SUITS)])))


# --- cutting ---------------------------------------------------------------------------------


def digits_of_one_width(font: TTFont) -> None:
    """Makes the tabular digits the plain ones: columns hold still without any font feature."""
    gsub = font["GSUB"].table
    lookups = {
        index
        for record in gsub.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for index in record.Feature.LookupListIndex
    }
    tabular: dict[str, str] = {}
    for index in lookups:
        for subtable in gsub.LookupList.Lookup[index].SubTable:
            tabular |= getattr(subtable, "ExtSubTable", subtable).mapping
    digits = {code: tabular[font.getBestCmap()[code]] for code in range(ord("0"), ord("9") + 1)}
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(digits)
    widths = {font["hmtx"][glyph][0] for glyph in digits.values()}
    assert len(widths) == 1, "the tabular digits differ in width"


def cut(font: TTFont, codes: Iterable[int], features: list[str]) -> None:
    """Keeps the glyphs of `codes` and what `features` need."""
    options = Options()
    options.layout_features = features
    options.name_IDs = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.drop_tables += ["STAT", "DSIG", "vhea", "vmtx", "VORG", "BASE"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(codes))
    subsetter.subset(font)


def latin() -> Iterator[tuple[str, TTFont]]:
    source = files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf"
    for style, weight in WEIGHTS.items():
        variable = TTFont(str(source), recalcTimestamp=False)
        font = instantiateVariableFont(variable, {"wght": weight, "opsz": OPTICAL_SIZE})
        digits_of_one_width(font)
        add_suits(font)
        cut(font, LATIN, ["kern", "mark", "mkmk", "ccmp", "locl", "case", "zero", "pnum"])
        rename(font, "Table Inter", style)
        yield f"Inter-{style}.ttf", font


def words(node: object) -> str:
    """Every string value below a TOML node, joined."""
    match node:
        case str():
            return node
        case dict():
            return "".join(words(value) for value in node.values())
        case list():
            return "".join(words(value) for value in node)
        case _:
            return ""


def characters(face: str, language: str) -> set[int]:
    """What the face must show: the game's words and all translations into its language."""
    text = PUNCTUATION + PROVISIONAL[face]
    for path in sorted(I18N.glob(f"*{language}*.toml")):
        text += words(tomllib.loads(path.read_text(encoding="utf-8")))
    return {ord(c) for c in text if c.isprintable() or c in "\u00a0\u202f\u3000"}


def chinese(folder: Path) -> Iterator[tuple[str, TTFont]]:
    for face, (number, language) in CHINESE_FACES.items():
        wanted = characters(face, language)
        for style in ("Regular", "Bold"):
            source = folder / f"NotoSansCJK-{style}.ttc"
            font = TTFont(str(source), fontNumber=number, recalcTimestamp=False)
            known = font.getBestCmap()
            for table in font["cmap"].tables:
                if table.isUnicode():  # the sources have no U+202F
                    table.cmap[0x202F] = known[0xA0]
            lacking = sorted(chr(c) for c in wanted - known.keys() - {0x202F})
            if lacking:
                sys.exit(f"{source.name}, face {face}, lacks: {' '.join(lacking)}")
            cut(font, wanted, ["kern", "locl", "ccmp"])
            font["CFF "].cff.topDictIndex[0].decompileAllCharStrings()
            rename(font, f"Table Noto {face}", style)
            cff = font["CFF "].cff
            cff.fontNames = [f"TableNoto{face}-{style}"]
            top = cff.topDictIndex[0]
            top.FullName, top.FamilyName = f"Table Noto {face} {style}", f"Table Noto {face}"
            yield f"NotoSans{face}-{style}.otf", font


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path("/usr/share/fonts/opentype/noto")
    parser.add_argument("--noto", type=Path, default=default, metavar="FOLDER")
    folder: Path = parser.parse_args().noto
    if not (folder / "NotoSansCJK-Regular.ttc").exists():
        sys.exit(f"no NotoSansCJK-Regular.ttc in {folder}: install fonts-noto-cjk, or give --noto")
    for made in (latin(), chinese(folder)):
        for name, font in made:
            font.save(FONTS / name)
            print(f"{name}: {(FONTS / name).stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
