"""Every sample goes through the decoder whole, cut once at every place, and byte by byte."""

from collections.abc import Sequence

from tabledisplay.shaker.slp1 import BadFrame, Decoder, Frame


def expect_at_every_cut(sample: bytes, frames: Sequence[Frame | BadFrame]) -> None:
    """The same frames come, however the bytes are cut; nothing is held that should not be."""
    expected = list(frames)
    assert Decoder().feed(sample) == expected
    for cut in range(len(sample) + 1):
        decoder = Decoder()
        assert decoder.feed(sample[:cut]) + decoder.feed(sample[cut:]) == expected, cut
    decoder = Decoder()
    found: list[Frame | BadFrame] = []
    for byte in sample:
        found += decoder.feed(bytes((byte,)))
        assert decoder.held <= 256
    assert found == expected
