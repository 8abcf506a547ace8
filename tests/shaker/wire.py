"""The byte samples of tests/wire: what came (.bin) and what each should be read as (.txt).

A good frame stands as its own line, upper case; the others as `told` puts them.
"""

from pathlib import Path

from tabledisplay.shaker.slp1 import BadFrame, Frame, ReadingFrame, UnknownFrame, encode

FOLDER = Path(__file__).parent.parent / "wire"
NAMES = sorted(path.stem for path in FOLDER.glob("*.bin"))


def told(frame: Frame | BadFrame) -> str:
    """One line that says all that a frame says."""
    match frame:
        case BadFrame(kind=kind, length=length):
            return f"bad {kind.value} {length}"
        case UnknownFrame(head=head, strange=strange):
            who = "nobody" if head is None else f"{head.device}/{head.boot}/{head.seq:04X}"
            return f"unknown {strange.value} of {who}"
        case ReadingFrame(leaked=True, head=head, round=number, lid=lid):
            return f"leak of {head.device}/{head.boot}/{number:04X} with lid {lid.value}"
        case ReadingFrame(impossible=True, head=head, round=number):
            return f"impossible dice of {head.device}/{head.boot}/{number:04X}"
        case _:
            return encode(frame).decode("ascii").rstrip()


def sample(name: str) -> bytes:
    """The bytes of that name."""
    return (FOLDER / f"{name}.bin").read_bytes()


def expected(name: str) -> list[str]:
    """What they should be read as."""
    return (FOLDER / f"{name}.txt").read_text("ascii").splitlines()
