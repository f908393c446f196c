#include "tests/external/tcp_lab/model/shared_model.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/hosts/tcp/congestion/bbr.h"
#include "models/hosts/tcp/congestion/registry.h"
#include "models/hosts/tcp/tcp_endpoint.h"
#include "tests/external/tcp_lab/cases.h"
#include "tests/external/tcp_lab/model/path_model.h"

namespace docsis_vp::tcp_lab {
namespace {

constexpr std::uint64_t kReceiveBufferBytes = 16 << 20;

// The senders' common bottleneck, and the delays both ways.
class SharedPath {
 public:
  SharedPath(const SharedCase& c, SimulatedClock& clock, SharedObserver& observer)
      : case_(c), clock_(clock), observer_(observer), bottleneck_(c.rate_bps(), c.buffer_bytes()) {}

  void take_from_sender(std::size_t flow, PacketHandle packet) {
    const TimeNs now = clock_.now() / kPsPerNs;
    const bool data = packet->tcp.payload_bytes > 0;
    if (data) {
      observer_.on_data(now, flow, packet->tcp.sequence - 1, packet->tcp.payload_bytes);
    }
    const auto sent = bottleneck_.admit(now, packet->size_bytes);
    if (!sent) return;
    if (data) {
      observer_.on_admitted(now, *sent - now - bottleneck_.time_of(packet->size_bytes));
    }
    to_receiver_.push_back(
        {(*sent + case_.one_way_delay_ns()) * kPsPerNs, flow, std::move(packet)});
  }
  void take_from_receiver(std::size_t flow, PacketHandle packet) {
    to_sender_.push_back(
        {clock_.now() + case_.one_way_delay_ns() * kPsPerNs, flow, std::move(packet)});
  }

  TimePs next_due() const {
    return std::min(to_receiver_.empty() ? kNever : to_receiver_.front().due,
                    to_sender_.empty() ? kNever : to_sender_.front().due);
  }

  struct Arrival {
    bool at_sender;
    std::size_t flow;
    PacketHandle packet;
  };
  Arrival take_next() {
    const bool forward = !to_receiver_.empty() && to_receiver_.front().due == next_due();
    auto& line = forward ? to_receiver_ : to_sender_;
    Arrival arrival{!forward, line.front().flow, std::move(line.front().packet)};
    line.pop_front();
    return arrival;
  }

 private:
  struct Flying {
    TimePs due;
    std::size_t flow;
    PacketHandle packet;
  };

  const SharedCase& case_;
  SimulatedClock& clock_;
  SharedObserver& observer_;
  Bottleneck bottleneck_;
  std::deque<Flying> to_receiver_;
  std::deque<Flying> to_sender_;
};

// Both ends of one transfer.
class Pair {
 public:
  Pair(SharedPath& path, std::size_t flow, const std::string& control, SimulatedClock& clock,
       PacketPool& pool, std::uint64_t seed)
      : forward_(path, flow, &SharedPath::take_from_sender),
        backward_(path, flow, &SharedPath::take_from_receiver),
        sender_(tcp_config(), {clock, pool, forward_, static_cast<FlowId>(2 * flow)},
                algorithm(control, seed, flow), nobody_),
        receiver_(tcp_config(), {clock, pool, backward_, static_cast<FlowId>(2 * flow + 1)},
                  algorithm(control, seed, flow), nobody_) {
    receiver_.listen();
  }

  void begin() {
    sender_.connect();
    sender_.write_unlimited();
  }
  hosts::TcpEndpoint& sender() { return sender_; }
  hosts::TcpEndpoint& receiver() { return receiver_; }

 private:
  class Inlet : public PacketSink {
   public:
    using Action = void (SharedPath::*)(std::size_t, PacketHandle);
    Inlet(SharedPath& path, std::size_t flow, Action action)
        : path_(path), flow_(flow), action_(action) {}
    void push(PacketHandle packet) override { (path_.*action_)(flow_, std::move(packet)); }

   private:
    SharedPath& path_;
    const std::size_t flow_;
    const Action action_;
  };

  static hosts::TcpConfig tcp_config() {
    hosts::TcpConfig config = hosts::tcp_preset("linux").value();
    config.receive_buffer_bytes = kReceiveBufferBytes;
    return config;
  }
  static std::unique_ptr<hosts::CongestionControl> algorithm(const std::string& control,
                                                             std::uint64_t seed, std::size_t flow) {
    hosts::CongestionConfig config = hosts::congestion_preset("linux").value();
    config.algorithm = control;
    return hosts::make_congestion_control(config, RandomStream(seed, std::to_string(flow)));
  }

  Inlet forward_;
  Inlet backward_;
  hosts::TcpUser nobody_;
  hosts::TcpEndpoint sender_;
  hosts::TcpEndpoint receiver_;
};

BbrGains gains_of(const hosts::Bbr& bbr) {
  const auto in_256ths = [](double gain) { return static_cast<unsigned>(std::lround(gain * 256)); };
  return {in_256ths(bbr.pacing_gain()), in_256ths(bbr.cwnd_gain())};
}

}  // namespace

SharedFigures run_shared_model(const SharedCase& c, std::uint64_t seed) {
  SimulatedClock clock;
  PacketPool pool;
  SharedObserver observer(c);
  SharedPath path(c, clock, observer);
  std::deque<Pair> pairs;
  for (std::size_t flow = 0; flow < c.controls.size(); ++flow) {
    pairs.emplace_back(path, flow, c.controls[flow], clock, pool, seed);
  }
  for (Pair& pair : pairs) pair.begin();
  for (;;) {
    const TimePs next = std::min(path.next_due(), clock.wake_time());
    if (next == kNever || next / kPsPerNs >= c.duration_ns()) break;
    clock.move_to(next);
    if (path.next_due() != next) {
      clock.run_timers();
      continue;
    }
    SharedPath::Arrival arrival = path.take_next();
    Pair& pair = pairs[arrival.flow];
    if (!arrival.at_sender) {
      pair.receiver().push(std::move(arrival.packet));
      continue;
    }
    const bool is_syn = (arrival.packet->tcp.flags & kTcpSyn) != 0;
    const std::uint64_t acked = arrival.packet->tcp.acknowledgment - 1;
    pair.sender().push(std::move(arrival.packet));
    if (is_syn) continue;
    const TimeNs now = next / kPsPerNs;
    observer.on_ack(now, arrival.flow, acked);
    const auto* bbr = dynamic_cast<const hosts::Bbr*>(&pair.sender().congestion());
    if (bbr != nullptr) observer.on_gains(now, arrival.flow, gains_of(*bbr));
  }
  return observer.figures();
}

namespace {

// A mean that leaves out what is 0: not seen.
class MeanOfSeen {
 public:
  void add(double value) {
    sum_ += value;
    count_ += value != 0 ? 1 : 0;
  }
  double value() const { return count_ == 0 ? 0 : sum_ / count_; }

 private:
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace

SharedFigures mean_of_shared_model(const SharedCase& c, std::uint64_t seeds) {
  std::vector<SharedFigures> runs;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) runs.push_back(run_shared_model(c, seed));
  const auto mean = [&runs](auto figure) {
    MeanOfSeen result;
    for (const SharedFigures& run : runs) result.add(static_cast<double>(figure(run)));
    return result.value();
  };
  SharedFigures result;
  result.queue_p50_ms = mean([](const SharedFigures& run) { return run.queue_p50_ms; });
  result.queue_p90_ms = mean([](const SharedFigures& run) { return run.queue_p90_ms; });
  for (std::size_t i = 0; i < c.controls.size(); ++i) {
    FlowFigures flow;
    flow.goodput_mbps = mean([i](const SharedFigures& run) { return run.flows[i].goodput_mbps; });
    flow.share_percent = mean([i](const SharedFigures& run) { return run.flows[i].share_percent; });
    flow.repeated = static_cast<std::uint64_t>(
        mean([i](const SharedFigures& run) { return run.flows[i].repeated; }));
    flow.probe_bw_ms = mean([i](const SharedFigures& run) { return run.flows[i].probe_bw_ms; });
    flow.probe_rtt_s = mean([i](const SharedFigures& run) { return run.flows[i].probe_rtt_s; });
    result.flows.push_back(flow);
  }
  return result;
}

}  // namespace docsis_vp::tcp_lab
