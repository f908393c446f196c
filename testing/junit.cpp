#include "testing/junit.h"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <iomanip>
#include <istream>
#include <ostream>
#include <sstream>

namespace docsis_vp::testing {

namespace {

using boost::property_tree::ptree;

constexpr const char* kCounts[] = {"tests", "failures", "disabled", "skipped", "errors"};

std::string attribute(const std::string& name) {
  return "<xmlattr>." + name;
}

// Rounds to milliseconds, like GoogleTest.
void put_time(ptree& into, double seconds) {
  std::ostringstream text;
  text << std::setprecision(12) << std::round(seconds * 1e3) / 1e3;
  into.put("<xmlattr>.time", text.str());
}

void count(ptree& into, const ptree& more) {
  for (const char* name : kCounts) {
    const std::string key = attribute(name);
    into.put(key, into.get(key, 0) + more.get(key, 0));
  }
  put_time(into, into.get("<xmlattr>.time", 0.0) + more.get("<xmlattr>.time", 0.0));
  if (const auto begin = more.get_optional<std::string>("<xmlattr>.timestamp");
      begin && !into.get_optional<std::string>("<xmlattr>.timestamp")) {
    into.put("<xmlattr>.timestamp", *begin);
  }
}

ptree& suite_named(ptree& suites, const std::string& name) {
  for (auto& [key, suite] : suites) {
    if (key == "testsuite" && suite.get("<xmlattr>.name", "") == name) {
      return suite;
    }
  }
  ptree suite;
  suite.put("<xmlattr>.name", name);
  return suites.add_child("testsuite", suite);
}

// GoogleTest counts skipped tests by suite alone.
void count_skipped(ptree& suites) {
  int skipped = 0;
  for (const auto& [key, suite] : suites) {
    skipped += key == "testsuite" ? suite.get("<xmlattr>.skipped", 0) : 0;
  }
  suites.put("<xmlattr>.skipped", skipped);
}

// Marks the first test of a report as failed.
void fail(ptree& suites, const std::string& why) {
  for (auto& [key, suite] : suites) {
    const auto test = suite.find("testcase");
    if (key == "testsuite" && test != suite.not_found()) {
      test->second.add_child("failure", {}).put("<xmlattr>.message", why);
      suite.put("<xmlattr>.failures", 1);
      suites.put("<xmlattr>.failures", 1);
      return;
    }
  }
}

JunitReport::Verdict verdict_of(const ptree& suites) {
  if (suites.get("<xmlattr>.failures", 0) > 0) {
    return JunitReport::Verdict::kFailed;
  }
  return suites.get("<xmlattr>.skipped", 0) > 0 ? JunitReport::Verdict::kSkipped
                                                : JunitReport::Verdict::kPassed;
}

}  // namespace

struct JunitReport::Tree {
  ptree suites;

  ptree& add(const std::string& test, const char* counted, const char* status, const char* result,
             double seconds) {
    const std::size_t dot = test.find('.');
    const std::string suite = test.substr(0, dot);
    ptree one;
    one.put("<xmlattr>.tests", 1);
    one.put(attribute(counted), 1);
    put_time(one, seconds);
    ptree& own = suite_named(suites, suite);
    count(suites, one);
    count(own, one);
    ptree& test_case = own.add_child("testcase", ptree());
    test_case.put("<xmlattr>.name", test.substr(dot + 1));
    test_case.put("<xmlattr>.status", status);
    test_case.put("<xmlattr>.result", result);
    put_time(test_case, seconds);
    test_case.put("<xmlattr>.classname", suite);
    return test_case;
  }
};

JunitReport::JunitReport() : tree_(std::make_unique<Tree>()) {
  tree_->suites.put("<xmlattr>.name", "AllTests");
}
JunitReport::~JunitReport() = default;

JunitReport::Verdict JunitReport::add(std::istream& report, const std::string& failed_by) {
  ptree read;
  try {
    boost::property_tree::read_xml(report, read, boost::property_tree::xml_parser::trim_whitespace);
  } catch (const boost::property_tree::xml_parser_error&) {
    return Verdict::kNone;
  }
  const auto suites = read.get_child_optional("testsuites");
  if (!suites) {
    return Verdict::kNone;
  }
  count_skipped(*suites);
  Verdict verdict = verdict_of(*suites);
  if (!failed_by.empty() && verdict != Verdict::kFailed) {
    verdict = Verdict::kEndedBadly;
    fail(*suites, failed_by);
  }
  count(tree_->suites, *suites);
  for (const auto& [key, suite] : *suites) {
    if (key != "testsuite") {
      continue;
    }
    ptree& own = suite_named(tree_->suites, suite.get("<xmlattr>.name", ""));
    count(own, suite);
    for (const auto& [name, child] : suite) {
      if (name == "testcase") {
        own.add_child("testcase", child);
      }
    }
  }
  return verdict;
}

void JunitReport::add_broken(const std::string& test, const std::string& why, double seconds) {
  tree_->add(test, "failures", "run", "completed", seconds).put("failure.<xmlattr>.message", why);
}

void JunitReport::add_not_run(const std::string& test, const std::string& why) {
  tree_->add(test, "skipped", "notrun", "skipped", 0).put("skipped.<xmlattr>.message", why);
}

void JunitReport::add_disabled(const std::string& test) {
  tree_->add(test, "disabled", "notrun", "suppressed", 0);
}

void JunitReport::set_seed(int seed) {
  tree_->suites.put("<xmlattr>.random_seed", seed);
}

void JunitReport::write(std::ostream& to) const {
  ptree whole;
  whole.add_child("testsuites", tree_->suites);
  boost::property_tree::write_xml(
      to, whole, boost::property_tree::xml_writer_make_settings<std::string>(' ', 2));
}

}  // namespace docsis_vp::testing
