"""Events as the journal keeps them: one JSON object each, with its kind and version."""

from __future__ import annotations

from functools import cache

import msgspec

from tabledisplay.game.events import AnyEvent

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """The event's wire form: one JSON object with its `kind`, fields in the order of the struct."""
    return _encoder.encode(event)


def decode(body: bytes | str) -> AnyEvent:
    """The event a wire form stands for; `msgspec.DecodeError` for anything else."""
    return _decoder.decode(body)


def kind(event: AnyEvent) -> str:
    """The event's wire name with its version."""
    return _kind_of(type(event))


@cache
def _kind_of(event: type[AnyEvent]) -> str:
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    return tag
