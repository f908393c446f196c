# lowRISC Ibex, configuration "small": three-cycle multiplier, no branch-target ALU, no write-back
# stage. Ibex manual, "Pipeline Details"; where it is silent, cycle counts of the core's RTL.
# Memory answers in one cycle; wait states come on top.
isa = rv32imc_zicsr_zifencei
alu = 1                # integer, shifts, lui, auipc, bit manipulation
csr_read = 1           # also a write to mscratch or mepc
csr_write = 3          # any other CSR
load = 2
load_use = 0           # more, if the very next instruction reads what was loaded
store = 2
word_crossing = 1      # more, for an access that crosses a 32-bit word
mul = 3
mul_high = 4           # mulh, mulhu, mulhsu
divide = 37            # div, divu, rem, remu
divide_by_zero = 2
branch_not_taken = 1
branch_taken = 3
jump = 2               # jal, jalr
misaligned_target = 1  # more, if a transfer ends at a 32-bit instruction at 2 mod 4
fence = 1
fence_i = 2
mret = 3
wfi = 1                # before the core sleeps
trap_entry = 3         # until the first instruction of the handler starts
area_ge = 26600        # Ibex README: Yosys, register file of latches
area_ge_low = 23940    # the same: commercial flows about a tenth less
area_ge_high = 31100   # [engineering choice] flip-flops for the 31 registers, 4.5 gates a bit more
