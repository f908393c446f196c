// The tests that a command line and the environment select, in the order they are declared.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::testing {

// Of GoogleTest's list, as --gtest_list_tests prints it: full names; those that are disabled only
// if they are to run as well.
std::vector<std::string> parse_list(std::string_view list, bool with_disabled);

// Those of one shard of several: each test is in one, dealt out in turn.
std::vector<std::string> shard(const std::vector<std::string>& tests, unsigned shards,
                               unsigned index);

// After GoogleTest was initialised; of the shard that GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX
// name.
std::vector<std::string> selected_tests();

}  // namespace docsis_vp::testing
