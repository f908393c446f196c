// Writes the stages of packets, and the modem's work for them, as a Perfetto trace.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <ostream>
#include <vector>

#include "platform/base/flow.h"
#include "platform/trace/perfetto_writer.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/packets/packet_filter.h"
#include "system/assembly/packets/packet_record.h"
#include "system/assembly/packets/packet_tracer.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

class ModemTimeline;

// docs/packets.md describes the tracks. An event of a packet belongs to the Perfetto flow with the
// packet's number. Flows from kFirstOther on connect requests, MAPs, grants and bursts that answer
// each other, and an interrupt with the function that follows it.
class Timeline : public PacketRecordSink {
 public:
  static constexpr std::uint64_t kFirstOther = std::uint64_t{1} << 62;

  // Call it before the first run. scenario: with modem groups expanded. The filter selects packets,
  // and selects other events by modem and time. All arguments must outlive the timeline or the run.
  Timeline(std::ostream& to, PacketTracer& tracer, std::vector<std::unique_ptr<ModemUnit>>& modems,
           const Scenario& scenario, const FlowTable& flows, PacketFilter filter);
  ~Timeline() override;

  void add(const PacketRecord& record) override;
  // Call it after the last run.
  void finish();

 private:
  using Names = std::array<platform::PerfettoWriter::Name, kStations>;
  using Tracks = std::array<platform::PerfettoWriter::Track, kStations>;

  const FlowTable& flows_;
  PacketFilter filter_;
  platform::PerfettoWriter writer_;
  std::vector<Tracks> tracks_;  // by modem
  Names names_{};
  std::array<platform::PerfettoWriter::Name, 5> verdicts_{};
  platform::PerfettoWriter::Name packet_ = 0;  // category
  platform::PerfettoWriter::Name number_ = 0;
  std::uint64_t next_flow_ = kFirstOther;
  std::vector<std::unique_ptr<ModemTimeline>> modems_;
};

}  // namespace docsis_vp::system
