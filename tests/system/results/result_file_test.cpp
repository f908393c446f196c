#include "system/results/result_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>

#include "platform/base/errors.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::system {
namespace {

namespace fs = std::filesystem;

class ResultFiles : public ::testing::Test {
 protected:
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const TemporaryFolder parent_;
  const fs::path folder_ = parent_.path() / "out";
};

TEST_F(ResultFiles, AppearsWholeOnCommit) {
  const fs::path path = folder_ / "a/results.json";
  {
    ResultFile file(path.string());
    file.stream() << "text";
    EXPECT_FALSE(fs::exists(path));
    file.commit();
    EXPECT_TRUE(fs::exists(path));
  }
  std::ifstream written(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), "text");
}

TEST_F(ResultFiles, LeavesNothingWithoutCommit) {
  { ResultFile(folder_ / "results.json").stream() << "half"; }
  EXPECT_EQ(files(), 0);
}

TEST_F(ResultFiles, ReplacesAnOlderFile) {
  for (const char* text : {"old, and longer", "new"}) {
    ResultFile file(folder_ / "results.json");
    file.stream() << text;
    file.commit();
  }
  std::ifstream written(folder_ / "results.json");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(ResultFiles, FolderThatCannotBe) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "file") << "x";
  EXPECT_THROW(ResultFile(folder_ / "file/results.json"), InputError);
  fs::create_directories(folder_ / "results.json");
  EXPECT_THROW(ResultFile(folder_ / "results.json"), InputError);
}

}  // namespace
}  // namespace docsis_vp::system
