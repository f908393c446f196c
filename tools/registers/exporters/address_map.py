"""The elaborated design as the exporters need it."""

import os
from dataclasses import dataclass
from pathlib import Path

from systemrdl import RDLCompiler
from systemrdl.node import AddrmapNode, MemNode


@dataclass
class Block:
    name: str
    base: int
    node: AddrmapNode  # elaborated on its own: addresses are offsets in the block
    source: Path  # its .rdl file

    @property
    def folder(self) -> Path:
        return self.source.parent

    @property
    def namespace(self) -> str:
        """Namespace of its C++ constants: the folder's, as everywhere."""
        part = "platform" if self.folder.parts[0] == "platform" else self.folder.parts[1]
        return f"docsis_vp::{part}::{self.name}_registers"


@dataclass
class Memory:
    name: str
    base: int
    size: int
    writable: bool
    node: MemNode


class AddressMap:
    def __init__(self, compiler: RDLCompiler, top: str):
        self.node = compiler.elaborate(top_def_name=top).top
        self.blocks = []
        self.memories = []
        for child in self.node.children():
            if isinstance(child, MemNode):
                writable = child.get_property("sw").name != "r"
                self.memories.append(
                    Memory(child.inst_name, child.absolute_address, child.size, writable, child))
            else:
                own = compiler.elaborate(top_def_name=child.orig_type_name).top
                self.blocks.append(
                    Block(child.orig_type_name, child.absolute_address, own, source_of(child)))


def source_of(node) -> Path:
    return Path(os.path.relpath(node.inst.def_src_ref.path))
