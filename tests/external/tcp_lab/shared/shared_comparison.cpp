#include "tests/external/tcp_lab/shared/shared_comparison.h"

#include <algorithm>
#include <utility>

#include "tests/external/tcp_lab/cases.h"

namespace docsis_vp::tcp_lab {
namespace {

constexpr double kGoodputLimit = 0.05;
constexpr double kSharePoints = 15;
constexpr double kQueueLimit = 0.15;
constexpr double kPeriodLimit = 0.15;
constexpr double kPacketBits = (kSegmentBytes + 52 + kFrameOverheadBytes) * 8.0;

double goodput(const SharedFigures& figures) {
  double sum = 0;
  for (const FlowFigures& flow : figures.flows) sum += flow.goodput_mbps;
  return sum;
}

}  // namespace

std::vector<SharedFigure> compare_shared(const SharedCase& c, const SharedFigures& measured,
                                         const SharedFigures& model) {
  std::vector<SharedFigure> result;
  result.push_back(
      {"goodput, Mbit/s", goodput(measured), goodput(model), kGoodputLimit * goodput(measured)});
  if (c.controls.size() > 1) {
    result.push_back({c.controls[0] == c.controls[1] ? "larger share, %" : "share of BBR, %",
                      measured.flows[0].share_percent, model.flows[0].share_percent, kSharePoints});
  }
  const double packets_ms = 3 * kPacketBits / (c.rate_mbps * 1e3);
  result.push_back({"queue p50, ms", measured.queue_p50_ms, model.queue_p50_ms,
                    kQueueLimit * measured.queue_p50_ms + std::max(packets_ms, 1.0)});
  const FlowFigures& there = measured.flows[0];
  const FlowFigures& here = model.flows[0];
  for (const auto& [name, of] : {std::pair{"ProbeBW, ms", &FlowFigures::probe_bw_ms},
                                 std::pair{"ProbeRTT, s", &FlowFigures::probe_rtt_s}}) {
    if (there.*of == 0) continue;
    result.push_back({name, there.*of, here.*of, kPeriodLimit * (there.*of)});
  }
  return result;
}

}  // namespace docsis_vp::tcp_lab
