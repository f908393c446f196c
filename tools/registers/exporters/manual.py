"""The register manual, in Markdown. A file <block>_notes.md beside a block's source ends its chapter."""

import re
import textwrap

from systemrdl.node import RegfileNode, RegNode

LINE, ROW = 100, 120  # characters of a line and of a table's row


def of(address_map) -> str:
    parts = [
        "<!-- Generated from models/cm/soc.rdl by tools/registers/generate; do not edit. -->",
        "# Registers",
        *wrapped(text(address_map.node)),
        "",
        *memory_map(address_map),
    ]
    for block in sorted(address_map.blocks, key=lambda block: block.base):
        parts += block_chapter(block)
    return "\n".join(parts) + "\n"


def memory_map(address_map):
    entries = [(memory.base, f"{memory.node.get_property('name')}, {memory.size // 1024} KiB",
                text(memory.node)) for memory in address_map.memories]
    entries += [(block.base, f"[{title(block.node)}](#{anchor(block.node)})", text(block.node))
                for block in address_map.blocks]
    table = Table("| address | block | purpose |", "| --- | --- | --- |")
    for base, name, purpose in sorted(entries):
        table.add(f"| `{address(base)}` | {name} |", purpose, f"{name}")
    yield from table.lines()


def block_chapter(block):
    yield ""
    yield f"## {title(block.node)}"
    yield from wrapped(f"`{address(block.base)}`, `#include \"registers/{block.name}.h\"`, "
                       f"from `{block.source}`.")
    yield ""
    yield from register_table(block.node)
    for child in block.node.children(unroll=False):
        if isinstance(child, RegfileNode):
            yield ""
            yield f"### {title(block.node)}: {child.inst_name}"
            yield from wrapped(f"{place(child)}. Offsets in the table count from the start of each.")
            yield ""
            yield from register_table(child)
    notes = block.folder / f"{block.name}_notes.md"
    if notes.exists():
        yield ""
        yield notes.read_text(encoding="utf-8").rstrip("\n")


class Table:
    """A table whose last column is text. A text that is too long for a row stands below the table, whole;
    the row has how it begins: a sentence, or a part of it."""

    def __init__(self, *head: str):
        self.rows = list(head)
        self.notes: list[str] = []

    def add(self, cells: str, words: str, name: str) -> None:
        if len(f"{cells} {words} |") > ROW:
            self.notes += wrapped(words, first=f"- {name}: ", rest="  ")
            ends = [match.start() for match in re.finditer(r"[.;] ", words)]
            fitting = [end for end in ends if len(f"{cells} {words[:end]}. See below. |") <= ROW]
            sentences = [end for end in fitting if words[end] == "."]
            end = (sentences or fitting or [0])[0 if sentences else -1]
            words = f"{words[:end]}. See below." if end else "See below."
        self.rows.append(f"{cells} {words} |")

    def lines(self):
        yield from self.rows
        if self.notes:
            yield ""
            yield from self.notes


def register_table(parent):
    table = Table("| offset | register | bits | field | access | reset | meaning |",
                  "| --- | --- | --- | --- | --- | --- | --- |")
    for reg in parent.children(unroll=False):
        if isinstance(reg, RegNode):
            fields = reg.fields()
            if len(fields) == 1 and fields[0].width == 32:
                add_row(table, reg, fields[0], f"{text(reg)} {text(fields[0])}".strip(), first=True)
            else:
                table.add(f"| {place(reg)} | `{reg.inst_name}` | | | | |", text(reg), f"`{reg.inst_name}`")
                for field in fields:
                    add_row(table, reg, field, text(field), first=False)
    yield from table.lines()


def add_row(table, reg, field, meaning, first) -> None:
    where = f"{place(reg)} | `{reg.inst_name}`" if first else " | "
    name = "" if first else f"`{field.inst_name}`"
    bits = f"{field.high}:{field.low}" if field.width > 1 else f"{field.low}"
    values = "".join(f" `{member.name}` = `{member.value:#x}`: {member.rdl_desc or ''}"
                     for member in field.get_property("encode") or ())
    table.add(f"| {where} | {bits} | {name} | {access(field)} | {reset(field)} |",
              one_line(meaning + values),
              f"`{reg.inst_name}`" if first else f"`{reg.inst_name}.{field.inst_name}`")


def wrapped(words: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(words, LINE, initial_indent=first, subsequent_indent=rest,
                         break_long_words=False, break_on_hyphens=False)


def place(node) -> str:
    if not node.is_array:
        return f"`{node.raw_address_offset:#x}`"
    count = node.array_dimensions[0]
    return f"`{node.raw_address_offset:#x}` + n x `{node.array_stride:#x}`, n = 0 to {count - 1}"


def access(field) -> str:
    on_write = field.get_property("onwrite")
    special = {"woclr": "write 1 to clear", "woset": "write 1 to set"}
    sw = {"r": "read", "w": "write", "rw": "read, write"}[field.get_property("sw").name]
    if on_write is not None and on_write.name in special:
        sw = f"read, {special[on_write.name]}"
    return sw + (" (reading acts)" if field.get_property("onread") is not None else "")


def reset(field) -> str:
    value = field.get_property("reset")
    return "" if value is None else f"`{value:#x}`"


def title(node) -> str:
    return node.get_property("name")


def anchor(node) -> str:
    return title(node).lower().replace(" ", "-")


def address(value: int) -> str:
    return f"{value >> 16:#06x}_{value & 0xffff:04x}"


def text(node) -> str:
    return one_line(node.get_property("desc") or "")


def one_line(words: str) -> str:
    return " ".join(words.split()).replace("|", "\\|")
