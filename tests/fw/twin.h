// The same traffic in front of two AQM engines that differ in where their control law runs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "platform/base/random.h"
#include "platform/kernel/instant_sequencer.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::fw {

// Queues that drain at a constant rate; tokens come and go by a rule of their own.
class FluidQueues : public cm::QueueState, public cm::QueueWriter {
 public:
  explicit FluidQueues(std::vector<std::uint64_t> bytes_per_s) {
    for (const std::uint64_t rate : bytes_per_s) {
      queues_.push_back({rate, 0, 0, 0});
    }
  }
  aqm_queue snapshot(unsigned flow, TimePs at) override {
    serve(queues_[flow], at);
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(queues_[flow].bytes);
    queue.msr_tokens = static_cast<std::uint32_t>((at / kPsPerUs * 13 + flow * 777) % 4'000);
    return queue;
  }
  queue::Shortage shortage(unsigned, const Packet&, TimePs) override {
    return queue::Shortage::kNone;
  }
  void write(unsigned flow, PacketHandle packet, TimePs) override {
    queues_[flow].bytes += packet->size_bytes;
  }

 private:
  struct Queue {
    std::uint64_t rate;
    std::uint64_t bytes;
    std::uint64_t remainder;  // of a byte, in 10^-12
    TimePs served;
  };
  static void serve(Queue& queue, TimePs at) {
    __extension__ using Wide = unsigned __int128;
    const Wide credit =
        Wide{queue.rate} * static_cast<std::uint64_t>(at - queue.served) + queue.remainder;
    const auto bytes = static_cast<std::uint64_t>(credit / kPsPerSecond);
    queue.remainder = static_cast<std::uint64_t>(credit % kPsPerSecond);
    queue.bytes -= std::min(queue.bytes, bytes);
    queue.served = at;
  }
  std::vector<Queue> queues_;
};

// An engine, its queues and the log of its verdicts.
class Twin : public sc_core::sc_module, private cm::VerdictObserver {
 public:
  Twin(const sc_core::sc_module_name& name, const cm::AqmEngineConfig& config)
      : sc_module(name),
        sequencer("sequencer"),
        queues(rates(config)),
        engine("aqm", config, sequencer, queues, queues),
        arrivals_(sequencer.add(cm::kEnqueue, 0, [this] { offer(); })) {
    engine.observe(*this);
  }
  void arrive(unsigned flow, std::uint32_t size) {
    PacketHandle packet = pool_.take();
    packet->size_bytes = size;
    inbox_.emplace_back(flow, std::move(packet), platform::now_ps());
    sequencer.post(arrivals_);
  }

  platform::InstantSequencer sequencer;
  FluidQueues queues;
  cm::AqmEngine engine;
  std::vector<std::pair<std::uint8_t, std::uint8_t>> verdicts;  // flow, verdict

 private:
  static std::vector<std::uint64_t> rates(const cm::AqmEngineConfig& config) {
    std::vector<std::uint64_t> result;
    for (const auto& flow : config.flows) {
      result.push_back(flow.settings.msr_bytes_per_s);
    }
    return result;
  }
  void offer() {
    for (auto& [flow, packet, arrived] : inbox_) {
      engine.offer(flow, std::move(packet), arrived);
    }
    inbox_.clear();
  }
  void judged(unsigned flow, const Packet&, aqm_verdict verdict, TimePs) override {
    verdicts.emplace_back(static_cast<std::uint8_t>(flow), static_cast<std::uint8_t>(verdict));
  }

  PacketPool pool_;
  platform::InstantSequencer::TaskId arrivals_;
  std::vector<std::tuple<unsigned, PacketHandle, TimePs>> inbox_;
};

// Load between none and three times a flow's rate, in periods of two seconds. Arrivals lie on a
// grid of 10 us, so they meet the tick's instant and each other.
class Traffic : public sc_core::sc_module {
 public:
  Traffic(const sc_core::sc_module_name& name, std::vector<std::uint64_t> bytes_per_s,
          std::vector<Twin*> targets)
      : sc_module(name), rates_(std::move(bytes_per_s)), targets_(std::move(targets)) {
    SC_HAS_PROCESS(Traffic);
    SC_METHOD(arrive);
    sensitive << event_;
    dont_initialize();
    next_.assign(rates_.size(), kGrid);
    event_.notify(platform::to_sc_time(kGrid));
  }
  std::uint64_t at_ticks = 0;  // arrivals at an instant of the tick
  TimePs tick_phase = 0;

 private:
  static constexpr TimePs kGrid = 10 * kPsPerUs;

  void arrive() {
    const TimePs now = platform::now_ps();
    TimePs next = kNever;
    for (unsigned flow = 0; flow < rates_.size(); ++flow) {
      if (next_[flow] == now) {
        const std::uint32_t size = kSizes[random_.below(kSizes.size())];
        for (Twin* twin : targets_) {
          twin->arrive(flow, size);
        }
        at_ticks += (now - tick_phase) % (16 * kPsPerMs) == 0;
        next_[flow] = now + gap(flow, size, now);
      }
      next = std::min(next, next_[flow]);
    }
    event_.notify(platform::to_sc_time(next - now));
  }
  TimePs gap(unsigned flow, std::uint32_t size, TimePs now) {
    static constexpr std::array<double, 6> kLoads = {1.5, 0.05, 3.0, 1.1, 0.02, 2.0};
    const double load = kLoads[static_cast<std::size_t>(now / (2 * kPsPerSecond) + flow) % 6];
    const double us = size * 1e6 / static_cast<double>(rates_[flow]) / load;
    return std::max<TimePs>(1, static_cast<TimePs>(us * (0.5 + random_.uniform()) / 10)) * kGrid;
  }

  static constexpr std::array<std::uint32_t, 4> kSizes = {64, 590, 1'500, 1'500};
  std::vector<std::uint64_t> rates_;
  std::vector<Twin*> targets_;
  std::vector<TimePs> next_;
  RandomStream random_{1, "test/traffic"};
  sc_core::sc_event event_;
};

}  // namespace docsis_vp::fw
