// The program in processes that are not as usual: streams closed, limits, signals, a parent that
// ends.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <thread>

#include "platform/base/read_file.h"
#include "system/json/node.h"
#include "tests/app/elf_file.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app::host_process_test {
namespace {

namespace fs = std::filesystem;
using ::testing::StartsWith;

constexpr const char* kShort =
    "run scenarios/overload.json --duration 0.1 --set stats.warmup_s=0 -q";
constexpr const char* kLong = "run scenarios/overload.json --duration 80000 -q";

constexpr const char* kBegun = "out/.results.json.*";
constexpr const char* kBegunReplication = "out/rep-1/.results.json.*";

class HostProcess : public ::testing::Test {
 protected:
  struct Ended {
    int status;  // as a shell has it
    std::string err;
  };

  // $P is the program; the shell's own standard error is the program's.
  Ended shell(const std::string& script) const {
    const std::string whole =
        "P=" DOCSIS_VP_SIM "; exec 2>" + path("err") + "; ulimit -c 0; " + script;
    const int status = std::system(("sh -c '" + whole + "'").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text("err")};
  }
  std::string path(const std::string& name) const { return folder_.file(name); }
  std::string text(const std::string& name) const { return contents_of(path(name)).value_or(""); }

  // Runs `command` beside the shell, and `then` once there is a file that matches.
  Ended begun(const std::string& command, const std::string& pattern,
              const std::string& then) const {
    return shell(command + " & p=$!; for n in $(seq 400); do ls " + path(pattern) +
                 " >/dev/null 2>&1 && break; sleep 0.05; done; " + then);
  }

  // Hidden files of runs that have begun. Folders may go while it looks.
  static std::size_t unfinished(const std::string& folder) {
    std::error_code vanished;
    std::size_t count = 0;
    for (auto entry = fs::recursive_directory_iterator(folder, vanished);
         !vanished && entry != fs::recursive_directory_iterator(); entry.increment(vanished)) {
      count += entry->path().filename().string().rfind(".results.json.", 0) == 0 ? 1U : 0U;
    }
    return vanished && fs::exists(folder) ? 1 : count;  // then looks again
  }
  static bool comes_true(const std::function<bool()>& condition) {
    for (int i = 0; i < 600 && !condition(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return condition();
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(HostProcess, StreamsThatAreClosedTakeNothingOfTheFiles) {
  for (const char* closed : {"<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    const std::string out = path("out");
    const Ended run = shell("$P " + std::string(kShort) + " -o " + out + " --capture " +
                            path("c.pcapng") + " " + closed);
    EXPECT_EQ(run.status, 0) << closed << run.err;
    EXPECT_NO_THROW(system::parse_json_file(out + "/results.json")) << closed;
    EXPECT_THAT(text("out/timeseries.csv"), StartsWith("time_s,")) << closed;
    EXPECT_THAT(text("c.pcapng"), StartsWith("\x0a\x0d\x0d\x0a")) << closed;
  }
}

TEST_F(HostProcess, AFileBeyondTheLimitCannotBeWritten) {
  const Ended run = shell("ulimit -f 1; $P " + std::string(kShort) + " -o " + path("out"));
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "docsis-vp: " + path("out/results.json") + ": cannot be written\n");
  EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(HostProcess, AnyStackSuffices) {
  for (const char* kilobytes : {"64", "256", "1023"}) {
    const std::string limit = "ulimit -s " + std::string(kilobytes) + "; $P ";
    EXPECT_EQ(shell(limit + kShort + " -o " + path(kilobytes)).err, "") << kilobytes;
    EXPECT_EQ(shell(limit + kShort + " --replications 2 -o " + path(kilobytes)).status, 0);
    EXPECT_TRUE(fs::exists(path(std::string(kilobytes) + "/results.json")));
    EXPECT_TRUE(fs::exists(path(std::string(kilobytes) + "/rep-2/results.json")));
  }
}

struct Stop {
  int number;
  const char* name;
};
constexpr Stop kStops[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}};

TEST_F(HostProcess, SignalsEndARunWithALineAndWithoutFiles) {
  for (const auto& [number, name] : kStops) {
    std::signal(number, SIG_DFL);  // nohup would have it ignored
    const std::string kill = "kill -" + std::to_string(number) + " $p; wait $p";
    const std::string run = "$P " + std::string(kLong) + " -o " + path("out");
    for (const auto& [command, pattern] :
         {std::pair(run, kBegun), {run + " --replications 3", kBegunReplication}}) {
      const Ended ended = begun(command, pattern, kill);
      EXPECT_EQ(ended.status, 128 + number) << command;
      EXPECT_EQ(ended.err, "docsis-vp: ended by " + std::string(name) + "\n") << command;
      EXPECT_FALSE(fs::exists(path("out"))) << command;
    }
  }
}

// It looks at nothing while it runs.
TEST_F(HostProcess, SignalsEndABareProgram) {
  using platform::testing::Program;
  testing::write_elf(path("endless.elf"), Program().words(0x0000006FU));  // j .
  for (const auto& [number, name] : kStops) {
    std::signal(number, SIG_DFL);
    for (const char* with : {"", " --gdb=0"}) {
      const Ended ended =
          begun("$P iss " + path("endless.elf") + with + " --commit-log " + path("log/commits") +
                    " >/dev/null",
                "log/.commits.*", "kill -" + std::to_string(number) + " $p; wait $p");
      EXPECT_EQ(ended.status, 128 + number) << with;
      EXPECT_EQ(ended.err, "docsis-vp: ended by " + std::string(name) + "\n") << with;
      EXPECT_FALSE(fs::exists(path("log"))) << with;
    }
  }
}

TEST_F(HostProcess, ASecondSignalEndsARunAtOnce) {
  const Ended ended = begun("$P " + std::string(kLong) + " -o " + path("out"), kBegun,
                            "kill -STOP $p; kill -TERM $p; kill -INT $p; kill -CONT $p; wait $p");
  EXPECT_THAT(ended.status, ::testing::AnyOf(128 + SIGTERM, 128 + SIGINT));
  EXPECT_THAT(ended.err, StartsWith("docsis-vp: ended by SIG"));
  EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(HostProcess, ReplicationsEndWithTheirParentHoweverItEnds) {
  const Ended parent = begun("$P " + std::string(kLong) + " --replications 3 -o " + path("out"),
                             kBegunReplication, "kill -9 $p; wait $p");
  EXPECT_EQ(parent.status, 128 + SIGKILL);
  EXPECT_TRUE(comes_true([this] { return unfinished(path("out")) == 0; }));
}

// As Python's commands start it.
TEST_F(HostProcess, ARunEndsWithTheParentThatItsEnvironmentNames) {
  const Ended parent = begun("DOCSIS_VP_PARENT=$$ $P " + std::string(kLong) + " -o " + path("out"),
                             kBegun, "kill -9 $$");
  EXPECT_EQ(parent.status, 128 + SIGKILL);
  EXPECT_TRUE(comes_true([this] { return unfinished(path("out")) == 0; }));
  for (const char* other : {"1", "0", "-1", "", "x", "99999999999999999999"}) {
    const Ended run =
        shell("DOCSIS_VP_PARENT=" + std::string(other) + " $P " + kShort + " -o " + path("out"));
    EXPECT_EQ(run.status, 0) << other << run.err;
  }
  // The shell in between has ended when its last command names it.
  const Ended late = shell("n=$(sh -c \"echo \\$\\$\"); DOCSIS_VP_PARENT=$n $P " +
                           std::string(kShort) + " -o " + path("out"));
  EXPECT_EQ(late.status, 128 + SIGTERM);
}

}  // namespace
}  // namespace docsis_vp::app::host_process_test
