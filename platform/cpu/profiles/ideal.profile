# Every instruction takes one cycle, the default of a key that is not given.
isa = rv32imc_zicsr_zifencei
