#include "tests/external/tcp_lab/shared/shared_observer.h"

#include <algorithm>
#include <string>

namespace docsis_vp::tcp_lab {
namespace {

constexpr unsigned kUnit = 256;
constexpr unsigned kUp = 320;  // 1.25

double quantile_ms(std::vector<TimeNs> values, double share) {
  if (values.empty()) return 0;
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return static_cast<double>(*at) / 1e6;
}

std::vector<TimeNs> differences(const std::vector<TimeNs>& times) {
  std::vector<TimeNs> result;
  for (std::size_t i = 1; i < times.size(); ++i) result.push_back(times[i] - times[i - 1]);
  return result;
}

}  // namespace

SharedObserver::SharedObserver(const SharedCase& c) : case_(c), flows_(c.controls.size()) {}

void SharedObserver::on_data(TimeNs /*at*/, std::size_t flow, std::uint64_t offset,
                             std::uint32_t payload_bytes) {
  Flow& f = flows_[flow];
  f.repeated += offset < f.highest_sent ? 1 : 0;
  f.highest_sent = std::max(f.highest_sent, offset + payload_bytes);
}

void SharedObserver::on_admitted(TimeNs at, TimeNs wait) {
  if (at >= case_.measured_from_ns()) waits_.push_back(wait);
}

void SharedObserver::on_ack(TimeNs at, std::size_t flow, std::uint64_t acked_bytes) {
  Flow& f = flows_[flow];
  f.acked = std::max(f.acked, acked_bytes);
  if (at < case_.measured_from_ns()) f.acked_before = f.acked;
}

void SharedObserver::on_gains(TimeNs at, std::size_t flow, const BbrGains& gains) {
  Flow& f = flows_[flow];
  const bool up = gains.pacing == kUp;
  const bool rtt = gains.cwnd == kUnit;
  if (up && !f.probing_up) f.ups.push_back(at);
  if (rtt && !f.probing_rtt) f.probe_rtts.push_back(at);
  f.probing_up = up;
  f.probing_rtt = rtt;
}

SharedFigures SharedObserver::figures() const {
  SharedFigures result;
  const double seconds = case_.duration_s - case_.measured_from_s;
  double all = 0;
  for (const Flow& f : flows_) {
    FlowFigures figures;
    figures.goodput_mbps = static_cast<double>(f.acked - f.acked_before) * 8 / seconds / 1e6;
    figures.repeated = f.repeated;
    figures.probe_bw_ms = quantile_ms(differences(f.ups), 0.5);
    if (f.probe_rtts.size() > 1) {
      figures.probe_rtt_s = static_cast<double>(f.probe_rtts.back() - f.probe_rtts.front()) / 1e9 /
                            static_cast<double>(f.probe_rtts.size() - 1);
    }
    all += figures.goodput_mbps;
    result.flows.push_back(figures);
  }
  for (FlowFigures& figures : result.flows) {
    figures.share_percent = all > 0 ? 100 * figures.goodput_mbps / all : 0;
  }
  const std::vector<std::string>& controls = case_.controls;
  if (std::all_of(controls.begin(), controls.end(),
                  [&](const std::string& control) { return control == controls.front(); })) {
    std::stable_sort(
        result.flows.begin(), result.flows.end(),
        [](const FlowFigures& a, const FlowFigures& b) { return a.goodput_mbps > b.goodput_mbps; });
  }
  result.queue_p50_ms = quantile_ms(waits_, 0.5);
  result.queue_p90_ms = quantile_ms(waits_, 0.9);
  return result;
}

}  // namespace docsis_vp::tcp_lab
