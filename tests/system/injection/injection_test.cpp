// Events of a scenario at the control CPU, and their effect on traffic.
#include <gmock/gmock.h>

#include <cstdlib>
#include <cstring>

#include "platform/memory/elf_image.h"
#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::injection_test {
namespace {

using ::testing::HasSubstr;

const std::string kQuickstart = std::getenv("PWD") + std::string("/scenarios/quickstart.json");
const std::string kProportional = DOCSIS_VP_FIRMWARE_DIR "/test_proportional.elf";

// modem: more of its keys, with a comma before them.
std::string scenario(const std::string& events, const std::string& modem = "") {
  return R"({"extends": ")" + kQuickstart + R"(", "duration_s": 6, "modems": [{"name": "cm0")" +
         modem + R"(}], "events": [)" + events + "]}";
}

std::string event(const std::string& time_s, const std::string& kind, const std::string& more) {
  return R"({"time_s": )" + time_s + R"(, "kind": ")" + kind + R"(", "modem": "cm0")" + more + "}";
}

JsonNode run(const std::string& text, const std::string& options = "") {
  const ScenarioFile file(text);
  return run_results(file.path() + options);
}

std::string text_of(const JsonNode& event, const char* key) {
  const JsonNode* node = event.find(key);
  return node == nullptr ? "no " + std::string(key) : node->text;
}

const JsonNode& only_event(const JsonNode& results) {
  return results.find("events")->elements.at(0);
}

void expect_conserved(const JsonNode& results) {
  const auto packets = [&results](const char* key) {
    return number(results, std::string("service_flows.0.") + key);
  };
  EXPECT_GT(packets("sent_packets"), 1000);
  EXPECT_EQ(packets("offered_packets"), packets("sent_packets") + packets("aqm_drops") +
                                            packets("buffer_drops") + packets("hold_drops") +
                                            packets("queued_at_end") + packets("held_at_end"));
}

double delay_ms(const JsonNode& results) {
  return number(results, "service_flows.0.queue_delay_ms.mean");
}

TEST(FieldUpdate, LosesNoPacketAndTheNewLawRuns) {
  const std::string warmup = " --set stats.warmup_s=4";
  const JsonNode old_law = run(scenario(""), warmup);
  const JsonNode updated = run(
      scenario(event("2", "update_firmware", R"(, "firmware": ")" + kProportional + '"')), warmup);
  const JsonNode& what = only_event(updated);
  EXPECT_EQ(text_of(what, "kind"), "update_firmware");
  EXPECT_EQ(text_of(what, "firmware"), kProportional);
  EXPECT_EQ(text_of(what, "firmware_sha256").size(), 64U);
  EXPECT_NE(text_of(what, "firmware_sha256"), text_of(updated, "firmware_sha256"));
  EXPECT_GT(number(what, "waiting_packets_before"), 0);
  EXPECT_EQ(number(what, "waiting_packets_after"), number(what, "waiting_packets_before"));
  expect_conserved(updated);
  // 14 Mbit/s into 10: 29 % are to be dropped, which this law does 2.9 targets above the target.
  EXPECT_NEAR(delay_ms(updated), 10 + 2.9 * 10, 4);
  EXPECT_LT(delay_ms(old_law), 15);
}

TEST(FieldUpdate, GoesOnWhereTheOldProgramStoodInTheRingOfHeldPackets) {
  const JsonNode updated =
      run(scenario(event("2", "update_firmware", R"(, "firmware": "mixed", "takes_ms": 3)"),
                   R"(, "drop": "firmware")"),
          " --set stats.warmup_s=3");
  EXPECT_EQ(number(only_event(updated), "waiting_packets_after"),
            number(only_event(updated), "waiting_packets_before"));
  EXPECT_EQ(number(updated, "service_flows.0.hold_drops"), 0);
  expect_conserved(updated);
  EXPECT_LT(delay_ms(updated), 15) << "the law that was loaded decides";
}

TEST(Inject, AResetCpuStartsItsProgramAnew) {
  const JsonNode results = run(scenario(event("2", "reset_cpu", "")));
  EXPECT_THAT(text_of(only_event(results), "interrupted"), HasSubstr("pc 0x"));
  expect_conserved(results);
  const JsonNode plain = run(scenario(""));
  EXPECT_GT(number(results, "cpus.0.instructions"), number(plain, "cpus.0.instructions"));
}

TEST(Inject, AForcedInterruptIsServedWithoutACauseAndChangesNoDecision) {
  const JsonNode forced =
      run(scenario(event("2.001", "force_interrupt", R"(, "interrupt": "aqm_tick")")));
  const JsonNode plain = run(scenario(""));
  EXPECT_EQ(text_of(only_event(forced), "interrupt"), "aqm_tick");
  EXPECT_GT(number(forced, "cpus.0.instructions"), number(plain, "cpus.0.instructions"));
  EXPECT_EQ(number(forced, "service_flows.0.aqm_drops"),
            number(plain, "service_flows.0.aqm_drops"));
}

TEST(Inject, AStalledBusDelaysTheInterruptThatComesMeanwhile) {
  const JsonNode stalled = run(scenario(event("2", "stall_bus", R"(, "duration_us": 20000)")));
  const double latest_us = number(stalled, "cpus.0.interrupt_latency_us.max");
  EXPECT_GT(latest_us, 4000) << "a tick every 16 ms";
  EXPECT_LE(latest_us, 20'001);
  EXPECT_EQ(number(only_event(stalled), "duration_us"), 20'000);
}

TEST(Inject, ABitOfMemoryOfARegisterAndOfTheCpuFlips) {
  const struct {
    const char* where;
    const char* before;
    const char* after;
  } cases[] = {
      // The target, 10 ms, in the parameters that the program read as it started.
      {R"(, "address": "params", "bit": 14)", "0x00002710", "0x00006710"},
      {R"(, "register": "s11", "bit": 31)", "0x00000000", "0x80000000"},
  };
  for (const auto& each : cases) {
    const JsonNode results = run(scenario(event("0.5", "flip_bit", each.where)), " --duration 1");
    EXPECT_EQ(text_of(only_event(results), "before"), each.before) << each.where;
    EXPECT_EQ(text_of(only_event(results), "after"), each.after) << each.where;
  }
  const JsonNode flipped =
      run(scenario(event("2", "flip_bit", R"(, "address": "params", "bit": 14)")),
          " --set stats.warmup_s=4");
  EXPECT_GT(delay_ms(flipped), 20) << "of a target of 26 ms instead of 10";
}

TEST(Inject, ARegisterThatOnlyReadsKeepsItsBits) {
  // The register counts packets of the ingress hold.
  const JsonNode results =
      run(scenario(event("0.5", "flip_bit", R"(, "address": "0x2009000c", "bit": 1)"),
                   R"(, "drop": "firmware")"),
          " --duration 1");
  EXPECT_EQ(text_of(only_event(results), "before"), text_of(only_event(results), "after"));
}

// Where a function of the quickstart's firmware multiplies (mul, not mulhu): the instruction words.
std::vector<std::uint32_t> multiplications(const std::string& function) {
  const auto image = platform::ElfImage::read(DOCSIS_VP_FIRMWARE_DIR "/docsis_pie.elf");
  const platform::ElfImage::Symbol* const symbol = image.symbol(function);
  const platform::ElfImage::Segment& rom = image.segments().at(0);
  std::vector<std::uint32_t> found;
  for (std::uint32_t at = symbol->address; at + 4 <= symbol->address + symbol->size_bytes;) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &rom.bytes.at(at - rom.load_address), sizeof bits);
    if ((bits & 0xfe00707f) == 0x02000033) {
      found.push_back(at);
    }
    at += (bits & 3) == 3 ? 4 : 2;
  }
  return found;
}

// mul becomes mulh, which the law notices; the same with every recording, alone and all together.
TEST(Inject, AFlippedBitOfCodeCountsWhateverIsRecorded) {
  const std::string options = " --duration 2";
  const std::string plain = run_text(ScenarioFile(scenario("")).path() + options);
  const auto drops = [](const std::string& text) {
    return number(parse_json(text, ""), "service_flows.0.aqm_drops");
  };
  std::optional<ScenarioFile> flipped;
  std::string reference;
  for (const std::uint32_t at : multiplications("docsis_pie_update")) {
    const std::string where = R"(, "address": ")" + std::to_string(at & ~3U) + R"(", "bit": )" +
                              std::to_string((at & 3) == 0 ? 12 : 28);
    flipped.emplace(scenario(event("0.5", "flip_bit", where)));
    reference = run_text(flipped->path() + options);
    if (drops(reference) != drops(plain)) {
      break;
    }
  }
  ASSERT_NE(drops(reference), drops(plain)) << "no bit that matters was found";

  const TemporaryFolder folder;
  const std::string recordings[] = {
      " --log-tlm rom=" + folder.file("rom.csv"),
      " --log-tlm ram=" + folder.file("ram.csv"),
      " --log-tlm aqm_engine=" + folder.file("aqm.csv"),
      " --waves " + folder.file("waves.vcd"),
      " --trace " + folder.file("trace.txt") + " --trace-window 0.49:0.52",
      " --commit-log " + folder.file("commits.txt"),
      " --callgrind " + folder.file("callgrind.out"),
      " --coverage " + folder.file("coverage.info"),
      " --profile",
      " --watch-faults",
      " --capture " + folder.file("capture.pcapng"),
  };
  const std::string alone = flipped->path() + options;
  std::string all = alone;
  for (const std::string& recording : recordings) {
    EXPECT_EQ(run_text(std::string(alone).append(recording)), reference) << recording;
    all += recording;
  }
  EXPECT_EQ(run_text(all), reference);
}

TEST(Inject, ABitThatMutesTheTickEndsInTheWatchdog) {
  const ScenarioFile file(
      scenario(event("2", "flip_bit", R"(, "address": "0x20030004", "bit": 0)")));
  const TemporaryFolder folder;
  const app::Outcome outcome =
      app::run_program("run " + file.path() + " --quiet -o " + folder.path().string());
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("did not kick the watchdog"));
}

}  // namespace
}  // namespace docsis_vp::system::injection_test
