#include "tests/system/results/declared.h"

#include <algorithm>

namespace docsis_vp::system {

namespace {

using Kind = JsonNode::Kind;
using Lines = std::vector<std::string>;

bool is_count(const JsonNode& node) {
  return node.kind == Kind::kNumber && !node.text.empty() &&
         node.text.find_first_not_of("0123456789") == std::string::npos;
}

bool is_of(const ResultField& field, const JsonNode& node) {
  switch (field.type.kind) {
    case ResultKind::kNumber:
      return node.kind == Kind::kNumber;
    case ResultKind::kInteger:
      return is_count(node);
    case ResultKind::kBoolean:
      return node.kind == Kind::kBoolean;
    case ResultKind::kString:
      return node.kind == Kind::kString &&
             (field.names.empty() ||
              std::find(field.names.begin(), field.names.end(), node.text) != field.names.end());
    default:
      return node.kind == Kind::kObject;
  }
}

void check_value(const JsonNode& node, const ResultField& field, const std::string& path,
                 Lines& lines) {
  if (node.kind == Kind::kNull && field.type.is_nullable) {
    return;
  }
  if (field.type.is_list) {
    if (node.kind != Kind::kArray) {
      lines.push_back(path + ": not a list");
    }
    for (const JsonNode& element : node.elements) {
      ResultField one;
      one.type = field.type;
      one.type.is_list = false;
      check_value(element, one, path + "[]", lines);
    }
  } else if (!is_of(field, node)) {
    lines.push_back(path + ": got " + shown(node));
  } else if (const ResultTable* const table = field.table()) {
    const Lines inner = undeclared(node, *table, path);
    lines.insert(lines.end(), inner.begin(), inner.end());
  }
}

void expect_all(const JsonNode& object, const ResultTable& table, const std::string& path,
                Lines& lines) {
  for (const auto& field : table.fields()) {
    if (!field->condition.empty() || field->name == "*") {
      continue;
    }
    if (field->type.kind == ResultKind::kPart) {
      expect_all(object, *field->table(), path, lines);
    } else if (!field->name.empty() && object.find(field->name) == nullptr) {
      lines.push_back(path + "/" + std::string(field->name) + ": missing");
    }
  }
}

}  // namespace

std::vector<std::string> undeclared(const JsonNode& object, const ResultTable& table,
                                    const std::string& path) {
  Lines lines;
  for (const JsonMember& member : object.members) {
    const std::string at = path + "/" + member.key;
    const ResultField* const field = table.find(member.key);
    if (field == nullptr) {
      lines.push_back(at + ": not declared");
    } else {
      check_value(member.value, *field, at, lines);
    }
  }
  expect_all(object, table, path, lines);
  return lines;
}

}  // namespace docsis_vp::system
