"""An amount is read exactly as it was meant, or refused."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabledisplay.rules.money import number, parse_money, plain

cents = st.integers(1, 10**11 - 1)


@pytest.mark.parametrize(
    ("given", "amount"),
    [
        ("5", "5"),
        ("2.50", "2.5"),
        ("2,5", "2.5"),
        ("0.01", "0.01"),
        ("007", "7"),
        ("999999999.99", "999999999.99"),
        (5, "5"),
        (999_999_999, "999999999"),
        (5.0, "5"),
        (0.1, "0.1"),
        (2.5, "2.5"),
        (999999999.99, "999999999.99"),
        (Decimal("2.50"), "2.5"),
        (Decimal("1E+2"), "100"),
        (Decimal("5.000"), "5"),
    ],
)
def test_reads(given: object, amount: str) -> None:
    assert str(parse_money(given)) == amount


BAD_TEXTS = [
    *("", " ", "0", "0.00", "0,0", "-1", "+1", "-0", "--5", ".5", "5.", "1.234", "1,234", "1.2.3"),
    *("1,2.3", "1 000", "1_000", "1e3", "1E3", "0x10", "NaN", "nan", "inf", "Infinity", "True"),
    *("1000000000", "0000000001", "٣", "１", "5５", "²", "½", "5€", "5\u202f000", "1\u00a02"),
    *(" 5", "5 ", "5\n", "\t5", "5\0"),
]


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_refuses_text(text: str) -> None:
    with pytest.raises(ValueError):
        parse_money(text)


@pytest.mark.parametrize(
    "value",
    [
        True,
        False,
        None,
        0,
        -5,
        10**9,
        10**6000,
        0.0,
        -0.0,
        -1.5,
        0.001,
        0.1 + 0.2,
        1e-7,
        1e9,
        1e22,
        float("nan"),
        float("inf"),
        float("-inf"),
        Decimal("NaN"),
        Decimal("sNaN"),
        Decimal("Infinity"),
        Decimal(0),
        Decimal(-1),
        Decimal("0.001"),
        Decimal("2.005"),
        Decimal("1E-999999"),
        Decimal("1E+999999"),
        Decimal(1000000000),
        b"5",
        [5],
        {"amount": 5},
        5 + 0j,
    ],
    ids=lambda value: type(value).__name__,
)
def test_refuses_value(value: object) -> None:
    with pytest.raises(ValueError):
        parse_money(value)


@given(st.text(max_size=14))
def test_any_text_is_an_amount_of_whole_cents_or_a_value_error(text: str) -> None:
    try:
        amount = parse_money(text)
    except ValueError:
        return
    assert set(text) <= set("0123456789.,")
    assert 0 < amount < 10**9
    assert amount * 100 == int(amount * 100)


@given(cents)
def test_every_amount_survives_text_and_json(amount: int) -> None:
    meant = Decimal(amount) / 100
    assert parse_money(plain(meant)) == meant
    assert parse_money(plain(meant).replace(".", ",")) == meant
    assert parse_money(json.loads(json.dumps(number(meant)))) == meant


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15))
def test_plain_says_the_number_without_trailing_zeros_or_exponent(amount: Decimal) -> None:
    text = plain(amount)
    assert Decimal(text) == amount
    assert set(text) <= set("-0123456789.")
    assert not ("." in text and text.endswith(("0", ".")))


@pytest.mark.parametrize("text", ["0", "-0", "0.00", "-0.00", "0E+5", "-0E-5"])
def test_nothing_has_no_sign(text: str) -> None:
    assert plain(Decimal(text)) == "0"


def test_numbers_for_json_are_whole_where_they_can_be() -> None:
    assert json.dumps([number(Decimal(t)) for t in ("100", "1E+2", "2.50", "-0.0")]) == (
        "[100, 100, 2.5, 0]"
    )


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "sNaN"])
def test_what_is_no_number_has_no_digits(text: str) -> None:
    with pytest.raises(ValueError):
        plain(Decimal(text))
    with pytest.raises(ValueError):
        number(Decimal(text))
