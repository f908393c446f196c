#include "system/results/energy_result.h"

#include <optional>

namespace docsis_vp::system {

namespace {

using Layout = JsonWriter::Layout;

struct KindName {
  EnergyKind kind;
  const char* name;
};
constexpr KindName kKinds[] = {{EnergyKind::kLogic, "logic"},
                               {EnergyKind::kSram, "sram"},
                               {EnergyKind::kCpu, "cpu"},
                               {EnergyKind::kOffDie, "off_die"}};

const char* name_of(EnergyKind kind) {
  for (const KindName& each : kKinds) {
    if (each.kind == kind) {
      return each.name;
    }
  }
  return "";
}

}  // namespace

double EnergyResult::total(EnergyKind kind) const {
  double sum = 0;
  for (const EnergyItem& item : items) {
    sum += item.kind == kind ? item.energy() : 0;
  }
  return sum;
}

void write_energy(JsonWriter& json, const EnergyResult& energy) {
  const EnergyParameters& by = energy.parameters;
  json.begin_object();
  json.field("modem", energy.modem).field("modems", energy.modems);
  json.field("sent_packets", energy.sent_packets);
  json.field("unit", "a clock of 1000 gates at work");
  json.key("parameters").begin_object();
  json.field("sram_bit", by.sram_bit).field("off_die_bit", by.off_die_bit);
  json.field("fetches_per_instruction", by.fetches);
  json.field("data_accesses_per_instruction", by.data_accesses);
  json.field("cycles_per_request", by.request_cycles).field("cycles_per_law", by.law_cycles);
  json.end_object();
  double on_die = 0;
  const auto unless_unknown = [&energy](double spent) {
    return energy.core_is_known ? std::optional(spent) : std::nullopt;
  };
  for (const KindName& each : kKinds) {
    const double total = energy.total(each.kind);
    on_die += each.kind == EnergyKind::kOffDie ? 0 : total;
    json.field(each.name, each.kind == EnergyKind::kCpu ? unless_unknown(total) : total);
  }
  json.field("on_die", unless_unknown(on_die));
  json.key("items").begin_array();
  for (const EnergyItem& item : energy.items) {
    json.begin_object(Layout::kInline).field("kind", name_of(item.kind));
    json.field("block", item.block).field("activity", item.activity);
    json.field("events", item.events).field("each", item.each);
    json.field("energy", item.energy()).end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace docsis_vp::system
