#include "models/cm/map_parser/map_parser_register_file.h"

#include "models/cm/map_parser/map_parser_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = map_parser_registers;

}  // namespace

MapParserRegisterFile::MapParserRegisterFile(const sc_core::sc_module_name& name, MapParser& parser)
    : sc_module(name), file_("file") {
  using Counters = MapParser::Counters;
  const auto add = [&](std::uint32_t offset, std::uint64_t Counters::*counter) {
    file_.add_counter64(offset, [&parser, counter](TimePs) { return parser.counters().*counter; });
  };
  add(reg::kMapsLowOffset, &Counters::maps);
  add(reg::kElementsLowOffset, &Counters::elements);
  add(reg::kGrantsLowOffset, &Counters::grants);
  add(reg::kPendingsLowOffset, &Counters::pendings);
  add(reg::kRegionsLowOffset, &Counters::regions);
  add(reg::kMalformedLowOffset, &Counters::malformed);
  add(reg::kOtherMessagesLowOffset, &Counters::other_messages);
  add(reg::kForeignChannelLowOffset, &Counters::foreign_channel);
  add(reg::kUcdMismatchLowOffset, &Counters::ucd_mismatch);
  add(reg::kOverflowLowOffset, &Counters::overflow);
  add(reg::kBeyondReachLowOffset, &Counters::beyond_reach);
  add(reg::kBusyCyclesLowOffset, &Counters::busy_cycles);
}

}  // namespace docsis_vp::cm
