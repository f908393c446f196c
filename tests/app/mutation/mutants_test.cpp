// Damaged scenarios and firmware images through the program: exit status 2 or 3 and one clear line.
// Never a crash, a hang or a partial result.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "platform/base/printable.h"
#include "system/json/node.h"
#include "tests/app/mutation/mutator.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kInOneTest = 25;
constexpr unsigned kFirstSeed = MUTANTS_FIRST_SEED;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_complaint(const std::string& line) {
  return line.rfind("docsis-vp: ", 0) == 0 && line.size() < 2'000;
}

bool is_printable(const std::string& line) {
  return printable(line) == line;
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

class Mutants : public ::testing::TestWithParam<unsigned> {
 protected:
  Mutants() : mutator_(GetParam()), out_(folder_.file("out")) {}

  // Returns true if the mutant was refused or failed. A valid mutant must run to its end.
  bool is_refused(const std::string& arguments, const fs::path& mutant) {
    fs::remove_all(out_);
    // So much CPU time is a hang: whole runs take a hundredth.
    const Outcome outcome = run_program_within(kCpuSeconds, arguments + " -o " + out_);
    ++endings_[outcome.status];
    if (outcome.status == 0) {
      expect_whole_results(outcome.status, mutant);
      return false;
    }
    EXPECT_THAT(outcome.status, ::testing::AnyOf(2, 3)) << kept(mutant) << outcome.err;
    const std::vector<std::string> said = lines_of(outcome.err);
    EXPECT_EQ(std::count_if(said.begin(), said.end(), is_complaint), 1)
        << kept(mutant) << outcome.err;
    EXPECT_TRUE(std::all_of(said.begin(), said.end(), is_printable)) << kept(mutant) << outcome.err;
    // Where firmware failed, what led there stands beside it.
    EXPECT_TRUE(outcome.status == 3 || said.size() == 1) << kept(mutant) << outcome.err;
    expect_whole_results(outcome.status, mutant);
    return true;
  }

  void TearDown() override {
    for (const auto& [status, count] : endings_) {
      std::cout << count << " mutants: exit status " << status << "\n";
    }
  }

  fs::path folder() const { return folder_.path(); }
  Mutator mutator_;

 private:
#ifdef __SANITIZE_ADDRESS__
  static constexpr unsigned kCpuSeconds = 60;
#else
  static constexpr unsigned kCpuSeconds = 10;
#endif

  void expect_whole_results(int status, const fs::path& mutant) const {
    const fs::path results = fs::path(out_) / "results.json";
    if (status == 2) {
      EXPECT_FALSE(fs::exists(out_)) << kept(mutant);
    } else if (status == 0 || fs::exists(results)) {
      const system::JsonNode root = system::parse_json_file(results.string());
      ASSERT_NE(root.find("error"), nullptr) << kept(mutant);
      EXPECT_EQ(root.find("error")->kind == system::JsonNode::Kind::kNull, status == 0)
          << kept(mutant);
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(folder())) {
      EXPECT_THAT(entry.path().filename().string(), ::testing::Not(::testing::HasSubstr(".part")));
    }
  }

  // A failed test leaves its mutant behind.
  static std::string kept(const fs::path& mutant) {
    const fs::path copy = fs::temp_directory_path() /
                          ("mutant-" + std::to_string(getpid()) + "-" + mutant.filename().string());
    std::error_code ignored;
    fs::copy_file(mutant, copy, fs::copy_options::overwrite_existing, ignored);
    return "the mutant is " + copy.string() + "\n";
  }

  TemporaryFolder folder_;
  std::string out_;
  std::map<int, unsigned> endings_;
};

// Every scenario of the tree but those that take long.
std::vector<fs::path> scenarios_below(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& path = entry.path();
    const std::string name = path.filename().string();
    if (path.extension() == ".json" && path.parent_path().filename() != "sweeps" &&
        name.rfind("scale-1", 0) != 0) {
      found.push_back(path);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

class MutatedScenarios : public Mutants {};

TEST_P(MutatedScenarios, AreRefusedInOneLine) {
  // Beside their likes, whom they extend, and their traces.
  fs::copy("scenarios", folder() / "scenarios", fs::copy_options::recursive);
  fs::create_directory_symlink(fs::current_path() / "traces", folder() / "traces");
  const std::vector<fs::path> scenarios = scenarios_below(folder() / "scenarios");
  for (unsigned refused = 0; refused < kInOneTest && !HasFailure();) {
    const fs::path& path = scenarios[mutator_.below(scenarios.size())];
    const std::string original = contents(path);
    std::string text = original;
    do {
      mutator_.wound_json(text);
      write(path, text);
    } while (!is_refused("run " + path.string() + " --duration 0.01 --quiet", path) &&
             !HasFailure());
    write(path, original);
    ++refused;
  }
}

class MutatedFirmware : public Mutants {};

TEST_P(MutatedFirmware, IsRefusedInOneLine) {
  const std::vector<std::string> images = {"docsis_pie", "pie", "codel", "mixed"};
  write(folder() / "scenario.json", R"({"duration_s": 0.05,
    "modems": [{"name": "cm0", "control_law": "firmware", "drop": "firmware", "firmware": "./mutant.elf"}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10, "aqm": "pie"}],
    "flows": [{"name": "load", "modem": "cm0", "rate_mbps": 15}]})");
  const fs::path mutant = folder() / "mutant.elf";
  for (unsigned refused = 0; refused < kInOneTest && !HasFailure(); ++refused) {
    std::string image = contents(std::string(DOCSIS_VP_FIRMWARE) + "/" +
                                 images[mutator_.below(images.size())] + ".elf");
    ASSERT_FALSE(image.empty());
    do {
      mutator_.wound_elf(image);
      write(mutant, image);
    } while (!is_refused("run " + (folder() / "scenario.json").string() + " --quiet", mutant) &&
             !HasFailure());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, MutatedScenarios,
                         ::testing::Range(kFirstSeed, kFirstSeed + MUTANTS_SCENARIOS / kInOneTest));
INSTANTIATE_TEST_SUITE_P(Seeds, MutatedFirmware,
                         ::testing::Range(kFirstSeed, kFirstSeed + MUTANTS_IMAGES / kInOneTest));

}  // namespace
}  // namespace docsis_vp::app
