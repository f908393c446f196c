#include "tests/external/tcp_lab/model/run_model.h"

#include <algorithm>
#include <memory>

#include "models/hosts/tcp/congestion/registry.h"
#include "models/hosts/tcp/tcp_endpoint.h"
#include "tests/external/tcp_lab/model/path_model.h"

namespace docsis_vp::tcp_lab {
namespace {

// HyStart as the case says.
std::unique_ptr<hosts::CongestionControl> algorithm_of(const Case& c) {
  hosts::CongestionConfig config = hosts::congestion_preset("linux").value();
  config.algorithm = c.congestion_control;
  if (!c.hystart) config.cubic.hystart = std::monostate();
  return hosts::make_congestion_control(config);
}

// Linux acknowledges segments singly while its window is still opening, by two segments for each
// that arrives (tcp_input.c, tcp_grow_window()). Measured at 10 Mbit/s and 40 ms: 110 with a
// receive buffer of 1 MiB, 656 with 8 MiB.
unsigned quick_acks_of(const Case& c) {
  return c.receive_buffer_bytes > 1 << 20 ? 656 : 110;
}

}  // namespace

Record run_model(const Case& c) {
  SimulatedClock clock;
  PacketPool pool;
  Observer observer(kSegmentBytes, c.bin_ns(), c.duration_ns());
  PathModel path(c, clock, observer);
  hosts::TcpConfig config = hosts::tcp_preset("linux").value();
  if (c.hystart) config.quick_acks = quick_acks_of(c);
  hosts::TcpUser nobody;
  hosts::TcpEndpoint sender(config, {clock, pool, path.from_sender(), 0}, algorithm_of(c), nobody);
  hosts::TcpEndpoint receiver(config, {clock, pool, path.from_receiver(), 1}, algorithm_of(c),
                              nobody);
  path.connect(sender, receiver);
  const auto report_window = [&] {
    observer.on_cwnd(clock.now() / kPsPerNs,
                     static_cast<double>(sender.congestion().cwnd()) / kSegmentBytes);
    if (sender.congestion().ssthresh() < hosts::CongestionControl::kUnlimited) {
      observer.on_slow_start_end(clock.now() / kPsPerNs);
    }
  };

  receiver.listen();
  sender.connect();
  sender.write_unlimited();
  for (;;) {
    const TimePs next = std::min(path.next_due(), clock.wake_time());
    if (next == kNever || observer.elapsed(next / kPsPerNs) > c.duration_ns()) break;
    clock.move_to(next);
    // Packets before timers, as with KernelTimerQueue.
    if (path.next_due() == next) {
      if (path.deliver_next()) report_window();
    } else {
      clock.run_timers();
      report_window();
    }
  }
  observer.finish();
  return record_of(c, observer);
}

}  // namespace docsis_vp::tcp_lab
