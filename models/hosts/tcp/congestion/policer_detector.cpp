#include "models/hosts/tcp/congestion/policer_detector.h"

#include <algorithm>

namespace docsis_vp::hosts {
namespace {

// Linux 6.18, tcp_bbr.c
constexpr unsigned kLeastRounds = 4;
constexpr unsigned kMostRounds = 4 * kLeastRounds;
constexpr unsigned kRoundsInUse = 48;
constexpr double kLossShare = 50.0 / 256;           // of the delivered octets
constexpr double kAgreement = 1.0 / 8;              // of the rate
constexpr double kAgreementBytesPerS = 4000.0 / 8;  // or this difference

}  // namespace

bool PolicerDetector::on_sample(const Round& round, bool probing) {
  if (in_use_) {
    if (!probing || !round.starts || ++rounds_ < kRoundsInUse) return false;
    restart();
    return true;
  }
  if (!sampling_) {
    if (!round.losses) return false;
    begin_interval(round);
    sampling_ = true;
  }
  if (round.app_limited) {
    restart();
    return false;
  }
  rounds_ += round.starts ? 1 : 0;
  if (rounds_ < kLeastRounds) return false;
  if (rounds_ > kMostRounds) {
    restart();
    return false;
  }
  const auto delivered = static_cast<double>(round.delivered_bytes - delivered_then_);
  const auto lost = static_cast<double>(round.lost_bytes - lost_then_);
  const TimePs time = round.now - begun_at_;
  if (!round.losses || delivered == 0 || lost < kLossShare * delivered || time < kPsPerMs) {
    return false;
  }
  end_interval(delivered / to_seconds(time), round);
  return false;
}

void PolicerDetector::end_interval(double bytes_per_s, const Round& round) {
  const double difference =
      std::max(bytes_per_s, bytes_per_s_) - std::min(bytes_per_s, bytes_per_s_);
  if (bytes_per_s_ > 0 &&
      (difference <= kAgreement * bytes_per_s_ || difference <= kAgreementBytesPerS)) {
    bytes_per_s_ = (bytes_per_s + bytes_per_s_) / 2;
    in_use_ = true;
    rounds_ = 0;
    return;
  }
  bytes_per_s_ = bytes_per_s;
  begin_interval(round);
}

void PolicerDetector::begin_interval(const Round& round) {
  begun_at_ = round.now;
  delivered_then_ = round.delivered_bytes;
  lost_then_ = round.lost_bytes;
  rounds_ = 0;
}

}  // namespace docsis_vp::hosts
