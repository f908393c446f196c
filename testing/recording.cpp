#include "testing/recording.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "testing/child.h"

namespace docsis_vp::testing {

namespace {

constexpr const char* kFolder = "DOCSIS_VP_TEST_RECORDING";    // of this process
constexpr const char* kFolders = "DOCSIS_VP_TEST_RECORDINGS";  // of all, chosen by the user
}  // namespace

std::optional<std::string> recording_folder() {
  const char* const folder = std::getenv(kFolder);
  return folder == nullptr ? std::nullopt : std::optional<std::string>(folder);
}

std::optional<std::string> record(const std::string& test) {
  const char* const chosen = std::getenv(kFolders);
  std::string name = test;
  std::replace(name.begin(), name.end(), '/', '_');
  const auto folder = std::filesystem::absolute(chosen == nullptr ? "failed-tests" : chosen) / name;
  std::error_code refused;
  std::filesystem::remove_all(folder, refused);
  std::filesystem::create_directories(folder, refused);
  if (refused) {
    return {};
  }
  run_child({test, {"--gtest_output="}, kFolder, folder.string(), true});
  if (std::filesystem::is_empty(folder, refused)) {
    std::filesystem::remove(folder, refused);
    return {};
  }
  return folder.string();
}

}  // namespace docsis_vp::testing
