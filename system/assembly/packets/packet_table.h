// Writes records of packets as CSV, a row for each packet.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "platform/base/flow.h"
#include "platform/trace/csv_writer.h"
#include "system/assembly/packets/packet_filter.h"
#include "system/assembly/packets/packet_record.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// docs/packets.md describes the columns.
class PacketTable : public PacketRecordSink {
 public:
  // scenario: with modem groups expanded. flows and the stream must outlive the table.
  PacketTable(std::ostream& to, const Scenario& scenario, const FlowTable& flows,
              PacketFilter filter);

  void add(const PacketRecord& record) override;
  // Writes the rows that are still buffered.
  void finish() { rows_.finish(); }

 private:
  void time(TimePs value);
  void add_identity(const PacketRecord& record);
  void add_verdict(const PacketRecord& record);
  void add_grant(const PacketRecord& record);
  const std::string& quoted_flow(FlowId flow);

  platform::CsvWriter rows_;
  const FlowTable& flows_;
  PacketFilter filter_;
  std::vector<std::string> modems_;                      // by index: names as CSV cells
  std::vector<std::vector<std::string>> service_flows_;  // by modem and direction, by number
  std::vector<std::string> flow_names_;                  // by FlowId; empty: not looked up
  std::uint32_t probability_q28_ = 0;                    // last formatted probability
  std::string probability_ = "0";                        // its text
};

}  // namespace docsis_vp::system
