// The mean window of one sender whose packets are lost with a given probability.
#pragma once

#include <cmath>
#include <cstdint>

#include "platform/base/random.h"
#include "tests/models/hosts/tcp/congestion/closed_loop.h"

namespace docsis_vp::hosts {

// Mean windows in segments, from the loss probability.

// Mathis et al. (1997), for losses at equal distances; b: segments per step of the window.
inline double reno_response(double loss, double b = 1) {
  return std::sqrt(1.5 / (b * loss));
}

// RFC 9438 sec. 5.1, for the same losses.
inline double cubic_response(double loss, double rtt_s, double c = 0.4, double beta = 0.7) {
  return std::pow(c * (3 + beta) / (4 * (1 - beta)), 0.25) * std::pow(rtt_s / loss, 0.75);
}

// Both formulas leave out what counts when windows are small: the round trip of a recovery, in
// which the reduced window does not grow, and that only whole segments are sent, half a segment
// less on average. With these, a cycle from loss to loss carries 1 / p segments; w is the window at
// its end.
template <typename GrowthRounds>
double cycle_response(double loss, double beta, double mean_share, GrowthRounds growth_rounds) {
  double low = 1;
  double high = 1e6;
  for (int i = 0; i < 100; ++i) {
    const double w = (low + high) / 2;
    (w * mean_share * growth_rounds(w) + beta * w < 1 / loss ? low : high) = w;
  }
  return 1 / loss / (growth_rounds(low) + 1) - 0.5;
}
inline double reno_cycle_response(double loss, double b = 1) {
  return cycle_response(loss, 0.5, 0.75, [b](double w) { return b * w / 2; });
}
inline double cubic_cycle_response(double loss, double rtt_s, double c = 0.4, double beta = 0.7) {
  return cycle_response(loss, beta, (3 + beta) / 4,
                        [=](double w) { return std::cbrt(w * (1 - beta) / c) / rtt_s; });
}

struct ResponseRun {
  CongestionConfig congestion;
  double loss = 0.01;
  bool periodic = true;  // each 1/loss-th packet; else each packet independently
  TimePs rtt = 100 * kPsPerMs;
  unsigned ack_every = 1;
  unsigned warmup_losses = 20;
  unsigned losses = 60;  // that are measured
};

struct Response {
  double loss;              // of packets sent, retransmissions included
  double window;            // delivered segments per round trip
  double losses_per_event;  // per fast retransmit or timeout
  std::uint64_t timeouts;
};

inline Response measure_response(const ResponseRun& run) {
  ClosedLoop loop({0, run.rtt / 2});
  TcpConfig tcp = *tcp_preset("linux");
  tcp.receive_buffer_bytes = std::uint64_t{1} << 30;
  tcp.ack_every = run.ack_every;
  tcp.quick_acks = 0;
  // Never up: the last segment of an odd window waits for the first of the next.
  tcp.ack_delay = 500 * kPsPerMs;
  RandomStream random(1, "loss");
  const auto period = static_cast<std::uint64_t>(std::lround(1 / run.loss));
  std::uint64_t packets = 0;
  loop.forward.lose([&](const Packet& packet) {
    if (packet.tcp.payload_bytes == 0) return false;
    ++packets;
    return run.periodic ? packets % period == 0 : random.uniform() < run.loss;
  });
  loop.add(run.congestion, tcp, run.rtt / 2);
  const auto run_to_losses = [&loop, &run](std::uint64_t losses) {
    while (loop.forward.lost < losses) loop.run_to(loop.timers.now() + run.rtt);
  };
  run_to_losses(run.warmup_losses);
  const TcpStatistics before = loop.sender(0).statistics();
  const std::uint64_t delivered = loop.delivered_bytes(0);
  const std::uint64_t lost = loop.forward.lost;
  const std::uint64_t offered = packets;
  const TimePs from = loop.timers.now();
  run_to_losses(run.warmup_losses + run.losses);
  const TcpStatistics& after = loop.sender(0).statistics();

  Response response{};
  response.loss =
      static_cast<double>(loop.forward.lost - lost) / static_cast<double>(packets - offered);
  response.window = static_cast<double>(loop.delivered_bytes(0) - delivered) / tcp.segment_bytes() /
                    (to_seconds(loop.timers.now() - from) / to_seconds(run.rtt));
  response.timeouts = after.timeouts - before.timeouts;
  response.losses_per_event =
      static_cast<double>(loop.forward.lost - lost) /
      static_cast<double>(after.recoveries - before.recoveries + response.timeouts);
  return response;
}

}  // namespace docsis_vp::hosts
