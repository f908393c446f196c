#include "tests/external/tcp_lab/cases.h"

#include <algorithm>
#include <stdexcept>

namespace docsis_vp::tcp_lab {
namespace {

// One segment of slow start is lost; then the window grows until the buffer is full.
Case growth(const std::string& control, std::int64_t rtt_ms) {
  Case c;
  c.name = control + "_growth_" + std::to_string(rtt_ms) + "ms";
  c.congestion_control = control;
  c.purpose = Purpose::kGrowth;
  c.rtt_ms = rtt_ms;
  c.rate_mbps = 20;
  c.buffer_bytes = 400'000;
  c.loss = {LoseFirst{{100}}};
  c.duration_s = 20;
  return c;
}

LoseFirst burst(std::uint64_t first, std::uint64_t count) {
  LoseFirst rule;
  for (std::uint64_t i = 0; i < count; ++i) rule.indices.push_back(first + i);
  return rule;
}

// A loss ends slow start early; the rule's hit congestion avoidance.
Case recovery(const std::string& control, const std::string& pattern, const LossRule& rule) {
  Case c;
  c.name = control + "_" + pattern;
  c.congestion_control = control;
  c.purpose = Purpose::kRecovery;
  c.rtt_ms = 60;
  c.rate_mbps = 20;
  c.buffer_bytes = 300'000;
  c.loss = {LoseFirst{{60}}, rule};
  c.duration_s = 8;
  c.bin_ms = 30;
  return c;
}

// A full buffer is the only loss. buffer_bdp: in products of rate and delay.
Case sawtooth(const std::string& control, std::int64_t rtt_ms, double rate_mbps,
              double buffer_bdp) {
  Case c;
  c.congestion_control = control;
  c.rtt_ms = rtt_ms;
  c.rate_mbps = rate_mbps;
  c.buffer_bytes =
      static_cast<std::uint64_t>(rate_mbps * 1e3 / 8 * static_cast<double>(rtt_ms) * buffer_bdp);
  c.name = control + "_full_" + std::to_string(rtt_ms) + "ms_" +
           std::to_string(static_cast<int>(rate_mbps)) + "mbps";
  c.duration_s = 40;
  c.steady_from_s = 10;
  c.bin_ms = 200;
  return c;
}

// The first seconds with HyStart. The buffer is one product of rate and delay.
Case slow_start(std::int64_t rtt_ms, double rate_mbps) {
  Case c = sawtooth("cubic", rtt_ms, rate_mbps, 1);
  c.name = "cubic_hystart_" + std::to_string(rtt_ms) + "ms_" +
           std::to_string(static_cast<int>(rate_mbps)) + "mbps";
  c.purpose = Purpose::kSlowStart;
  c.hystart = true;
  c.receive_buffer_bytes = 8 << 20;
  c.duration_s = 5;
  c.steady_from_s = 0;
  c.bin_ms = 50;
  return c;
}

Case with_loss(const std::string& control, const std::string& suffix, std::int64_t rtt_ms,
               const LossRule& rule) {
  Case c;
  c.name = control + "_" + suffix;
  c.congestion_control = control;
  c.rtt_ms = rtt_ms;
  c.rate_mbps = 20;
  c.buffer_bytes = 400'000;
  c.loss = {rule};
  c.duration_s = 40;
  c.steady_from_s = 5;
  c.bin_ms = 200;
  return c;
}

void add_cases_of(const std::string& control, std::vector<Case>& cases) {
  cases.push_back(growth(control, 50));
  cases.push_back(growth(control, 100));
  cases.push_back(recovery(control, "single", burst(3000, 1)));
  cases.push_back(recovery(control, "double", LoseFirst{{3000, 3020}}));
  cases.push_back(recovery(control, "burst_10", burst(3000, 10)));
  cases.push_back(recovery(control, "burst_40", burst(3000, 40)));
  // Ends by timeouts, whose times Linux's loss probes and F-RTO decide; the model has neither.
  cases.push_back(recovery(control, "outage", LoseDuring{3000, 3500}));
  cases.back().purpose = Purpose::kReference;
  cases.push_back(sawtooth(control, 40, 10, 1));
  cases.push_back(sawtooth(control, 100, 10, 1));
  cases.push_back(sawtooth(control, 50, 20, 0.5));
  cases.push_back(with_loss(control, "every_500th", 40, LoseEvery{500}));
  cases.push_back(with_loss(control, "random_0.1", 80, LoseAtRandom{0.001, 1}));
  cases.push_back(with_loss(control, "random_1", 40, LoseAtRandom{0.01, 2}));
}

std::vector<Case> make_cases() {
  std::vector<Case> cases;
  add_cases_of("reno", cases);
  add_cases_of("cubic", cases);
  for (Case c : {sawtooth("cubic", 40, 10, 1), sawtooth("cubic", 100, 10, 1)}) {
    c.name += "_hystart";
    c.hystart = true;
    cases.push_back(c);
  }
  for (const std::int64_t rtt_ms : {10, 40, 100}) cases.push_back(slow_start(rtt_ms, 10));
  for (const std::int64_t rtt_ms : {40, 100}) cases.push_back(slow_start(rtt_ms, 50));
  for (Case c :
       {sawtooth("bbr", 40, 10, 1), with_loss("bbr", "random_1", 40, LoseAtRandom{0.01, 2})}) {
    c.purpose = Purpose::kReference;
    cases.push_back(c);
  }
  return cases;
}

}  // namespace

const std::vector<Case>& all_cases() {
  static const std::vector<Case> kCases = make_cases();
  return kCases;
}

const Case& case_named(const std::string& name) {
  const auto& cases = all_cases();
  const auto found =
      std::find_if(cases.begin(), cases.end(), [&name](const Case& c) { return c.name == name; });
  if (found == cases.end()) throw std::invalid_argument("no case is named " + name);
  return *found;
}

}  // namespace docsis_vp::tcp_lab
