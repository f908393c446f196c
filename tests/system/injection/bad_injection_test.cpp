// Events that cannot be: one line, exit status 2, no result.
#include <elf.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/app/program.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::bad_injection_test {
namespace {

const std::string kQuickstart = std::getenv("PWD") + std::string("/scenarios/quickstart.json");

std::string said(const std::string& event, const std::string& more = "") {
  const ScenarioFile file(R"({"extends": ")" + kQuickstart + "\"" + more + ",\n\"events\": [\n" +
                          R"({"time_s": 1, )" + event + "}]}");
  const TemporaryFolder folder;
  const app::Outcome outcome =
      app::run_program("run " + file.path() + " -o " + folder.path().string());
  EXPECT_EQ(outcome.status, 2) << event;
  EXPECT_EQ(outcome.out, "") << event;
  EXPECT_FALSE(std::filesystem::exists(folder.file("results.json"))) << event;
  const std::size_t from = outcome.err.find("scenario.json:");
  return from == std::string::npos ? outcome.err : outcome.err.substr(from + 14);
}

TEST(BadInjection, IsRefusedInOneLine) {
  const std::string flip = R"("kind": "flip_bit", "modem": "cm0")";
  const struct {
    std::string event;
    std::string expected;
  } cases[] = {
      {R"("kind": "reset_cpu", "modem": "cm1")",
       "3: events[0].modem: there is no modem \"cm1\", did you mean \"cm0\"?\n"},
      {flip, "3: events[0]: expected either an address or a register\n"},
      {flip + R"(, "address": "0x80000000", "register": "a0")",
       "3: events[0]: expected either an address or a register\n"},
      {flip + R"(, "register": "x32")",
       "3: events[0].register: expected pc, x1 to x31 or its name in the ABI, got \"x32\"\n"},
      {flip + R"(, "address": "states+")",
       "3: events[0].address: expected an address, a symbol of the firmware, or a symbol and an "
       "offset as in states+4, got \"states+\"\n"},
      {flip + R"(, "address": "0x80040000")",
       "3: events[0].address: expected a word of ROM, of RAM or of a device (docs/registers.md), "
       "got \"0x80040000\"\n"},
      {flip + R"(, "address": "0x80000002")",
       "3: events[0].address: expected a word of ROM, of RAM or of a device (docs/registers.md), "
       "got \"0x80000002\"\n"},
      {flip + R"(, "address": "0x2003fff0")",
       "docsis-vp: event flip_bit of cm0: there is no register at 0x2003fff0, see "
       "docs/registers.md\n"},
      {R"("kind": "update_firmware", "modem": "cm0", "firmware": "./no.elf")", "no.elf\n"},
      {R"("kind": "update_firmware", "modem": "cm0", "firmware": "pie")",
       "3: events[0].firmware: the firmware pie computes pie, pie_draft, pie_linux, "
       "pie_linux_2014, but the service flow us0 has docsis_pie\n"},
      {R"("kind": "update_firmware", "modem": "cm0", "firmware": "codel")",
       "3: events[0].firmware: the firmware codel computes codel, but the service flow us0 has "
       "docsis_pie\n"},
      {R"("kind": "stall_bus", "modem": "cm0", "duration_us": 0)",
       "3: events[0].duration_us: expected a number from 0.001 to 60000000 us, got 0\n"},
      {R"("kind": "reset_cpu", "modem": "cm0", "bit": 3)",
       "3: events[0].bit: applies only with kind = flip_bit\n"},
  };
  for (const auto& each : cases) {
    const std::string line = said(each.event);
    EXPECT_EQ(line.substr(line.size() - std::min(line.size(), each.expected.size())),
              each.expected);
  }
}

TEST(BadInjection, FirmwareOfAnotherLawIsRefusedFromTheStart) {
  const std::string command = "check " + kQuickstart + " --set modems.cm0.firmware=";
  for (const std::string firmware : {"codel", "codel_dt", "codel_tail", "pie", "red"}) {
    std::string whole = command;
    const app::Outcome outcome = app::run_program(whole.append(firmware));
    EXPECT_EQ(outcome.status, 2) << firmware;
    EXPECT_NE(outcome.err.find("modems[0].firmware: the firmware " + firmware + " computes "),
              std::string::npos)
        << outcome.err;
  }
}

// The file of a good image, but for one segment that ends where no memory is.
TEST(BadInjection, FirmwareOutsideMemoryIsRefusedBeforeTheRun) {
  const TemporaryFolder folder;
  std::ifstream good(DOCSIS_VP_FIRMWARE_DIR "/docsis_pie.elf", std::ios::binary);
  std::string elf(std::istreambuf_iterator<char>(good), {});
  Elf32_Ehdr header;
  std::memcpy(&header, elf.data(), sizeof header);
  Elf32_Phdr segment{};
  std::size_t at = header.e_phoff;
  for (; segment.p_type != PT_LOAD; at += sizeof segment) {
    std::memcpy(&segment, elf.data() + at, sizeof segment);
  }
  segment.p_memsz = 0x7fffffff;
  std::memcpy(elf.data() + at - sizeof segment, &segment, sizeof segment);
  const std::string path = folder.file("bad.elf");
  std::ofstream(path, std::ios::binary) << elf;

  const std::string expected = path +
                               ": expected segments in ROM (64 KiB at 0x00000000) and RAM (256 KiB "
                               "at 0x80000000), got one of 2147483647 bytes at 0x00000000\n";
  EXPECT_EQ(said(R"("kind": "update_firmware", "modem": "cm0", "firmware": ")" + path + '"'),
            "3: events[0].firmware: " + expected);
  const std::string set = " --set modems.cm0.firmware=" + path;
  const std::string line = "docsis-vp:" + set + ": modems[0].firmware: " + expected;
  for (const std::string& command :
       {"check " + kQuickstart, "run " + kQuickstart + " -o " + folder.path().string()}) {
    std::string whole = command;
    const app::Outcome outcome = app::run_program(whole.append(set));
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_EQ(outcome.out, "") << command;
    EXPECT_EQ(outcome.err, line);
  }
}

TEST(BadInjection, AModemWithoutACpuIsRefused) {
  EXPECT_EQ(said(R"("kind": "reset_cpu", "modem": "cm0")",
                 R"(, "modems": [{"name": "cm0", "control_law": "hardware"}])"),
            "3: events[0].modem: the modem \"cm0\" has no control CPU: its control_law is "
            "hardware\n");
}

}  // namespace
}  // namespace docsis_vp::system::bad_injection_test
