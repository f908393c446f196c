#!/usr/bin/env python3
"""Executes instructions one by one on docsis-vp iss and on QEMU; how each ends must agree.

All 16-bit encodings and random 32-bit ones, legal or not, with access to control and status
registers: cause, mepc, mtval, all registers and the memory are compared (programs/one_by_one.S).

usage: qemu_differential.py PROGRAM ONE_BY_ONE_ELF [--random N] [--seed N] [--bit-manipulation]
"""
import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile

BASE, DATA, CASES, RESULTS = 0x80000000, 0x80400000, 0x80500000, 0x80700000
SHOWN_BYTES = 0x4000
# Where the values of the registers lie: addresses of data, of c.ebreaks, and arbitrary ones.
TO_DATA, TO_CODE, VALUES = 0x80450000, 0x80451000, 0x80452000
WRITABLE_CSRS = [0x340, 0x341, 0x342, 0x343]  # what both have, of any value
MISSING_CSRS = [0x5C0, 0x744, 0x7C0, 0x800, 0xBC0, 0xCC0, 0xFFF]
READ_ONLY_CSRS = [0xC00, 0xC02, 0xF14]
FUNCT7 = [0, 1, 4, 5, 0x10, 0x14, 0x20, 0x24, 0x30, 0x34]
UNARY = [(funct, 1) for funct in (0x600, 0x601, 0x602, 0x604, 0x605)] + [(0x287, 5), (0x698, 5), (0x6B8, 5)]


def compressed_cases():
    for bits in range(1 << 16):
        quadrant, funct = bits & 3, bits >> 13
        jumps_to_itself = quadrant == 1 and (funct in (1, 5) and not bits & 0x1FFC or funct in (6, 7) and not bits & 0x1C7C)
        if quadrant == 3 or jumps_to_itself:
            continue
        jumps_to_register = quadrant == 2 and funct == 4 and not bits & 0x7C
        yield bits | 0x90020000, TO_CODE if jumps_to_register else TO_DATA


def system_instruction(rng, bits):
    funct = bits >> 12 & 7
    if funct in (0, 4):
        return rng.choice([0x73, 0x100073, 0x10200073, 0x7B200073, 0x200073]) | funct << 12
    bits &= 0xFFFFF
    kind = rng.randrange(4)
    if kind == 0:
        return bits | rng.choice(MISSING_CSRS) << 20
    if kind == 1:  # QEMU does not trap where a register that holds 0 is set or cleared
        return bits & ~0x7000 | rng.choice([1, 5]) << 12 | rng.choice(READ_ONLY_CSRS) << 20
    return bits | rng.choice(WRITABLE_CSRS) << 20


def random_case(rng):
    opcode = rng.choice([0x03, 0x0F, 0x13, 0x13, 0x17, 0x23, 0x33, 0x33, 0x37, 0x63, 0x67, 0x6F, 0x73, 0x73, 0x0B, 0x5B])
    bits = rng.getrandbits(32) & ~0x7F | opcode
    if opcode == 0x33 and rng.random() < 0.8:
        bits = bits & 0x01FFFFFF | rng.choice(FUNCT7) << 25
    elif opcode == 0x13 and rng.random() < 0.4:
        bits = bits & 0x01FF8FFF | rng.choice(FUNCT7) << 25 | rng.choice([1, 5]) << 12
    elif opcode == 0x13 and rng.random() < 0.2:
        immediate, funct = rng.choice(UNARY)
        bits = bits & 0x000F8FFF | immediate << 20 | funct << 12
    elif opcode == 0x73:
        bits = system_instruction(rng, bits)
    elif opcode == 0x6F and not bits & 0xFFDFF000 or opcode == 0x63 and not bits & 0xFE000E80:
        return random_case(rng)  # a jump to itself or into itself
    elif opcode == 0x0F:
        bits &= ~0x6000  # fence, fence.i
    if opcode == 0x67:
        return bits, TO_CODE
    return bits, TO_DATA if opcode in (0x03, 0x23) else rng.choice([TO_DATA, VALUES])


def code_of(path):
    """The segment that is loaded at BASE."""
    with open(path, "rb") as file:
        image = file.read()
    (headers,), (count,) = struct.unpack_from("<I", image, 28), struct.unpack_from("<H", image, 44)
    for i in range(count):
        kind, offset, address, _, size = struct.unpack_from("<IIIII", image, headers + 32 * i)
        if (kind, address) == (1, BASE):
            return image[offset:offset + size]
    raise SystemExit(f"{path}: nothing at {BASE:#x}")


def elf(code, cases, on_qemu):
    image = bytearray(RESULTS - BASE)
    image[:len(code)] = code
    struct.pack_into("<IIII", image, CASES - BASE, len(cases), 0, on_qemu, 0)
    for i, case in enumerate(cases):
        struct.pack_into("<II", image, CASES - BASE + 16 + 8 * i, *case)
    rng = random.Random(0)
    edges = [0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 31, 32, 0xFF, 0x8000, 0xFFFF0000]
    for number in range(32):
        for place, value in ((TO_DATA, DATA + 0x2000 + rng.randrange(64)),
                             (TO_CODE, DATA + 0x12000 + rng.randrange(64)),
                             (VALUES, rng.choice(edges + [rng.getrandbits(32)] * 6))):
            struct.pack_into("<I", image, place - BASE + 4 * number, value)
    header = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\x01\x01\x01", 2, 243, 1, BASE, 52, 0, 0, 52, 32, 1, 0, 0, 0)
    segment = struct.pack("<IIIIIIII", 1, 84, BASE, BASE, len(image), len(image), 7, 4)
    return header + segment + image


def run_on_iss(program, folder, image, count, bit_manipulation):
    path, results, data = (os.path.join(folder, name) for name in ("iss.elf", "results", "data"))
    profile = os.path.join(folder, "profile")
    with open(profile, "w") as file:
        file.write("isa = rv32imc" + ("_zba_zbb_zbs" if bit_manipulation else "") + "\n")
    with open(path, "wb") as file:
        file.write(image)
    contents = b""
    for first, size, dump in ((RESULTS, 16 * count, results), (DATA, SHOWN_BYTES, data)):
        subprocess.run([program, "iss", path, "--profile", profile, "--dump", f"{first:#x}:{size}", dump], check=True)
        with open(dump, "rb") as file:
            contents += file.read()
    return contents


def run_on_qemu(folder, image, bit_manipulation):
    path, serial = os.path.join(folder, "qemu.elf"), os.path.join(folder, "serial")
    with open(path, "wb") as file:
        file.write(image)
    off = "h a f d s u pmp mmu zbc".split()
    cpu = ["rv32"] + [f"{name}=false" for name in off]
    cpu += [f"{name}={str(bit_manipulation).lower()}" for name in ("zba", "zbb", "zbs")]
    subprocess.run(["qemu-system-riscv32", "-M", "virt", "-cpu", ",".join(cpu), "-bios", "none", "-display", "none",
                    "-monitor", "none", "-serial", "file:" + serial, "-kernel", path], check=True, timeout=240)
    with open(serial, "rb") as file:
        return file.read()


def agrees(ours, theirs):
    """QEMU rounds the address of a misaligned load that faults."""
    load_faults = ours[0] == theirs[0] == 5
    return ours == theirs or load_faults and ours[1::2] == theirs[1::2] and ours[2] >> 2 == theirs[2] >> 2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("elf", help="programs/one_by_one.S, linked to 0x80000000")
    parser.add_argument("--random", type=int, default=60000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bit-manipulation", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    cases = list(compressed_cases()) + [random_case(rng) for _ in range(options.random)]
    rng.shuffle(cases)
    code = code_of(options.elf)
    with tempfile.TemporaryDirectory() as folder:
        theirs = run_on_qemu(folder, elf(code, cases, 1), options.bit_manipulation)
        ours = run_on_iss(options.program, folder, elf(code, cases, 0), len(cases), options.bit_manipulation)
    differences = 0 if len(ours) == len(theirs) else 1
    for i, (bits, _) in enumerate(cases):
        if differences > 20 or len(ours) != len(theirs):
            break
        results = [struct.unpack_from("<IIII", each, 16 * i) for each in (ours, theirs)]
        if not agrees(*results):
            differences += 1
            print(f"{bits:08x}: mcause, mepc, mtval, registers "
                  + "; QEMU: ".join(" ".join(f"{word:x}" for word in result) for result in results))
    if ours[16 * len(cases):] != theirs[16 * len(cases):]:
        differences += 1
        print("memory differs")
    print(f"{len(cases)} instructions, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
