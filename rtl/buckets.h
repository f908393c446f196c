// Runs dual_token_bucket.v in place of ReleaseProcess of models/cm.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "models/queue/gates.h"
#include "rtl/clocked.h"

namespace docsis_vp::rtl {

// `Gates`: dual_token_bucket with units of 1 bit/s x ps. The block is clocked only at events: when
// a bucket gains a byte, bytes arrive or leave, or a query comes. It is therefore as exact as the
// model. Queries may look ahead: the block runs on to the answer. If the next event is earlier than
// that, the block is restored to its state at the last event.
template <typename Gates>
class Buckets : public queue::BucketsInGates {
 public:
  explicit Buckets(const queue::BucketRates& rates) : rates_(rates) {
    block_->sustained_unlimited = rates.sustained_bps == 0;
    block_->peak_unlimited = rates.peak_bps == 0;
    drive(block_->max_burst_bytes, rates.burst_bytes);
    // Resets again, now with the bucket's size.
    block_.reset();
    block_.settle();
    mark();
  }

  void write(std::uint32_t bytes, TimePs at) override {
    go_to(at);
    drive(block_->write_bytes, bytes);
    block_->write = 1;
    act();
  }
  // Acts at the release of the last of these bytes, which is not after the present.
  void take(std::uint64_t bytes) override {
    if (bytes == 0) return;
    go_to(std::max(marked_.now, release_instant(taken_ + bytes)));
    drive(block_->take_bytes, bytes);
    block_->take = 1;
    act();
  }
  void drop(std::uint64_t bytes, TimePs at) override {
    go_to(at);
    drive(block_->drop_bytes, bytes);
    block_->drop = 1;
    act();
  }

  std::uint64_t released(TimePs at) override {
    if (at > now_) run_to(at);
    const auto later =
        std::upper_bound(releases_.begin(), releases_.end(), at,
                         [](TimePs time, const Release& release) { return time < release.at; });
    return later == releases_.begin() ? forgotten_ : std::prev(later)->total;
  }
  std::uint64_t eligible(TimePs at) override { return released(at) - taken_; }
  std::uint64_t unreleased(TimePs at) override {
    const std::uint64_t by_then = released(at);
    return released_ + block_->unreleased - by_then;
  }
  std::uint64_t next_byte() override { return taken_ + 1; }
  TimePs release_instant(std::uint64_t n) override {
    if (n > released_ + block_->unreleased) return kNever;
    while (released_now() < n) run_to(now_ + until_a_bucket_gains());
    const auto found = std::lower_bound(
        releases_.begin(), releases_.end(), n,
        [](const Release& release, std::uint64_t number) { return release.total < number; });
    return found->at;
  }

  std::uint64_t sustained_tokens(TimePs at) override {
    go_to(at);
    return block_->sustained_tokens;
  }
  std::uint64_t peak_tokens(TimePs at) override {
    go_to(at);
    return block_->peak_tokens;
  }

  Clocked<Gates>& block() { return block_; }

 private:
  static constexpr std::uint64_t kUnitsPerByte = 8'000'000'000'000;

  struct Release {
    TimePs at;
    std::uint64_t total;  // bytes released by then
  };
  // State of the block at its last event.
  struct Mark {
    TimePs now = 0;
    std::uint64_t released = 0;
    std::uint64_t unreleased = 0;
    std::uint64_t eligible = 0;
    std::uint64_t sustained_whole = 0;
    std::uint64_t sustained_remainder = 0;
    std::uint64_t peak_whole = 0;
    std::uint64_t peak_remainder = 0;
  };

  std::uint64_t released_now() { return released_ + block_->releasing; }
  // Returns whether the bucket's increments have no effect. Either it is full and nothing waits, or
  // it is far above its cap while the other, slower bucket binds (release_process.h gives the
  // reason).
  bool rests(std::uint64_t rate_bps, std::uint64_t other_bps, std::uint64_t whole,
             std::uint64_t cap) {
    constexpr std::uint64_t kFar = 1024;
    if (rate_bps == 0) return true;
    const std::uint64_t left = whole - block_->releasing;
    const bool waiting = block_->unreleased != block_->releasing;
    return waiting ? other_bps != 0 && rate_bps > other_bps && left >= cap + kFar : left >= cap;
  }
  bool sustained_rests() {
    return rests(rates_.sustained_bps, rates_.peak_bps,
                 block_.inside().dual_token_bucket__DOT__sustained__DOT__whole, rates_.burst_bytes);
  }
  bool peak_rests() {
    constexpr std::uint64_t kPeakBucketBytes = 1522;
    return rests(rates_.peak_bps, rates_.sustained_bps,
                 block_.inside().dual_token_bucket__DOT__peak__DOT__whole, kPeakBucketBytes);
  }
  static TimePs until_a_byte(std::uint64_t remainder, std::uint64_t rate_bps) {
    return static_cast<TimePs>((kUnitsPerByte - remainder + rate_bps - 1) / rate_bps);
  }
  TimePs until_a_bucket_gains() {
    auto& inside = block_.inside();
    const TimePs sustained =
        sustained_rests() ? kNever
                          : until_a_byte(inside.dual_token_bucket__DOT__sustained__DOT__remainder,
                                         rates_.sustained_bps);
    const TimePs peak =
        peak_rests()
            ? kNever
            : until_a_byte(inside.dual_token_bucket__DOT__peak__DOT__remainder, rates_.peak_bps);
    return std::min(sustained, peak);
  }

  // Clocks once after `step`, which is at most the time of the next byte of a bucket.
  void clock(TimePs step) {
    const auto ps = static_cast<std::uint64_t>(step);
    drive(block_->sustained_increment, sustained_rests() ? 0 : rates_.sustained_bps * ps);
    drive(block_->peak_increment, peak_rests() ? 0 : rates_.peak_bps * ps);
    released_ += block_->releasing;
    block_.clock();
    now_ += step;
    note();
  }
  void run_to(TimePs at) {
    while (now_ < at) clock(std::min(at - now_, until_a_bucket_gains()));
  }
  void note() {
    if (block_->releasing != 0) releases_.push_back({now_, released_now()});
  }

  // Moves to the present; restores the last event's state if queries ran beyond it.
  void go_to(TimePs at) {
    if (at < now_) {
      auto& inside = block_.inside();
      now_ = marked_.now;
      released_ = marked_.released;
      drive(inside.dual_token_bucket__DOT__unreleased, marked_.unreleased);
      drive(inside.dual_token_bucket__DOT__eligible, marked_.eligible);
      drive(inside.dual_token_bucket__DOT__sustained__DOT__whole, marked_.sustained_whole);
      drive(inside.dual_token_bucket__DOT__sustained__DOT__remainder, marked_.sustained_remainder);
      drive(inside.dual_token_bucket__DOT__peak__DOT__whole, marked_.peak_whole);
      drive(inside.dual_token_bucket__DOT__peak__DOT__remainder, marked_.peak_remainder);
      block_.settle();
      while (!releases_.empty() && releases_.back().at > now_) releases_.pop_back();
    }
    run_to(at);
  }
  // Applies the driven inputs in zero time.
  void act() {
    clock(0);
    block_->write = block_->take = block_->drop = 0;
    taken_ = released_ - block_->eligible;
    while (!releases_.empty() && releases_.front().total <= taken_) {
      forgotten_ = releases_.front().total;
      releases_.pop_front();
    }
    mark();
  }
  void mark() {
    auto& inside = block_.inside();
    marked_ = {now_,
               released_,
               inside.dual_token_bucket__DOT__unreleased,
               inside.dual_token_bucket__DOT__eligible,
               inside.dual_token_bucket__DOT__sustained__DOT__whole,
               inside.dual_token_bucket__DOT__sustained__DOT__remainder,
               inside.dual_token_bucket__DOT__peak__DOT__whole,
               inside.dual_token_bucket__DOT__peak__DOT__remainder};
  }

  queue::BucketRates rates_;
  Clocked<Gates> block_;
  TimePs now_ = 0;
  std::uint64_t released_ = 0;  // released at the clocks up to now_
  std::uint64_t taken_ = 0;
  std::deque<Release> releases_;  // releases with bytes that still wait
  std::uint64_t forgotten_ = 0;   // bytes of earlier releases
  Mark marked_;
};

}  // namespace docsis_vp::rtl
