# A field update under the debugger.
set pagination off
set confirm off
set trace-commands on
eval "target remote :%d", $port
break external_interrupt
catch exec
continue
delete 1
continue
break external_interrupt
continue
backtrace
delete
continue
