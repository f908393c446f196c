#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "system/json/node.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app::check_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

TEST(Check, PrintsTheEffectiveConfiguration) {
  const Outcome outcome = run_program(
      "check scenarios/overload.json --set modems.cm0.control_law=hardware "
      "--set service_flows.us0.aqm.target_ms=5");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const system::JsonNode config = system::parse_json(outcome.out, "out");
  EXPECT_EQ(config.find("service_flows")->elements.at(0).find("aqm")->find("target_ms")->number, 5);
}

TEST(Check, PrintsSchemasAndReferencesWithoutAScenario) {
  for (const char* option : {"--schema", "--results-schema"}) {
    const Outcome outcome = run_program(std::string("check ") + option);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(*system::parse_json(outcome.out, option).find_string("$schema"),
              "https://json-schema.org/draft/2020-12/schema");
  }
  EXPECT_THAT(run_program("check --reference").out, StartsWith("# Scenario reference\n"));
  EXPECT_THAT(run_program("check --results-reference").out, StartsWith("# Results reference\n"));
}

// Some have rates or buffers that another limit comes before, on purpose; the low-latency ones say
// what request and grant take, and that the energy lacks their law; the study of 2012 has its hosts
// at the queue. There is nothing else to note.
TEST(Check, AcceptsEveryScenarioOfTheTree) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator("scenarios")) {
    if (entry.path().extension() == ".json") {
      const Outcome outcome = run_program("check " + entry.path().string());
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_THAT(
          outcome.err,
          MatchesRegex(
              "(docsis-vp: [^\n]+( is never reached, | add up to | come before | leaves "
              "out | is granted from | begins | has no line, | does not include )[^\n]+\n)*"));
    }
  }
}

TEST(Check, SaysThatDescriptorsComeBeforeTheBuffer) {
  const std::string rate = "check scenarios/overload.json --set service_flows.us0.";
  EXPECT_THAT(run_program(rate + "buffer_ms=5000 --set "
                                 "modems.cm0.queue_memory.descriptors_per_flow=8192")
                  .err,
              "docsis-vp: service flow us0 of cm0: its buffer of 12500000 bytes is never reached, "
              "its 8192 descriptors come before it\n");
}

// One line and status 2 before anything runs, not a panic when the firmware boots.
void expect_refused(const std::string& sets, const std::string& line) {
  for (const char* command : {"check ", "run "}) {
    const Outcome outcome = run_program(command + ("scenarios/quickstart.json " + sets));
    EXPECT_EQ(outcome.status, 2) << command << sets;
    EXPECT_EQ(outcome.out, "") << command << sets;
    EXPECT_EQ(outcome.err, "docsis-vp: " + line + "\n") << command << sets;
  }
}

TEST(Check, RefusesFirmwareThatDoesNotComputeTheLaw) {
  expect_refused("--set service_flows.us0.aqm=pie",
                 "scenarios/quickstart.json:9: modems[0].firmware: the firmware docsis_pie "
                 "computes docsis_pie, but the service flow us0 has pie");
}

TEST(Check, RefusesUnsolicitedGrantsAndPollsThatTheChannelsHaveNoRoomFor) {
  const std::string no_room =
      ": beside the request regions and what other flows are owed, none of its channels has room "
      "for them";
  const std::string us0 = "--set service_flows.us0.scheduling.";
  expect_refused(
      us0 + "type=ugs " + us0 + "nominal_grant_interval_us=250 " + us0 + "grants_per_interval=127",
      "scenarios/quickstart.json:14: service_flows[0]: us0 of cm0: unsolicited grants "
      "of 232 bytes" +
          no_room);
  const TemporaryFolder folder;
  const std::string polled = folder.file("polled.json");
  const auto write = [&](unsigned modems) {
    std::ofstream(polled) << R"({"duration_s": 0.01, "rf": {"profile": "cablelabs-2012"},
      "modems": [{"name": "cm", "count": )"
                          << modems << R"(}],
      "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 1}]})";
  };
  write(117);
  EXPECT_EQ(run_program("check " + polled).status, 0);
  write(118);
  EXPECT_EQ(run_program("check " + polled).err,
            "docsis-vp: " + polled + ":3: service_flows[0]: us of cm117: polls" + no_room + "\n");
}

TEST(Check, RefusesALawInFirmwareThatHasNoPeriodicPart) {
  expect_refused("--set service_flows.us0.aqm=codel",
                 "--set service_flows.us0.aqm=codel: service_flows[0].aqm.algorithm: codel has no "
                 "periodic part for a control_law in firmware; expected drop firmware too, or "
                 "control_law hardware, of modem cm0");
  EXPECT_EQ(run_program("check scenarios/quickstart.json --set service_flows.us0.aqm=codel "
                        "--set modems.cm0.drop=firmware --set modems.cm0.firmware=codel")
                .status,
            0);
}

TEST(Check, RefusesSeveralQueuesUnderFirmware) {
  expect_refused("--set service_flows.us0.aqm=sfq_codel",
                 "--set service_flows.us0.aqm=sfq_codel: service_flows[0].aqm.algorithm: sfq_codel "
                 "runs in hardware, but the control_law of modem cm0 is firmware");
}

TEST(Check, RefusesParametersThatTheLawCannotTakeTogether) {
  const std::string set =
      R"(--set modems.cm0.control_law=hardware --set 'service_flows.us0.aqm={"algorithm": "red", )"
      R"("thresholds": "packets", "min_packets": 100, "max_packets": 50}')";
  for (const char* command : {"check ", "run "}) {
    const Outcome outcome = run_program(command + ("scenarios/quickstart.json " + set));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, EndsWith("service_flows[0].aqm: max_packets: expected more than "
                                      "min_packets\n"));
  }
}

// Without a periodic law there is nothing to compute; marking is not the law's; in hardware
// everything goes.
TEST(Check, AcceptsWhatFirmwareLeavesToHardware) {
  for (const char* sets :
       {"--set service_flows.us0.aqm=none", "--set service_flows.us0.aqm.ecn=true",
        "--set modems.cm0.control_law=hardware --set service_flows.us0.aqm=pie",
        "--set modems.cm0.control_law=hardware --set service_flows.us0.aqm.predictor=combined"}) {
    const Outcome outcome = run_program(std::string("check scenarios/quickstart.json ") + sets);
    EXPECT_EQ(outcome.status, 0) << sets;
    EXPECT_EQ(outcome.err, "") << sets;
  }
}

TEST(Check, FirmwareThatDropsHasTheLawToo) {
  const std::string drops = "check scenarios/quickstart.json --set modems.cm0.drop=firmware ";
  EXPECT_EQ(run_program(drops).status, 0);
  const Outcome lawless = run_program(drops + "--set modems.cm0.control_law=hardware");
  EXPECT_EQ(lawless.status, 2);
  EXPECT_THAT(lawless.err, HasSubstr("modems[0].drop: firmware that decides on packets has the "
                                     "control law too"));
}

TEST(Check, FirmwareThatDropsHasNoTransmitQueue) {
  const Outcome refused = run_program(
      "check scenarios/quickstart.json --set modems.cm0.drop=firmware --set "
      "service_flows.us0.transmit_queue.packets=4");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("hardware drops in front of it"));
}

TEST(Check, FirmwareTakesAnyOptionOfItsLaw) {
  const std::string options =
      "check scenarios/quickstart.json --set service_flows.us0.aqm.ecn=true "
      "--set service_flows.us0.aqm.predictor=combined ";
  EXPECT_EQ(run_program(options).status, 0);
  EXPECT_EQ(run_program(options + "--set modems.cm0.drop=firmware").status, 0);
}

TEST(Check, AnImageThatNamesNoLawRunsForAny) {
  const std::string other = std::string("--firmware ") + DOCSIS_VP_TEST_ENVIRONMENT;
  const Outcome outcome = run_program(
      "run scenarios/quickstart.json --duration 0.1 --set service_flows.us0.aqm=pie " + other);
  EXPECT_EQ(outcome.err.find("computes"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.status, 2) << outcome.err;
}

TEST(Check, FirmwareIsThatOfTheLaw) {
  const std::string cpu = R"("modems": [{"name": "cm0", "control_law": "firmware"}],)";
  const auto image_for = [&](const std::string& law) {
    const std::string path = testing::TempDir() + "firmware-of-the-law.json";
    std::ofstream(path) << "{" + cpu +
                               R"("service_flows": [{"name": "us0", "modem": "cm0",
                               "max_sustained_rate_mbps": 20, "aqm": ")" +
                               law + R"("}]})";
    return run_program("check " + path);
  };
  const Outcome known = image_for("docsis_pie");
  EXPECT_EQ(known.status, 0) << known.err;
  EXPECT_EQ(
      system::parse_json(known.out, "out").find("modems")->elements.at(0).find("firmware")->text,
      "docsis_pie");
  const Outcome flavour = image_for("ared");
  EXPECT_EQ(flavour.status, 0) << flavour.err;
  EXPECT_EQ(
      system::parse_json(flavour.out, "out").find("modems")->elements.at(0).find("firmware")->text,
      "red");
  const Outcome unserved = image_for("sfq_codel");
  EXPECT_EQ(unserved.status, 2);
  EXPECT_THAT(unserved.err, HasSubstr("aqm.algorithm: sfq_codel runs in hardware"));
  EXPECT_EQ(std::count(unserved.err.begin(), unserved.err.end(), '\n'), 1);
}

TEST(Check, SchemaNeedsNoScenario) {
  const Outcome outcome = run_program("check --schema");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NO_THROW(system::parse_json(outcome.out, "schema"));
}

TEST(Check, HelpIsNoError) {
  for (const char* arguments : {"--help", "check --help"}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("usage: docsis-vp"));
  }
}

}  // namespace
}  // namespace docsis_vp::app::check_test
