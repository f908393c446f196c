#include "system/assembly/packets/stage_meter.h"

#include <algorithm>
#include <utility>

#include "system/assembly/configure/units.h"
#include "system/assembly/packets/packet_filter.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

constexpr double kTailFrom = 0.985;
constexpr double kTailTo = 0.995;

// Stage that ends at each station, upstream.
constexpr Stage kEndsUpstream[kStations] = {
    Stage::kHost,                                                      // created
    Stage::kHost,    Stage::kVerdict, Stage::kVerdict, Stage::kQueue,  // to released
    Stage::kRequest, Stage::kGrant,   Stage::kGrant,   Stage::kGrant,  // to window
    Stage::kBurst,   Stage::kBurst,   Stage::kBurst,                   // to rf_start
    Stage::kRf,      Stage::kRf,      Stage::kCmts,    Stage::kNetwork};

Stage stage_before(Station station, Direction direction) {
  const Stage stage = kEndsUpstream[static_cast<std::size_t>(station)];
  if (direction == Direction::kUpstream) {
    return stage;
  }
  // The CMTS's queue and shaper.
  return stage == Stage::kVerdict || stage == Stage::kBurst ? Stage::kQueue : stage;
}

// As Histogram's buckets: below 128 each value, above by the first 7 bits.
std::uint32_t class_of(std::uint64_t ps) {
  constexpr unsigned kBits = 6;
  const auto zeros = static_cast<unsigned>(__builtin_clzll(ps | ((2U << kBits) - 1)));
  const unsigned shift = (63 ^ zeros) - kBits;
  return (shift << kBits) + static_cast<std::uint32_t>(ps >> shift);
}

}  // namespace

void StageSums::add(const PacketRecord& record) {
  const TimePs created = record.at(Station::kCreated);
  Class& sums =
      classes_[class_of(static_cast<std::uint64_t>(record.at(Station::kDelivered) - created))];
  ++packets_;
  ++sums.packets;
  sums.first = std::min(sums.first, created);
  sums.last = std::max(sums.last, created);
  TimePs before = created;
  for (std::size_t i = 1; i < kStations; ++i) {
    const auto station = static_cast<Station>(i);
    if (record.passed(station)) {
      const Stage stage = stage_before(station, record.direction);
      sums.sums_ps[static_cast<std::size_t>(stage)] +=
          static_cast<std::uint64_t>(record.at(station) - before);
      before = record.at(station);
    }
  }
}

StageMeans StageSums::between(double from, double to, Direction direction) const {
  const double low = from * static_cast<double>(packets_);
  const double high = to * static_cast<double>(packets_);
  std::array<double, kStages> ps{};
  TimePs first = kNever;
  TimePs last = 0;
  double below = 0;
  for (const auto& [ignored, sums] : classes_) {
    const auto count = static_cast<double>(sums.packets);
    const double inside = std::min(below + count, high) - std::max(below, low);
    if (inside > 0) {
      for (std::size_t i = 0; i < kStages; ++i) {
        ps[i] += static_cast<double>(sums.sums_ps[i]) * (inside / count);
      }
      first = std::min(first, sums.first);
      last = std::max(last, sums.last);
    }
    below += count;
  }
  const auto ms = [&](Stage stage) {
    return ps[static_cast<std::size_t>(stage)] / (high - low) / kPsPerMs;
  };
  StageMeans means;
  for (std::size_t i = 0; i < kStages; ++i) {
    means.one_way_ms += ms(static_cast<Stage>(i));
  }
  means.host_ms = ms(Stage::kHost);
  means.queue_ms = ms(Stage::kQueue);
  means.rf_ms = ms(Stage::kRf);
  means.network_ms = ms(Stage::kNetwork);
  if (direction == Direction::kUpstream) {
    means.verdict_ms = ms(Stage::kVerdict);
    means.request_ms = ms(Stage::kRequest);
    means.grant_ms = ms(Stage::kGrant);
    means.burst_ms = ms(Stage::kBurst);
    means.cmts_ms = ms(Stage::kCmts);
  }
  means.first_s = to_seconds(first);
  means.last_s = to_seconds(last);
  return means;
}

StageMeter::StageMeter(const Scenario& scenario, const FlowTable& flows)
    : flows_(flows), warmup_(from_seconds(scenario.stats.warmup_s)) {
  const auto add = [this](Direction direction, const std::string& modem) -> StageResult& {
    Row& row = rows_.emplace_back();
    row.direction = direction;
    row.head.modem = modem;
    row.head.direction = direction == Direction::kUpstream ? "upstream" : "downstream";
    return row.head;
  };
  for (const FlowConfig& flow : scenario.flows) {
    for (const FlowInstance& instance : instances_of(flow)) {
      add(flow.direction, flow.modem).flow = instance.name;
    }
  }
  flow_rows_ = rows_.size();
  const ModemIndex index(scenario);
  of_service_flow_.resize(2 * scenario.modems.size());
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    of_service_flow_[2 * index.of(flow.modem) + static_cast<std::size_t>(flow.direction)].push_back(
        rows_.size());
    add(flow.direction, flow.modem).service_flow = flow.name;
  }
}

// Acknowledgements, which go the other way, are no part of a flow's delay. The longest name wins.
std::size_t StageMeter::row_of_flow(FlowId flow, Direction direction) const {
  const std::string& name = flows_.name(flow);
  std::size_t found = kNone;
  for (std::size_t i = 0; i < flow_rows_; ++i) {
    const std::string& own = *rows_[i].head.flow;
    if (rows_[i].direction == direction && is_below(name, own) &&
        (found == kNone || own.size() > rows_[found].head.flow->size())) {
      found = i;
    }
  }
  return found;
}

void StageMeter::add(const PacketRecord& record) {
  if (record.outcome != PacketOutcome::kDelivered || record.at(Station::kCreated) < warmup_) {
    return;
  }
  const auto direction = static_cast<std::size_t>(record.direction);
  std::vector<std::size_t>& rows = of_flow_[direction];
  if (record.flow >= rows.size()) {
    rows.resize(record.flow + 1, kUnknown);
  }
  if (rows[record.flow] == kUnknown) {
    rows[record.flow] = row_of_flow(record.flow, record.direction);
  }
  if (rows[record.flow] != kNone) {
    rows_[rows[record.flow]].sums.add(record);
  }
  // Downstream, a modem may have none that the scenario names.
  if (record.modem != PacketRecord::kUnknown) {
    const std::vector<std::size_t>& own = of_service_flow_[2 * record.modem + direction];
    if (record.service_flow < own.size()) {
      rows_[own[record.service_flow]].sums.add(record);
    }
  }
}

std::vector<StageResult> StageMeter::results() const {
  std::vector<StageResult> results;
  for (const Row& row : rows_) {
    StageResult result = row.head;
    result.packets = row.sums.packets();
    if (result.packets > 0) {
      result.mean = row.sums.between(0, 1, row.direction);
      result.around_p99 = row.sums.between(kTailFrom, kTailTo, row.direction);
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace docsis_vp::system
