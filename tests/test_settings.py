"""Settings: defaults, layers, and every fault named with its file and line."""

import sys
from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.settings import Settings, parse
from tabledisplay.trouble import KnownTrouble
from tabledisplay.words import LANGUAGES, Words


@dataclass(frozen=True)
class Wrong:
    """A file and what must be said of it; the wrong statement's line ends with `# here`."""

    text: str
    name: str | None
    unknown: bool = False

    @property
    def line(self) -> int:
        return next(n for n, line in enumerate(self.text.split("\n"), 1) if "# here" in line)


BAD_VALUES = [
    Wrong("table = 3 # here", "table"),
    Wrong("[table]\nname = 3 # here", "table.name"),
    Wrong('[table]\ncurrency = "" # here', "table.currency"),
    Wrong("[table]\n\n# a comment\n\ndenominations = [1, -2] # here", "table.denominations"),
    Wrong("[table]\ndenominations = [ # here\n  1,\n  'two',\n]\n", "table.denominations"),
    Wrong('table = { name = "x", currency = 3 } # here', "table.currency"),
    Wrong("table.name = 3 # here", "table.name"),
    Wrong('"table".\'name\' = 3 # here\n[kiosk]\nenabled = true', "table.name"),
    Wrong('[ "table" ]\n"name" = 3 # here', "table.name"),
    Wrong("[[table]] # here\nname = 'x'", "table"),
    Wrong("[table]\nname = 'x'\n[[kiosk]] # here\nenabled = true", "kiosk"),
    Wrong("[customer.theme]\naccent = 'red' # here", "customer.theme.accent"),
    Wrong("[customer]\ntheme.red_faces = [1, 7] # here", "customer.theme.red_faces"),
    Wrong("[customer]\ntheme = { accent = 'red' } # here", "customer.theme.accent"),
    Wrong("[customer]\nmodules = ['result', 'roulette'] # here", "customer.modules"),
    Wrong("[customer]\ndistance_m = nan # here", "customer.distance_m"),
    Wrong("[customer]\ndiagonal_inches = inf # here", "customer.diagonal_inches"),
    Wrong("[rules]\nside_minimum = inf # here", "rules.side_minimum"),
    Wrong("[rules]\nside_maximum = 0 # here", "rules.side_maximum"),
    Wrong("[rules]\ndecks = 9 # here", "rules.decks"),
    Wrong("[rules]\nace = 'wrap' # here", "rules.ace"),
    Wrong("[shaker]\nbaud = 1200 # here", "shaker.baud"),
    Wrong("[shaker]\nports = '/dev/ttyUSB0' # here", "shaker.ports"),
    Wrong("[shaker.lines.states]\nx = 'X' # here", "shaker.lines.states"),
    Wrong("[shaker.lines]\nlids = { up = 'UP' } # here", "shaker.lines.lids"),
    Wrong("[round]\nconfirmation = 'nobody' # here", "round.confirmation"),
    Wrong("[round]\nbetting_seconds = 2.5 # here", "round.betting_seconds"),
    Wrong("[round]\nbetting_seconds = 601 # here", "round.betting_seconds"),
    Wrong("[statistics]\nwindow = 30 # here", "statistics.window"),
    Wrong("[statistics]\nwindow = 'all' # here", "statistics.window"),
    Wrong("[statistics]\nminimum_sample = 0 # here", "statistics.minimum_sample"),
    Wrong("[kiosk]\nenabled = 1 # here", "kiosk.enabled"),
    Wrong("[data]\nbackups = 1979-05-27 # here", "data.backups"),
    Wrong("[data]\nbackups = 07:32:00 # here", "data.backups"),
    Wrong("[data]\nlog_mb = 1e3 # here", "data.log_mb"),
    Wrong('[table]\nname = """\n[data]\nbackups = x\n"""\n[data]\nbackups = x # here'.replace(
        "= x #", "= 'x' #"), "data.backups"),
    Wrong("[table]\nname = '''\nx\n'''\ntimezone = 3 # here", "table.timezone"),
    Wrong("[croupier]\nlanguage = 'zh-Hans' # here", "croupier.language"),
    Wrong("[table]\nname = 'a\u2028b\u0085c'\ncurrency = 3 # here", "table.currency"),
]  # fmt: skip

UNKNOWN = [
    Wrong("x = 1 # here", "x", unknown=True),
    Wrong("[nowhere] # here\nx = 1", "nowhere", unknown=True),
    Wrong("[[nowhere]] # here\nx = 1", "nowhere", unknown=True),
    Wrong("[table]\nname = 'x'\nnmae = 'x' # here", "table.nmae", unknown=True),
    Wrong("table.nmae = 'x' # here", "table.nmae", unknown=True),
    Wrong("table = { nmae = 'x' } # here", "table.nmae", unknown=True),
    Wrong("[customer.theme]\nacent = '#000000' # here", "customer.theme.acent", unknown=True),
    Wrong("[customer.thme] # here\naccent = '#000000'", "customer.thme", unknown=True),
    Wrong("[table]\nname = 'x'\n'a.b' = 1 # here", "table.a.b", unknown=True),
    Wrong("[table]\nname = 'x'\n'a`b' = 1 # here", "table.a`b", unknown=True),
    Wrong("[table]\nname = 'x'\n\"\" = 1 # here", "table.", unknown=True),
    Wrong('[table]\n"a\\nb" = 1 # here', "table.a?b", unknown=True),
    Wrong("[kiosk]\nenabled = true\n[table]\nenabled = true # here", "table.enabled", unknown=True),
    Wrong("set = 'x' # here", "set", unknown=True),
]

NOT_TOML = [
    Wrong("what is this # here", None),
    Wrong("[table] # here\x07", None),
    Wrong("[table # here\nname = 1", None),
    Wrong("[table]\nname = # here", None),
    Wrong("[table]\nname = 'x'\nname = 'y' # here", None),
    Wrong("[table]\n[table] # here", None),
    Wrong("[table]\nname = 'x' currency = 'y' # here", None),
    Wrong("[table]\nname = 1979-13-45 # here", None),
    Wrong("[table]\nname = 01 # here", None),
    Wrong("'(at line 9, column 9)' = 1\n'(at line 9, column 9)' = 2 # here", None),
]


def trouble(text: str, file: str = "table.toml") -> KnownTrouble:
    with pytest.raises(KnownTrouble) as caught:
        parse((file, text))
    return caught.value


ENDINGS = pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])


@ENDINGS
@pytest.mark.parametrize("wrong", BAD_VALUES + UNKNOWN, ids=lambda wrong: wrong.name)
@pytest.mark.parametrize("after", ["", "\n[data]\nbackups = 3\n"], ids=["last", "more after it"])
def test_the_fault_and_its_line(wrong: Wrong, ending: str, after: str) -> None:
    if "[data]" in wrong.text and after:
        after = "\n[kiosk]\nenabled = true\n"
    text = (wrong.text + after).replace("\n", ending)
    found = trouble(text)
    assert found.key == ("settings.unknown_key" if wrong.unknown else "settings.bad_value")
    assert found.values == {"file": "table.toml", "line": wrong.line, "name": wrong.name}


@ENDINGS
@pytest.mark.parametrize("wrong", NOT_TOML, ids=range(len(NOT_TOML)))
def test_the_line_of_what_is_no_toml(wrong: Wrong, ending: str) -> None:
    found = trouble(wrong.text.replace("\n", ending) + ending)
    assert found.key == "settings.not_toml"
    assert found.values == {"file": "table.toml", "line": wrong.line}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[table]\nname = '''x\n\n", 4),
        ("[table]\ndenominations = [1,\n2", 3),
        ("\ufeff[table]\n", 1),
        ("[table]\rname = 'x'", 1),
        ("[table]\nname = 'x'\n\n[data]\nbackups = " + "9" * 5000, 5),
        ("[table]\n\nname = " + "[" * 9999 + "]" * 9999, 3),
    ],
    ids=["open string", "open array", "byte order mark", "CR alone", "long number", "deep"],
)
def test_odd_files(text: str, line: int) -> None:
    found = trouble(text)
    assert found.key == "settings.not_toml"
    assert found.values["line"] == line


def test_faults_can_be_said_in_both_languages() -> None:
    for wrong in (*BAD_VALUES[:1], *UNKNOWN[:1], *NOT_TOML[:1]):
        found = trouble(wrong.text)
        for language in LANGUAGES:
            said = Words(language).say(found.key, **found.values)
            assert "table.toml" in said
            assert str(wrong.line) in said


def test_nothing_said_is_the_defaults() -> None:
    assert parse() == parse(("empty", "")) == Settings()
    assert (Settings().round.confirmation, Settings().statistics.window) == ("croupier", 100)
    assert Settings().statistics.minimum_sample == 20
    assert not Settings().shaker.queries
    assert not Settings().kiosk.enabled


def test_the_later_layer_wins_key_by_key() -> None:
    """« Command line over `--config` file over `DATA/settings.toml` … over defaults. »"""
    own = "[table]\nname = 'A'\ncurrency = 'F'\n[customer.theme]\naccent = '#112233'\n"
    given_file = "[table]\nname = 'B'\n[customer]\ntheme.red_faces = [1]\nmodules = ['result']\n"
    settings = parse(("settings.toml", own), ("mine.toml", given_file))
    assert (settings.table.name, settings.table.currency) == ("B", "F")
    assert settings.customer.theme.accent == "#112233"
    assert settings.customer.theme.red_faces == (1,)
    assert settings.customer.modules == ("result",)
    assert parse(("mine.toml", given_file), ("settings.toml", own)).table.name == "A"


def test_the_fault_is_told_of_the_file_that_has_it() -> None:
    good, bad = ("good.toml", "[table]\nname = 'A'\n"), ("bad.toml", "[table]\nname = 3\n")
    for layers in ((good, bad), (bad, good)):
        with pytest.raises(KnownTrouble) as caught:
            parse(*layers)
        assert caught.value.values["file"] == "bad.toml"


def test_settings_never_change() -> None:
    with pytest.raises(AttributeError):
        Settings().table.name = "B"


NAMES = """
table rules shaker round statistics customer croupier kiosk data name enabled window theme accent
lines states ports set x
"""
keys = st.sampled_from(NAMES.split())
values = st.sampled_from(
    ["1", "'x'", "true", "[]", "[1, 'x']", "{}", "{ name = 'x' }", "nan", "1e400", "1979-05-27"]
)
statements = st.one_of(
    st.builds("[{}]".format, keys),
    st.builds("[[{}]]".format, keys),
    st.builds("[{}.{}]".format, keys, keys),
    st.builds("{} = {}".format, keys, values),
    st.builds("{}.{} = {}".format, keys, keys, values),
    st.builds('"{}" = """\n{}\n"""'.format, keys, values),
    st.just("# comment"),
    st.just(""),
)


def check_whatever(text: str) -> None:
    found: Settings | KnownTrouble
    try:
        found = parse(("any", text))
    except KnownTrouble as trouble:
        found = trouble
    if isinstance(found, Settings):
        assert msgspec.convert(msgspec.to_builtins(found), Settings) == found
    else:
        line = found.values["line"]
        assert isinstance(line, int)
        assert 1 <= line <= text.count("\n") + 1
        assert "\n" not in Words().say(found.key, **found.values)


@given(st.text() | st.text(alphabet="[]{}=.,\"'#\n\r tableonkis1\\u"))
def test_any_text_is_settings_or_a_known_trouble(text: str) -> None:
    check_whatever(text)


@given(st.lists(statements, max_size=12).map("\n".join))
def test_any_toml_is_settings_or_a_known_trouble(text: str) -> None:
    check_whatever(text)


@given(st.integers(0, 5), st.integers(0, 5))
def test_blank_lines_and_comments_do_not_move_the_line(before: int, between: int) -> None:
    text = "\n" * before + "[table]\n" + "# x\n" * between + "name = 3\n\n\n"
    assert trouble(text).values["line"] == before + between + 2


def test_recursion_is_left_as_it_was() -> None:
    limit = sys.getrecursionlimit()
    trouble("x = " + "[" * 9999)
    assert sys.getrecursionlimit() == limit
