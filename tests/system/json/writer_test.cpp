#include "system/json/writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <utility>

#include "system/json/node.h"

namespace docsis_vp::system::writer_test {
namespace {

TEST(JsonWriter, NumbersAsPeopleWriteThem) {
  const struct {
    double value;
    const char* text;
  } cases[] = {{20, "20"},
               {0.1, "0.1"},
               {-0.0, "0"},
               {1e6, "1000000"},
               {1e16, "10000000000000000"},
               {1e-7, "0.0000001"},
               {1e-8, "1e-08"},
               {1e17, "1e+17"},
               {1.0 / 3, "0.3333333333333333"},
               {-2.5, "-2.5"},
               {std::nan(""), "null"},
               {std::numeric_limits<double>::infinity(), "null"}};
  for (const auto& c : cases) {
    EXPECT_EQ(json_number(c.value), c.text);
  }
}

TEST(JsonWriter, NumbersReadBackTheSame) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value) && value != 0) {
      ASSERT_EQ(parse_json(json_number(value), "").number, value);
    }
  }
}

TEST(JsonWriter, TextIsUtf8WhateverItHolds) {
  const std::string replaced = "\xef\xbf\xbd";
  const std::pair<std::string, std::string> cases[] = {
      {"plain", "plain"},
      {"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
      {"caf\xe9", "caf" + replaced},                                     // cut short
      {"\xe9\"end", replaced + "\\\"end"},                               // what follows stays
      {"\x80x", replaced + "x"},                                         // no start of a character
      {"\xc0\xaf", replaced + replaced},                                 // longer than needed
      {"\xed\xa0\x80", replaced + replaced + replaced},                  // half of a UTF-16 pair
      {"\xf4\x90\x80\x80", replaced + replaced + replaced + replaced}};  // above U+10FFFF
  for (const auto& [value, text] : cases) {
    EXPECT_EQ(json_string(value), '"' + text + '"');
  }
  std::mt19937_64 random(8);
  for (int i = 0; i < 10'000; ++i) {
    std::string octets(random() % 12, '\0');
    for (char& c : octets) c = static_cast<char>(random());
    EXPECT_NO_THROW(parse_json(json_string(octets), "")) << i;
  }
}

TEST(JsonWriter, BlocksAndInlineObjects) {
  JsonWriter writer;
  writer.begin_object();
  writer.field("name", "a\"\n\x01").field("n", 3U).field("yes", true);
  writer.field("none", std::optional<double>{});
  writer.key("list").begin_array();
  writer.begin_object(JsonWriter::Layout::kInline).field("x", 1.5).field("y", 2.0).end_object();
  writer.end_array();
  writer.key("empty").begin_object().end_object();
  writer.end_object();
  EXPECT_EQ(writer.text(),
            "{\n"
            "  \"name\": \"a\\\"\\n\\u0001\",\n"
            "  \"n\": 3,\n"
            "  \"yes\": true,\n"
            "  \"none\": null,\n"
            "  \"list\": [\n"
            "    {\"x\": 1.5, \"y\": 2}\n"
            "  ],\n"
            "  \"empty\": {}\n"
            "}\n");
  EXPECT_EQ(parse_json(writer.text(), "").find("name")->text, "a\"\n\x01");
}

}  // namespace
}  // namespace docsis_vp::system::writer_test
