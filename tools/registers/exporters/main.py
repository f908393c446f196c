"""Reads the address map and writes every file made from it. Runs in the project's root."""

import sys
from pathlib import Path

from systemrdl import RDLCompileError, RDLCompiler

import c_header
import cpp_header
import linker
import manual
import register_table
from address_map import AddressMap

SOURCE = Path("models/cm/soc.rdl")


def main() -> int:
    output = Path(sys.argv[1])
    compiler = RDLCompiler()
    try:
        compiler.compile_file(str(SOURCE))
        address_map = AddressMap(compiler, "soc")
    except RDLCompileError:
        return 1  # the compiler has said where and why
    for path, text in files(address_map):
        target = output / path
        target.parent.mkdir(parents=True, exist_ok=True)
        # Rewriting a header would recompile everything that includes it.
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
    return 0


def files(address_map):
    headers = Path("fw/include/registers")
    for block in address_map.blocks:
        yield headers / f"{block.name}.h", c_header.of_block(block)
        yield block.folder / f"{block.name}_registers.h", cpp_header.of_block(block)
    yield headers / "soc.h", c_header.of_bases(address_map)
    yield SOURCE.with_name("soc_registers.h"), cpp_header.of_bases(address_map)
    yield SOURCE.with_name("soc_register_table.cpp"), register_table.of(address_map)
    yield headers / "soc.ld", linker.memory_regions(address_map)
    yield Path("docs/registers.md"), manual.of(address_map)


if __name__ == "__main__":
    sys.exit(main())
