// A MAP, its check sequences made right in every second input. What parses is consistent, and
// survives being written and parsed again.
#include <vector>

#include "models/docsis/map.h"
#include "tests/fuzz/repair.h"
#include "tests/fuzz/require.h"

namespace {

using docsis_vp::docsis::Map;
using docsis_vp::fuzz::require;

void check(const Map& map) {
  require(map.elements.size() >= 2, "an interval and the Null element");
  require(map.elements.size() <= docsis_vp::docsis::max_elements(map.version),
          "few enough elements");
  std::uint32_t at = map.elements.front().offset;
  for (const auto& element : map.elements) {
    require(element.offset == at, "offsets follow from lengths");
    at += element.length;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  std::vector<std::uint8_t> octets(data + 1, data + size);
  if (data[0] % 2 == 1) {
    docsis_vp::fuzz::repair_management(octets);
  }
  Map map;
  if (parse_map(octets, map)) {
    return 0;
  }
  check(map);
  std::vector<std::uint8_t> written;
  append_map(written, map);
  Map again;
  require(!parse_map(written, again), "what was written can be read");
  require(again.elements.size() == map.elements.size(), "as many elements");
  require(again.allocation_start == map.allocation_start && again.ack_time == map.ack_time,
          "the same times");
  return 0;
}
