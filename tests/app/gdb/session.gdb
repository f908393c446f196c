# Repeats an hour of a firmware developer's debugging in a minute; $port is the port.
set pagination off
set confirm off
set trace-commands on
eval "target remote :%d", $port
break docsis_pie_update
continue
backtrace
print state->law
set var params[0].latency_target_us = 5000
print params[0].latency_target_us
delete
watch -location states[0].law.drop_prob_q28
continue
continue
print/x states[0].law.drop_prob_q28
info registers pc mepc mcause
set $t0 = 0x1234
print/x $t0
stepi
monitor time
monitor irq
print/x *(watchdog_t *)0x20020000
delete
shell (sleep 1; kill -INT $PPID) &
continue
backtrace
monitor time
detach
shell sleep 0.3
eval "target remote :%d", $port
monitor time
monitor reset
maintenance flush register-cache
info registers pc
tbreak external_interrupt
continue
kill
