// Joins the reports of single tests into one.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace docsis_vp::testing {

// GoogleTest's XML output (JUnit's form): suites of one name become one, in the order of arrival.
class JunitReport {
 public:
  JunitReport();
  ~JunitReport();
  JunitReport(const JunitReport&) = delete;
  JunitReport& operator=(const JunitReport&) = delete;

  enum class Verdict { kNone, kPassed, kSkipped, kFailed, kEndedBadly };

  // Adds the report of a process that ran one test. Returns kNone if the text is no such report.
  // failed_by: describes the end of the process if its status was not 0. If the report then has no
  // failure, its test is marked as failed, and kEndedBadly is returned. An example is a leak, which
  // is found after the report was written.
  Verdict add(std::istream& report, const std::string& failed_by);
  // Add tests without a report, by their full names: a test that ended its process, a test that did
  // not run because of an earlier failure, and a disabled test.
  void add_broken(const std::string& test, const std::string& why, double seconds);
  void add_not_run(const std::string& test, const std::string& why);
  void add_disabled(const std::string& test);
  // Sets the seed of a shuffled run.
  void set_seed(int seed);
  void write(std::ostream& to) const;

 private:
  struct Tree;
  const std::unique_ptr<Tree> tree_;
};

}  // namespace docsis_vp::testing
