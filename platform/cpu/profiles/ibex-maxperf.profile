# lowRISC Ibex, configuration "maxperf": one-cycle multiplier, branch-target ALU, write-back stage.
extends = ibex-small
load = 1
load_use = 1
store = 1
mul = 1
mul_high = 2
branch_taken = 2
area_ge = 32480        # all three as in ibex-small
area_ge_low = 29230
area_ge_high = 36980
