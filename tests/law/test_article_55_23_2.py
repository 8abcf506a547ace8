"""Art. 55-23-2: how much may lie on a box."""

from decimal import Decimal

import pytest

from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.sicbo import BOXES, Group
from tests.law import quote

TEXT = "arrete-2015-sic-bo"
RULES = load_ruleset()


@pytest.mark.parametrize("minimum", [Decimal(1), Decimal("2.5"), Decimal(5), Decimal(100)])
def test_the_maximum_is_20_times_the_minimum_and_50_on_small_and_big(minimum: Decimal) -> None:
    quote(
        TEXT,
        "Le maximum des mises est fixé à 20 fois le minimum des mises à l'exception des cases "
        "“ petit ” et “ grand ” pour lesquelles le maximum est fixé à 50 fois le minimum des "
        "mises.",
    )
    for box in BOXES:
        evenly = box.group in (Group.SMALL, Group.BIG)
        assert RULES.maximum(box, minimum) == (50 if evenly else 20) * minimum


def test_the_float_rules_of_the_other_counter_games_apply() -> None:
    quote(
        TEXT,
        "Les dispositions des trois derniers alinéas de l'article 53 relatives aux minimum et "
        "maximum des mises pratiqués ainsi qu'au montant de l'encaisse s'appliquent au jeu du "
        "sic-bo.",
    )
    assert RULES.least_float(Decimal(5)) == 25_000


def test_the_caps_name_their_article() -> None:
    quote(TEXT, "Art. 55-23-2.-Maximum et minimum des enjeux au sic-bo.")
    assert {terms.cap_basis.article for terms in RULES.groups.values()} == {"55-23-2"}
