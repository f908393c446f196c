# Tasks under fw/kernel: the law's, the one that an interrupt meets, and what lies between the two.
set pagination off
set confirm off
set trace-commands on
eval "target remote :%d", $port
break docsis_pie_update
continue
backtrace
delete
tbreak kernel_external_interrupt
continue
backtrace
tbreak restore
continue
backtrace
tbreak *external_interrupt
continue
echo every instruction from one task to another\n
set trace-commands off
set $mret = 0x30200073
backtrace -1
while *(unsigned int *)$pc != $mret
  stepi
  backtrace -1
end
echo and where it leads to\n
tbreak *$mepc
continue
backtrace
kill
