#include "testing/junit.h"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <istream>
#include <ostream>

namespace docsis_vp::testing {

namespace {

using boost::property_tree::ptree;

constexpr const char* kCounts[] = {"tests", "failures", "disabled", "skipped", "errors"};

void count(ptree& into, const ptree& more) {
  for (const char* name : kCounts) {
    const std::string key = std::string("<xmlattr>.") + name;
    into.put(key, into.get(key, 0) + more.get(key, 0));
  }
  into.put("<xmlattr>.time", into.get("<xmlattr>.time", 0.0) + more.get("<xmlattr>.time", 0.0));
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

}  // namespace

struct JunitReport::Tree {
  ptree suites;
};

JunitReport::JunitReport() : tree_(std::make_unique<Tree>()) {
  tree_->suites.put("<xmlattr>.name", "AllTests");
}
JunitReport::~JunitReport() = default;

bool JunitReport::add(std::istream& report) {
  ptree read;
  try {
    boost::property_tree::read_xml(report, read, boost::property_tree::xml_parser::trim_whitespace);
  } catch (const boost::property_tree::xml_parser_error&) {
    return false;
  }
  const auto suites = read.get_child_optional("testsuites");
  if (!suites) {
    return false;
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
  return true;
}

void JunitReport::add_broken(const std::string& suite, const std::string& test,
                             const std::string& why) {
  ptree one;
  one.put("<xmlattr>.tests", 1);
  one.put("<xmlattr>.failures", 1);
  ptree& own = suite_named(tree_->suites, suite);
  count(tree_->suites, one);
  count(own, one);
  ptree& test_case = own.add_child("testcase", ptree());
  test_case.put("<xmlattr>.name", test);
  test_case.put("<xmlattr>.classname", suite);
  test_case.put("failure.<xmlattr>.message", why);
}

void JunitReport::write(std::ostream& to) const {
  ptree whole;
  whole.add_child("testsuites", tree_->suites);
  boost::property_tree::write_xml(
      to, whole, boost::property_tree::xml_writer_make_settings<std::string>(' ', 2));
}

}  // namespace docsis_vp::testing
