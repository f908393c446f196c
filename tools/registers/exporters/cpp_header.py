"""C++ constants for the models."""

from systemrdl.node import FieldNode, RegfileNode, RegNode


def of_block(block) -> str:
    return header(block.source.name, block.namespace, constants_of(block.node, "k"))


def of_bases(address_map) -> str:
    constants = [constant(f"k{pascal(block.name)}Base", block.base)
                 for block in address_map.blocks]
    for memory in address_map.memories:
        constants.append(constant(f"k{pascal(memory.name)}Base", memory.base))
        constants.append(constant(f"k{pascal(memory.name)}Bytes", memory.size))
    return header("soc.rdl", "docsis_vp::cm::soc_registers", constants)


def header(source, namespace, constants) -> str:
    lines = [
        f"// Generated from {source} by tools/registers/generate; do not edit.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "",
        f"namespace {namespace} {{",
        "",
        *constants,
        "",
        f"}}  // namespace {namespace}",
        "",
    ]
    return "\n".join(lines)


def constants_of(parent, prefix):
    """Offsets count from the parent; registers of a register file from that file."""
    for child in parent.children(unroll=False):
        name = prefix + pascal(child.inst_name)
        if isinstance(child, RegfileNode):
            yield ""
            yield constant(f"{name}Offset", child.raw_address_offset)
            if child.is_array:
                yield constant(f"{name}Stride", child.array_stride)
            yield from constants_of(child, name)
        elif isinstance(child, RegNode):
            yield constant(f"{name}Offset", child.raw_address_offset)
            if child.is_array:
                yield constant(f"{name}Stride", child.array_stride)
            yield from field_constants(child, name)


def field_constants(reg, prefix):
    for field in reg.fields():
        name = prefix if whole_word(field) else prefix + pascal(field.inst_name)
        if not whole_word(field):
            yield constant(f"{name}Mask", ((1 << field.width) - 1) << field.low)
            yield f"constexpr std::uint32_t {name}Shift = {field.low};"
        reset = field.get_property("reset")
        if reset:
            yield constant(f"{name}Reset", reset)
        for member in field.get_property("encode") or ():
            yield constant(f"{name}{pascal(member.name.lower())}", member.value)


def whole_word(field: FieldNode) -> bool:
    return field.width == 32


def constant(name, value) -> str:
    return f"constexpr std::uint32_t {name} = {value:#x};"


def pascal(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))
