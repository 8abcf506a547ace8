"""Art. 55-23-1: the boxes of sic-bo, when each wins and what it brings."""

import re
from collections.abc import Callable
from itertools import product

import pytest

from tabledisplay.rulebook import load_ruleset
from tabledisplay.rules.dice import Dice
from tabledisplay.rules.sicbo import BOX_BY_ID, BOXES, Group
from tests.law import law, quote

TEXT = "article-55-23-1"
ROLLS = list(product(range(1, 7), repeat=3))
RULES = load_ruleset()
Roll = tuple[int, ...]


def expect(box: str, gain: Callable[[Roll], int]) -> None:
    """The box brings, on each of the 216 rolls, the gain that the test says."""
    brought = {roll: RULES.pays(BOX_BY_ID[box], Dice(roll)) for roll in ROLLS}
    assert brought == {roll: gain(roll) for roll in ROLLS}


def test_small() -> None:
    quote(
        TEXT,
        '" petit " : la mise placée sur cette case sera gagnante si la somme affichée par les '
        "trois dés est comprise entre 4 et 10 inclus, sauf si ce total est le produit d'un triplé "
        "; elle rapporte une fois la mise.",
    )
    expect("small", lambda roll: int(sum(roll) in range(4, 11) and len(set(roll)) > 1))


def test_big() -> None:
    quote(
        TEXT,
        '" grand " : la mise placée sur cette case sera gagnante si la somme affichée par les '
        "trois dés est comprise entre 11 et 17 inclus, sauf si ce total est le produit d'un "
        "triplé ; elle rapporte une fois la mise.",
    )
    expect("big", lambda roll: int(sum(roll) in range(11, 18) and len(set(roll)) > 1))


@pytest.mark.parametrize("face", range(1, 7))
def test_double(face: int) -> None:
    quote(
        TEXT,
        '" doublé " : la mise placée sur un seul doublé (6,5,4,3,2 ou 1) sera gagnante si au '
        "moins deux des trois dés sont identiques au doublé choisi ; elle rapporte 10 fois la "
        "mise.",
    )
    expect(f"double:{face}", lambda roll: 10 if roll.count(face) in (2, 3) else 0)


@pytest.mark.parametrize("face", range(1, 7))
def test_triple(face: int) -> None:
    quote(
        TEXT,
        '" triplé " : la mise placée sur un seul triplé (6,5,4,3,2 ou 1) sera gagnante si les '
        "trois dés sont identiques au triplé choisi ; elle rapporte 180 fois la mise.",
    )
    expect(f"triple:{face}", lambda roll: 180 if roll == (face, face, face) else 0)


def test_any_triple() -> None:
    quote(
        TEXT,
        '" n\'importe quel triplé " : la mise placée sur cette case sera gagnante si les trois '
        "dés sont identiques quel que soit le triplé ; elle remporte 30 fois la mise.",
    )
    expect("any_triple", lambda roll: 30 if len(set(roll)) == 1 else 0)


def test_total() -> None:
    quote(
        TEXT,
        '" somme des trois dés " : la mise placée sur l\'un des chiffres de 4 à 17 inclus sera '
        "gagnante si le chiffre choisi correspond à la somme des trois dés ; elle rapporte :",
    )
    lines = re.findall(r"(\d+) ou (\d+) : (\d+) fois la mise", law(TEXT))
    ratios = {int(total): int(times) for low, high, times in lines for total in (low, high)}
    assert sorted(ratios) == list(range(4, 18))
    for total, times in ratios.items():
        expect(f"total:{total}", lambda roll, n=total, t=times: t if sum(roll) == n else 0)
    assert not {"total:3", "total:18"} & set(BOX_BY_ID)


def test_duo() -> None:
    quote(
        TEXT,
        "la mise placée sur l'une des combinaisons suivantes sera gagnante si la combinaison "
        "jouée apparaît sur au moins deux des trois dés :",
    )
    quote(TEXT, "La combinaison rapporte 5 fois la mise.")
    lines = re.findall(r"(\d) associé à ([\d,]+(?: ou \d)?)\.", law(TEXT))
    pairs = {(int(a), int(b)) for a, others in lines for b in re.findall(r"\d", others)}
    assert {box.numbers for box in BOXES if box.group is Group.DUO} == pairs
    assert len(pairs) == 15
    for a, b in pairs:
        expect(f"duo:{a}-{b}", lambda roll, pair={a, b}: 5 if pair <= set(roll) else 0)


@pytest.mark.parametrize("face", range(1, 7))
def test_single(face: int) -> None:
    quote(
        TEXT,
        "une mise placée sur un seul chiffre de 1 à 6 sera gagnante si le chiffre choisi sort sur "
        "un, deux ou trois dés ; elle rapporte : -si le chiffre sort sur un dé : 1 fois la mise ; "
        "-si le chiffre sort sur deux dés : 2 fois la mise ; -si le chiffre sort sur trois dés : "
        "12 fois la mise.",
    )
    expect(f"single:{face}", lambda roll: [0, 1, 2, 12][roll.count(face)])


def test_no_other_combination_may_be_played() -> None:
    quote(TEXT, "Les joueurs ne peuvent faire usage que des combinaisons suivantes :")
    quote(TEXT, "Toutes les combinaisons autorisées sont indiquées sur le tapis")
    assert len(BOXES) == 50
    assert {box.group for box in BOXES} == set(Group)


def test_the_decree_of_2015_and_the_article_in_force_say_the_same() -> None:
    article = law(TEXT).partition("Combinaisons autorisées au jeu du sic-bo. ")[2]
    assert len(article) > 2000
    assert f"Art. 55-23-1.-Combinaisons autorisées au jeu du sic-bo. {article}" in law(
        "arrete-2015-sic-bo"
    )


def test_the_article_is_in_force_since_the_day_the_rules_say() -> None:
    quote(TEXT, "Entrée en vigueur le 18 mai 2015")
    for terms in RULES.groups.values():
        assert terms.basis.in_force.isoformat() == "2015-05-18"
        assert terms.basis.article == "55-23-1"
