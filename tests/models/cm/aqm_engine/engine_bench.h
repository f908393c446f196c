// Runs the engine between fake queues, with events at given times.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "models/cm/aqm_engine/aqm_engine.h"
#include "platform/kernel/kernel_time.h"
#include "tests/models/cm/aqm_engine/fake_queues.h"

namespace docsis_vp::cm {

inline FlowAqmConfig pie_flow() {
  // 1 us per byte, target 10 ms, 300 kB
  return {"docsis_pie", {10'000, 1'000'000, 1'000'000, 300'000, 0}, "aqm/cm0/us0/0"};
}
inline FlowAqmConfig no_aqm_flow() {
  return {"none", {0, 0, 1'000'000, 300'000, 0}, "aqm/cm0/us1/0"};
}

// A process that does something when told to.
class Process : public sc_core::sc_module {
 public:
  Process(const sc_core::sc_module_name& name, std::function<void()> action)
      : sc_module(name), action_(std::move(action)) {
    SC_HAS_PROCESS(Process);
    SC_METHOD(run);
    sensitive << event_;
    dont_initialize();
  }
  void notify(TimePs delay) { event_.notify(platform::to_sc_time(delay)); }

 private:
  void run() { action_(); }

  std::function<void()> action_;
  sc_core::sc_event event_;
};

// Actions at given times, each by a process of its own.
class Script {
 public:
  void at(TimePs time, std::function<void()> action) {
    processes_.push_back(
        std::make_unique<Process>(sc_core::sc_gen_unique_name("action"), std::move(action)));
    processes_.back()->notify(time);
  }

 private:
  std::vector<std::unique_ptr<Process>> processes_;
};

// The engine between fake queues; packets come in through a task of the enqueue phase, as from a
// LAN port.
struct Bench {
  explicit Bench(const AqmEngineConfig& config)
      : sequencer("sequencer"), engine("aqm", config, sequencer, queues, queues) {
    arrivals = sequencer.add(kEnqueue, 0, [this] {
      for (auto& [flow, packet, arrived] : inbox) {
        engine.offer(flow, std::move(packet), arrived);
      }
      inbox.clear();
    });
  }
  void arrive(unsigned flow, std::uint32_t size) {
    PacketHandle packet = pool.take();
    packet->size_bytes = size;
    packet->sequence = next_sequence++;
    inbox.emplace_back(flow, std::move(packet), platform::now_ps());
    sequencer.post(arrivals);
  }
  void run_until(TimePs time) {
    sc_core::sc_start(platform::to_sc_time(time) - sc_core::sc_time_stamp());
  }

  PacketPool pool;
  platform::InstantSequencer sequencer;
  FakeQueues queues;
  AqmEngine engine;
  Script script;
  platform::InstantSequencer::TaskId arrivals = 0;
  std::vector<std::tuple<unsigned, PacketHandle, TimePs>> inbox;
  std::uint64_t next_sequence = 0;
};

inline AqmEngineConfig config_of(std::vector<FlowAqmConfig> flows,
                                 Placement control_law = Placement::kHardware) {
  AqmEngineConfig config;
  config.control_law = control_law;
  config.flows = std::move(flows);
  config.tick_phase = 5 * kPsPerMs;
  return config;
}

// Firmware's answer to a snapshot, by the same C and without any time.
struct SoftwareLaw {
  docsis_pie_state state{};
  docsis_pie_params params{};

  SoftwareLaw() {
    docsis_pie_state_init(&state);
    const aqm_config settings = pie_flow().settings;
    docsis_pie_params_init(&params, &settings, nullptr);
  }
  aqm_law update(const LawSnapshot& latched) {
    state.law = latched.law;
    docsis_pie_update(&state, &params, &latched.queue, to_us32(latched.at));
    return state.law;
  }
};

}  // namespace docsis_vp::cm
