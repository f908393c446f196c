// Sums up where the one-way delay of packets goes, in bounded memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/base/flow.h"
#include "platform/base/time.h"
#include "system/assembly/packets/packet_record.h"
#include "system/results/stage_result.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

enum class Stage : std::uint8_t {
  kHost,
  kVerdict,
  kQueue,
  kRequest,
  kGrant,
  kBurst,
  kRf,
  kCmts,
  kNetwork,
};
constexpr std::size_t kStages = 9;

// Delays of delivered packets by stage: sums for each class of nearly equal one-way delays, 64
// classes per octave.
class StageSums {
 public:
  void add(const PacketRecord& record);

  std::uint64_t packets() const { return packets_; }
  // Means over the packets whose rank by delay lies between these shares of all, 0 to 1. A class
  // that a bound cuts counts with the share of its packets that lies inside. Needs a packet.
  StageMeans between(double from, double to, Direction direction) const;

 private:
  __extension__ using Wide = unsigned __int128;
  struct Class {
    std::uint64_t packets = 0;
    std::array<Wide, kStages> sums_ps{};
    TimePs first = kNever;  // creation
    TimePs last = 0;
  };

  std::map<std::uint32_t, Class> classes_;
  std::uint64_t packets_ = 0;
};

// Keeps the sums of each flow of the scenario, in the flow's direction, and of each service flow.
class StageMeter : public PacketRecordSink {
 public:
  // scenario: modem by modem. `flows` must outlive the object and its copies.
  StageMeter(const Scenario& scenario, const FlowTable& flows);

  // Leaves out packets that did not arrive, and those created before the end of the warm-up.
  void add(const PacketRecord& record) override;
  std::vector<StageResult> results() const;

 private:
  static constexpr std::size_t kUnknown = SIZE_MAX;
  static constexpr std::size_t kNone = SIZE_MAX - 1;

  struct Row {
    StageResult head;
    Direction direction = Direction::kUpstream;
    StageSums sums;
  };

  std::size_t row_of_flow(FlowId flow, Direction direction) const;

  const FlowTable& flows_;
  TimePs warmup_;
  std::vector<Row> rows_;
  std::size_t flow_rows_ = 0;                              // the first rows are of flows
  std::array<std::vector<std::size_t>, 2> of_flow_;        // rows by direction and FlowId
  std::vector<std::vector<std::size_t>> of_service_flow_;  // by modem and direction, then number
};

}  // namespace docsis_vp::system
