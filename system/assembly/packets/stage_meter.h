// Sums the one-way delay of packets by stage, in bounded memory.
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

// Delays of delivered packets by stage. Packets with nearly the same one-way delay form a class, 64
// classes per octave; there is one sum per class and stage.
class StageSums {
 public:
  void add(const PacketRecord& record);

  std::uint64_t packets() const { return packets_; }
  // Returns means over the packets whose rank by delay lies between these shares of all packets, 0
  // to 1. If a bound divides a class, the class counts with the share of its packets inside.
  // Requires at least one packet.
  StageMeans between(double from, double to, Direction direction) const;

 private:
  __extension__ using Wide = unsigned __int128;
  struct Class {
    std::uint64_t packets = 0;
    std::array<Wide, kStages> sums_ps{};
    TimePs first = kNever;  // time of creation
    TimePs last = 0;
  };

  std::map<std::uint32_t, Class> classes_;
  std::uint64_t packets_ = 0;
};

// Keeps sums for each flow of the scenario, in the flow's direction, and for each service flow.
class StageMeter : public PacketRecordSink {
 public:
  // scenario: with modem groups expanded. `flows` must outlive the object and its copies.
  StageMeter(const Scenario& scenario, const FlowTable& flows);

  // Ignores packets that did not arrive, and packets created before the end of the warm-up.
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
  // Number of rows of flows, which come first.
  std::size_t flow_rows_ = 0;
  // Index of a flow's row, by direction and FlowId.
  std::array<std::vector<std::size_t>, 2> of_flow_;
  std::vector<std::vector<std::size_t>> of_service_flow_;  // by modem and direction, then number
};

}  // namespace docsis_vp::system
