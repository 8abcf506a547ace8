"""Runs the program where the modules that the bundle leaves out cannot be imported."""

import sys
from importlib.machinery import ModuleSpec

from installer.contents import EXCLUDED


class Nothing:
    """A finder that finds less than there is."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if any(name == left_out or name.startswith(f"{left_out}.") for left_out in EXCLUDED):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, Nothing())  # type: ignore[arg-type] # find_spec is all that is asked
    from tabledisplay.__main__ import main

    sys.exit(main(sys.argv[1:]))
