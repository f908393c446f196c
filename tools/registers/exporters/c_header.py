"""C headers for firmware."""

import re
import tempfile
from pathlib import Path

from peakrdl_cheader.exporter import CHeaderExporter

# In a packed structure gcc may access a register byte by byte, each with its side effects. The
# structures have no padding to lose: the generator writes every gap as a member.
PACKED = " __attribute__ ((__packed__))"


def of_block(block) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{block.name}.h"
        CHeaderExporter().export(block.node, str(path))
        text = path.read_text(encoding="utf-8")
    # Freestanding C11 has no <assert.h>.
    text = text.replace(PACKED, "").replace("#include <assert.h>\n", "")
    # C++ has another word for it than C11.
    text = re.sub(r"\nstatic_assert(\(.*\);)\n",
                  r"\n#ifdef __cplusplus\nstatic_assert\1\n#else\n_Static_assert\1\n#endif\n", text)
    lines = [line.rstrip() for line in text.splitlines()]
    return f"// Generated from {block.source} by tools/registers/generate; do not edit.\n" + \
        "\n".join(lines).rstrip() + "\n"


def of_bases(address_map) -> str:
    lines = [
        "// Generated from models/cm/soc.rdl by tools/registers/generate; do not edit.",
        "#ifndef SOC_H",
        "#define SOC_H",
        "",
    ]
    lines += [f"#define SOC_{block.name.upper()}_BASE {block.base:#010x}u"
              for block in address_map.blocks]
    for memory in address_map.memories:
        name = memory.name.upper()
        # An image that is linked for another map says so beforehand.
        lines += [
            f"#define SOC_{name}_BASE {memory.base:#010x}u",
            f"#ifndef SOC_{name}_BYTES",
            f"#define SOC_{name}_BYTES {memory.size:#x}u",
            "#endif",
        ]
    return "\n".join(lines + ["", "#endif", ""])
