// --packets-filter: which rows stay, and what it refuses.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/packets/packet_rows.h"

namespace docsis_vp::system::packet_filter_test {
namespace {

constexpr const char* kRun = "scenarios/bonded.json --duration 0.12 --set stats.warmup_s=0 ";

struct FilterCase {
  const char* options;
  std::function<bool(const PacketRow&)> fits;
};

TEST(PacketFilter, KeepsTheRowsThatFitAndChangesNoneOfThem) {
  const std::vector<PacketRow> all = run_with_packets(kRun).rows;
  const auto cell = [](const char* column, const char* value) {
    return [=](const PacketRow& row) { return row.at(column) == value; };
  };
  const auto created = [](const PacketRow& row) { return std::stod(row.at("created_ps")); };
  const FilterCase cases[] = {
      {"--packets-filter modem=cm1", cell("modem", "cm1")},
      {"--packets-filter modem=cm1 --packets-filter modem=cm2",
       [](const PacketRow& row) { return row.at("modem") == "cm1" || row.at("modem") == "cm2"; }},
      {"--packets-filter service_flow=ds0", cell("service_flow", "ds0")},
      {"--packets-filter direction=upstream", cell("direction", "upstream")},
      {"--packets-filter outcome=delivered", cell("outcome", "delivered")},
      {"--packets-filter outcome=in_flight", cell("outcome", "in_flight")},
      {"--packets-filter flow=cm3-call",
       [](const PacketRow& row) { return row.at("flow").rfind("cm3-call", 0) == 0; }},
      {"--packets-filter flow=call",
       [](const PacketRow& row) { return row.at("flow").find("-call") != std::string::npos; }},
      {"--packets-filter time=0.02:0.05",
       [&](const PacketRow& row) { return created(row) >= 2e10 && created(row) < 5e10; }},
      {"--packets-filter time=:0.03 --packets-filter modem=cm0",
       [&](const PacketRow& row) { return created(row) < 3e10 && row.at("modem") == "cm0"; }},
      {"--packets-filter time=1:", [](const PacketRow&) { return false; }},
  };
  for (const FilterCase& each : cases) {
    std::vector<PacketRow> expected;
    std::copy_if(all.begin(), all.end(), std::back_inserter(expected), each.fits);
    EXPECT_EQ(run_with_packets(kRun, each.options).rows, expected) << each.options;
  }
}

TEST(PacketFilter, RefusesWhatItCannotMeanInOneLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"modem", "expected KEY=VALUE"},
      {"=cm0", "expected KEY=VALUE"},
      {"modem=", "expected KEY=VALUE"},
      {"mode=cm0", "there is no key \"mode\", did you mean \"modem\"?"},
      {"modem=cm99", "there is no modem \"cm99\""},
      {"service_flow=us9", "there is no service flow \"us9\""},
      {"flow=nobody", "there is no flow \"nobody\""},
      {"direction=up", "there is no direction \"up\""},
      {"outcome=lost", "there is no outcome \"lost\""},
      {"time=3", "expected FROM:TO"},
      {"time=3:1", "expected FROM:TO"},
      {"time=1:1", "expected FROM:TO"},
      {"time=-1:2", "expected FROM:TO"},
      {"time=1:nan", "expected FROM:TO"},
      {"time=1:2:3", "expected FROM:TO"},
  };
  const TemporaryFolder folder;
  for (const auto& [filter, says] : cases) {
    const app::Outcome outcome = app::run_program(
        "run scenarios/bonded.json --duration 0.01 --set stats.warmup_s=0 -q -o " +
        folder.file("out") + " --packets " + folder.file("p.csv") + " --packets-filter " + filter);
    EXPECT_EQ(outcome.status, 2) << filter;
    EXPECT_THAT(outcome.err, ::testing::HasSubstr(says)) << filter;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << filter;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_EQ(app::run_program("run scenarios/overload.json --packets-filter modem=cm0").status, 2);
}

}  // namespace
}  // namespace docsis_vp::system::packet_filter_test
