#include <algorithm>

#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

// One of the given numbers, stored as unsigned.
class UnsignedChoiceType : public ValueType {
 public:
  explicit UnsignedChoiceType(std::vector<unsigned> numbers) : numbers_(std::move(numbers)) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable&) const override {
    const auto found = std::find_if(numbers_.begin(), numbers_.end(), [&node](unsigned number) {
      return node.kind == JsonNode::Kind::kNumber && node.number == number;
    });
    if (found == numbers_.end()) {
      throw ConfigError(pointer, "expected " + listed(" or ") + ", got " + shown(node));
    }
    *static_cast<unsigned*>(value) = *found;
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.integer(*static_cast<const unsigned*>(value));
  }
  void schema(JsonWriter& writer) const override {
    writer.key("enum").begin_array(JsonWriter::Layout::kInline);
    for (const unsigned number : numbers_) {
      writer.integer(number);
    }
    writer.end_array();
  }
  std::string described() const override { return listed(", "); }

 private:
  std::string listed(const char* last) const {
    std::string text;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      text += i == 0 ? "" : i + 1 == numbers_.size() ? last : ", ";
      text += std::to_string(numbers_[i]);
    }
    return text;
  }

  std::vector<unsigned> numbers_;
};

}  // namespace

std::unique_ptr<const ValueType> unsigned_choice_type(std::vector<unsigned> numbers) {
  return std::make_unique<UnsignedChoiceType>(std::move(numbers));
}

}  // namespace docsis_vp::system
