#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

// A name, or an array of them.
class NamesType : public ValueType {
 public:
  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable& places) const override {
    auto& names = *static_cast<std::vector<std::string>*>(value);
    names.clear();
    if (node.kind != JsonNode::Kind::kArray) {
      name_->read(node, pointer, &names.emplace_back(), places);
      return;
    }
    if (node.elements.empty()) {
      throw ConfigError(pointer, "expected at least one name, got an empty array");
    }
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
      const std::string at = pointer + "/" + std::to_string(i);
      places[at] = node.elements[i].place;
      name_->read(node.elements[i], at, &names.emplace_back(), places);
    }
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.begin_array(JsonWriter::Layout::kInline);
    for (const std::string& name : *static_cast<const std::vector<std::string>*>(value)) {
      name_->write(&name, writer);
    }
    writer.end_array();
  }
  void schema(JsonWriter& writer) const override {
    writer.key("anyOf").begin_array();
    writer.begin_object(JsonWriter::Layout::kInline);
    name_->schema(writer);
    writer.end_object();
    writer.begin_object(JsonWriter::Layout::kInline);
    writer.field("type", "array").field("minItems", 1U);
    writer.key("items").begin_object();
    name_->schema(writer);
    writer.end_object().end_object();
    writer.end_array();
  }
  std::string described() const override { return "name or array of names"; }

 private:
  std::unique_ptr<const ValueType> name_ = name_type();
};

}  // namespace

std::unique_ptr<const ValueType> names_type() {
  return std::make_unique<NamesType>();
}

}  // namespace docsis_vp::system
