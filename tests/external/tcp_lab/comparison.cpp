#include "tests/external/tcp_lab/comparison.h"

namespace docsis_vp::tcp_lab {
namespace {

constexpr double kAreaLimit = 0.10;
constexpr double kRecoveryLimit = 0.10;
constexpr double kThroughputLimit = 0.05;
constexpr double kRetransmissionLimit = 0.20;
constexpr double kSlowStartLimit = 0.15;

double last_recovery_ms(const Record& record) {
  return record.recoveries_ms.empty() ? 0 : record.recoveries_ms.back();
}

}  // namespace

std::vector<Figure> compare(const Case& c, const Record& measured, const Record& model) {
  std::vector<Figure> figures;
  figures.push_back({"window, segment s", cwnd_area(measured), cwnd_area(model), kAreaLimit, 0});
  if (c.purpose == Purpose::kRecovery) {
    figures.push_back(
        {"recovery, ms", last_recovery_ms(measured), last_recovery_ms(model), kRecoveryLimit, 0});
  }
  figures.push_back({"throughput, Mbit/s", throughput_mbps(measured, c.steady_from_s),
                     throughput_mbps(model, c.steady_from_s), kThroughputLimit, 2});
  if (c.purpose == Purpose::kSlowStart) {
    figures.push_back(
        {"slow start, ms", measured.slow_start_ms, model.slow_start_ms, kSlowStartLimit, 0});
  }
  figures.push_back({"repeated segments", static_cast<double>(measured.retransmissions),
                     static_cast<double>(model.retransmissions), kRetransmissionLimit, 0});
  return figures;
}

}  // namespace docsis_vp::tcp_lab
