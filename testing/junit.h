// Reports of single tests, joined into one.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace docsis_vp::testing {

// GoogleTest's XML output (JUnit's form): suites of one name become one, in the order they came.
class JunitReport {
 public:
  JunitReport();
  ~JunitReport();
  JunitReport(const JunitReport&) = delete;
  JunitReport& operator=(const JunitReport&) = delete;

  enum class Verdict { kNone, kPassed, kSkipped, kFailed, kEndedBadly };

  // The report of a process that ran one test; kNone: the text is no such report.
  // failed_by: how the process ended if not with status 0. It fails a test whose report names no
  // failure, kEndedBadly: a leak, say, is found after the report was written.
  Verdict add(std::istream& report, const std::string& failed_by);
  // Tests without a report, by their full names: one that ended its process, one that a failure
  // before it kept from running, and one that is disabled.
  void add_broken(const std::string& test, const std::string& why, double seconds);
  void add_not_run(const std::string& test, const std::string& why);
  void add_disabled(const std::string& test);
  // The seed that a shuffled run names.
  void set_seed(int seed);
  void write(std::ostream& to) const;

 private:
  struct Tree;
  const std::unique_ptr<Tree> tree_;
};

}  // namespace docsis_vp::testing
