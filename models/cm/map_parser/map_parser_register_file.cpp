#include "models/cm/map_parser/map_parser_register_file.h"

#include "models/cm/map_parser/map_parser_registers.h"

namespace docsis_vp::cm {

namespace {

namespace parser_reg = map_parser_registers;

}  // namespace

MapParserRegisterFile::MapParserRegisterFile(const sc_core::sc_module_name& name, MapParser& parser)
    : sc_module(name), file_("file") {
  using Counters = MapParser::Counters;
  const auto add = [&](std::uint32_t offset, std::uint64_t Counters::*counter) {
    file_.add_counter64(offset, [&parser, counter](TimePs) { return parser.counters().*counter; });
  };
  add(parser_reg::kMapsLowOffset, &Counters::maps);
  add(parser_reg::kElementsLowOffset, &Counters::elements);
  add(parser_reg::kGrantsLowOffset, &Counters::grants);
  add(parser_reg::kPendingsLowOffset, &Counters::pendings);
  add(parser_reg::kRegionsLowOffset, &Counters::regions);
  add(parser_reg::kMalformedLowOffset, &Counters::malformed);
  add(parser_reg::kOtherMessagesLowOffset, &Counters::other_messages);
  add(parser_reg::kForeignChannelLowOffset, &Counters::foreign_channel);
  add(parser_reg::kUcdMismatchLowOffset, &Counters::ucd_mismatch);
  add(parser_reg::kOverflowLowOffset, &Counters::overflow);
  add(parser_reg::kBeyondReachLowOffset, &Counters::beyond_reach);
  add(parser_reg::kBusyCyclesLowOffset, &Counters::busy_cycles);
}

}  // namespace docsis_vp::cm
