"""Memory regions for the linker."""


def memory_regions(address_map) -> str:
    lines = [
        "/* Generated from models/cm/soc.rdl by tools/registers/generate; do not edit. */",
        "MEMORY",
        "{",
    ]
    for memory in address_map.memories:
        access = "rwx" if memory.writable else "rx"
        size = f"__{memory.name}_size"
        lines.append(f"  {memory.name} ({access}) : ORIGIN = {memory.base:#010x}, "
                     f"LENGTH = DEFINED({size}) ? {size} : {memory.size:#x}")
    return "\n".join(lines + ["}", ""])
