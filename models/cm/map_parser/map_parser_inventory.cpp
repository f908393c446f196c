#include "models/cm/map_parser/map_parser_inventory.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr unsigned kCounters = 12;  // map_parser.rdl
constexpr std::uint32_t kSidBits = 14;
constexpr std::uint32_t kIucBits = 4;
constexpr std::uint32_t kOffsetBits = 14;
constexpr std::uint32_t kParserMinislotBits = 32;

Block parser(unsigned channels, const InventoryWidths& widths) {
  Block block{"parser", "one information element a step, whoever it is for"};
  block.add(hold(2 * kParserMinislotBits + 8 + 8 + 9),
            "allocation start, ACK time, UCD count, backoff "
            "exponents, number of elements");
  block.add(2, hold(kSidBits + kIucBits + kOffsetBits), "an element and the one that ends it");
  block.add(mux(kSidBits * widths.flows, channels), "own SIDs on the MAP's channel");
  block.add(widths.flows, equal(kSidBits), "whether the element is for a flow, all at once");
  block.add(priority(widths.flows), "which one");
  block.add(subtractor(kOffsetBits), "length in minislots");
  block.add(adder(kParserMinislotBits), "start in minislots");
  block.add(multiplier(kOffsetBits, 9), "minislots to bytes");
  block.add(2, equal(8), "channel and UCD count");
  block.add(counter(9), "elements so far");
  block.add(flip_flops(32), "CRC of the message");
  block.add(crc(kCrc32Ones, 8), "CRC of the message, an octet a clock");
  block.add(control(16, 20), "header fields, elements, grants pending, end");
  return block;
}

}  // namespace

Block map_parser_inventory(unsigned parsers, unsigned channels, const InventoryWidths& widths) {
  Block block{"map_parser", "reads MAP messages"};
  Block each = parser(channels, widths);
  each.count = parsers;
  block.add(std::move(each));
  Block sids{"sids", "SIDs of each flow on each channel, compared all at once"};
  sids.add(std::uint64_t{widths.flows} * channels, hold(kSidBits), "a SID");
  block.add(std::move(sids));
  Block messages{"messages", "MAPs that wait for a parser"};
  messages.add(Memory{"octets", std::uint64_t{kMapsHeld} * kLargestMapBytes / 4, 32, 2, channels,
                      "two messages of each channel, the largest there are"});
  messages.add(2 * channels, counter(bits_for(kMapsHeld * kLargestMapBytes / 4)), "write, read");
  block.add(std::move(messages));
  block.add(counters_inventory(kCounters, "of MAPs"));
  return block;
}

}  // namespace docsis_vp::cm
