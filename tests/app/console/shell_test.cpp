// Tests fw/shell with text typed at known times.
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "system/json/node.h"
#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::app::shell_test {
namespace {

using system::number;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// typed: events, such as those of typed_at(). cpu: more of the CPU's keys, with a comma before
// them.
std::string scenario(const std::string& typed, const std::string& firmware = "shell",
                     const std::string& cpu = "") {
  return R"({"extends": ")" + std::string(DOCSIS_VP_SOURCE) +
         R"(/scenarios/quickstart.json", "duration_s": 2, "modems": [{"name": "cm0", "firmware": ")" +
         firmware + R"(", "cpu": {"quantum_us": 10)" + cpu + R"(}}], "events": [)" + typed + "]}";
}

std::string typed_at(const std::string& time_s, const std::string& text) {
  return R"({"time_s": )" + time_s + R"(, "kind": "console_input", "modem": "cm0", "text": ")" +
         text + "\"}";
}

struct Session {
  std::string said;
  system::JsonNode results;
};

Session run(const std::string& text, const std::string& options = "") {
  const system::ScenarioFile file(text);
  const TemporaryFolder folder;
  Session session;
  session.results =
      system::run_results(file.path() + options + " --console " + folder.file("said"));
  std::ifstream said(folder.file("said"), std::ios::binary);
  session.said = {std::istreambuf_iterator<char>(said), {}};
  return session;
}

TEST(Shell, AnswersWhatIsTypedAndEchoesIt) {
  const Session session = run(scenario(typed_at("0.5", R"(tmi\b\bime\n)") + "," +
                                       typed_at("1.2", R"(show 0\nnonsense\nhelp\n)")));
  EXPECT_THAT(session.said, StartsWith("shell: 1 service flow, try help\n> "));
  EXPECT_THAT(session.said, ContainsRegex("\n50[0-9]+ us, [0-9]+ cycles awake, tick 32\n> "));
  EXPECT_THAT(session.said, ContainsRegex("> show 0\nflow 0: active, drop [0-9]+\\.[0-9][0-9] %, "
                                          "delay [0-9]+ us, burst [0-9]+ us, target 10000 us\n"
                                          "  accepted [0-9]+ packets, dropped [0-9]+, marked 0, "));
  EXPECT_THAT(session.said, HasSubstr("> nonsense\nnonsense: no such command, try help\n> help\n"));
  EXPECT_THAT(session.said, HasSubstr("\npeek ADDRESS [WORDS]   read words\n"));
  const system::JsonNode& event = session.results.find("events")->elements.at(0);
  EXPECT_EQ(event.find("kind")->text, "console_input");
  EXPECT_EQ(number(event, "octets"), 9);
}

TEST(Shell, ShowsWhatTheResultsCount) {
  const Session session = run(scenario(typed_at("1.9999", R"(show\n)")), " --duration 2.01");
  const std::size_t at = session.said.find("  accepted ");
  ASSERT_NE(at, std::string::npos) << session.said;
  const double accepted = std::stod(session.said.substr(at + 11));
  const double dropped = std::stod(session.said.substr(session.said.find("dropped ", at) + 8));
  const double offered = number(session.results, "service_flows.0.offered_packets");
  EXPECT_NEAR(accepted + dropped, offered, 20) << "10 ms more of them";
  EXPECT_NEAR(dropped, number(session.results, "service_flows.0.aqm_drops"), 8);
}

TEST(Shell, SetsAParameterOfTheRunningLaw) {
  const std::string warmup = " --set stats.warmup_s=1";
  const auto delay_ms = [](const Session& session) {
    return number(session.results, "service_flows.0.queue_delay_ms.mean");
  };
  const Session alone = run(scenario(""), warmup);
  const Session changed =
      run(scenario(typed_at("0.1", R"(set 0 latency_target_us 40000\nset\n)")), warmup);
  EXPECT_THAT(changed.said, HasSubstr("\n0 latency_target_us 40000\n0 stale_us 0\n"));
  EXPECT_GT(delay_ms(changed), delay_ms(alone) + 8);
}

TEST(Shell, RefusesWhatItCannotDo) {
  const Session session = run(scenario(typed_at(
      "0.1",
      R"(set 0 latency_target_us 0\nset 7 stale_us 1\nset 0 x 1\npeek 3\npeek\npeek 0x1g\nlog 99999999999\n)")));
  for (const char* line : {"0: expected 1 to 10000000\n", "7: there is no such service flow\n",
                           "x: no such parameter, try set\n", "3: expected a multiple of 4\n",
                           "usage: peek ADDRESS [WORDS]\n", "0x1g: expected a number below 2^32",
                           "99999999999: expected a number below 2^32"}) {
    EXPECT_THAT(session.said, HasSubstr(line));
  }
}

TEST(Shell, ReadsAndWritesWordsOfDevices) {
  const Session session = run(scenario(
      typed_at("0.1", R"(peek 0x20020004\npoke 0x20020004 5000000\npeek 0x20020004 2\nirq\n)")));
  EXPECT_THAT(session.said, HasSubstr("\n0x20020004: 0x000186a0\n"));  // the watchdog's 100 ms
  EXPECT_THAT(session.said, HasSubstr("\n0x20020004: 0x004c4b40\n0x20020008: "));
  EXPECT_THAT(session.said, ContainsRegex("\n2 console      enabled, quiet, served [1-9]"));
  EXPECT_THAT(session.said, HasSubstr("\ncharacters lost: 0\n"));
}

TEST(Shell, LogsEverySoManyTicksUntilItIsToldNotTo) {
  const Session session =
      run(scenario(typed_at("0.5", R"(log 10\n)") + "," + typed_at("1.0", R"(log 0\n)")));
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = session.said.find(" us flow 0: ", at)) != std::string::npos;
       ++at) {
    ++lines;
  }
  EXPECT_EQ(lines, 3U) << "a tick every 16 ms: " << session.said;
}

// The law is an interrupt's, whatever the program between them does.
TEST(Shell, TheLawComputesWhatItComputesWithoutAShell) {
  const std::string zero = R"(, "profile": "zero")";
  const Session bare = run(scenario("", "docsis_pie", zero));
  const Session shell = run(scenario(typed_at("0.3", R"(log 1\nshow\nhelp\n)"), "shell", zero));
  EXPECT_THAT(shell.said, HasSubstr(" us flow 0: active"));
  EXPECT_GT(number(bare.results, "service_flows.0.aqm_drops"), 300);
  for (const char* key : {"sent_packets", "aqm_drops", "queue_delay_ms.mean", "queue_delay_ms.p99",
                          "queue_delay_ms.max"}) {
    const std::string path = std::string("service_flows.0.") + key;
    EXPECT_EQ(number(shell.results, path), number(bare.results, path)) << path;
  }
}

TEST(Shell, ASlowLineCostsTheCpuWhatDoesNotFitIntoTheFifo) {
  const std::string typed = typed_at("0.5", R"(help\n)");
  const auto busy_ms = [&typed](const std::string& baud) {
    const Session session = run(scenario(typed, "shell", R"(, "console_baud": )" + baud));
    return number(session.results, "cpus.0.cycles_busy") / 200e3;
  };
  const Session session = run(scenario(typed));
  const double octets = static_cast<double>(session.said.size());
  // At 9600 baud an octet takes 1.04 ms, and all but a few wait for the line.
  EXPECT_NEAR(busy_ms("9600") - busy_ms("0"), octets * 10 / 9.6, 120);
  EXPECT_LT(busy_ms("10000000") - busy_ms("0"), octets * 10 / 9.6 / 500);
}

TEST(Shell, PrintingOverASlowLineKeepsNoInterruptWaiting) {
  const Session session = run(
      scenario(typed_at("0.3", R"(log 1\nhelp\nshow\n)"), "shell", R"(, "console_baud": 38400)"));
  EXPECT_THAT(session.said, HasSubstr(" us flow 0: active"));
  EXPECT_GT(number(session.results, "cpus.0.utilization"), 0.5) << "it waits for the line";
  EXPECT_LT(number(session.results, "cpus.0.interrupt_latency_us.max"), 10);
  EXPECT_EQ(number(session.results, "service_flows.0.missed_updates"), 0);
}

TEST(Shell, ScriptedInputRepeatsItselfToTheBitAndIsPartOfTheResults) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("typed")) << "log 5\nshow\n";
  const std::string arguments =
      "scenarios/shell.json --duration 1 --console-input " + folder.file("typed");
  const std::string once = system::run_text(arguments);
  EXPECT_EQ(once, system::run_text(arguments + " --console " + folder.file("said")));
  EXPECT_THAT(once, HasSubstr(R"("log 5\nshow\n")"));
}

}  // namespace
}  // namespace docsis_vp::app::shell_test
