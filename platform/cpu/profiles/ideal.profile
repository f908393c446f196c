# One cycle for every instruction, which is what a key that is not given means.
isa = rv32imc_zicsr_zifencei
