#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

// A number, or an array of them.
class NumbersType : public ValueType {
 public:
  NumbersType(double low, double high) : low_(low), high_(high) {}

  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable& places) const override {
    auto& numbers = *static_cast<std::vector<double>*>(value);
    numbers.clear();
    if (node.kind != JsonNode::Kind::kArray) {
      numbers.push_back(accept(node, pointer, "a number or an array of numbers"));
      return;
    }
    if (node.elements.empty()) {
      throw ConfigError(pointer, "expected at least one number, got an empty array");
    }
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
      const std::string at = pointer + "/" + std::to_string(i);
      places[at] = node.elements[i].place;
      numbers.push_back(accept(node.elements[i], at, "a number"));
    }
  }
  void write(const void* value, JsonWriter& writer) const override {
    const auto& numbers = *static_cast<const std::vector<double>*>(value);
    if (numbers.size() == 1) {
      writer.number(numbers.front());
      return;
    }
    writer.begin_array(JsonWriter::Layout::kInline);
    for (const double number : numbers) {
      writer.number(number);
    }
    writer.end_array();
  }
  void schema(JsonWriter& writer) const override {
    writer.key("anyOf").begin_array();
    writer.begin_object(JsonWriter::Layout::kInline);
    number_schema(writer);
    writer.end_object();
    writer.begin_object(JsonWriter::Layout::kInline);
    writer.field("type", "array").field("minItems", 1U);
    writer.key("items").begin_object();
    number_schema(writer);
    writer.end_object().end_object();
    writer.end_array();
  }
  std::string described() const override { return "number or array of numbers, " + range(); }

 private:
  double accept(const JsonNode& node, const std::string& pointer, const char* expected) const {
    if (node.kind != JsonNode::Kind::kNumber || node.number < low_ || node.number > high_) {
      throw ConfigError(pointer, "expected " + std::string(expected) + " from " + range() +
                                     ", got " + shown(node));
    }
    return node.number;
  }
  void number_schema(JsonWriter& writer) const {
    writer.field("type", "number").field("minimum", low_).field("maximum", high_);
  }
  std::string range() const { return json_number(low_) + " to " + json_number(high_); }

  double low_;
  double high_;
};

}  // namespace

std::unique_ptr<const ValueType> numbers_type(double low, double high) {
  return std::make_unique<NumbersType>(low, high);
}

}  // namespace docsis_vp::system
