# usage: ns bottleneck.tcl RATE_MBPS RTT_MS LIMIT DURATION_S FLOWS FOLDER
# TCP/Linux `cubic` of ns-2 from one node to another over a DropTail queue of LIMIT, in frames of
# 1518 bytes. Flow i starts at 2 s + i * 7 ms. FOLDER then has queue.tr, the trace of that queue,
# and windows.txt, with lines
#   window TIME FLOW SEGMENTS
#   end FLOW SEGMENTS_ACKNOWLEDGED SEGMENTS_SENT_AGAIN TIMEOUTS
foreach {rate rtt limit duration flows folder} $argv break

set ns [new Simulator]
set near [$ns node]
set far [$ns node]
set delay [expr $rtt / 2.0]ms
$ns simplex-link $near $far ${rate}Mb $delay DropTail
$ns simplex-link $far $near 1000000000Mb $delay DropTail
$ns queue-limit $near $far $limit
$ns queue-limit $far $near 1000000
$ns trace-queue $near $far [open $folder/queue.tr w]
set windows [open $folder/windows.txt w]

# As the author of TCP/Linux tells to set it: timestamps, and a sink that echoes them.
for {set i 0} {$i < $flows} {incr i} {
  set tcp($i) [new Agent/TCP/Linux]
  $tcp($i) set timestamps_ true
  $tcp($i) set window_ 1000000
  $tcp($i) set packetSize_ 1448
  $tcp($i) set tcpip_base_hdr_size_ 60
  $tcp($i) set syn_ false
  $tcp($i) set fid_ $i
  set sink [new Agent/TCPSink/Sack1]
  $sink set ts_echo_rfc1323_ true
  $ns attach-agent $near $tcp($i)
  $ns attach-agent $far $sink
  $ns connect $tcp($i) $sink
  $ns at 0 "$tcp($i) select_ca cubic"
  set ftp [new Application/FTP]
  $ftp attach-agent $tcp($i)
  $ns at [expr 2 + 0.007 * $i] "$ftp start"
}

proc sample {} {
  global ns tcp flows windows
  for {set i 0} {$i < $flows} {incr i} {
    puts $windows "window [format %.6f [$ns now]] $i [$tcp($i) set cwnd_]"
  }
  $ns at [expr [$ns now] + 0.05] sample
}
$ns at 2.025 sample

$ns at [expr 2 + $duration] {
  for {set i 0} {$i < $flows} {incr i} {
    set again [$tcp($i) set nrexmitpack_]
    puts $windows "end $i [expr [$tcp($i) set ack_] + 1] $again [$tcp($i) set nrexmit_]"
  }
  $ns flush-trace
  close $windows
  exit 0
}
$ns run
