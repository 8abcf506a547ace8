"""What the law says: dice, boxes, ratios, 21+3."""
