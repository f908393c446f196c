#include "models/cm/map_parser/map_parser_register_file.h"

#include "models/cm/map_parser/map_parser_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = map_parser_registers;

}  // namespace

MapParserRegisterFile::MapParserRegisterFile(const sc_core::sc_module_name& name,
                                             const MapParser& parser)
    : sc_module(name), file_("file") {
  const MapParser::Counters& counters = parser.counters();
  const auto add = [&](std::uint32_t offset, const std::uint64_t& counter) {
    file_.add_counter64(offset, [&counter](TimePs) { return counter; });
  };
  add(reg::kMapsLowOffset, counters.maps);
  add(reg::kElementsLowOffset, counters.elements);
  add(reg::kGrantsLowOffset, counters.grants);
  add(reg::kPendingsLowOffset, counters.pendings);
  add(reg::kRegionsLowOffset, counters.regions);
  add(reg::kMalformedLowOffset, counters.malformed);
  add(reg::kOtherMessagesLowOffset, counters.other_messages);
  add(reg::kForeignChannelLowOffset, counters.foreign_channel);
  add(reg::kUcdMismatchLowOffset, counters.ucd_mismatch);
  add(reg::kOverflowLowOffset, counters.overflow);
  add(reg::kBeyondReachLowOffset, counters.beyond_reach);
  add(reg::kBusyCyclesLowOffset, counters.busy_cycles);
}

}  // namespace docsis_vp::cm
