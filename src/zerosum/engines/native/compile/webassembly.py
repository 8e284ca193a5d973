"""Compile an entry to a module of WebAssembly; needed only to build the modules that come with the package.

    Python function            numba: types, and LLVM code that nobody has optimized
    LLVM code                  the layout of wasm32 in place of this machine's; what only Python could call goes
    optimized LLVM code        by LLVM's WebAssembly back end, to an object file
    object file                the linker `wasm-ld` makes the module

The module imports nothing: mathematical functions that processors have no instruction for are linked in from
`wasm_math.py`. An exception ends a module by a trap; the rules of built-in games raise none.
`portable/instance.py` has the calling convention. The same sources give the same bytes on every machine.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

from llvmlite import binding
from numba import types

from zerosum.core.errors import BadRequest
from zerosum.engines.native.compile import compile_control
from zerosum.engines.native.compile.numba_internals import intermediate_code
from zerosum.engines.native.compile.rebuild import quietly, rebuild
from zerosum.engines.native.compile.rules import NativeRules
from zerosum.engines.native.compile.wasm_math import MATH
from zerosum.engines.native.machine.state_words import words

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+mutable-globals,+sign-ext,+bulk-memory,+nontrapping-fptoint,+multivalue"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"

STACK = 16 << 20
"""The bytes of a module's own stack, which lies below everything else, so that using it up ends in a trap."""

LINK = ("--no-entry", "--gc-sections", "--strip-all", "--stack-first", f"-zstack-size={STACK}", "-O2")
EXPORTS = ("--export=entry", "--export=__heap_base", f"--max-memory={(1 << 32) - (1 << 16)}")


def webassembly(entry: Callable[..., Any], signature: tuple[Any, ...], rules: NativeRules) -> bytes:
    """The module of an entry; its arguments are words: numbers, and the offsets of blocks and of a state's words."""
    with compile_control.LOCK, compile_control.compiling(), quietly():
        taking_words = _taking_words(entry, [kind is rules.state_type for kind in signature], rules)
        code = _wasm_code(taking_words, (types.int64,) * len(signature), "entry")
        parts = [code]
        needed = set(re.findall(r"call [^@\n]*@(?:llvm\.)?(\w+)(?:\.f64)?\(double", code))
        for name, function in MATH.items():
            if name in needed:
                parts.append(_wasm_code(function, (types.float64,), name))
    return _linked([_object(part) for part in parts])


def _taking_words(entry: Callable[..., Any], is_state: list[bool], rules: NativeRules) -> Any:
    names = [f"a{index}" for index in range(len(is_state))]
    given = (f"read({name}, 0)" if state else name for name, state in zip(names, is_state, strict=True))
    namespace: dict[str, Any] = {"function": entry, "read": words(rules.shape).read}
    exec(f"def entry({', '.join(names)}):\n return function({', '.join(given)})", namespace)
    return namespace["entry"]


def _wasm_code(function: Callable[..., Any], signature: tuple[Any, ...], name: str) -> str:
    """LLVM code for WebAssembly, in which this name has C's calling convention, and nothing else can be called."""
    code, inner, result = intermediate_code(rebuild(function, is_entry=True), signature)
    code = re.sub(r'^target (datalayout|triple) = "[^"]*"\n', "", code, flags=re.MULTILINE)
    code = re.sub(r"^source_filename = .*\n", "", code, flags=re.MULTILINE)
    code = re.sub(r"= common (local_unnamed_addr )?global", "= internal global", code)
    code = re.sub(r"^define (?:linkonce_odr |weak_odr |internal )?", "define internal ", code, flags=re.MULTILINE)
    kinds = ["double" if kind is types.float64 else "i64" for kind in signature]
    gives = "double" if result is types.float64 else "i64"
    arguments = ", ".join(f"{kind} %a{index}" for index, kind in enumerate(kinds))
    at = f'@"{inner}"'
    wrapper = f"""
declare void @llvm.trap()

define {gives} @{name}({arguments}) #999 {{
  %result = alloca {gives}
  %raised = alloca ptr
  %status = call i32 {at}(ptr %result, ptr %raised{"".join(", " + each for each in arguments.split(", "))})
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %done, label %failed
done:
  %given = load {gives}, ptr %result
  ret {gives} %given
failed:
  call void @llvm.trap()
  unreachable
}}

attributes #999 = {{ nounwind }}
"""
    return f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n{code}{wrapper}'


def _object(code: str) -> bytes:
    """An object file of optimized code."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    module = binding.parse_assembly(code)
    module.verify()
    target = binding.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default")
    # Twice, as on the native tier: the first time inlines what nobody has optimized.
    for _ in range(2):
        options = binding.create_pipeline_tuning_options(speed_level=3)
        binding.create_pass_builder(machine, options).getModulePassManager().run(
            module, binding.create_pass_builder(machine, options)
        )
    found: bytes = machine.emit_object(module)
    return found


def linker() -> list[str]:
    """The command of the linker; raises `BadRequest` with what installs it."""
    for name in ("wasm-ld", "wasm-ld-19", "wasm-ld-14"):
        if which(name) is not None:
            return [name]
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise BadRequest("building kernels needs the linker wasm-ld: pip install 'zerosum[kernels]', or apt install lld")


def _linked(objects: list[bytes]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for index, each in enumerate(objects):
            file = Path(folder, f"{index}.o")
            file.write_bytes(each)
            files.append(str(file))
        module = Path(folder, "module.wasm")
        command = [*linker(), *LINK, *EXPORTS, *files, "-o", str(module)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise BadRequest(f"{command[0]} failed: {ran.stderr.strip()[:2000]}")
        return module.read_bytes()
