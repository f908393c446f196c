#include "system/assembly/packets/packet_table.h"

#include <string_view>
#include <utility>

#include "system/json/writer.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

constexpr std::size_t kBatchRecords = 1024;
constexpr double kOneQ28 = 1U << 28;

constexpr const char* kBeforeStations[] = {
    "packet",  "flow",  "direction", "modem",   "service_flow",     "sequence",   "size_bytes",
    "outcome", "cause", "place",     "verdict", "drop_probability", "random_word"};
constexpr const char* kBehindStations[] = {
    "dropped_ps",        "one_way_ps",     "granted_by",    "channel", "first_minislot",
    "released_whole_ps", "first_burst_ps", "last_burst_ps", "bursts",  "missed_grants"};

}  // namespace

PacketTable::PacketTable(std::ostream& to, const Scenario& scenario, const FlowTable& flows,
                         PacketFilter filter)
    : flows_(flows),
      filter_(std::move(filter)),
      rows_(to),
      worker_([this](Batch& batch) { write(batch); }) {
  for (const ModemConfig& modem : scenario.modems) {
    modems_.push_back(platform::CsvWriter::quoted(modem.name));
  }
  const ModemIndex index(scenario);
  service_flows_.resize(2 * modems_.size());
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    service_flows_[2 * index.of(flow.modem) + static_cast<std::size_t>(flow.direction)].push_back(
        platform::CsvWriter::quoted(flow.name));
  }
  for (const char* const name : kBeforeStations) {
    rows_.text(name);
  }
  for (std::size_t station = 0; station < kStations; ++station) {
    rows_.text(std::string(name_of(static_cast<Station>(station))) + "_ps");
  }
  for (const char* const name : kBehindStations) {
    rows_.text(name);
  }
  rows_.end_row();
}

void PacketTable::add(const PacketRecord& record) {
  if (!filter_.passes(record, flows_)) {
    return;
  }
  Batch& batch = worker_.batch();
  if (record.flow >= known_flows_.size()) {
    known_flows_.resize(record.flow + 1);
  }
  if (!known_flows_[record.flow]) {
    known_flows_[record.flow] = true;
    batch.new_flows.emplace_back(record.flow, flows_.name(record.flow));
  }
  batch.records.push_back(record);
  if (batch.records.size() == kBatchRecords) {
    worker_.hand_over();
  }
}

void PacketTable::write(Batch& batch) {
  for (const auto& [flow, name] : batch.new_flows) {
    if (flow >= flow_names_.size()) {
      flow_names_.resize(flow + 1);
    }
    flow_names_[flow] = platform::CsvWriter::quoted(name);
  }
  for (const PacketRecord& record : batch.records) {
    write_row(record);
  }
  batch.new_flows.clear();
  batch.records.clear();
}

void PacketTable::write_row(const PacketRecord& record) {
  add_identity(record);
  add_verdict(record);
  for (const TimePs at : record.times) {
    time(at);
  }
  time(record.dropped);
  if (record.outcome == PacketOutcome::kDelivered) {
    rows_.time(record.at(Station::kDelivered) - record.at(Station::kCreated));
  } else {
    rows_.empty();
  }
  add_grant(record);
  rows_.end_row();
}

void PacketTable::add_identity(const PacketRecord& record) {
  std::string_view modem;
  std::string_view service_flow;
  if (record.modem < modems_.size()) {
    modem = modems_[record.modem];
    // Downstream, a modem may have none that the scenario names.
    const std::vector<std::string>& names =
        service_flows_[2 * record.modem + static_cast<std::size_t>(record.direction)];
    if (record.service_flow < names.size()) {
      service_flow = names[record.service_flow];
    }
  }
  rows_.integer(record.id);
  rows_.text(flow_names_[record.flow]);
  rows_.text(record.direction == Direction::kUpstream ? "upstream" : "downstream");
  rows_.text(modem);
  rows_.text(service_flow);
  rows_.integer(record.sequence);
  rows_.integer(record.size_bytes);
}

void PacketTable::add_verdict(const PacketRecord& record) {
  rows_.text(name_of(record.outcome));
  rows_.text(name_of(record.cause));
  rows_.text(record.outcome == PacketOutcome::kDelivered ? "" : name_of(record.place));
  rows_.text(name_of(record.verdict));
  if (record.has_probability && record.drop_probability_q28 != probability_q28_) {
    probability_q28_ = record.drop_probability_q28;
    probability_ = json_number(probability_q28_ / kOneQ28);
  }
  rows_.text(record.has_probability ? std::string_view(probability_) : std::string_view());
  if (record.has_word) {
    rows_.integer(record.random_word);
  } else {
    rows_.empty();
  }
}

void PacketTable::add_grant(const PacketRecord& record) {
  rows_.text(name_of(record.origin));
  if (record.origin != GrantOrigin::kNone) {
    rows_.integer(record.channel);
    rows_.integer(record.first_minislot);
  } else {
    rows_.empty();
    rows_.empty();
  }
  time(record.released_whole);
  time(record.first_burst);
  time(record.last_burst);
  if (record.bursts > 0) {
    rows_.integer(record.bursts);
    rows_.integer(record.missed_grants);
  } else {
    rows_.empty();
    rows_.empty();
  }
}

void PacketTable::time(TimePs value) {
  if (value != PacketRecord::kNotPassed) {
    rows_.time(value);
  } else {
    rows_.empty();
  }
}

}  // namespace docsis_vp::system
