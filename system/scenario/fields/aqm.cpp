#include "system/scenario/fields/aqm.h"

#include <algorithm>
#include <cmath>

#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

namespace {

bool is_known(const queue::Manager& manager) {
  return aqm_find(std::string(manager.law).c_str()) != nullptr;
}

std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> names = {"none"};
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    names.emplace_back((*law)->name);
  }
  for (const queue::Manager& manager : queue::managers()) {
    if (is_known(manager)) {
      names.push_back(manager.name);
    }
  }
  return names;
}

// A law of the registry, a manager, or a custom law.
class AlgorithmType : public ValueType {
 public:
  void read(const JsonNode& node, const std::string& pointer, void* value,
            PlaceTable& places) const override {
    if (node.kind == JsonNode::Kind::kString && is_custom(node.text)) {
      *static_cast<std::string*>(value) = node.text;
      return;
    }
    known_->read(node, pointer, value, places);
  }
  void write(const void* value, JsonWriter& writer) const override {
    writer.string(*static_cast<const std::string*>(value));
  }
  void schema(JsonWriter& writer) const override {
    writer.key("anyOf").begin_array();
    writer.begin_object(JsonWriter::Layout::kInline);
    known_->schema(writer);
    writer.end_object();
    writer.begin_object(JsonWriter::Layout::kInline);
    writer.field("type", "string").field("pattern", "^custom:[A-Za-z0-9_-]+$").end_object();
    writer.end_array();
  }
  std::string described() const override { return known_->described() + ", custom:NAME"; }

 private:
  static bool is_custom(const std::string& name) { return name.rfind("custom:", 0) == 0; }

  std::unique_ptr<const ValueType> known_ = string_choice_type(algorithm_names());
};

// A parameter, combined from the descriptions of all algorithms that have it.
struct SharedOption {
  const aqm_option* first = nullptr;
  double low = 0;
  double high = 0;
  std::vector<std::string_view> choices;
  std::string defaults;  // "100 (codel), 150 (codel_dt), ..."
  // Description, and the algorithms to which it applies.
  std::vector<std::pair<std::string_view, std::string>> says;
};

std::string shown(const aqm_option& option, std::uint32_t value) {
  switch (option.kind) {
    case AQM_SWITCH:
      return value != 0 ? "true" : "false";
    case AQM_CHOICE:
      return option.choices[value];
    case AQM_NUMBER:
      break;
  }
  return json_number(value / scale_of(option));
}

void add_user(SharedOption& shared, const aqm_option& option, const char* algorithm) {
  const double low = option.low / scale_of(option);
  const double high = option.high / scale_of(option);
  shared.low = shared.first == nullptr ? low : std::min(shared.low, low);
  shared.high = shared.first == nullptr ? high : std::max(shared.high, high);
  shared.first = shared.first == nullptr ? &option : shared.first;
  for (const char* const* name = option.choices; name != nullptr && *name != nullptr; ++name) {
    if (std::find(shared.choices.begin(), shared.choices.end(), *name) == shared.choices.end()) {
      shared.choices.emplace_back(*name);
    }
  }
  const std::string separator = shared.defaults.empty() ? "" : ", ";
  shared.defaults += separator + shown(option, option.initial) + " (" + algorithm + ")";
  const std::string user = std::string("`") + algorithm + "`";
  for (auto& [text, users] : shared.says) {
    if (text == option.says) {
      users += ", " + user;
      return;
    }
  }
  shared.says.emplace_back(option.says, user);
}

// Managers of several queues may have other defaults than their law.
void add_managers(std::map<std::string_view, SharedOption>& options) {
  for (const queue::Manager& manager : queue::managers()) {
    for (const queue::DefaultOption& usual : manager.options) {
      const auto found = options.find(usual.name);
      if (is_known(manager) && found != options.end()) {
        SharedOption& shared = found->second;
        shared.defaults +=
            ", " + shown(*shared.first, usual.value) + " (" + std::string(manager.name) + ")";
      }
    }
  }
}

std::map<std::string_view, SharedOption> all_options() {
  std::map<std::string_view, SharedOption> options;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    for (const aqm_option* option = (*law)->options; option->name != nullptr; ++option) {
      add_user(options[option->name], *option, (*law)->name);
    }
  }
  add_managers(options);
  return options;
}

std::unique_ptr<const ValueType> type_of(const SharedOption& option) {
  switch (option.first->kind) {
    case AQM_SWITCH:
      return boolean_type();
    case AQM_CHOICE:
      return string_choice_type(option.choices);
    case AQM_NUMBER:
      break;
  }
  return number_type(option.low, option.high);
}

std::string text_of(const SharedOption& option) {
  std::string text;
  for (const auto& [says, users] : option.says) {
    text += std::string(text.empty() ? "" : " ") + std::string(says) + " For " + users + ".";
  }
  return text;
}

std::string_view unit_of(std::string_view name) {
  for (const auto& [suffix, unit] : {std::pair<std::string_view, std::string_view>{"_ms", "ms"},
                                     {"_us", "us"},
                                     {"_s", "s"},
                                     {"_bytes", "bytes"},
                                     {"_percent", "%"},
                                     {"_packets", "packets"},
                                     {"_mbps", "Mbit/s"}}) {
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix) {
      return unit;
    }
  }
  return {};
}

// Access to the value of an option by its name.
template <auto kValue>
struct OptionAccess {
  using Options = decltype(AqmConfig::options);

  static const void* get(const void* member, std::string_view key) {
    const auto& options = *static_cast<const Options*>(member);
    const auto found = options.find(key);
    return found != options.end() ? &(found->second.*kValue) : nullptr;
  }
  static void* make(void* member, std::string_view key) {
    return &((*static_cast<Options*>(member))[key].*kValue);
  }
  static void clear(void* member, std::string_view key) {
    static_cast<Options*>(member)->erase(key);
  }
  static constexpr Access kFunctions = {get, make, clear};
};

const Access& access_of(aqm_option_kind kind) {
  switch (kind) {
    case AQM_SWITCH:
      return OptionAccess<&AqmOptionValue::on>::kFunctions;
    case AQM_CHOICE:
      return OptionAccess<&AqmOptionValue::choice>::kFunctions;
    case AQM_NUMBER:
      break;
  }
  return OptionAccess<&AqmOptionValue::number>::kFunctions;
}

constexpr Choice<queue::HashedHeaders> kHashes[] = {
    {"five_tuple", queue::HashedHeaders::kFiveTuple},
    {"three_tuple", queue::HashedHeaders::kThreeTuple},
    {"inner", queue::HashedHeaders::kInner}};

class AqmTable : public Table<AqmConfig> {
 public:
  using Table<AqmConfig>::Table;

  void add_algorithm() {
    add("algorithm", at(&AqmConfig::algorithm), std::make_unique<AlgorithmType>())
        .default_is("docsis_pie upstream, none downstream")
        .source("docs/aqm.md")
        .says(
            "Queue-management algorithm. `none` drops packets only when the buffer is full. "
            "`custom:NAME` is a custom algorithm (docs/extending.md).");
  }

  // Not an option of the algorithm, but stored with its options.
  void add_engine() {
    add_option("engine", AQM_CHOICE, string_choice_type({"model", "rtl"}))
        .default_is("model")
        .source("engineering choice")
        .says(
            "Implementation of the decisions: the model, or the Verilog of rtl/. The Verilog "
            "gives the same verdicts but is slower, and needs a program built with Verilator. It "
            "exists for the data path of `docsis_pie`, for `codel`, and for the departure meter "
            "of `pie_draft`, `pie_linux` and `pie_linux_2014`. Of managers of several queues it "
            "covers the same parts of their law, the hash, and the turns of `drr` with 32 queues.");
  }

  void add_option(std::string_view name, const SharedOption& option) {
    add_option(name, option.first->kind, type_of(option))
        .unit(unit_of(name))
        .default_is(kept(option.defaults))
        .source(option.first->source)
        .says(kept(text_of(option)));
  }

 private:
  Field& add_option(std::string_view name, aqm_option_kind kind,
                    std::unique_ptr<const ValueType> type) {
    return add(name, at(&AqmConfig::options, access_of(kind)), std::move(type));
  }
};

}  // namespace

const aqm_algorithm& AqmConfig::law() const {
  if (custom) {
    return *custom;
  }
  const queue::Manager* several = manager();
  const std::string name = several != nullptr     ? std::string(several->law)
                           : *algorithm == "none" ? "tail_drop"
                                                  : *algorithm;
  return *aqm_find(name.c_str());
}

double scale_of(const aqm_option& option) {
  return std::pow(10.0, option.decimals);
}

const Table<AqmConfig>& aqm_table() {
  static const AqmTable table = [] {
    AqmTable t("aqm", "The active queue management of a service flow.");
    t.set_shorthand("algorithm");
    t.add_algorithm();
    t.number("target_ms", &AqmConfig::target_ms, 0.001, 10'000)
        .unit("ms")
        .default_is("the algorithm's, see docs/aqm.md; 10 for docsis_pie")
        .source("RFC 8034 sec. 4.1; MULPI C.2.2.7.12")
        .says("LATENCY_TARGET, the queueing delay at which the law aims.");
    t.integer("queues", &AqmConfig::queues, 1, 65'536)
        .default_is("the manager's")
        .source("RFC 8290 sec. 4.1.2; cablelabs-2014 sec. 4.4")
        .says("Number of queues among which a manager hashes flows.");
    t.integer("quantum_bytes", &AqmConfig::quantum_bytes, 64, 1'000'000)
        .unit("bytes")
        .default_is("1514")
        .source("RFC 8290 sec. 5.2.4")
        .says("Bytes that a queue of a manager may send per turn.");
    t.integer("queue_share", &AqmConfig::queue_share, 0, 65'536)
        .default_is("the manager's")
        .source("clemson-2015 sec. 3.2: 10; clemson-2014: 16")
        .says("A queue holds at most 1/n of the buffer. 0: a queue may fill the buffer.");
    t.integer("perturbation", &AqmConfig::perturbation, 0, UINT32_MAX)
        .default_is("drawn from the seed")
        .source("RFC 8290 sec. 4.1.1")
        .says("Salt of the hash that assigns flows to queues.");
    t.choice("hash", &AqmConfig::hash, kHashes)
        .default_is("five_tuple")
        .source("RFC 8290 sec. 4.1.1; engineering choice")
        .says(
            "Headers by which a manager assigns flows to queues: addresses, protocol and ports; "
            "without the ports, `three_tuple`, so that all connections between two hosts share a "
            "queue; or those inside a tunnel, `inner`, which a modem sees only if nothing is "
            "encrypted. The first two see the outer header of a `tunnel`.");
    t.integer("stage_bytes", &AqmConfig::stage_bytes, 0, 10'000'000)
        .unit("bytes")
        .default_is("0")
        .source("cablelabs-2014 sec. 4.4")
        .says(
            "Upstream, with a manager of several queues. 0: a packet is chosen when a burst "
            "begins it, within the MAP's deadline. Otherwise the scheduler works ahead of the "
            "grants and moves released packets into one transmit FIFO of this size, at least "
            "2000.");
    t.parameters("parameters", &AqmConfig::parameters)
        .default_is("the algorithm's")
        .says("Parameters of a custom algorithm, `custom:NAME`.");
    t.add_engine();
    for (const auto& [name, option] : all_options()) {
      t.add_option(name, option);
    }
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
