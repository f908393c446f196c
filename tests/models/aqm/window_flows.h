// Long TCP-like flows and one algorithm of the registry, packet by packet: additive increase,
// multiplicative decrease once a round trip, ECN or drops, timeouts of small windows. Simple enough
// to check the shape of published figures, not their digits.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <queue>
#include <string_view>
#include <utility>
#include <vector>

#include "models/aqm/registry.h"
#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"

namespace docsis_vp::aqm {

// Usual options of an algorithm but for these.
inline OptionValues options_with(
    const aqm_algorithm& algorithm,
    std::initializer_list<std::pair<std::string_view, std::uint32_t>> values) {
  OptionValues options = options_of(algorithm);
  for (const auto& [name, value] : values) {
    std::size_t index = 0;
    while (algorithm.options[index].name != nullptr && algorithm.options[index].name != name) {
      ++index;
    }
    EXPECT_NE(algorithm.options[index].name, nullptr) << name;
    options[index] = value;
  }
  return options;
}

struct WindowFlowsConfig {
  unsigned flows = 10;
  bool ecn = false;
  std::uint32_t packet_bytes = 1'000;
  std::uint32_t rate_bytes_per_s = 1'250'000;
  double shortest_s = 0.08;  // round trips without the queue, spread evenly
  double longest_s = 0.12;
  double starts_within_s = 1;
  // Beside them one flow that sends at this rate, whatever becomes of its packets; 0: none.
  std::uint32_t unresponsive_bytes_per_s = 0;
};

class WindowFlows {
 public:
  WindowFlows(const aqm_algorithm& algorithm, const aqm_config& config, const OptionValues& options,
              const WindowFlowsConfig& traffic)
      : law_(algorithm), traffic_(traffic), random_(1, "test/window_flows") {
    EXPECT_STREQ(law_.params_init(params_.data(), &config, options.data()), nullptr);
    law_.state_init(state_.data());
    service_us_ = 1e6 * traffic.packet_bytes / traffic.rate_bytes_per_s;
    if (law_.update != nullptr) {
      schedule(interval_us(), kTick, 0);
    }
    add_flows(traffic.flows);
    if (traffic.unresponsive_bytes_per_s != 0) {
      schedule(0, kUnresponsive, kUnresponsiveFlow);
    }
  }

  // More of them, from now on.
  void add_flows(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      Flow flow;
      flow.propagation_us = 1e6 * (traffic_.shortest_s +
                                   (traffic_.longest_s - traffic_.shortest_s) * random_.uniform());
      flows_.push_back(flow);
      schedule(1e6 * traffic_.starts_within_s * random_.uniform(), kResume,
               static_cast<unsigned>(flows_.size() - 1));
    }
  }

  // Runs on and measures this part alone.
  void run(double seconds) {
    drops = marks = full = arrived = sent = unresponsive_sent = 0;
    length_sum_ = square_sum_ = weight_ = 0;
    const double end = now_us_ + 1e6 * seconds;
    while (!events_.empty() && events_.top().at_us <= end) {
      const Event event = events_.top();
      events_.pop();
      pass(event.at_us);
      handle(event);
    }
    pass(end);
    seconds_ = seconds;
  }

  template <class State>
  const State& state() const {
    return *reinterpret_cast<const State*>(state_.data());
  }
  double mean_packets() const { return length_sum_ / weight_; }
  double deviation_packets() const {
    return std::sqrt(std::max(0.0, square_sum_ / weight_ - mean_packets() * mean_packets()));
  }
  double utilization() const { return static_cast<double>(sent) * service_us_ * 1e-6 / seconds_; }
  double loss() const { return static_cast<double>(drops + full) / static_cast<double>(arrived); }

  std::uint64_t arrived = 0;
  std::uint64_t sent = 0;
  std::uint64_t drops = 0;
  std::uint64_t marks = 0;
  std::uint64_t full = 0;
  std::uint64_t unresponsive_sent = 0;

 private:
  enum Kind : std::uint8_t { kTick, kServed, kAck, kMarkedAck, kLost, kResume, kUnresponsive };
  static constexpr unsigned kUnresponsiveFlow = UINT32_MAX;
  struct Event {
    double at_us;
    std::uint64_t order;
    Kind kind;
    unsigned flow;
    bool operator>(const Event& other) const {
      return at_us != other.at_us ? at_us > other.at_us : order > other.order;
    }
  };
  struct Flow {
    double propagation_us = 0;
    double window = 1;
    double threshold = 1e9;
    double recovers_us = 0;  // one decrease until then
    double waits_us = 0;     // a timeout runs until then
    unsigned in_flight = 0;
  };
  struct Queued {
    unsigned flow;
    aqm_packet packet;
  };

  double interval_us() const { return law_.update_interval_us(params_.data()); }
  void schedule(double after_us, Kind kind, unsigned flow) {
    events_.push({now_us_ + after_us, order_++, kind, flow});
  }
  std::uint32_t clock_us() const { return static_cast<std::uint32_t>(now_us_); }

  void pass(double to_us) {
    const auto length = static_cast<double>(waiting_.size());
    length_sum_ += length * (to_us - now_us_);
    square_sum_ += length * length * (to_us - now_us_);
    weight_ += to_us - now_us_;
    now_us_ = to_us;
  }

  aqm_queue snapshot() const {
    aqm_queue queue{};
    queue.packets = static_cast<std::uint32_t>(waiting_.size());
    queue.bytes = queue.packets * traffic_.packet_bytes;
    return queue;
  }

  void handle(const Event& event) {
    if (event.kind == kUnresponsive) {
      schedule(
          1e6 * traffic_.packet_bytes / traffic_.unresponsive_bytes_per_s * 2 * random_.uniform(),
          kUnresponsive, kUnresponsiveFlow);
      arrive(kUnresponsiveFlow);
      return;
    }
    Flow& flow = flows_[event.flow];
    switch (event.kind) {
      case kTick: {
        const aqm_queue queue = snapshot();
        law_.update(state_.data(), params_.data(), &queue, clock_us());
        schedule(interval_us(), kTick, 0);
        return;
      }
      case kServed:
        serving_ = false;
        serve();
        return;
      case kAck:
        --flow.in_flight;
        flow.window += flow.window < flow.threshold ? 1 : 1 / flow.window;
        break;
      case kMarkedAck:
        --flow.in_flight;
        decrease(flow, event.flow, false);
        break;
      case kLost:
        --flow.in_flight;
        decrease(flow, event.flow, true);
        break;
      case kResume:
      case kUnresponsive:
        break;
    }
    send(event.flow);
  }

  // A loss from a window too small for three duplicates costs a timeout.
  void decrease(Flow& flow, unsigned number, bool lost) {
    if (now_us_ < flow.recovers_us) {
      return;
    }
    const bool times_out = lost && flow.window < 4;
    flow.threshold = std::max(2.0, flow.window / 2);
    flow.window = times_out ? 1 : std::max(1.0, flow.window / 2);
    flow.recovers_us = now_us_ + flow.propagation_us + queue_us();
    if (times_out) {
      flow.waits_us = now_us_ + 1e6;
      schedule(1e6, kResume, number);
    }
  }

  double queue_us() const { return static_cast<double>(waiting_.size()) * service_us_; }

  void send(unsigned number) {
    while (now_us_ >= flows_[number].waits_us &&
           flows_[number].in_flight < static_cast<unsigned>(flows_[number].window)) {
      ++flows_[number].in_flight;
      arrive(number);
    }
  }

  void arrive(unsigned number) {
    ++arrived;
    Queued queued{
        number,
        {traffic_.packet_bytes, clock_us(),
         static_cast<std::uint8_t>(traffic_.ecn ? AQM_ECT0 : AQM_NOT_ECT), hash_of(number)}};
    const aqm_queue queue = snapshot();
    const aqm_verdict verdict =
        law_.enqueue(state_.data(), params_.data(), &queue, &queued.packet, random_.next_u32());
    drops += verdict == AQM_DROP;
    marks += verdict == AQM_MARK;
    full += verdict == AQM_DROP_FULL;
    if (verdict == AQM_DROP || verdict == AQM_DROP_FULL) {
      report(queue_us(), kLost, number);
      return;
    }
    if (verdict == AQM_MARK) {
      queued.packet.ecn = AQM_CE;
    }
    waiting_.push_back(queued);
    serve();
  }

  // Jenkins' one-at-a-time hash, whose bits are all mixed.
  static std::uint32_t hash_of(unsigned number) {
    std::uint32_t hash = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      hash += number >> shift & 0xFFU;
      hash += hash << 10;
      hash ^= hash >> 6;
    }
    hash += hash << 3;
    hash ^= hash >> 11;
    return hash + (hash << 15);
  }

  // The source learns the fate of a packet after the way back.
  void report(double after_us, Kind kind, unsigned number) {
    if (number != kUnresponsiveFlow) {
      schedule(after_us + back_us(number), kind, number);
    }
  }

  // The way back, with the jitter that keeps flows from marching in step.
  double back_us(unsigned number) {
    return flows_[number].propagation_us + random_.uniform() * service_us_;
  }

  void serve() {
    while (!serving_ && !waiting_.empty()) {
      const Queued head = waiting_.front();
      waiting_.pop_front();
      const aqm_queue queue = snapshot();
      if (law_.dequeue != nullptr && law_.dequeue(state_.data(), params_.data(), &queue,
                                                  &head.packet, clock_us()) == AQM_DROP) {
        ++drops;
        report(0, kLost, head.flow);
        continue;
      }
      send_head(head, queue);
    }
  }

  void send_head(const Queued& head, const aqm_queue& behind) {
    ++sent;
    unresponsive_sent += head.flow == kUnresponsiveFlow ? 1 : 0;
    serving_ = true;
    schedule(service_us_, kServed, 0);
    report(service_us_, head.packet.ecn == AQM_CE ? kMarkedAck : kAck, head.flow);
    if (law_.departed != nullptr) {
      law_.departed(state_.data(), params_.data(), &behind, &head.packet, clock_us());
    }
  }

  template <std::size_t N>
  struct alignas(std::uint64_t) Block : std::array<unsigned char, N> {};

  const aqm_algorithm& law_;
  const WindowFlowsConfig traffic_;
  RandomStream random_;
  Block<AQM_PARAMS_BYTES_MAX> params_{};
  Block<AQM_STATE_BYTES_MAX> state_{};
  std::vector<Flow> flows_;
  std::deque<Queued> waiting_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  double service_us_ = 0;
  double now_us_ = 0;
  double seconds_ = 0;
  double length_sum_ = 0;
  double square_sum_ = 0;
  double weight_ = 0;
  std::uint64_t order_ = 0;
  bool serving_ = false;
};

}  // namespace docsis_vp::aqm
