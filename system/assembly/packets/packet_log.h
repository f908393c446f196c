// A tracer of packets and the files that are made of what it finds.
#pragma once

#include <memory>
#include <ostream>
#include <vector>

#include "system/assembly/packets/packet_filter.h"
#include "system/assembly/packets/packet_table.h"
#include "system/assembly/packets/packet_tracer.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

class PacketLog {
 public:
  // scenario: modem by modem. All must outlive the log.
  PacketLog(PacketTracer::Sources sources, const Scenario& scenario)
      : scenario_(scenario), flows_(sources.network.table()), tracer_(std::move(sources)) {}

  void write_table(std::ostream& to, PacketFilter filter) {
    tables_.push_back(std::make_unique<PacketTable>(to, scenario_, flows_, std::move(filter)));
    tracer_.add_sink(*tables_.back());
  }
  // After the last run.
  void finish() {
    tracer_.finish();
    for (const auto& table : tables_) {
      table->finish();
    }
  }

 private:
  const Scenario& scenario_;
  const FlowTable& flows_;
  std::vector<std::unique_ptr<PacketTable>> tables_;
  PacketTracer tracer_;
};

}  // namespace docsis_vp::system
