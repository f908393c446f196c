#include "system/assembly/packets/packet_table.h"

#include <charconv>
#include <utility>

#include "system/json/writer.h"
#include "system/scenario/modem_index.h"

namespace docsis_vp::system {

namespace {

constexpr std::size_t kBlock = std::size_t{64} << 10;
constexpr double kOneQ28 = 1U << 28;

// RFC 4180 sec. 2. A name that a spreadsheet would take for a formula is shown as text.
std::string quoted(const std::string& value) {
  const bool is_formula =
      !value.empty() && std::string("=+-@\t\r").find(value[0]) != std::string::npos;
  if (!is_formula && value.find_first_of("\",\n\r") == std::string::npos) {
    return value;
  }
  std::string text = is_formula ? "\"'" : "\"";
  for (const char c : value) {
    text.append(c == '"' ? 2 : 1, c);
  }
  return text += '"';
}

}  // namespace

PacketTable::PacketTable(std::ostream& to, const Scenario& scenario, const FlowTable& flows,
                         PacketFilter filter)
    : to_(to), flows_(flows), filter_(std::move(filter)) {
  for (const ModemConfig& modem : scenario.modems) {
    modems_.push_back(quoted(modem.name));
  }
  const ModemIndex index(scenario);
  service_flows_.resize(2 * modems_.size());
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    service_flows_[2 * index.of(flow.modem) + static_cast<std::size_t>(flow.direction)].push_back(
        quoted(flow.name));
  }
  row_ =
      "packet,flow,direction,modem,service_flow,sequence,size_bytes,outcome,cause,place,verdict,"
      "drop_probability,random_word";
  for (std::size_t station = 0; station < kStations; ++station) {
    row_.append(",").append(name_of(static_cast<Station>(station))).append("_ps");
  }
  row_ +=
      ",dropped_ps,one_way_ps,granted_by,channel,first_minislot,released_whole_ps,"
      "first_burst_ps,last_burst_ps,bursts,missed_grants\n";
}

void PacketTable::add(const PacketRecord& record) {
  if (!filter_.passes(record, flows_)) {
    return;
  }
  integer(record.id), next();
  row_ += quoted_flow(record.flow), next();
  row_ += record.direction == Direction::kUpstream ? "upstream," : "downstream,";
  if (record.modem < modems_.size()) {
    row_ += modems_[record.modem];
  }
  next();
  // Downstream, a modem may have none that the scenario names.
  if (record.modem < modems_.size()) {
    const std::vector<std::string>& names =
        service_flows_[2 * record.modem + static_cast<std::size_t>(record.direction)];
    row_ += record.service_flow < names.size() ? names[record.service_flow] : "";
  }
  next();
  integer(record.sequence), next();
  integer(record.size_bytes), next();
  row_ += name_of(record.outcome), next();
  row_ += name_of(record.cause), next();
  row_ += record.outcome == PacketOutcome::kDelivered ? "" : name_of(record.place), next();
  row_ += name_of(record.verdict), next();
  if (record.has_probability) {
    append_json_number(row_, record.drop_probability_q28 / kOneQ28);
  }
  next();
  if (record.has_word) {
    integer(record.random_word);
  }
  for (const TimePs at : record.times) {
    next(), time(at);
  }
  next(), time(record.dropped);
  next();
  if (record.outcome == PacketOutcome::kDelivered) {
    time(record.at(Station::kDelivered) - record.at(Station::kCreated));
  }
  next();
  row_ += name_of(record.origin), next();
  if (record.origin != GrantOrigin::kNone) {
    integer(record.channel), next();
    integer(record.first_minislot), next();
  } else {
    next(), next();
  }
  time(record.released_whole), next();
  time(record.first_burst), next();
  time(record.last_burst), next();
  if (record.bursts > 0) {
    integer(record.bursts), next();
    integer(record.missed_grants);
  } else {
    next();
  }
  row_ += '\n';
  if (row_.size() >= kBlock) {
    finish();
  }
}

void PacketTable::finish() {
  to_.write(row_.data(), static_cast<std::streamsize>(row_.size()));
  row_.clear();
}

const std::string& PacketTable::quoted_flow(FlowId flow) {
  if (flow >= flow_names_.size()) {
    flow_names_.resize(flow + 1);
  }
  if (flow_names_[flow].empty()) {
    flow_names_[flow] = quoted(flows_.name(flow));
  }
  return flow_names_[flow];
}

void PacketTable::integer(std::uint64_t value) {
  char digits[24];
  row_.append(digits, std::to_chars(std::begin(digits), std::end(digits), value).ptr);
}

void PacketTable::time(TimePs value) {
  if (value != PacketRecord::kNotPassed) {
    integer(static_cast<std::uint64_t>(value));
  }
}

}  // namespace docsis_vp::system
