// Checks that a run never changes its input files, whatever the names of its outputs.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Contents = std::map<std::string, std::string>;  // by path

// A scenario that names a file of each kind.
class KeptInputs : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::copy_file(DOCSIS_VP_FIRMWARE "/docsis_pie.elf", file("fw.elf"));
    fs::copy_file(DOCSIS_VP_FIRMWARE "/docsis_pie.elf", file("new.elf"));
    fs::copy_file("models/area/technologies/28nm.json", file("silicon.json"));
    fs::copy_file("traces/linux-upload-14mbit.pcapng", file("upload.pcapng"));
    write("keys", "help\n");
    write("phantom.txt", "0 1\n");
    write("modem.json", R"({"network_access": 1, "upstream_service_flows": [
        {"reference": 1, "qos_set": 7, "max_sustained_rate_bps": 20000000}]})");
    const std::string encode = "config encode " + file("modem.json") + " -o " + file("modem.cfg");
    ASSERT_EQ(run_program(encode).status, 0);
    write("base.json", R"({"duration_s": 0.01,
        "modems": [{"name": "cm0", "firmware": "./fw.elf", "control_law": "firmware",
                    "config_file": "modem.cfg", "technology_file": "silicon.json"}],
        "service_flows": [],
        "rf": {"capacity": {"kind": "trace", "file": "phantom.txt"}},
        "flows": [{"name": "up", "modem": "cm0", "kind": "trace", "file": "upload.pcapng"}],
        "events": [{"time_s": 0.005, "kind": "update_firmware", "modem": "cm0",
                    "firmware": "./new.elf"}]})");
    write("scenario.json", R"({"extends": "base.json"})");
  }

  std::string file(const std::string& name) const { return folder_.file(name); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(file(name)).parent_path());
    std::ofstream(file(name)) << text;
  }
  Contents contents() const {
    Contents all;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_.path())) {
      std::ifstream stream(entry.path(), std::ios::binary);
      std::ostringstream text;
      if (entry.is_regular_file()) {
        text << stream.rdbuf();
      }
      all[entry.path()] = text.str();
    }
    return all;
  }
  // In one line, and nothing has changed.
  void expect_refused(const std::string& arguments, const std::string& said,
                      const std::string& command = "run --quiet ") const {
    const Contents before = contents();
    const Outcome outcome = run_program(command + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.err, "docsis-vp: " + said + "\n");
    EXPECT_TRUE(contents() == before) << arguments;
  }

 private:
  TemporaryFolder folder_;
};

constexpr std::pair<const char*, const char*> kInputs[] = {
    {"scenario.json", "the scenario"},
    {"base.json", "the extended scenario"},
    {"fw.elf", "the firmware"},
    {"new.elf", "the firmware"},
    {"modem.cfg", "the configuration file"},
    {"silicon.json", "the technology file"},
    {"upload.pcapng", "the trace"},
    {"phantom.txt", "the capacity trace"},
    {"keys", "the console input"},
};

TEST_F(KeptInputs, AreNotWrittenOver) {
  for (const auto& [name, what] : kInputs) {
    for (const std::string option :
         {"--capture", "--waves", "--callgrind", "--coverage", "--commit-log", "--trace"}) {
      expect_refused(file("scenario.json") + " -o " + file("out") + " --console-input " +
                         file("keys") + " " + option + " " + file(name),
                     option + " would be written over " + what + " " + file(name));
    }
  }
}

// A console is written in place, so other names of the file show its text.
TEST_F(KeptInputs, AreNotWrittenOverByAnotherName) {
  fs::create_hard_link(file("fw.elf"), file("other.elf"));
  expect_refused(file("scenario.json") + " -o " + file("out") + " --console " + file("other.elf"),
                 "--console would be written over the firmware " + file("other.elf"));
}

TEST_F(KeptInputs, AreNotWrittenOverByOtherCommands) {
  const std::string elf = file("fw.elf");
  const auto expect_iss_refuses = [&](const std::string& option, const std::string& value) {
    expect_refused(elf + " " + option + value + " " + elf,
                   option + " would be written over the program " + elf, "iss ");
  };
  expect_iss_refuses("--stats", "");
  expect_iss_refuses("--commit-log", "");
  expect_iss_refuses("--dump", " 0x80000000:4");
  expect_refused(elf + " --stats " + file("x") + " --commit-log " + file("x"),
                 "--stats and --commit-log would both be written to " + file("x"), "iss ");
  const auto expect_config_refuses = [&](const std::string& action, const std::string& path) {
    expect_refused(action + " " + path + " -o " + path,
                   "-o would be written over the file to " + action + " " + path, "config ");
  };
  expect_config_refuses("encode", file("modem.json"));
  expect_config_refuses("decode", file("modem.cfg"));
}

TEST_F(KeptInputs, AreNotWrittenOverByResults) {
  write("out/results.json", R"({"extends": "../base.json"})");
  expect_refused(file("out/results.json") + " -o " + file("out"),
                 "results.json would be written over the scenario " + file("out/results.json"));
  write("out/timeseries.csv", "0 1\n");
  expect_refused(
      file("scenario.json") + " --set rf.capacity.file=" + file("out/timeseries.csv") + " -o " +
          file("out"),
      "timeseries.csv would be written over the capacity trace " + file("out/timeseries.csv"));
}

TEST_F(KeptInputs, AreNotWrittenOverByReplications) {
  const std::string scenario = R"({"extends": ")" + file("base.json") + R"("})";
  const std::string replicate = " --replications 2 -o " + file("out");
  const std::pair<const char*, const char*> cases[] = {
      {"out/summary.json", "summary.json"},
      {"out/rep-1/results.json", "replication 1's results.json"},
      {"out/rep-2/results.json", "replication 2's results.json"},
      {"out/rep-2/timeseries.csv", "replication 2's timeseries.csv"},
  };
  for (const auto& [name, what] : cases) {
    write(name, scenario);
    expect_refused(file(name) + replicate,
                   std::string(what) + " would be written over the scenario " + file(name));
  }
  // A file that an earlier run of more replications may have left, and a link as well.
  fs::create_directories(file("out/rep-3"));
  fs::copy_file(file("phantom.txt"), file("out/rep-3/timeseries.csv"));
  fs::create_symlink(file("phantom.txt"), file("out/rep-3/results.json"));
  for (const char* name : {"out/rep-3/timeseries.csv", "out/rep-3/results.json"}) {
    expect_refused(file("scenario.json") + " --set rf.capacity.file=" + file(name) + replicate,
                   "--replications 2 would remove the capacity trace " + file(name));
  }
}

// In a folder that stays, under another name.
TEST_F(KeptInputs, MayLieAmongResults) {
  write("out/rep-1/scenario.json", R"({"extends": "../../base.json"})");
  const Outcome outcome = run_program("run --quiet " + file("out/rep-1/scenario.json") +
                                      " --replications 2 -o " + file("out"));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(fs::exists(file("out/rep-1/scenario.json")));
  EXPECT_TRUE(fs::exists(file("out/rep-2/results.json")));
}

}  // namespace
}  // namespace docsis_vp::app
