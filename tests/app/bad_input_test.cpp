// Bad usage and bad input: one line, exit status 2, nothing left behind.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {
namespace {

namespace fs = std::filesystem;

class BadInput : public ::testing::Test {
 protected:
  void expect(const std::string& arguments, const std::string& line) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_EQ(outcome.err, "docsis-vp: " + line + "\n") << arguments;
  }

  TemporaryFolder folder_;
};

TEST_F(BadInput, Usage) {
  expect("chek x.json", "unknown command \"chek\", did you mean \"check\"?");
  expect("check scenarios/overload.json --sett a=b", "unknown option --sett, did you mean --set?");
  expect("check no.json", "no.json: cannot be opened");
  expect("run no.json", "no.json: cannot be opened");
  expect("run .", ".: is a folder, expected a file");
  expect("config decode .", ".: is a folder, expected a file");
  expect("config encode . -o " + folder_.file("x.cm"), ".: is a folder, expected a file");
  expect("run scenarios/overload.json --console-input .",
         "--console-input .: is a folder, expected a file");
  expect("run scenarios/overload.json --wavs x", "unknown option --wavs, did you mean --waves?");
  expect("run scenarios/overload.json --seed -1",
         "--seed -1: seed: expected an integer from 0 to 9007199254740991, got -1");
}

TEST_F(BadInput, FoldersForFiles) {
  const std::string folder = folder_.path();
  const std::string reason = ": is a folder, expected a file";
  const std::string run = "run scenarios/quickstart.json -o " + folder_.file("out") + " ";
  for (const char* output : {"--capture ", "--trace ", "--waves ", "--callgrind ", "--coverage ",
                             "--commit-log ", "--console "}) {
    std::string arguments = run;
    arguments.append(output).append(folder);
    expect(arguments, folder + reason);
  }
  expect(run + "--firmware " + folder,
         "--firmware " + folder + ": modems[0].firmware: " + folder + reason);
  expect(run + "--set flows.upload.file=" + folder,
         "--set flows.upload.file=" + folder + ": flows[0].file: " + folder + reason);
  expect("iss " + folder, folder + reason);
  const std::string path = folder_.file("x.json");
  std::ofstream(path) << R"({"extends": "."})";
  expect("check " + path, path + ":1: extends: " + folder + "/" + reason);
}

TEST_F(BadInput, FilesForFolders) {
  const std::string file = folder_.file("taken");
  std::ofstream(file) << "kept";
  expect("run scenarios/quickstart.json -o " + file,
         file + "/results.json: cannot be written: " + file + " is a file, expected a folder");
  expect(
      "run scenarios/quickstart.json -o " + file + "/deeper",
      file + "/deeper/results.json: cannot be written: " + file + " is a file, expected a folder");
}

TEST_F(BadInput, Files) {
  const std::string modems = R"("modems": [{"name": "cm0"}])";
  const std::string flows =
      R"("service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20}])";
  const struct {
    std::string text;
    std::string expected;
  } cases[] = {
      {"", ":1: the text ends before the value is complete (column 1)"},
      {"{" + modems + ",\n\"seed\": 1,\n\"seed\": 1}",
       ":3: duplicate key \"seed\", first used in line 2"},
      {"{" + modems + ",\n" + flows + ",\n\"durations\": 1}",
       ":3: durations: unknown key, did you mean \"duration_s\"?"},
      {"{" + modems + ",\n" + flows + ",\n\"duration_s\": NaN}",
       ":3: not valid JSON: syntax error (column 15)"},
      {"{" + modems + ",\n" + flows + "}\n}", ":3: nothing may follow the value (column 1)"},
      {"{" + modems + ",\n\"service_flows\": []}",
       ":1: modems[0]: the modem \"cm0\" has 0 upstream service flows, expected 1 to 48"},
      {"{\"modems\": [{\"name\": \"cm0\",\n\"control_law\": \"software\"}],\n" + flows + "}",
       ":2: modems[0].control_law: expected \"hardware\" or \"firmware\", got \"software\""},
      {"{\"modems\": [{\"name\": \"cm0\", \"control_law\": \"firmware\",\n\"firmware\": "
       "\"./no.elf\"}],\n" +
           flows + "}",
       ":2: modems[0].firmware: there is no firmware file " + folder_.file("no.elf")},
      {"{" + modems + ",\n" + flows +
           ",\n\"flows\": [{\"name\": \"a\", \"modem\": \"cm0\",\n\"packet_bytes\": 63}]}",
       ":4: flows[0].packet_bytes: expected an integer from 64 to 2000 bytes, got 63"},
  };
  const std::string path = folder_.file("x.json");
  const std::string out = folder_.file("out");
  const std::string check = "check " + path;
  const std::string run = "run " + path + " -o " + out;
  for (const auto& c : cases) {
    std::ofstream(path) << c.text;
    expect(check, path + c.expected);
    expect(run, path + c.expected);
    EXPECT_FALSE(fs::exists(out)) << c.text;
  }
}

// A message may quote text of any length with any character.
TEST_F(BadInput, QuotesOfFilesStayOneShortLine) {
  const std::string path = folder_.file("x.json");
  const auto quoting = [&](const std::string& name) {
    std::ofstream(path) << R"({"modems": [{"name": ")" << name << R"("}]})";
    return run_program("check " + path);
  };
  const std::string start = "docsis-vp: " + path + ":1: modems[0].name: expected ";

  const Outcome lines = quoting("a\\nb\\u001bc");
  EXPECT_EQ(lines.status, 2);
  EXPECT_THAT(lines.err, ::testing::StartsWith(start));
  EXPECT_THAT(lines.err, ::testing::EndsWith(", got \"a b c\"\n"));

  const Outcome endless = quoting(std::string(100'000, '['));
  EXPECT_EQ(endless.status, 2);
  EXPECT_THAT(endless.err, ::testing::StartsWith(start));
  EXPECT_THAT(endless.err, ::testing::EndsWith("[[[\"\n"));
  EXPECT_LT(endless.err.size(), 1'100U);

  // é has two octets: the message keeps complete characters on both sides of the gap.
  std::string accents;
  for (unsigned i = 0; i < 2'000; ++i) accents += "\u00e9";
  for (const char* shift : {"", "x"}) {
    const Outcome cut = quoting(shift + accents);
    EXPECT_THAT(cut.err, ::testing::HasSubstr("\u00e9 ... \u00e9")) << shift;
  }
}

TEST_F(BadInput, PathsNobodyCanFollow) {
  const std::string name(300, 'n');  // longer than a file system takes
  expect("check " + name, name + ": cannot be opened");
  expect("run scenarios/overload.json --quiet -o " + folder_.file(name),
         folder_.file(name) + "/results.json: cannot be written: File name too long");
  const std::string path = folder_.file("x.json");
  std::ofstream(path) << "{\"extends\": \"" << name << "\"}";
  expect("check " + path, path + ":1: extends: there is no file " + folder_.file(name));
  const std::string elf = folder_.file(name + ".elf");
  std::ofstream(path)
      << R"({"modems": [{"name": "cm0", "control_law": "firmware", "firmware": ")" << elf
      << R"("}], "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20}]})";
  expect("check " + path, path + ":1: modems[0].firmware: there is no firmware file " + elf);
}

TEST_F(BadInput, FilesWithoutEnd) {
  const std::string line = "/dev/zero: expected at most 256 MiB";
  for (const char* command : {"check", "config decode", "iss x.elf --profile",
                              "run scenarios/shell.json --console-input"}) {
    expect(command + std::string(" /dev/zero"), line);
  }
  expect("iss /dev/zero", "/dev/zero: not an ELF file");
  for (const char* change : {R"(rf.capacity={\"kind\":\"trace\",\"file\":\"/dev/zero\"})",
                             "modems.0.config_file=/dev/zero"}) {
    const Outcome outcome =
        run_program("check scenarios/overload.json --set \"" + std::string(change) + "\"");
    EXPECT_EQ(outcome.status, 2) << change;
    EXPECT_THAT(outcome.err, ::testing::EndsWith(line + "\n")) << change;
  }
}

TEST(FullDisk, OnStandardOutputIsAFailure) {
  const TemporaryFolder folder;
  for (const std::string& arguments :
       {std::string("check scenarios/quickstart.json"), std::string("check --schema"),
        std::string("aqm"), std::string("area scenarios/quickstart.json"), std::string("--version"),
        "run scenarios/quickstart.json --duration 0.1 --set stats.warmup_s=0 -o " +
            folder.file("out")}) {
    const Outcome outcome = run_program_into("/dev/full", arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.err, "docsis-vp: standard output: cannot be written\n");
  }
}

}  // namespace
}  // namespace docsis_vp::app
