// One queue, one link of constant rate and one algorithm of the registry, as a hardware block
// would run it: judged at arrival, judged at the head, told of departures and of its tick.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "models/aqm/registry.h"
#include "platform/base/random.h"

namespace docsis_vp::aqm {

using OptionValues = std::array<std::uint32_t, AQM_OPTIONS_MAX>;

inline OptionValues options_of(const aqm_algorithm& algorithm) {
  OptionValues values{};
  aqm_initial_options(algorithm.options, values.data());
  return values;
}

class LawBench {
 public:
  struct Queued {
    aqm_packet packet;
    std::uint64_t number;
  };
  struct Judged {
    std::uint64_t number;
    std::uint64_t at_us;
    aqm_verdict verdict;
    std::uint32_t sojourn_us;
  };

  // rate: of the link, which `config` may describe otherwise. `start_us`: of all clocks.
  LawBench(const aqm_algorithm& algorithm, const aqm_config& config, const OptionValues& options,
           std::uint32_t rate_bytes_per_s, std::uint64_t start_us = 0)
      : law_(algorithm),
        rate_(rate_bytes_per_s),
        now_us_(start_us),
        idle_at_us_(start_us),
        random_(1, "test/law_bench") {
    const char* refused = law_.params_init(params_.data(), &config, options.data());
    EXPECT_STREQ(refused, nullptr) << law_.name;
    law_.state_init(state_.data());
    next_tick_us_ = start_us + interval_us();
  }

  // A packet arrives, at a time that never falls. Returns what became of it at arrival.
  aqm_verdict arrive(std::uint64_t at_us, std::uint32_t size, aqm_ecn ecn = AQM_NOT_ECT,
                     std::uint32_t flow_hash = 0) {
    run_until(at_us);
    aqm_packet packet{size, static_cast<std::uint32_t>(at_us), static_cast<std::uint8_t>(ecn),
                      flow_hash};
    const aqm_queue queue = snapshot();
    const aqm_verdict verdict =
        law_.enqueue(state_.data(), params_.data(), &queue, &packet, random_.next_u32());
    const std::uint64_t number = arrived++;
    log(number, at_us, verdict, 0);
    if (verdict == AQM_ACCEPT || verdict == AQM_MARK) {
      if (verdict == AQM_MARK) {
        packet.ecn = AQM_CE;
      }
      waiting_.push_back({packet, number});
      bytes_ += size;
      serve();
    }
    return verdict;
  }

  void run_until(std::uint64_t at_us) {
    for (;;) {
      const std::uint64_t done_us = in_service_ ? idle_at_us_ : UINT64_MAX;
      const std::uint64_t tick_us = law_.update != nullptr ? next_tick_us_ : UINT64_MAX;
      const std::uint64_t next_us = std::min(done_us, tick_us);
      if (next_us > at_us) {
        break;
      }
      now_us_ = next_us;
      if (tick_us == next_us) {
        tick();
      } else {
        in_service_ = false;
        serve();
      }
    }
    now_us_ = at_us;
  }

  aqm_queue snapshot() const {
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(bytes_);
    queue.packets = static_cast<std::uint32_t>(waiting_.size());
    for (const Queued& q : waiting_) {
      if (q.packet.ecn == AQM_CE) {
        queue.ce_bytes += q.packet.size_bytes;
        ++queue.ce_packets;
      }
    }
    queue.predicted_delay_us = static_cast<std::uint32_t>(
        (in_service_ ? idle_at_us_ - now_us_ : 0) + bytes_ * 1'000'000 / rate_);
    queue.predicted_bytes = queue.bytes;
    return queue;
  }

  template <class State>
  State& state() {
    return *reinterpret_cast<State*>(state_.data());
  }
  const aqm_law& law() const { return *reinterpret_cast<const aqm_law*>(state_.data()); }
  std::uint32_t interval_us() const {
    return law_.update != nullptr ? law_.update_interval_us(params_.data()) : 0;
  }
  std::uint64_t now_us() const { return now_us_; }
  std::uint64_t queued_bytes() const { return bytes_; }
  std::size_t queued() const { return waiting_.size(); }

  // Fate of every packet in order, dequeue verdicts included.
  std::vector<Judged> judged;
  bool keep_log = true;
  std::uint64_t arrived = 0;
  std::uint64_t sent = 0;
  std::uint64_t drops = 0;
  std::uint64_t marks = 0;
  std::uint64_t full = 0;
  std::uint64_t updates = 0;
  std::uint64_t sent_bytes = 0;
  double sojourn_sum_us = 0;
  std::uint32_t least_bytes_behind_a_head_drop = UINT32_MAX;
  std::function<void()> on_update;

 private:
  void log(std::uint64_t number, std::uint64_t at_us, aqm_verdict verdict, std::uint32_t sojourn) {
    drops += verdict == AQM_DROP;
    marks += verdict == AQM_MARK;
    full += verdict == AQM_DROP_FULL;
    if (keep_log) {
      judged.push_back({number, at_us, verdict, sojourn});
    }
  }

  void tick() {
    const aqm_queue queue = snapshot();
    law_.update(state_.data(), params_.data(), &queue, static_cast<std::uint32_t>(now_us_));
    next_tick_us_ += interval_us();
    ++updates;
    if (on_update) {
      on_update();
    }
  }

  void serve() {
    while (!in_service_ && !waiting_.empty()) {
      const Queued head = waiting_.front();
      waiting_.pop_front();
      bytes_ -= head.packet.size_bytes;
      const aqm_queue queue = snapshot();
      const auto now = static_cast<std::uint32_t>(now_us_);
      const std::uint32_t sojourn = now - head.packet.enqueued_us;
      if (law_.dequeue != nullptr) {
        const aqm_verdict verdict =
            law_.dequeue(state_.data(), params_.data(), &queue, &head.packet, now);
        log(head.number, now_us_, verdict, sojourn);
        if (verdict == AQM_DROP) {
          least_bytes_behind_a_head_drop = std::min(least_bytes_behind_a_head_drop, queue.bytes);
          continue;
        }
      }
      ++sent;
      sent_bytes += head.packet.size_bytes;
      sojourn_sum_us += sojourn;
      in_service_ = true;
      // A link that lags behind its exact rate by less than a microsecond.
      credit_ += std::uint64_t{head.packet.size_bytes} * 1'000'000;
      idle_at_us_ = now_us_ + credit_ / rate_;
      credit_ %= rate_;
      if (law_.departed != nullptr) {
        law_.departed(state_.data(), params_.data(), &queue, &head.packet, now);
      }
    }
  }

  template <std::size_t N>
  struct alignas(std::uint64_t) Block : std::array<unsigned char, N> {};

  const aqm_algorithm& law_;
  const std::uint64_t rate_;
  Block<AQM_PARAMS_BYTES_MAX> params_{};
  Block<AQM_STATE_BYTES_MAX> state_{};
  std::deque<Queued> waiting_;
  std::uint64_t bytes_ = 0;
  std::uint64_t now_us_;
  std::uint64_t idle_at_us_;
  std::uint64_t next_tick_us_ = 0;
  std::uint64_t credit_ = 0;
  bool in_service_ = false;
  RandomStream random_;
};

}  // namespace docsis_vp::aqm
