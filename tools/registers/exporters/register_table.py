"""A table of all registers, for debuggers and messages of the model."""

from systemrdl.node import RegfileNode, RegNode


def of(address_map) -> str:
    lines = [
        "// Generated from soc.rdl by tools/registers/generate; do not edit.",
        '#include "models/cm/soc_register_table.h"',
        "",
        "namespace docsis_vp::cm {",
        "",
        "const platform::RegisterTable& soc_register_table() {",
        "  static const platform::RegisterTable table = {",
    ]
    for block in sorted(address_map.blocks, key=lambda block: block.base):
        lines += rows_of(block.name, block.node, "", 0, (1, 0))
    lines += ["  };", "  return table;", "}", "", "}  // namespace docsis_vp::cm", ""]
    return "\n".join(lines)


def rows_of(block, parent, group, base, groups):
    for child in parent.children(unroll=False):
        offset = base + child.raw_address_offset
        if isinstance(child, RegfileNode):
            yield from rows_of(block, child, child.inst_name, offset, array_of(child))
        elif isinstance(child, RegNode):
            access = [str(flag).lower() for flag in (child.has_sw_readable, child.has_sw_writable)]
            numbers = [f"{offset:#x}", *map(hexadecimal, (*groups, *array_of(child)))]
            yield (f'      {{"{block}", "{group}", "{child.inst_name}", '
                   f'{", ".join(numbers)}, {", ".join(access)}}},')


def array_of(node):
    """Its elements and the distance between them."""
    return (node.array_dimensions[0], node.array_stride) if node.is_array else (1, 0)


def hexadecimal(number) -> str:
    return f"{number:#x}" if number > 9 else str(number)
