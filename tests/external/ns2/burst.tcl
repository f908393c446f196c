# usage: ns burst.tcl PACKETS BYTES LAN_MBPS LINK_MBPS LIMIT
# A host hands over PACKETS of BYTES at one instant. They go through a line of LAN_MBPS (0: the host
# sits at the queue) to a DropTail queue of LIMIT and from there to a link of LINK_MBPS. Prints how
# many of them the queue drops.
foreach {packets bytes lan_mbps link_mbps limit} $argv break

set ns [new Simulator]
set near [$ns node]
set far [$ns node]
$ns simplex-link $near $far ${link_mbps}Mb 0ms DropTail
$ns queue-limit $near $far $limit
set host $near
if {$lan_mbps > 0} {
  set host [$ns node]
  $ns simplex-link $host $near ${lan_mbps}Mb 0ms DropTail
  $ns queue-limit $host $near 1000000
}
set counts [$ns monitor-queue $near $far ""]

for {set i 0} {$i < $packets} {incr i} {
  set udp($i) [new Agent/UDP]
  $udp($i) set packetSize_ $bytes
  set sink [new Agent/Null]
  $ns attach-agent $host $udp($i)
  $ns attach-agent $far $sink
  $ns connect $udp($i) $sink
}
$ns at 1 {
  for {set i 0} {$i < $packets} {incr i} {
    $udp($i) send $bytes
  }
}
$ns at 2 {
  puts [$counts set pdrops_]
  exit 0
}
$ns run
