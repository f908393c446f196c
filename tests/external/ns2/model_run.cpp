#include "tests/external/ns2/model_run.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "models/hosts/tcp/congestion/registry.h"
#include "models/hosts/tcp/tcp_endpoint.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/packet.h"

namespace docsis_vp::ns2 {
namespace {

TimePs ps(double seconds) {
  return std::llround(seconds * 1e6) * (kPsPerSecond / 1'000'000);
}

class Clock : public hosts::TimerQueue {
 public:
  TimePs now() const override { return now_; }
  TimePs wake_time() const { return wake_; }
  void move_to(TimePs at) { now_ = at; }
  void run_timers() {
    wake_ = kNever;
    run_due();
  }

 private:
  void wake_at(TimePs at) override { wake_ = at; }

  TimePs now_ = 0;
  TimePs wake_ = kNever;
};

// A function as a sink.
class Inlet : public PacketSink {
 public:
  explicit Inlet(std::function<void(PacketHandle)> take) : take_(std::move(take)) {}
  void push(PacketHandle packet) override { take_(std::move(packet)); }

 private:
  const std::function<void(PacketHandle)> take_;
};

// A link with its queue, and the way back, which only delays. The handshake waits nowhere.
class Path {
 public:
  Path(const Case& c, Clock& clock, Run& run)
      : clock_(clock),
        run_(run),
        delay_(ps(c.rtt_ms / 2000)),
        frame_time_(static_cast<TimePs>(kFrameBytes * 8e6 / c.rate_mbps)),
        waiting_limit_(c.limit - 1) {}

  void from_sender(PacketHandle packet, PacketSink& to) {
    if (packet->tcp.payload_bytes == 0) {
      fly(clock_.now() + delay_, std::move(packet), to);
      return;
    }
    const TimePs now = clock_.now();
    while (!starts_.empty() && starts_.front() <= now) starts_.pop_front();
    if (starts_.size() >= waiting_limit_) {
      run_.drops_s.push_back(to_seconds(now));
      return;
    }
    const TimePs start = std::max(now, free_at_);
    free_at_ = start + frame_time_;
    if (start > now) starts_.push_back(start);
    run_.most_waiting = std::max(run_.most_waiting, static_cast<unsigned>(starts_.size()));
    fly(free_at_ + delay_, std::move(packet), to);
  }
  void from_receiver(PacketHandle packet, PacketSink& to) {
    fly(clock_.now() + delay_, std::move(packet), to);
  }

  TimePs next_due() const { return flying_.empty() ? kNever : flying_.begin()->first; }
  void deliver_next() {
    Arrival arrival = std::move(flying_.begin()->second);
    flying_.erase(flying_.begin());
    arrival.to->push(std::move(arrival.packet));
  }

 private:
  struct Arrival {
    PacketHandle packet;
    PacketSink* to;
  };

  void fly(TimePs due, PacketHandle packet, PacketSink& to) {
    flying_.emplace(due, Arrival{std::move(packet), &to});
  }

  Clock& clock_;
  Run& run_;
  const TimePs delay_;
  const TimePs frame_time_;
  const std::size_t waiting_limit_;
  TimePs free_at_ = 0;
  std::deque<TimePs> starts_;  // of what waits
  std::multimap<TimePs, Arrival> flying_;
};

std::unique_ptr<hosts::CongestionControl> control() {
  return hosts::make_congestion_control(*hosts::congestion_preset("ns2-linux-cubic"));
}

struct Connection {
  Connection(Path& path, Clock& clock, PacketPool& pool, unsigned number,
             const hosts::TcpConfig& config)
      : forth(
            [this, &path](PacketHandle packet) { path.from_sender(std::move(packet), receiver); }),
        back([this, &path](PacketHandle packet) { path.from_receiver(std::move(packet), sender); }),
        sender(config, {clock, pool, forth, 2 * number}, control(), nobody),
        receiver(config, {clock, pool, back, 2 * number + 1}, control(), nobody) {
    receiver.listen();
  }

  Inlet forth;
  Inlet back;
  hosts::TcpUser nobody;
  hosts::TcpEndpoint sender;
  hosts::TcpEndpoint receiver;
};

}  // namespace

Run run_model(const Case& c) {
  Run run;
  run.flows.resize(c.flows);
  Clock clock;
  PacketPool pool;
  Path path(c, clock, run);
  const hosts::TcpConfig config = *hosts::tcp_preset("ns2-linux-cubic");
  std::vector<std::unique_ptr<Connection>> connections;
  for (unsigned i = 0; i < c.flows; ++i) {
    connections.push_back(std::make_unique<Connection>(path, clock, pool, i, config));
  }

  const TimePs end = ps(kStartS + c.duration_s);
  TimePs sample = ps(kFirstSampleS);
  unsigned connected = 0;
  const auto connects_at = [&](unsigned i) {
    return i < c.flows ? ps(kStartS + kStaggerS * i - c.rtt_ms / 1000) : kNever;
  };
  for (;;) {
    const TimePs next =
        std::min({path.next_due(), clock.wake_time(), sample, connects_at(connected)});
    if (next >= end) break;
    clock.move_to(next);
    if (path.next_due() == next) {
      path.deliver_next();
    } else if (clock.wake_time() == next) {
      clock.run_timers();
    } else if (connects_at(connected) == next) {
      connections[connected]->sender.connect();
      connections[connected++]->sender.write_unlimited();
    } else {
      for (unsigned i = 0; i < c.flows; ++i) {
        run.flows[i].windows.push_back(
            static_cast<double>(connections[i]->sender.congestion().cwnd()) / kSegmentBytes);
      }
      sample += ps(kSampleS);
    }
  }
  for (unsigned i = 0; i < c.flows; ++i) {
    const hosts::TcpEndpoint& sender = connections[i]->sender;
    run.flows[i].acked_segments = sender.acked_bytes() / kSegmentBytes;
    run.flows[i].sent_again = sender.statistics().retransmitted_segments;
    run.flows[i].timeouts = sender.statistics().timeouts;
  }
  return run;
}

}  // namespace docsis_vp::ns2
