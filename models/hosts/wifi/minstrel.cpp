#include <algorithm>
#include <utility>

#include "models/hosts/wifi/ofdm_rates.h"
#include "models/hosts/wifi/rate_control.h"

namespace docsis_vp::hosts {

namespace {

// Values of Linux, net/mac80211/rc80211_minstrel.{h,c}.
constexpr TimePs kUpdateInterval = 100 * kPsPerMs;
constexpr double kOldShare = 96.0 / 128;  // EWMA_LEVEL / EWMA_DIV
constexpr unsigned kSampledPercent = 10;
constexpr TimePs kSegment = 6 * kPsPerMs;
constexpr unsigned kMostTries = 7;
constexpr std::uint32_t kRatedFrameBytes = 1200;
constexpr double kHopeless = 0.1;
constexpr double kReliable = 0.95;
constexpr unsigned kFewTries = 2;
constexpr int kFewSamples = 4;
constexpr unsigned kForgotten = 20;        // updates
constexpr std::uint64_t kCountTo = 10000;  // frames

// Returns how many tries fit into a segment, each with the mean backoff of its window.
unsigned tries_in_segment(std::size_t rate) {
  TimePs time = ofdm_frame_time(rate, kRatedFrameBytes) + ofdm_ack_time(kSlowestOfdmRate);
  unsigned window = kWifiCwMin;
  unsigned tries = 1;
  while (tries < kMostTries) {
    time += ofdm_frame_time(rate, kRatedFrameBytes) + ofdm_ack_time(rate) + window * kWifiSlot / 2;
    if (time >= kSegment) {
      break;
    }
    window = std::min(2 * window + 1, kWifiCwMax);
    ++tries;
  }
  return tries;
}

}  // namespace

unsigned RateChain::tries() const {
  unsigned sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += stages[i].tries;
  }
  return sum;
}

std::size_t RateChain::rate_of(unsigned attempt) const {
  std::size_t stage = 0;
  while (attempt >= stages[stage].tries) {
    attempt -= stages[stage++].tries;
  }
  return stages[stage].rate;
}

Minstrel::Minstrel(RandomStream random) {
  for (std::size_t i = 0; i < kRates; ++i) {
    rates_[i].frame_time = ofdm_frame_time(i, kRatedFrameBytes);
    rates_[i].most_tries = tries_in_segment(i);
    rates_[i].tries = rates_[i].most_tries;
  }
  fill_samples(random);
}

// Each column has every rate once, in random order.
void Minstrel::fill_samples(RandomStream& random) {
  for (auto& column : samples_) {
    for (std::size_t i = 0; i < kRates; ++i) {
      column[i] = i;
    }
    for (std::size_t i = kRates - 1; i > 0; --i) {
      std::swap(column[i], column[random.below(i + 1)]);
    }
  }
}

std::size_t Minstrel::next_sample() {
  const std::size_t at = sample_;
  sample_ = (sample_ + 1) % (kColumns * kRates);
  return samples_[at / kRates][at % kRates];
}

RateChain Minstrel::chain(std::size_t first, std::size_t second) const {
  RateChain chain;
  chain.add(first, rates_[first].tries);
  chain.add(second, rates_[second].tries);
  chain.add(safest_, rates_[safest_].tries);
  chain.add(kSlowestOfdmRate, kMostTries);
  return chain;
}

// A deferred sample counts half until it is known whether it was used.
bool Minstrel::sample_is_due() {
  ++frames_;
  const auto planned = static_cast<std::int64_t>(frames_ * kSampledPercent / 100);
  const std::int64_t behind = planned - (sampled_ + deferred_ / 2);
  if (behind < 0) {
    return false;
  }
  constexpr std::int64_t kMostBehind = 2 * static_cast<std::int64_t>(kRates);
  if (frames_ >= kCountTo) {
    frames_ = 0;
    sampled_ = 0;
    deferred_ = 0;
  } else if (behind > kMostBehind) {
    sampled_ += behind - kMostBehind;  // no burst of samples when the channel gets worse
  }
  return true;
}

// A slower rate than the best one is sampled in second place: it costs time only if the best one
// fails.
RateChain Minstrel::next() {
  if (!sample_is_due()) {
    return chain(best_, second_);
  }
  const std::size_t sample = next_sample();
  Rate& rate = rates_[sample];
  if (rate.frame_time > rates_[best_].frame_time && rate.updates_without < kForgotten) {
    ++deferred_;
    RateChain probe = chain(best_, sample);
    probe.is_probe = true;
    return probe;
  }
  if (rate.samples_left == 0) {
    return chain(best_, second_);
  }
  ++sampled_;
  rate.samples_left -= rate.samples_left > 0 ? 1 : 0;
  return chain(sample, best_);
}

void Minstrel::report(const RateChain& chain, unsigned attempts, bool acknowledged, TimePs now) {
  std::size_t used = 0;  // stages
  for (unsigned left = attempts; left > 0; ++used) {
    Rate& rate = rates_[chain.stages[used].rate];
    const unsigned tries = std::min(left, chain.stages[used].tries);
    left -= tries;
    rate.attempts += tries;
    rate.acknowledged += left == 0 && acknowledged ? 1 : 0;
  }
  sampled_ += chain.is_probe && used >= 2 ? 1 : 0;
  deferred_ -= deferred_ > 0 ? 1 : 0;
  if (now - updated_ > kUpdateInterval) {
    for (Rate& rate : rates_) {
      update(rate);
    }
    choose();
    updated_ = now;
  }
}

void Minstrel::update(Rate& rate) {
  if (rate.attempts > 0) {
    const double now = static_cast<double>(rate.acknowledged) / static_cast<double>(rate.attempts);
    rate.success = rate.was_tried ? kOldShare * rate.success + (1 - kOldShare) * now : now;
    rate.was_tried = true;
    rate.updates_without = 0;
  } else {
    ++rate.updates_without;
  }
  rate.attempts = 0;
  rate.acknowledged = 0;
  rate.throughput =
      rate.success < kHopeless ? 0 : rate.success / static_cast<double>(rate.frame_time);
  const bool is_settled = rate.success > kReliable || rate.success < kHopeless;
  rate.tries = is_settled ? std::clamp(rate.most_tries / 2, 1U, kFewTries) : rate.most_tries;
  rate.samples_left = is_settled ? kFewSamples : -1;
}

void Minstrel::choose() {
  best_ = 0;
  second_ = 0;
  safest_ = 0;
  for (std::size_t i = 1; i < kRates; ++i) {
    if (rates_[i].throughput > rates_[best_].throughput) {
      second_ = best_;
      best_ = i;
    } else if (rates_[i].throughput > rates_[second_].throughput || second_ == best_) {
      second_ = i;
    }
  }
  // Among reliable rates the fastest, else the most reliable one.
  const bool any_reliable = std::any_of(rates_.begin(), rates_.end(),
                                        [](const Rate& rate) { return rate.success >= kReliable; });
  for (std::size_t i = 0; i < kRates; ++i) {
    const bool is_better = any_reliable ? rates_[i].success >= kReliable &&
                                              rates_[i].throughput >= rates_[safest_].throughput
                                        : rates_[i].success >= rates_[safest_].success;
    if (is_better) {
      safest_ = i;
    }
  }
}

}  // namespace docsis_vp::hosts
