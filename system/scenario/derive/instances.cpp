#include "system/scenario/derive/instances.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"

namespace docsis_vp::system {

namespace {

constexpr unsigned kFirstPriority = 255;
constexpr unsigned kMaxLanHosts = 200;

std::string at(const char* list, std::size_t index, const char* key) {
  return "/" + std::string(list) + "/" + std::to_string(index) + "/" + key;
}

std::string text_of(const std::array<std::uint8_t, 4>& address) {
  std::string text;
  for (const std::uint8_t octet : address) {
    text += (text.empty() ? "" : ".") + std::to_string(octet);
  }
  return text;
}

class Instances {
 public:
  explicit Instances(const Scenario& scenario) : written_(scenario), made_(scenario) {
    add_modems();
    by_modem_.resize(made_.modems.size());
    add_service_flows();
    add_aggregates();
    add_classifiers();
    add_flows();
    add_events();
  }

  Scenario take() {
    for (OfModem& own : by_modem_) {
      move_into(made_.service_flows, own.service_flows);
      move_into(made_.aggregate_service_flows, own.aggregates);
      move_into(made_.classifiers, own.classifiers);
      move_into(made_.classifiers, own.for_traffic);
      move_into(made_.flows, own.flows);
    }
    return std::move(made_);
  }

 private:
  using ServiceFlowPair = std::pair<std::optional<std::string>, std::optional<std::string>>;
  // The objects of one modem.
  struct OfModem {
    std::vector<ServiceFlowConfig> service_flows;
    std::vector<AggregateConfig> aggregates;
    std::vector<ClassifierConfig> classifiers;
    std::vector<ClassifierConfig> for_traffic;
    std::vector<FlowConfig> flows;
    std::map<ServiceFlowPair, unsigned> hosts;
  };

  template <class T>
  static void move_into(std::vector<T>& to, std::vector<T>& from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  }

  void add_modems() {
    made_.modems.clear();
    for (std::size_t i = 0; i < written_.modems.size(); ++i) {
      const ModemConfig& modem = written_.modems[i];
      for (unsigned number = 0; number < modem.count; ++number) {
        const auto index = static_cast<unsigned>(made_.modems.size());
        ModemConfig own = modem;
        own.name = modem_instance_name(modem, number);
        own.count = 1;
        own.provisioned = {};
        *own.plant_delay_us += number * modem.plant_delay_step_us;
        own.plant_delay_step_us = 0;
        if (modem.count > 1) {
          own.family = modem.name;
          by_name_[modem.name].push_back(index);
        }
        if (!names_.emplace(own.name, index).second) {
          throw ConfigError(at("modems", i, "name"), "makes a second modem \"" + own.name + "\"");
        }
        made_.modems.push_back(std::move(own));
      }
    }
    for (const auto& [name, index] : names_) {
      if (!by_name_.emplace(name, std::vector<unsigned>{index}).second) {
        throw ConfigError("/modems", "the name \"" + name + "\" means one modem and several");
      }
    }
  }

  const std::vector<unsigned>& modems(const std::string& name, const std::string& pointer) const {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) {
      std::vector<std::string_view> known;
      for (const ModemConfig& modem : written_.modems) {
        known.push_back(modem.name);
      }
      throw ConfigError(pointer, "there is no modem \"" + name + "\"" + suggestion(name, known));
    }
    return found->second;
  }

  void add_service_flows() {
    made_.service_flows.clear();
    add_provisioned();
    for (std::size_t i = 0; i < written_.service_flows.size(); ++i) {
      const ServiceFlowConfig& flow = written_.service_flows[i];
      for (const unsigned modem : modems(flow.modem, at("service_flows", i, "modem"))) {
        ServiceFlowConfig own = flow;
        own.modem = made_.modems[modem].name;
        own.position = i;
        add_service_flow(modem, std::move(own), at("service_flows", i, "name"));
      }
    }
  }

  void add_aggregates() {
    made_.aggregate_service_flows.clear();
    add_provisioned_aggregates();
    for (std::size_t i = 0; i < written_.aggregate_service_flows.size(); ++i) {
      const AggregateConfig& aggregate = written_.aggregate_service_flows[i];
      const std::string pointer = at("aggregate_service_flows", i, "modem");
      for (const unsigned modem : modems(aggregate.modem, pointer)) {
        add_aggregate(modem, aggregate, at("aggregate_service_flows", i, "name"));
      }
    }
  }

  void add_provisioned_aggregates() {
    unsigned modem = 0;
    for (std::size_t i = 0; i < written_.modems.size(); ++i) {
      for (unsigned number = 0; number < written_.modems[i].count; ++number, ++modem) {
        for (const AggregateConfig& aggregate : written_.modems[i].provisioned.aggregates) {
          add_aggregate(modem, aggregate, at("modems", i, "config_file"));
        }
      }
    }
  }

  // Classifiers and traffic name service flows and aggregates alike.
  void add_aggregate(unsigned modem, AggregateConfig aggregate, const std::string& pointer) {
    const bool is_flow = find(modem, aggregate.name) != nullptr;
    if (is_flow || find_aggregate(modem, aggregate.name) != nullptr) {
      throw ConfigError(pointer, "the modem \"" + made_.modems[modem].name + "\" has " +
                                     (is_flow ? "a" : "an aggregate") + " service flow \"" +
                                     aggregate.name + "\" already");
    }
    aggregate.modem = made_.modems[modem].name;
    by_modem_[modem].aggregates.push_back(std::move(aggregate));
  }

  // Objects from the configuration file come first.
  void add_provisioned() {
    unsigned modem = 0;
    for (std::size_t i = 0; i < written_.modems.size(); ++i) {
      const Provisioned& provisioned = written_.modems[i].provisioned;
      for (unsigned number = 0; number < written_.modems[i].count; ++number, ++modem) {
        for (ServiceFlowConfig flow : provisioned.service_flows) {
          flow.modem = made_.modems[modem].name;
          add_service_flow(modem, std::move(flow), at("modems", i, "config_file"));
        }
        for (ClassifierConfig classifier : provisioned.classifiers) {
          classifier.modem = made_.modems[modem].name;
          by_modem_[modem].classifiers.push_back(std::move(classifier));
        }
      }
    }
  }

  void add_service_flow(unsigned modem, ServiceFlowConfig flow, const std::string& pointer) {
    if (find(modem, flow.name) != nullptr) {
      throw ConfigError(pointer, "the modem \"" + flow.modem + "\" has a service flow \"" +
                                     flow.name + "\" already");
    }
    by_modem_[modem].service_flows.push_back(std::move(flow));
  }

  const ServiceFlowConfig* find(unsigned modem, const std::string& name) const {
    const auto& flows = by_modem_[modem].service_flows;
    const auto found =
        std::find_if(flows.begin(), flows.end(), [&](const auto& f) { return f.name == name; });
    return found == flows.end() ? nullptr : &*found;
  }

  const AggregateConfig* find_aggregate(unsigned modem, const std::string& name) const {
    const auto& own = by_modem_[modem].aggregates;
    const auto found =
        std::find_if(own.begin(), own.end(), [&](const auto& each) { return each.name == name; });
    return found == own.end() ? nullptr : &*found;
  }

  // Names that classifiers may give.
  std::vector<std::string_view> names_of(unsigned modem) const {
    std::vector<std::string_view> names;
    for (const ServiceFlowConfig& flow : by_modem_[modem].service_flows) {
      names.push_back(flow.name);
    }
    for (const AggregateConfig& aggregate : by_modem_[modem].aggregates) {
      names.push_back(aggregate.name);
    }
    return names;
  }

  // Adds a classifier for every modem that has its service flow.
  void add_classifiers() {
    made_.classifiers.clear();
    for (std::size_t i = 0; i < written_.classifiers.size(); ++i) {
      const ClassifierConfig& classifier = written_.classifiers[i];
      bool known = false;
      for (unsigned modem = 0; modem < by_modem_.size(); ++modem) {
        if (find(modem, classifier.service_flow) != nullptr ||
            find_aggregate(modem, classifier.service_flow) != nullptr) {
          known = true;
          by_modem_[modem].classifiers.push_back(classifier);
          by_modem_[modem].classifiers.back().modem = made_.modems[modem].name;
        }
      }
      if (!known) {
        std::vector<std::string_view> names;
        for (unsigned modem = 0; modem < by_modem_.size(); ++modem) {
          const auto own = names_of(modem);
          names.insert(names.end(), own.begin(), own.end());
        }
        throw ConfigError(at("classifiers", i, "service_flow"),
                          "there is no service flow \"" + classifier.service_flow + "\"" +
                              suggestion(classifier.service_flow, names));
      }
    }
  }

  void add_flows() {
    made_.flows.clear();
    for (std::size_t i = 0; i < written_.flows.size(); ++i) {
      const FlowConfig& flow = written_.flows[i];
      const std::vector<unsigned>& behind = modems(flow.modem, at("flows", i, "modem"));
      if (flow.rtt_ms.size() > flow.count * behind.size()) {
        throw ConfigError(at("flows", i, "rtt_ms"),
                          "expected no more times than there are flows, " +
                              std::to_string(flow.count * behind.size()));
      }
      unsigned number = 0;
      for (const unsigned modem : behind) {
        const ModemConfig& owner = made_.modems[modem];
        FlowConfig own = flow;
        if (flow.modem != owner.name) {
          own.name = owner.name + "-" + flow.name;
          own.group = flow.group.value_or(flow.name);
        }
        own.modem = owner.name;
        own.position = i;
        own.modem_number = number++;
        own.lan_host = host_of(flow, modem, i);
        by_modem_[modem].flows.push_back(std::move(own));
      }
    }
  }

  // A flow that names its service flows gets a host of its own; generated classifiers match its
  // address.
  unsigned host_of(const FlowConfig& flow, unsigned modem, std::size_t position) {
    if (!flow.service_flow && !flow.return_service_flow) {
      return 0;
    }
    OfModem& own = by_modem_[modem];
    const auto next = static_cast<unsigned>(own.hosts.size() + 1);
    const bool up = flow.direction == Direction::kUpstream;
    const ServiceFlowPair pair = up ? ServiceFlowPair(flow.service_flow, flow.return_service_flow)
                                    : ServiceFlowPair(flow.return_service_flow, flow.service_flow);
    const auto [host, is_new] = own.hosts.emplace(pair, next);
    if (!is_new) {
      return host->second;
    }
    if (next > kMaxLanHosts) {
      throw ConfigError(at("flows", position, "service_flow"),
                        "expected at most " + std::to_string(kMaxLanHosts) +
                            " pairs of service flows behind one modem");
    }
    const char* const upstream_key = up ? "service_flow" : "return_service_flow";
    const char* const downstream_key = up ? "return_service_flow" : "service_flow";
    add_rule(modem, pair.first, Direction::kUpstream, next, at("flows", position, upstream_key));
    add_rule(modem, pair.second, Direction::kDownstream, next,
             at("flows", position, downstream_key));
    return next;
  }

  void add_rule(unsigned modem, const std::optional<std::string>& service_flow, Direction direction,
                unsigned host, const std::string& pointer) {
    if (!service_flow) {
      return;
    }
    const ServiceFlowConfig* target = find(modem, *service_flow);
    const AggregateConfig* aggregate = find_aggregate(modem, *service_flow);
    if (target == nullptr && aggregate == nullptr) {
      throw ConfigError(pointer, "the modem \"" + made_.modems[modem].name +
                                     "\" has no service flow \"" + *service_flow + "\"" +
                                     suggestion(*service_flow, names_of(modem)));
    }
    if ((target == nullptr ? aggregate->direction : target->direction) != direction) {
      throw ConfigError(pointer, "the service flow \"" + *service_flow + "\" goes the other way");
    }
    ClassifierConfig rule;
    rule.service_flow = *service_flow;
    rule.priority = kFirstPriority;
    const bool up = direction == Direction::kUpstream;
    (up ? rule.source : rule.destination) = text_of(lan_address(modem, host));
    rule.modem = made_.modems[modem].name;
    by_modem_[modem].for_traffic.push_back(std::move(rule));
  }

  void add_events() {
    made_.events.clear();
    for (std::size_t i = 0; i < written_.events.size(); ++i) {
      if (written_.events[i].modem.empty()) {
        made_.events.push_back(written_.events[i]);
        continue;
      }
      for (const unsigned modem : modems(written_.events[i].modem, at("events", i, "modem"))) {
        made_.events.push_back(written_.events[i]);
        made_.events.back().modem = made_.modems[modem].name;
      }
    }
  }

  const Scenario& written_;
  Scenario made_;
  std::map<std::string, unsigned> names_;                 // of single modems
  std::map<std::string, std::vector<unsigned>> by_name_;  // modems of a reference
  std::vector<OfModem> by_modem_;
};

}  // namespace

Scenario modem_by_modem(const Scenario& scenario) {
  return Instances(scenario).take();
}

std::string modem_instance_name(const ModemConfig& modem, unsigned number) {
  return modem.count > 1 ? modem.name + std::to_string(number) : modem.name;
}

bool is_named(const ModemConfig& modem, const std::string& name) {
  bool found = name == modem.name;
  for (unsigned number = 0; !found && modem.count > 1 && number < modem.count; ++number) {
    found = name == modem_instance_name(modem, number);
  }
  return found;
}

bool is_of(const ServiceFlowConfig& flow, const ModemConfig& modem) {
  return is_named(modem, flow.modem);
}

// Returns 192.168.100.10, the usual LAN of a modem, for the first modem, and 10.m.m.10 for modem m.
std::array<std::uint8_t, 4> lan_address(unsigned modem, unsigned host) {
  constexpr unsigned kFirstHost = 10;
  const auto last = static_cast<std::uint8_t>(kFirstHost + host);
  if (modem == 0) {
    return {192, 168, 100, last};
  }
  return {10, static_cast<std::uint8_t>(modem / 256), static_cast<std::uint8_t>(modem % 256), last};
}

}  // namespace docsis_vp::system
