#include <algorithm>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

// Bits of a word, written as an array of the names of set bits.
class FlagsType : public ValueType {
 public:
  explicit FlagsType(Flags flags) : flags_(std::move(flags)) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable& places) const override {
    if (node.kind != JsonNode::Kind::kArray) {
      throw ConfigError(pointer, "expected an array of names, got " + shown(node));
    }
    unsigned& word = *static_cast<unsigned*>(value);
    word = 0;
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
      const std::string at = pointer + "/" + std::to_string(i);
      places[at] = node.elements[i].place;
      word |= bit_of(node.elements[i], at);
    }
  }
  void write(const void* value, JsonWriter& writer) const override {
    const unsigned word = *static_cast<const unsigned*>(value);
    writer.begin_array(JsonWriter::Layout::kInline);
    for (const auto& [name, bit] : flags_) {
      if ((word & bit) != 0) {
        writer.string(name);
      }
    }
    writer.end_array();
  }
  void schema(JsonWriter& writer) const override {
    writer.field("type", "array").key("items").begin_object(JsonWriter::Layout::kInline);
    writer.key("enum").begin_array(JsonWriter::Layout::kInline);
    for (const auto& flag : flags_) {
      writer.string(flag.first);
    }
    writer.end_array().end_object();
  }
  std::string described() const override {
    std::string text = "array of";
    for (const auto& flag : flags_) {
      text += text.back() == 'f' ? " `" : ", `";
      text += std::string(flag.first) + "`";
    }
    return text;
  }

 private:
  unsigned bit_of(const JsonNode& node, const std::string& pointer) const {
    const auto found = std::find_if(flags_.begin(), flags_.end(), [&](const auto& flag) {
      return node.kind == JsonNode::Kind::kString && node.text == flag.first;
    });
    if (found != flags_.end()) {
      return found->second;
    }
    std::vector<std::string_view> names;
    for (const auto& flag : flags_) {
      names.push_back(flag.first);
    }
    throw ConfigError(pointer, "expected one of the known names, got " + shown(node) +
                                   suggestion(node.text, names));
  }

  Flags flags_;
};

}  // namespace

std::unique_ptr<const ValueType> flags_type(Flags flags) {
  return std::make_unique<FlagsType>(std::move(flags));
}

}  // namespace docsis_vp::system
