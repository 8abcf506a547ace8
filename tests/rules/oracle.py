"""The right answers, worked out from the dice outward, with none of the product's predicates."""

from collections import Counter
from itertools import combinations, permutations

TOTAL_PAYS = dict(
    zip(range(4, 18), (60, 30, 18, 12, 8, 7, 6, 6, 7, 8, 12, 18, 30, 60), strict=True)
)
ROW_OF_RANKS = {"low": "A23456789TJQK", "high": "23456789TJQKA", "both": "A23456789TJQKA"}


def lit(roll: tuple[int, ...]) -> dict[str, int]:
    """What a roll of three dice lights: box id to net gain in stakes."""
    shown = Counter(roll)
    boxes: dict[str, int] = {}
    for face, times in shown.items():
        boxes[f"single:{face}"] = (1, 2, 12)[times - 1]
        if times > 1:
            boxes[f"double:{face}"] = 10
    if len(shown) == 1:
        boxes |= {f"triple:{roll[0]}": 180, "any_triple": 30}
    else:
        boxes["small" if sum(roll) < 11 else "big"] = 1
    boxes |= {f"duo:{a}-{b}": 5 for a, b in combinations(sorted(shown), 2)}
    if sum(roll) in TOTAL_PAYS:
        boxes[f"total:{sum(roll)}"] = TOTAL_PAYS[sum(roll)]
    return boxes


def best_hand(cards: tuple[tuple[str, str], ...], ace: str) -> str | None:
    """The hand of three (rank, suit) pairs, ten written T, found by text search."""
    ranks = [rank for rank, _ in cards]
    flush = len({suit for _, suit in cards}) == 1
    straight = any("".join(order) in ROW_OF_RANKS[ace] for order in permutations(ranks))
    ladder = {
        "straight_flush": flush and straight,
        "three_of_a_kind": ranks.count(ranks[0]) == 3,
        "straight": straight,
        "flush": flush,
    }
    return next((hand for hand, made in ladder.items() if made), None)
