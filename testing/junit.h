// Reports of single tests, joined into one.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace docsis_vp::testing {

// Of GoogleTest's XML output (JUnit's form): suites of one name become one, in the order they came.
class JunitReport {
 public:
  JunitReport();
  ~JunitReport();
  JunitReport(const JunitReport&) = delete;
  JunitReport& operator=(const JunitReport&) = delete;

  // The report of a process that ran one test. False: it is none.
  bool add(std::istream& report);
  // A test whose process left no report, and why.
  void add_broken(const std::string& suite, const std::string& test, const std::string& why);
  void write(std::ostream& to) const;

 private:
  struct Tree;
  const std::unique_ptr<Tree> tree_;
};

}  // namespace docsis_vp::testing
