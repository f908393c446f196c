#!/usr/bin/env python3
"""Runs random RV32IMC programs on docsis-vp iss and on Unicorn; registers and memory must agree.

usage: iss_differential.py PROGRAM [--programs N] [--instructions N] [--seed N]
"""
import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile

import unicorn
from unicorn import riscv_const

BASE, DATA, DATA_BYTES, REGISTERS, DEVICE = 0x80000000, 0x80100000, 0x1000, 0x80102000, 0x20000000
BASE_REGISTER = 8  # s0 points into the data and is never written


def r_type(funct7, funct3, rd, rs1, rs2, opcode=0x33):
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def i_type(immediate, funct3, rd, rs1, opcode=0x13):
    return (immediate & 0xFFF) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def s_type(immediate, funct3, rs1, rs2):
    return (immediate >> 5 & 127) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (immediate & 31) << 7 | 0x23


def branch_over_next(funct3, rs1, rs2):
    """Skips the 32-bit instruction behind it if taken."""
    return rs2 << 20 | rs1 << 15 | funct3 << 12 | 4 << 8 | 0x63


def load_immediate(rd, value):
    upper = (value + 0x800) & 0xFFFFF000
    return struct.pack("<II", upper | rd << 7 | 0x37, i_type(value - upper, 0, rd, rd))


def random_instruction(rng):
    """Bytes of one instruction, or of a branch and the instruction it may skip."""
    rd = rng.choice([r for r in range(32) if r != BASE_REGISTER])
    rs1, rs2 = rng.randrange(32), rng.randrange(32)
    # Registers that compressed instructions reach, without s0.
    low, other = rng.randrange(9, 16) - 8, rng.randrange(8)
    kind = rng.randrange(9)
    if kind == 0:
        funct7, funct3 = rng.choice([(0, f) for f in range(8)] + [(32, 0), (32, 5)])
        word = r_type(funct7, funct3, rd, rs1, rs2)
    elif kind == 1:
        word = r_type(1, rng.randrange(8), rd, rs1, rs2)
    elif kind == 2:
        word = i_type(rng.randrange(4096), rng.choice([0, 2, 3, 4, 6, 7]), rd, rs1)
    elif kind == 3:
        funct7, funct3 = rng.choice([(0, 1), (0, 5), (32, 5)])
        word = r_type(funct7, funct3, rd, rs1, rng.randrange(32), 0x13)
    elif kind == 4:
        word = i_type(rng.randrange(-2000, 2000), rng.choice([0, 1, 2, 4, 5]), rd, BASE_REGISTER, 0x03)
    elif kind == 5:
        word = s_type(rng.randrange(-2000, 2000), rng.randrange(3), BASE_REGISTER, rs2)
    elif kind == 6:
        word = rng.getrandbits(20) << 12 | rd << 7 | rng.choice([0x37, 0x17])
    elif kind == 7:
        branch = branch_over_next(rng.choice([0, 1, 4, 5, 6, 7]), rs1, rs2)
        return struct.pack("<II", branch, i_type(rng.randrange(4096), 0, rd, rs1))
    else:
        half = rng.choice([
            0x0001 | rd << 7 | rng.randrange(32) << 2 | rng.randrange(2) << 12,  # c.addi
            0x4001 | rd << 7 | rng.randrange(32) << 2 | rng.randrange(2) << 12,  # c.li
            0x8002 | rng.randrange(2) << 12 | rd << 7 | rng.randrange(1, 32) << 2,  # c.mv, c.add
            0x0002 | rd << 7 | rng.randrange(1, 32) << 2,  # c.slli
            0x8001 | rng.randrange(2) << 10 | low << 7 | rng.randrange(1, 32) << 2,  # c.srli, c.srai
            0x8801 | low << 7 | rng.randrange(32) << 2 | rng.randrange(2) << 12,  # c.andi
            0x8C01 | rng.randrange(4) << 5 | low << 7 | other << 2,  # c.sub, c.xor, c.or, c.and
            0x4000 | rng.randrange(8) << 10 | rng.randrange(4) << 5 | low << 2,  # c.lw from s0
            0xC000 | rng.randrange(8) << 10 | rng.randrange(4) << 5 | other << 2,  # c.sw to s0
        ])
        return struct.pack("<H", half)
    return struct.pack("<I", word)


def random_program(rng, instructions):
    """The code up to the point where both stop, and the code that stores what is compared."""
    body = b"".join(load_immediate(r, rng.choice([rng.getrandbits(32), 0, 1, 0x80000000, 0xFFFFFFFF]))
                    for r in range(1, 32) if r != BASE_REGISTER)
    body += load_immediate(BASE_REGISTER, DATA + DATA_BYTES // 2)
    body += b"".join(random_instruction(rng) for _ in range(instructions))
    end = load_immediate(BASE_REGISTER, REGISTERS)
    end += b"".join(struct.pack("<I", s_type(4 * r, 2, BASE_REGISTER, r)) for r in range(1, 32) if r != BASE_REGISTER)
    end += load_immediate(5, DEVICE) + struct.pack("<II", s_type(0, 2, 5, 0), 0x6F)
    return body, end


def run_on_unicorn(body):
    machine = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
    machine.mem_map(BASE, 0x200000)
    machine.mem_write(BASE, body)
    machine.emu_start(BASE, BASE + len(body))
    registers = [machine.reg_read(riscv_const.UC_RISCV_REG_X0 + r) & 0xFFFFFFFF for r in range(32)]
    return registers, bytes(machine.mem_read(DATA, DATA_BYTES))


def run_on_iss(program, image, folder):
    elf, dump = os.path.join(folder, "program.elf"), os.path.join(folder, "dump")
    header = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\x01\x01\x01", 2, 243, 1, BASE, 52, 0, 0, 52, 32, 1, 0, 0, 0)
    segment = struct.pack("<IIIIIIII", 1, 84, BASE, BASE, len(image), len(image), 7, 4)
    with open(elf, "wb") as file:
        file.write(header + segment + image)
    size = REGISTERS + 128 - DATA
    subprocess.run([program, "iss", elf, "--dump", f"{DATA:#x}:{size}", dump], check=True)
    with open(dump, "rb") as file:
        memory = file.read()
    return list(struct.unpack("<32I", memory[REGISTERS - DATA:])), memory[:DATA_BYTES]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--programs", type=int, default=50)
    parser.add_argument("--instructions", type=int, default=4500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.programs):
            body, end = random_program(random.Random(seed), options.instructions)
            expected, expected_memory = run_on_unicorn(body)
            actual, memory = run_on_iss(options.program, body + end, folder)
            wrong = [r for r in range(1, 32) if r != BASE_REGISTER and actual[r] != expected[r]]
            for r in wrong:
                print(f"seed {seed}: x{r} is {actual[r]:#x}, expected {expected[r]:#x}")
            if memory != expected_memory:
                print(f"seed {seed}: memory differs")
            if wrong or memory != expected_memory:
                return 1
    print(f"{options.programs} programs of {options.instructions} random instructions agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
