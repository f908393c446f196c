// Where MAPs have too few elements, requests are forgotten, but not how old they are.
#include <gtest/gtest.h>

#include "models/cmts/map_layout.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::forgotten_requests_test {
namespace {

// Two elements of a MAP are for grants.
CmtsConfig two_grants_a_map() {
  CmtsConfig config = one_channel("docsis30");
  config.flows.resize(5);
  for (unsigned i = 0; i < 5; ++i) config.flows[i].sid = static_cast<std::uint16_t>(1 + i);
  config.scheduler.sharing = Sharing::kOldestFirst;
  config.max_elements = kFixedMapElements + 2;
  return config;
}

// Three ask in one MAP's region, in this order; then whom the next MAPs granted anything.
std::vector<unsigned> granted(SchedulerBench& bench, const std::vector<std::uint16_t>& sids) {
  const std::size_t asked = bench.plant.maps.size();
  const ReceivedMap map = bench.map(asked);
  for (unsigned i = 0; i < sids.size(); ++i) {
    bench.send(request_burst(bench.channel(), map, i, sids[i], 100));
  }
  bench.map(asked + 5);
  std::vector<unsigned> found;
  for (std::size_t i = asked; i < bench.plant.maps.size(); ++i) {
    for (unsigned sid = 1; sid <= 5; ++sid) {
      if (!elements_of(bench.plant.maps[i].map, static_cast<std::uint16_t>(sid)).empty()) {
        found.push_back(sid);
      }
    }
  }
  return found;
}

TEST(ForgottenRequests, AskAgainAsOldAsTheyWere) {
  SchedulerBench bench(two_grants_a_map());
  EXPECT_EQ(granted(bench, {1, 2, 3}), (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(2).forgotten_bytes, 400U);
  EXPECT_EQ(granted(bench, {4, 5, 3}), (std::vector<unsigned>{3, 4}));
  EXPECT_EQ(granted(bench, {1, 2, 5}), (std::vector<unsigned>{1, 5}));
  EXPECT_EQ(granted(bench, {1, 3, 2}), (std::vector<unsigned>{1, 2})) << "once granted, forgotten";
}

}  // namespace
}  // namespace docsis_vp::cmts::forgotten_requests_test
