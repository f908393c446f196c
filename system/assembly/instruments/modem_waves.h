// Writes the waveforms of a modem: CPU, interrupts, queues, laws, MAPs, grants, bursts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/map_parser/map_sink.h"
#include "models/docsis/rf.h"
#include "platform/kernel/instant_sequencer.h"
#include "platform/trace/change_log.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/assembly/modem/modem_unit.h"

namespace docsis_vp::system {

// docs/waves.md lists the signals. Waveforms change no result.
class ModemWaves : public cm::VerdictObserver,
                   public cm::CommitObserver,
                   public cm::DepthObserver,
                   public cm::MapSink {
 public:
  // channels: names of the upstream channels. Call it during elaboration; all arguments must
  // outlive the object.
  ModemWaves(ModemUnit& unit, const std::vector<std::string>& channels, platform::ChangeLog& log);

  void judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) override;
  void committed(unsigned flow, TimePs at) override;
  void depth_changes(unsigned flow, TimePs at) override;

  void on_request_region(const cm::RequestRegion&) override {}
  void on_grant(const cm::Grant& grant) override;
  void on_pending(unsigned, unsigned) override {}
  void on_map_end(const cm::MapSummary& map) override;
  void on_maps_passed(const cm::MapSummary&, std::uint64_t) override {}  // none is
  bool may_defer(const cm::RequestRegion&) const override { return true; }
  bool may_defer(const cm::MapSummary&) const override { return false; }

 private:
  using Signal = platform::ChangeLog::Signal;
  struct Flow {
    Signal queue_bytes = 0;
    Signal predicted_delay_us = 0;
    Signal drop_probability = 0;
    Signal sustained_tokens = 0;
    Signal peak_tokens = 0;
    Signal drops = 0;
    std::uint64_t dropped = 0;
  };
  struct Channel {
    Signal map = 0;
    Signal grant = 0;
    Signal burst_ready = 0;
    Signal burst = 0;
    std::uint64_t maps = 0;
  };

  // Signals of a hart.
  class HartWaves : public platform::CpuObserver {
   public:
    HartWaves(ControlCpu& soc, unsigned hart, platform::ChangeLog& log);

    bool on_instruction(TimePs at, std::uint32_t pc) override;
    void on_sleep(TimePs at) override { log_.set(awake_, at, 0); }
    void on_wake(TimePs at) override { log_.set(awake_, at, 1); }

   private:
    const ControlCpu& soc_;
    platform::ChangeLog& log_;
    Signal awake_;
    Signal pc_;
    Signal symbol_;
    Signal function_;
    std::map<std::string, std::uint64_t> symbol_numbers_;  // in the order of first appearance
    std::uint32_t symbol_first_ = 1;  // address range of the last symbol: first
    std::uint32_t symbol_last_ = 0;   // and last
  };

  void add_flows(const std::string& modem);
  void add_channels(const std::string& modem, const std::vector<std::string>& names);
  void add_interrupts(const std::string& modem);
  void add_blocks(const std::string& modem);
  void block_accessed(const BlockAccess& access);
  void sample();
  void arm();
  void sample_aggregate(unsigned flow, cm::AggregateQueue& aggregate);
  void sample_law(unsigned flow, TimePs at);
  void sent(const docsis::UpstreamBurst& burst);

  ModemUnit& unit_;
  platform::ChangeLog& log_;
  platform::InstantSequencer::TaskId task_;
  TimePs next_look_ = 0;          // periodic, because buckets fill without events
  std::set<TimePs> depth_times_;  // future times at which depths change
  std::vector<Flow> flows_;
  std::vector<Channel> channels_;
  std::vector<Signal> sources_;  // of the interrupt controller
  std::vector<std::unique_ptr<HartWaves>> harts_;
  struct BlockSignals {
    Signal reads = 0;
    Signal writes = 0;
    Signal address = 0;
    std::uint64_t read_count = 0;
    std::uint64_t write_count = 0;
  };
  std::map<std::string, BlockSignals> blocks_;  // by name
};

}  // namespace docsis_vp::system
