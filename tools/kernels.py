"""Build the portable kernels: modules of WebAssembly from the rules of games and from the searches.

    python tools/kernels.py                     build what is missing or stale
    python tools/kernels.py connect4 chess      build the kernels of these games
    python tools/kernels.py --all               build everything anew
    python tools/kernels.py --check             only say which are stale; exit code 1 if any is

It needs numba and the linker `wasm-ld` (pip install 'zerosum[kernels]', or Debian's lld). `make kernels` calls it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from typing import Any

import zerosum
from zerosum.core.errors import ZerosumError
from zerosum.core.files import write_file
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.value import scale_for
from zerosum.engines.native.portable.catalog import Wanted, shipped_games, wanted_kernels
from zerosum.engines.native.portable.manifest import FOLDER, FORMAT, MANIFEST, NoKernel, manifest, module_bytes
from zerosum.engines.native.portable.sources import Sources, sources_of


def entry_of(game: Game, wanted: Wanted) -> tuple[Any, tuple[Any, ...], Any]:
    """The Python function that is compiled, the kinds of its arguments, and the rules."""
    from zerosum.engines.native.compile.entries import collected
    from zerosum.engines.native.compile.rules import native_rules

    rules = native_rules(game)
    scale = scale_for(game, wanted.plain)
    with collected() as found:
        if wanted.search == "solver":
            from zerosum.engines.native.solver.mtd_driver import entries_for

            entries_for(game, rules)
        else:
            import_module(f"zerosum.engines.native.search.{wanted.search}").compiled(rules, scale)
    ((entry, signature),) = found
    return entry, signature, rules


def built(spec: str, names: list[str]) -> tuple[str, dict[str, Any], dict[str, bytes | str]]:
    """The facts of a game's rules, and the modules of these names; in place of one that cannot be, the reason."""
    from zerosum.engines.native.compile.webassembly import webassembly

    game = load(spec)
    wanted, modules, facts = wanted_kernels(game), {}, {}
    for name in names:
        try:
            entry, signature, rules = entry_of(game, wanted[name])
            modules[name] = webassembly(entry, signature, rules)
            facts = {"width": rules.width, "yields": rules.yields, "has_repetition": rules.has_repetition}
        except ZerosumError as error:
            modules[name] = str(error)
    return spec, facts, modules


def is_current(spec: str, name: str, sources: Sources) -> bool:
    """Whether the package has this kernel, made of these sources."""
    try:
        kernel = manifest().kernels[spec, name]
        module_bytes(kernel)
    except (NoKernel, KeyError):
        return False
    return kernel.sources == sources.digest


def main(arguments: list[str]) -> int:
    """Build, or check; gives the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games, as in connect4:6x5")
    parser.add_argument("--all", action="store_true", help="build everything anew")
    parser.add_argument("--check", action="store_true", help="only say which kernels are stale")
    options = parser.parse_args(arguments)
    games = {game.spec: game for game in shipped_games()}
    chosen = {load(name).spec for name in options.games} or set(games)
    wanted = {spec: list(wanted_kernels(game)) for spec, game in games.items()}
    sources = {
        (spec, name): sources_of(games[spec], each.search)
        for spec in games
        for name, each in wanted_kernels(games[spec]).items()
    }
    try:
        before = json.loads((FOLDER / MANIFEST).read_text())["games"]
    except (OSError, ValueError):
        before = {}
    unbuildable = {(spec, name) for spec, about in before.items() for name in about.get("refused", ())}
    stale = {
        spec: [
            name
            for name in names
            if options.all or options.games or not is_current(spec, name, sources[spec, name])
            if options.all or options.games or (spec, name) not in unbuildable
        ]
        for spec, names in wanted.items()
        if spec in chosen
    }
    stale = {spec: names for spec, names in stale.items() if names}
    if options.check:
        for spec, names in stale.items():
            print(f"{spec}: {', '.join(names)}")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    about: dict[str, Any] = {spec: before.get(spec, {"facts": {}, "kernels": {}, "refused": {}}) for spec in games}
    began = time.perf_counter()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for number, (spec, facts, modules) in enumerate(pool.map(built, stale, stale.values()), start=1):
            about[spec]["facts"] = facts or about[spec]["facts"]
            for name, module in modules.items():
                about[spec]["refused"].pop(name, None)
                about[spec]["kernels"].pop(name, None)
                if isinstance(module, str):
                    about[spec]["refused"][name] = module
                    continue
                file = f"{spec.replace(':', '-').replace(',', '_').replace('=', '')}.{name}.wasm"
                write_file(str(FOLDER / file), module)
                about[spec]["kernels"][name] = {
                    "file": file, "sha256": sha256(module).hexdigest(), "sources": sources[spec, name].digest,
                }  # fmt: skip
            made = [module for module in modules.values() if isinstance(module, bytes)]
            seconds = time.perf_counter() - began
            print(f"{number}/{len(stale)} {spec}: {len(made)} kernels, {sum(map(len, made)):,} bytes, {seconds:.0f} s")
    write_manifest(about, wanted, sources)
    return 0


def write_manifest(
    about: dict[str, Any], wanted: dict[str, list[str]], sources: dict[tuple[str, str], Sources]
) -> None:
    """Write the manifest, and delete modules that it does not name."""
    files = sorted({file for each in sources.values() for file in each.files.items()})
    numbers = {file: index for index, file in enumerate(files)}
    named = set()
    for spec in list(about):
        kernels = about[spec]["kernels"]
        about[spec]["kernels"] = {name: kernels[name] for name in sorted(kernels) if name in wanted.get(spec, ())}
        for name, kernel in about[spec]["kernels"].items():
            kernel["files"] = sorted(numbers[file] for file in sources[spec, name].files.items())
            named.add(kernel["file"])
    games = {spec: each for spec, each in about.items() if each["kernels"]}
    data = {"format": FORMAT, "version": zerosum.__version__, "files": files, "games": games}
    write_file(str(FOLDER / MANIFEST), json.dumps(data, indent=1) + "\n")
    for file in FOLDER.glob("*.wasm"):
        if file.name not in named:
            file.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
