"""`python -m benchmarks [NAME…]`: every figure as a ratio, taken in one run on one machine."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from benchmarks.machine import description
from benchmarks.measured import Measured

MEASUREMENTS: Mapping[str, str] = {
    "decoder": "benchmarks.bench_decoder",
    "append": "benchmarks.bench_append",
    "growth": "benchmarks.bench_growth",
    "age": "benchmarks.bench_age",
    "paint": "benchmarks.bench_paint",
    "start": "benchmarks.bench_start",
    "customer": "benchmarks.bench_customer",
    "bundle": "benchmarks.bench_bundle",
    "long_night": "benchmarks.bench_long_night",
}
"""Each measurement and its module, whose `measure(args)` yields what it measured."""

Measurement = Callable[[argparse.Namespace], Iterator[Measured]]


def main(argv: Sequence[str] | None = None) -> int:
    """Prints one line a figure; 1 if a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASUREMENTS))
    parser.add_argument("--folder", type=Path, help="where journals are made: on a real disk")
    parser.add_argument("--events", type=int, default=5_000_000, help="of the old journal")
    parser.add_argument("--rounds", type=int, default=10_000, help="of the long night")
    args = parser.parse_intermixed_args(argv)
    if unknown := set(args.names) - set(MEASUREMENTS):
        parser.error(f"{', '.join(sorted(unknown))}: choose from {', '.join(MEASUREMENTS)}")
    print(description(), end="\n\n")
    print(row("figure", "ours", "beside", "ratio", "target", "beside what"))
    missed = 0
    with tempfile.TemporaryDirectory(dir=args.folder, prefix="tabledisplay-bench-") as folder:
        args.folder = Path(folder)
        for name in args.names or MEASUREMENTS:
            measure: Measurement = import_module(MEASUREMENTS[name]).measure
            for measured in measure(args):
                missed += measured.missed
                print(told(measured), flush=True)
    print(f"\n{missed} missed" if missed else "\nall targets held")
    return 1 if missed else 0


def row(name: str, ours: str, beside: str, ratio: str, target: str, other: str) -> str:
    return f"{name:46} {ours:>16} {beside:>16} {ratio:>7} {target:>7}  {other}"


def told(measured: Measured) -> str:
    """One figure as a line of the table."""
    target = "" if measured.target is None or measured.aim is None else (
        f"{measured.aim.value} {measured.target:g}"
    )  # fmt: skip
    return row(
        measured.name,
        figure(measured.ours, measured.unit),
        figure(measured.beside, measured.unit),
        f"{measured.ratio:.2f}",
        target + (" !" if measured.missed else ""),
        measured.other,
    )


def figure(value: float, unit: str) -> str:
    """Three digits that say something, with the unit."""
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
    return f"{value:,.{digits}f} {unit}"


if __name__ == "__main__":
    sys.exit(main())
