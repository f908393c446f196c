#include "models/docsis/map_index.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "platform/base/random.h"

namespace docsis_vp::docsis::map_index_test {
namespace {

Map some_map(RandomStream& random) {
  Map map;
  for (std::uint64_t left = random.below(60); left > 0; --left) {
    const auto sid = static_cast<std::uint16_t>(random.below(20));
    map.elements.push_back({sid, kIucAdvancedLongData, 0, 0});
    if (random.below(6) == 0) {
      map.elements.push_back({kSidAllModems, kIucRequest, 0, 0});
    }
  }
  return map;
}

TEST(MapIndex, FindsWhatGoingThroughAllFinds) {
  RandomStream random(1, "map index");
  MapIndex index;
  for (int i = 0; i < 200; ++i) {
    const Map map = some_map(random);
    index.build(map);
    for (const SidRange sids : {SidRange{1, 1}, SidRange{3, 7}, SidRange{15, 40}, SidRange{19, 19},
                                SidRange{kSidAllModems, kSidAllModems}, SidRange{}}) {
      std::vector<std::uint16_t> expected;
      for (std::size_t place = 0; place < map.elements.size(); ++place) {
        const std::uint16_t sid = map.elements[place].sid;
        if (sid >= sids.lowest && sid <= sids.highest) {
          expected.push_back(static_cast<std::uint16_t>(place));
        }
      }
      std::vector<std::uint16_t> found;
      index.find(sids, found);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected);
      ASSERT_EQ(index.names(sids), !expected.empty());
    }
  }
}

}  // namespace
}  // namespace docsis_vp::docsis::map_index_test
