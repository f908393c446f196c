#include "system/json/node.h"

#include <gmock/gmock.h>

#include <random>

#include "platform/base/errors.h"

namespace docsis_vp::system::node_test {
namespace {

using ::testing::HasSubstr;

std::string error_of(const std::string& text) {
  try {
    parse_json(text, "x.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(JsonNode, KnowsTheLineOfEveryValue) {
  const JsonNode root =
      parse_json("{\n  \"a\": [1,\n    {\"b\":\n null}],\n \"c\": \"\\u00e4\\n\"}\n", "x.json");
  EXPECT_EQ(root.place.text(), "x.json:1");
  const JsonNode* a = root.find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->place.line, 2U);
  EXPECT_EQ(a->elements.at(0).place.line, 2U);
  EXPECT_EQ(a->elements.at(1).place.line, 3U);
  EXPECT_EQ(a->elements.at(1).find("b")->place.line, 4U);
  EXPECT_EQ(root.find("c")->place.line, 5U);
  EXPECT_EQ(root.find("c")->text, "\xc3\xa4\n");
}

TEST(JsonNode, ReadsNumbersExactly) {
  const JsonNode root =
      parse_json("[9007199254740993, -0.1, 1e3, 5e-324, 0.30000000000000004]", "");
  EXPECT_EQ(root.elements.at(0).text, "9007199254740993");
  EXPECT_EQ(root.elements.at(1).number, -0.1);
  EXPECT_EQ(root.elements.at(2).number, 1000);
  EXPECT_EQ(root.elements.at(3).number, 5e-324);
  EXPECT_EQ(root.elements.at(4).number, 0.30000000000000004);
}

TEST(JsonNode, ScalarAtTheTopWithoutNewline) {
  EXPECT_EQ(parse_json("12", "").number, 12);
  EXPECT_EQ(parse_json(" \"x\" \n\n", "").text, "x");
}

TEST(JsonNode, NamesFileLineAndReason) {
  const struct {
    const char* text;
    const char* expected;
  } cases[] = {
      {"{\"a\": 1,\n \"b\": 2,\n \"a\": 3}", "x.json:3: duplicate key \"a\", first used in line 1"},
      {"{\"a\": NaN}", "x.json:1: not valid JSON"},
      {"{\"a\": 1}\n\nx", "x.json:3: nothing may follow the value (column 1)"},
      {"{\"a\": 1} {}", "x.json:1: nothing may follow the value (column 10)"},
      {"{\n\"a\": [1, 2", "x.json:2: the text ends before the value is complete"},
      {"", "x.json:1: the text ends before the value is complete"},
      {"{\"a\": 1e999}", "x.json:1: the number 1e999 does not fit"},
      {"[1,\n2,\n]", "x.json:3: not valid JSON"},
      {"{'a': 1}", "x.json:1: not valid JSON"},
      {"{\"a\": \"x\ny\"}", "x.json:1: not valid JSON"},
      {"// no\n1", "x.json:1: not valid JSON"},
      {"[\"\xff\"]", "x.json:1: not valid JSON"},
  };
  for (const auto& c : cases) {
    EXPECT_THAT(error_of(c.text), HasSubstr(c.expected)) << c.text;
  }
  EXPECT_THAT(error_of(std::string(200, '[')), HasSubstr("nested deeper than 64 levels"));
}

TEST(JsonNode, SurvivesRandomMutations) {
  const std::string good =
      "{\"a\": [1, 2.5e-3, true, null, {\"b\": \"\\u00e9\\\\\"}],\n\"c\": {}}\n";
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = good;
    for (int edits = 1 + static_cast<int>(random() % 3); edits > 0; --edits) {
      text[random() % text.size()] = static_cast<char>(random());
    }
    try {
      parse_json(text, "x");
    } catch (const InputError&) {
    }
  }
}

TEST(JsonNode, MissingFileIsOneLine) {
  try {
    parse_json_file("/nonexistent/x.json");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "/nonexistent/x.json: cannot be opened");
  }
}

TEST(JsonNode, NamesAByteOrderMark) {
  try {
    parse_json("\xef\xbb\xbf{}", "x.json");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "x.json:1: begins with a byte order mark, which JSON does without");
  }
}

}  // namespace
}  // namespace docsis_vp::system::node_test
