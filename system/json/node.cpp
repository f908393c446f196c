#include "system/json/node.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <charconv>
#include <cmath>
#include <optional>

#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "platform/base/read_file.h"

namespace docsis_vp::system {

namespace json = boost::json;

namespace {

constexpr std::size_t kMaxDepth = 64;

// Builds the tree from the parser's tokens. The text is fed line by line, so the handler knows the
// line of every token. Only a string could span two lines, and JSON forbids that.
class TreeBuilder {
 public:
  // Boost.JSON prescribes these names.
  // NOLINTBEGIN(readability-identifier-naming)
  static constexpr std::size_t max_object_size = 1'000'000;
  static constexpr std::size_t max_array_size = 1'000'000;
  static constexpr std::size_t max_key_size = 1'000;
  static constexpr std::size_t max_string_size = 1'000'000;
  // NOLINTEND(readability-identifier-naming)

  explicit TreeBuilder(std::string origin)
      : origin_(std::make_shared<const std::string>(std::move(origin))) {}

  void enter_line(unsigned line) { line_ = line; }
  unsigned line() const { return line_; }
  const std::string& refusal() const { return refusal_; }
  JsonNode take() { return std::move(root_); }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }

  bool on_object_begin(json::error_code&) { return open(JsonNode::Kind::kObject); }
  bool on_object_end(std::size_t, json::error_code&) { return close(); }
  bool on_array_begin(json::error_code&) { return open(JsonNode::Kind::kArray); }
  bool on_array_end(std::size_t, json::error_code&) { return close(); }

  bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return append(part); }
  bool on_key(json::string_view part, std::size_t, json::error_code& error) {
    append(part);
    key_ = std::exchange(token_, {});
    if (const JsonNode* twin = open_.back()->find(key_)) {
      return refuse(
          "duplicate key \"" + key_ + "\", first used in line " + std::to_string(twin->place.line),
          error);
    }
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
    return append(part);
  }
  bool on_string(json::string_view part, std::size_t, json::error_code&) {
    append(part);
    JsonNode& node = add(JsonNode::Kind::kString);
    node.text = std::exchange(token_, {});
    return true;
  }

  bool on_number_part(json::string_view part, json::error_code&) { return append(part); }
  bool on_int64(std::int64_t, json::string_view part, json::error_code& error) {
    return number(part, error);
  }
  bool on_uint64(std::uint64_t, json::string_view part, json::error_code& error) {
    return number(part, error);
  }
  bool on_double(double, json::string_view part, json::error_code& error) {
    return number(part, error);
  }
  bool on_bool(bool value, json::error_code&) {
    add(JsonNode::Kind::kBoolean).boolean = value;
    return true;
  }
  bool on_null(json::error_code&) {
    add(JsonNode::Kind::kNull);
    return true;
  }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

 private:
  bool append(json::string_view part) {
    token_.append(part.data(), part.size());
    return true;
  }

  // Boost 1.81 rounds decimal fractions in the last place; from_chars does not.
  bool number(json::string_view part, json::error_code& error) {
    append(part);
    JsonNode& node = add(JsonNode::Kind::kNumber);
    node.text = std::exchange(token_, {});
    const char* end = node.text.data() + node.text.size();
    const auto [stop, status] = std::from_chars(node.text.data(), end, node.number);
    if (status != std::errc{} || stop != end) {
      return refuse("the number " + node.text + " does not fit a 64-bit floating-point number",
                    error);
    }
    return true;
  }

  JsonNode& add(JsonNode::Kind kind) {
    JsonNode node;
    node.kind = kind;
    node.place = {origin_, line_};
    if (open_.empty()) {
      root_ = std::move(node);
      return root_;
    }
    JsonNode& parent = *open_.back();
    if (parent.kind == JsonNode::Kind::kArray) {
      return parent.elements.emplace_back(std::move(node));
    }
    return parent.members.emplace_back(JsonMember{std::move(key_), std::move(node)}).value;
  }

  // The address of an open container is stable: its parent gets no further member until it closes.
  bool open(JsonNode::Kind kind) {
    open_.push_back(&add(kind));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  bool refuse(std::string why, json::error_code& error) {
    refusal_ = std::move(why);
    error = json::make_error_code(json::error::extra_data);
    return false;
  }

  std::shared_ptr<const std::string> origin_;
  unsigned line_ = 0;
  JsonNode root_;
  std::vector<JsonNode*> open_;
  std::string token_;
  std::string key_;
  std::string refusal_;
};

std::string in_words(const json::error_code& error) {
  if (error == json::error::incomplete) {
    return "the text ends before the value is complete";
  }
  if (error == json::error::extra_data) {
    return "nothing may follow the value";
  }
  if (error == json::error::too_deep) {
    return "nested deeper than " + std::to_string(kMaxDepth) + " levels";
  }
  return "not valid JSON: " + error.message();
}

}  // namespace

std::string Place::text() const {
  if (!origin) {
    return "default";
  }
  return line == 0 ? *origin : *origin + ":" + std::to_string(line);
}

const JsonNode* JsonNode::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [key](const JsonMember& member) { return member.key == key; });
  return found == members.end() ? nullptr : &found->value;
}

JsonNode* JsonNode::find(std::string_view key) {
  return const_cast<JsonNode*>(std::as_const(*this).find(key));
}

const std::string* JsonNode::find_string(std::string_view key) const {
  const JsonNode* node = find(key);
  return node != nullptr && node->kind == Kind::kString ? &node->text : nullptr;
}

JsonNode JsonNode::object(Place place) {
  JsonNode node;
  node.kind = Kind::kObject;
  node.place = std::move(place);
  return node;
}

JsonNode JsonNode::string(std::string text, Place place) {
  JsonNode node;
  node.kind = Kind::kString;
  node.text = std::move(text);
  node.place = std::move(place);
  return node;
}

JsonNode parse_json(std::string_view text, const std::string& origin) {
  json::parse_options options;
  options.max_depth = kMaxDepth;
  json::basic_parser<TreeBuilder> parser(options, origin);
  TreeBuilder& builder = parser.handler();
  json::error_code error;

  const auto fail = [&](std::size_t column) {
    const std::string at = origin + ":" + std::to_string(builder.line());
    if (!builder.refusal().empty()) {
      throw InputError(at + ": " + builder.refusal());
    }
    throw InputError(at + ": " + in_words(error) + " (column " + std::to_string(column) + ")");
  };

  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    throw InputError(origin + ":1: begins with a byte order mark, which JSON does without");
  }
  builder.enter_line(1);  // an empty text has no other line
  unsigned line_number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t newline = rest.find('\n');
    const std::string_view line =
        rest.substr(0, newline == std::string_view::npos ? newline : newline + 1);
    rest.remove_prefix(line.size());
    builder.enter_line(++line_number);
    const std::size_t eaten = parser.write_some(true, line.data(), line.size(), error);
    if (error) {
      fail(eaten + 1);
    }
    // A complete document stops the parser; only white space may follow.
    const std::size_t more = line.find_first_not_of(" \t\r\n", eaten);
    if (more != std::string_view::npos) {
      error = json::make_error_code(json::error::extra_data);
      fail(more + 1);
    }
  }
  if (!parser.done()) {
    parser.write_some(false, "", 0, error);
    if (error) {
      fail(1);
    }
  }
  return builder.take();
}

JsonNode parse_json_file(const std::string& path) {
  const std::optional<std::string> text = contents_of(path);
  if (!text) {
    throw InputError(path + ": " + or_is_folder(path, "cannot be opened"));
  }
  return parse_json(*text, path);
}

std::string shown(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::kNull:
      return "null";
    case JsonNode::Kind::kBoolean:
      return node.boolean ? "true" : "false";
    case JsonNode::Kind::kNumber:
      return node.text;
    case JsonNode::Kind::kString:
      return "\"" + node.text + "\"";
    case JsonNode::Kind::kArray:
      return "an array";
    case JsonNode::Kind::kObject:
      break;
  }
  return "an object";
}

}  // namespace docsis_vp::system
