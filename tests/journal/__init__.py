"""The journal: what a power cut, a full disk, a reader or a forger can do to it."""
