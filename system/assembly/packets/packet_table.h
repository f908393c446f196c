// Writes records of packets as CSV, a row for each packet, in a thread of its own.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "platform/base/flow.h"
#include "platform/trace/batch_worker.h"
#include "platform/trace/csv_writer.h"
#include "system/assembly/packets/packet_filter.h"
#include "system/assembly/packets/packet_record.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// docs/packets.md describes the columns.
class PacketTable : public PacketRecordSink {
 public:
  // scenario: with modem groups expanded. flows and the stream must outlive the table. Until
  // finish() has returned, only the table may use the stream.
  PacketTable(std::ostream& to, const Scenario& scenario, const FlowTable& flows,
              PacketFilter filter);

  void add(const PacketRecord& record) override;
  // Writes the rows that are still buffered. Throws what the stream has thrown.
  void finish() {
    worker_.finish();
    rows_.finish();
  }
  // Ends the writing; rows are lost.
  void abandon() { worker_.abandon(); }

 private:
  struct Batch {
    std::vector<PacketRecord> records;
    // Flows that no earlier batch has. The run adds flows to their table while rows are written.
    std::vector<std::pair<FlowId, std::string>> new_flows;
  };

  // The thread's work.
  void write(Batch& batch);
  void write_row(const PacketRecord& record);
  void time(TimePs value);
  void add_identity(const PacketRecord& record);
  void add_verdict(const PacketRecord& record);
  void add_grant(const PacketRecord& record);

  const FlowTable& flows_;
  PacketFilter filter_;
  std::vector<bool> known_flows_;  // by FlowId: a batch has its name

  // The thread uses what follows.
  platform::CsvWriter rows_;
  std::vector<std::string> modems_;                      // by index: names as CSV cells
  std::vector<std::vector<std::string>> service_flows_;  // by modem and direction, by number
  std::vector<std::string> flow_names_;                  // by FlowId, as CSV cells
  std::uint32_t probability_q28_ = 0;                    // last formatted probability
  std::string probability_ = "0";                        // its text
  platform::BatchWorker<Batch> worker_;                  // last: ends before what it uses
};

}  // namespace docsis_vp::system
