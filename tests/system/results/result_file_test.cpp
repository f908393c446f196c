#include "system/results/result_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <future>
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

  static void write(const fs::path& path, const char* text) {
    ResultFile file(path.string());
    file.stream() << text;
    file.commit();
  }
  static std::string text_of(const fs::path& path) {
    std::ifstream written(path);
    return {std::istreambuf_iterator<char>(written), {}};
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
  EXPECT_EQ(text_of(path), "text");
}

TEST_F(ResultFiles, LeavesNothingWithoutCommit) {
  { ResultFile(folder_ / "a/b/results.json").stream() << "half"; }
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(ResultFiles, RemovesNoFolderButItsOwn) {
  fs::create_directories(folder_ / "empty");
  { ResultFile(folder_ / "empty/new/results.json").stream() << "half"; }
  EXPECT_TRUE(fs::is_empty(folder_ / "empty"));
  {
    ResultFile half((folder_ / "empty/new/results.json").string());
    std::ofstream(folder_ / "empty/new/notes.txt") << "of the user";
  }
  EXPECT_EQ(text_of(folder_ / "empty/new/notes.txt"), "of the user");
}

// A link to a disk that is not there stays, for when it is.
TEST_F(ResultFiles, RemovesNoLinkThatLeadsNowhere) {
  fs::create_directories(folder_);
  fs::create_symlink("/nonexistent/deep", folder_ / "link");
  EXPECT_THROW(ResultFile((folder_ / "link/results.json").string()), InputError);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
}

TEST_F(ResultFiles, UnfinishedOnesGoBeforeTheProcessEnds) {
  ResultFile half((folder_ / "results.json").string());
  write(folder_ / "whole.json", "text");
  EXPECT_EQ(files(), 2);
  ResultFile::remove_unfinished();
  EXPECT_EQ(files(), 1);
  EXPECT_EQ(text_of(folder_ / "whole.json"), "text");
}

TEST_F(ResultFiles, UnfinishedOnesOfAParentStay) {
  ResultFile half((folder_ / "a/b/results.json").string());
  const auto in_child = [](const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
      work();
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
  };
  in_child([] { ResultFile::remove_unfinished(); });
  in_child([this] {
    const ResultFile own((folder_ / "c/d/results.json").string());
    ResultFile::remove_unfinished();
  });
  EXPECT_FALSE(fs::exists(folder_ / "c"));
  half.commit();
  EXPECT_TRUE(fs::exists(folder_ / "a/b/results.json"));
}

TEST_F(ResultFiles, ReplacesAnOlderFile) {
  for (const char* text : {"old, and longer", "new"}) {
    write(folder_ / "results.json", text);
  }
  EXPECT_EQ(text_of(folder_ / "results.json"), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(ResultFiles, WritesToAFifoAsItIs) {
  fs::create_directories(folder_);
  const fs::path fifo = folder_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  auto read = std::async(std::launch::async, [&] { return text_of(fifo); });
  write(fifo, "text");
  EXPECT_EQ(read.get(), "text");
  EXPECT_TRUE(fs::is_fifo(fifo));
  EXPECT_EQ(files(), 1);
}

TEST_F(ResultFiles, FollowsLinks) {
  fs::create_directories(folder_ / "there");
  fs::create_symlink("there/next", folder_ / "link");
  fs::create_symlink("results.json", folder_ / "there/next");
  for (const char* text : {"made", "replaced"}) {
    write(folder_ / "link", text);
    EXPECT_EQ(text_of(folder_ / "there/results.json"), text);
  }
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "there/next"));
  { ResultFile(folder_ / "link").stream() << "half"; }
  EXPECT_EQ(text_of(folder_ / "link"), "replaced");
  EXPECT_EQ(files(), 2);
}

TEST_F(ResultFiles, FolderThatCannotBe) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "file") << "x";
  EXPECT_THROW(ResultFile(folder_ / "file/results.json"), InputError);
  fs::create_directories(folder_ / "results.json");
  EXPECT_THROW(ResultFile(folder_ / "results.json"), InputError);
  EXPECT_EQ(files(), 2);
}

}  // namespace
}  // namespace docsis_vp::system
