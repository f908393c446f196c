#include "system/scenario/read/merge.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <optional>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "platform/base/suggestion.h"
#include "system/scenario/fields/fields.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

using Kind = JsonNode::Kind;

bool is_named_list(const JsonNode& node) {
  return node.kind == Kind::kArray &&
         std::all_of(node.elements.begin(), node.elements.end(), [](const JsonNode& element) {
           return element.find_string("name") != nullptr;
         });
}

JsonNode* element_named(JsonNode& list, std::string_view name) {
  const auto found =
      std::find_if(list.elements.begin(), list.elements.end(), [name](const JsonNode& element) {
        const std::string* other = element.find_string("name");
        return other != nullptr && *other == name;
      });
  return found == list.elements.end() ? nullptr : &*found;
}

void remove_member(JsonNode& object, std::string_view key) {
  object.members.erase(
      std::remove_if(object.members.begin(), object.members.end(),
                     [key](const JsonMember& member) { return member.key == key; }),
      object.members.end());
}

// Table for the cases of a scenario: each member, with any name, is a scenario itself.
const ObjectTable& cases_table() {
  static const ObjectTable table("cases", "", nullptr);
  return table;
}

// Returns the table of a member of the objects of `table`; null if there is none.
const ObjectTable* table_of(const ObjectTable* table, std::string_view key) {
  if (table == nullptr) {
    return nullptr;
  }
  if (table == &cases_table()) {
    return &scenario_table();
  }
  const auto& fields = table->fields();
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [key](const auto& field) { return field->name == key; });
  if (found == fields.end()) {
    return table == &scenario_table() && key == "cases" ? &cases_table() : nullptr;
  }
  return (*found)->type->table();
}

bool is_list(const ObjectTable* table, std::string_view key) {
  if (table == nullptr) {
    return false;
  }
  const auto& fields = table->fields();
  return std::any_of(fields.begin(), fields.end(), [key](const auto& field) {
    return field->name == key && field->type->is_list();
  });
}

// Expands "aqm": "docsis_pie" to an object whose other keys have their defaults.
void expand_shorthand(JsonNode& node, const ObjectTable* table) {
  if (node.kind == Kind::kString && table != nullptr && !table->shorthand().empty()) {
    JsonNode whole = JsonNode::object(node.place);
    whole.members.push_back({std::string(table->shorthand()), std::move(node)});
    node = std::move(whole);
  }
}

void merge(JsonNode& base, const JsonNode& over, const ObjectTable* table) {
  if (over.kind == Kind::kObject) {
    expand_shorthand(base, table);
  }
  if (base.kind == Kind::kObject && over.kind == Kind::kObject) {
    for (const JsonMember& member : over.members) {
      if (JsonNode* known = base.find(member.key)) {
        merge(*known, member.value, table_of(table, member.key));
      } else {
        base.members.push_back(member);
      }
    }
    base.place = over.place;
    return;
  }
  if (is_named_list(base) && is_named_list(over)) {
    for (const JsonNode& element : over.elements) {
      if (JsonNode* known = element_named(base, *element.find_string("name"))) {
        merge(*known, element, table);
      } else {
        base.elements.push_back(element);
      }
    }
    base.place = over.place;
    return;
  }
  base = over;
}

JsonNode with_bases_behind(JsonNode root, std::vector<std::string>& chain) {
  const JsonNode* extends = root.find("extends");
  if (extends == nullptr) {
    return root;
  }
  const Place place = extends->place;
  if (extends->kind != Kind::kString) {
    throw InputError(place.text() + ": extends: expected the path of a scenario file, got " +
                     shown(*extends));
  }
  namespace fs = std::filesystem;
  const std::string path =
      (fs::path(*place.origin).parent_path() / extends->text).lexically_normal().string();
  if (std::find(chain.begin(), chain.end(), path) != chain.end()) {
    throw InputError(place.text() + ": extends: " + path + " extends itself");
  }
  if (!is_file(path)) {
    throw InputError(
        place.text() + ": extends: " +
        (is_folder(path) ? path + ": is a folder, expected a file" : "there is no file " + path));
  }
  chain.push_back(path);
  JsonNode base = with_bases_behind(parse_json_file(path), chain);
  remove_member(root, "extends");
  merge(base, root);
  base.place = root.place;
  return base;
}

JsonNode parsed_value(std::string_view text, const std::string& origin) {
  try {
    return parse_json(text, origin);
  } catch (const InputError&) {
    return JsonNode::string(std::string(text), {});
  }
}

void put_place(JsonNode& node, const Place& place) {
  node.place = place;
  for (JsonNode& element : node.elements) {
    put_place(element, place);
  }
  for (JsonMember& member : node.members) {
    put_place(member.value, place);
  }
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t dot = path.find('.', start);
    parts.push_back(path.substr(start, dot - start));
    if (dot == std::string_view::npos) {
      return parts;
    }
    start = dot + 1;
  }
}

JsonNode& element_at(JsonNode& list, std::string_view part, const std::string& at) {
  if (JsonNode* named = element_named(list, part)) {
    return *named;
  }
  std::size_t index = 0;
  const auto [stop, status] = std::from_chars(part.data(), part.data() + part.size(), index);
  if (status == std::errc{} && stop == part.data() + part.size() && index < list.elements.size()) {
    return list.elements[index];
  }
  std::vector<std::string_view> names;
  for (const JsonNode& element : list.elements) {
    if (const std::string* name = element.find_string("name")) {
      names.push_back(*name);
    }
  }
  throw InputError(at + ": there is no element \"" + std::string(part) + "\"" +
                   suggestion(part, names));
}

JsonNode& member_at(JsonNode& object, std::string_view part, const Place& place) {
  if (JsonNode* member = object.find(part)) {
    return *member;
  }
  return object.members.emplace_back(JsonMember{std::string(part), JsonNode::object(place)}).value;
}

// A case name may contain characters that a scenario name must not: "2.5e9" becomes "2_5e9".
std::string as_name(std::string_view case_name) {
  std::string name;
  for (const char octet : case_name) {
    const bool continues_a_character = (static_cast<unsigned char>(octet) & 0xC0U) == 0x80U;
    if (std::isalnum(static_cast<unsigned char>(octet)) != 0 || octet == '_' || octet == '-') {
      name += octet;
    } else if (!continues_a_character) {
      name += '_';
    }
  }
  return name;
}

}  // namespace

void merge(JsonNode& base, const JsonNode& over) {
  merge(base, over, &scenario_table());
}

JsonNode with_bases(JsonNode root, std::vector<std::string>& files) {
  files.clear();
  if (root.place.origin) {
    files.push_back(std::filesystem::path(*root.place.origin).lexically_normal().string());
  }
  return with_bases_behind(std::move(root), files);
}

void apply_case(JsonNode& root, const std::string& case_name) {
  const JsonNode* found = root.find("cases");
  if (found == nullptr) {
    if (!case_name.empty()) {
      throw InputError(root.place.text() + ": there is no case \"" + case_name +
                       "\", the scenario has none");
    }
    return;
  }
  const JsonNode cases = *found;
  remove_member(root, "cases");
  if (cases.kind != Kind::kObject) {
    throw InputError(cases.place.text() + ": cases: expected an object, got " + shown(cases));
  }
  if (case_name.empty()) {
    return;
  }
  std::vector<std::string_view> names;
  for (const JsonMember& member : cases.members) {
    names.push_back(member.key);
  }
  const JsonNode* chosen = cases.find(case_name);
  if (chosen == nullptr) {
    throw InputError(cases.place.text() + ": there is no case \"" + case_name + "\"" +
                     suggestion(case_name, names));
  }
  if (chosen->kind != Kind::kObject) {
    throw InputError(chosen->place.text() + ": cases." + case_name + ": expected an object, got " +
                     shown(*chosen));
  }
  // A case gets its own name, and thereby its own folder, unless it sets a name.
  if (chosen->find("name") == nullptr) {
    const std::string* name = root.find_string("name");
    const std::string own = as_name(case_name);
    const std::string full = name == nullptr ? own : *name + "-" + own;
    JsonNode renamed = JsonNode::object(chosen->place);
    renamed.members.push_back({"name", JsonNode::string(full, chosen->place)});
    merge(root, renamed);
  }
  merge(root, *chosen);
}

void apply_set(JsonNode& root, const std::string& assignment, const std::string& option) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(option + ": expected path=value");
  }
  const Place place{std::make_shared<const std::string>(option), 0};
  const std::vector<std::string_view> parts = split(std::string_view(assignment).substr(0, equals));

  JsonNode* node = &root;
  const ObjectTable* table = &scenario_table();
  std::string_view missing_list;  // path of a list whose element is missing
  for (const std::string_view part : parts) {
    if (part.empty()) {
      throw InputError(option + ": expected path=value with a name between the dots");
    }
    if (!missing_list.empty()) {
      throw InputError(option + ": there is no element \"" + std::string(part) +
                       "\", the scenario has no " + std::string(missing_list));
    }
    if (node->kind == Kind::kArray) {
      node = &element_at(*node, part, option);
      continue;
    }
    expand_shorthand(*node, table);
    if (node->kind != Kind::kObject) {
      *node = JsonNode::object(place);
    }
    if (node->find(part) == nullptr && is_list(table, part)) {
      const auto end = static_cast<std::size_t>(part.data() + part.size() - assignment.data());
      missing_list = std::string_view(assignment).substr(0, end);
    }
    node = &member_at(*node, part, place);
    table = table_of(table, part);
  }
  *node = parsed_value(std::string_view(assignment).substr(equals + 1), option);
  put_place(*node, place);
}

}  // namespace docsis_vp::system
