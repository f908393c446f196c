// Traces packets and writes the files that show the traces.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "system/assembly/packets/packet_filter.h"
#include "system/assembly/packets/packet_table.h"
#include "system/assembly/packets/packet_tracer.h"
#include "system/assembly/packets/stage_meter.h"
#include "system/assembly/packets/timeline.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

class PacketLog {
 public:
  // scenario: with modem groups expanded. All arguments must outlive the log.
  PacketLog(const PacketTracer::Sources& sources, const Scenario& scenario)
      : scenario_(scenario),
        modems_(sources.modems),
        flows_(sources.network.table()),
        tracer_(sources) {}

  void write_table(std::ostream& to, PacketFilter filter) {
    tables_.push_back(std::make_unique<PacketTable>(to, scenario_, flows_, std::move(filter)));
    tracer_.add_sink(*tables_.back());
  }
  bool writes_timeline() const { return timeline_ != nullptr; }
  // Call it at most once.
  void write_timeline(std::ostream& to, PacketFilter filter) {
    timeline_ =
        std::make_unique<Timeline>(to, tracer_, modems_, scenario_, flows_, std::move(filter));
  }
  // Call it at most once, before the first run: enables stages(), which divides the delay of
  // packets.
  void measure_stages() {
    stages_ = std::make_unique<StageMeter>(scenario_, flows_);
    tracer_.add_sink(*stages_);
  }
  // Returns nothing without measure_stages(). Packets still in transit do not count.
  std::optional<std::vector<StageResult>> stages() const {
    if (!stages_) {
      return {};
    }
    StageMeter all = *stages_;
    tracer_.copy_latest_to(all);
    return all.results();
  }
  // Ends the threads that write; what they have not written is lost.
  void abandon() {
    for (const auto& table : tables_) {
      table->abandon();
    }
  }
  // Call it after the last run.
  void finish() {
    tracer_.finish();
    for (const auto& table : tables_) {
      table->finish();
    }
    if (timeline_) {
      timeline_->finish();
    }
  }

 private:
  const Scenario& scenario_;
  std::vector<std::unique_ptr<ModemUnit>>& modems_;
  const FlowTable& flows_;
  std::vector<std::unique_ptr<PacketTable>> tables_;
  std::unique_ptr<Timeline> timeline_;
  std::unique_ptr<StageMeter> stages_;
  PacketTracer tracer_;
};

}  // namespace docsis_vp::system
