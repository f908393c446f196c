#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/house/source_tree.h"

namespace docsis_vp::house::tidiness_test {
namespace {

bool is_generated(const SourceFile& file) {
  static const std::regex kMark("generated", std::regex::icase);
  return !file.lines.empty() && std::regex_search(file.lines.front(), kMark);
}

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(const std::string& line, const std::string& word) {
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_word(line[at - 1])) && (end == line.size() || !is_of_word(line[end]))) {
      return true;
    }
  }
  return false;
}

TEST(Sources, LeaveNothingForLater) {
  // Written so that this line is not one of them.
  const std::vector<std::string> leftovers = {
      "TO"
      "DO",
      "FIX"
      "ME",
      "XX"
      "X",
      "HAC"
      "K"};
  for (const SourceFile& file : source_files()) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      for (const std::string& leftover : leftovers) {
        EXPECT_FALSE(has_word(file.lines[i], leftover)) << file.path << ":" << i + 1;
      }
    }
  }
}

// Classes whose members the source defines, those around nested ones.
std::set<std::string> classes_of(const SourceFile& file) {
  static const std::regex kDefinition(R"(^(?:[a-zA-Z_].*[ *&])?([A-Z]\w*)(?:::~?\w+)+\()");
  std::set<std::string> classes;
  for (const std::string& line : file.lines) {
    std::smatch found;
    if (std::regex_search(line, found, kDefinition)) classes.insert(found[1]);
  }
  return classes;
}

bool is_one_class(const SourceFile& file) {
  const bool is_source = file.path.size() > 4 && file.path.substr(file.path.size() - 4) == ".cpp";
  return is_source && classes_of(file).size() == 1;
}

// A source is not cut because it is long, but because it holds two ideas: that of one class may
// have any length.
TEST(Sources, AreOneClassOrShort) {
  constexpr std::size_t kLongest = 500;
  for (const SourceFile& file : source_files()) {
    if (!is_generated(file) && !is_one_class(file)) {
      EXPECT_LE(file.lines.size(), kLongest) << file.path;
    }
  }
}

TEST(Sources, AreOneClassByTheMembersThatTheyDefine) {
  SourceFile file{"a.cpp",
                  {"A::A(int x) : x_(x) {}", "const b::C* A::read() {", "  B::go();",
                   "std::optional<A::Stop> A::Part::stop() const {"}};
  EXPECT_TRUE(is_one_class(file));
  file.lines.emplace_back("void B::go() {");
  EXPECT_FALSE(is_one_class(file));
  EXPECT_FALSE(is_one_class({"a.cpp", {"void go() {"}}));
  EXPECT_FALSE(is_one_class({"a.h", {"inline A::A() {}"}}));
}

// Namespaces in which headers of the platform declare each type.
std::map<std::string, std::set<std::string>> namespaces_of_types() {
  static const std::regex kNamespace(R"(namespace (docsis_vp[\w:]*) \{)");
  static const std::regex kType(R"((?:struct|class|enum class|enum) (\w+)\b[^;]*)");
  const auto is_production = [](const std::string& path) {
    const std::string folder = path.substr(0, path.find('/'));
    const bool is_header = path.size() > 2 && path.substr(path.size() - 2) == ".h";
    return is_header && (folder == "platform" || folder == "models" || folder == "system" ||
                         folder == "app" || folder == "rtl");
  };
  std::map<std::string, std::set<std::string>> types;
  for (const SourceFile& file : source_files()) {
    if (!is_production(file.path)) continue;
    std::string space;
    std::smatch found;
    for (const std::string& line : file.lines) {
      if (std::regex_match(line, found, kNamespace)) space = found[1];
      if (!space.empty() && std::regex_match(line, found, kType)) types[found[1]].insert(space);
    }
  }
  return types;
}

// Two types of one name tell a reader that they mean the same, and invite copies from one to the
// other. These two are common words of their fields: a block of logic and of code, a memory that
// has an area and one that a bus reaches.
TEST(Types, OfHeadersHaveNamesOfTheirOwn) {
  const std::set<std::string> allowed = {"Block", "Memory"};
  const auto types = namespaces_of_types();
  EXPECT_GT(types.size(), 500U);
  for (const auto& [name, namespaces] : types) {
    if (allowed.count(name) == 0) {
      EXPECT_EQ(namespaces.size(), 1U)
          << name << ": " << *namespaces.begin() << ", " << *namespaces.rbegin();
    }
  }
}

// C headers, which a firmware team's own compiler must take, may use the classic guard.
TEST(Headers, AreGuardedAgainstASecondInclude) {
  static const std::regex kGuard(R"(#pragma once|#ifndef \w+_H_?)");
  const auto guards = [](const std::string& line) { return std::regex_match(line, kGuard); };
  for (const SourceFile& file : source_files()) {
    const bool is_header = file.path.size() > 2 && file.path.substr(file.path.size() - 2) == ".h";
    if (!is_header || is_generated(file)) continue;
    EXPECT_TRUE(std::any_of(file.lines.begin(), file.lines.end(), guards)) << file.path;
  }
}

// The agenda and the CPU go ahead of the kernel until they hear by notify_at() that it has more to
// do (platform/kernel/kernel_time.h).
TEST(Models, NotifyEventsOfLaterTimesByNotifyAt) {
  static const std::regex kTimed(R"(\.notify\((?!\)|sc_core::SC_ZERO_TIME))");
  static const std::regex kModel(R"((platform|models|system)/.*)");
  for (const SourceFile& file : source_files()) {
    if (!std::regex_match(file.path, kModel) || file.path == "platform/kernel/kernel_time.h") {
      continue;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(file.lines[i], kTimed)) << file.path << ":" << i + 1;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::house::tidiness_test
