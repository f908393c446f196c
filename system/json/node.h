// Represents a JSON text as a tree in which each value has its place in the source.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace docsis_vp::system {

// Origin of a value: a file and a line (from 1), or a command-line option (line 0).
struct Place {
  std::shared_ptr<const std::string> origin;
  unsigned line = 0;

  // Returns "scenarios/x.json:12" or "--set a.b=3".
  std::string text() const;
};

struct JsonMember;

// Objects keep the order of their members. A number keeps its original text, so that 64-bit
// integers survive.
struct JsonNode {
  enum class Kind { kNull, kBoolean, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<JsonNode> elements;
  std::vector<JsonMember> members;
  Place place;

  const JsonNode* find(std::string_view key) const;
  JsonNode* find(std::string_view key);
  // Returns the value of a string member; null if there is none.
  const std::string* find_string(std::string_view key) const;

  static JsonNode object(Place place);
  static JsonNode string(std::string text, Place place);
};

struct JsonMember {
  std::string key;
  JsonNode value;
};

// Parses strict JSON (RFC 8259) without duplicate keys. Throws InputError "origin:line: ...".
JsonNode parse_json(std::string_view text, const std::string& origin);

// Reads and parses a file; InputError if it cannot be read.
JsonNode parse_json_file(const std::string& path);

// Returns the text of a value for a message: `"ten"`, `12`, `an object`.
std::string shown(const JsonNode& node);

}  // namespace docsis_vp::system
