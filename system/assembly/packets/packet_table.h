// Writes records of packets as CSV, a row for each packet.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "platform/base/flow.h"
#include "system/assembly/packets/packet_filter.h"
#include "system/assembly/packets/packet_record.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// docs/packets.md has the columns.
class PacketTable : public PacketRecordSink {
 public:
  // scenario: modem by modem. flows, and the stream, must outlive the table.
  PacketTable(std::ostream& to, const Scenario& scenario, const FlowTable& flows,
              PacketFilter filter);

  void add(const PacketRecord& record) override;
  // Writes what is still held back.
  void finish();

 private:
  void integer(std::uint64_t value);
  void time(TimePs value);
  void next() { row_ += ','; }
  const std::string& quoted_flow(FlowId flow);

  std::ostream& to_;
  const FlowTable& flows_;
  PacketFilter filter_;
  std::vector<std::string> modems_;                      // names as CSV has them, by index
  std::vector<std::vector<std::string>> service_flows_;  // by modem and direction, by number
  std::vector<std::string> flow_names_;                  // by FlowId; empty: not looked up
  std::string row_;                                      // rows that wait to be written
};

}  // namespace docsis_vp::system
