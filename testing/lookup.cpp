#include "testing/lookup.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace docsis_vp::testing {

namespace {

template <typename Part, typename IsIt, typename NameOf>
const Part& find(const std::vector<Part>& parts, const std::string& what, const std::string& name,
                 const IsIt& is_it, const NameOf& name_of) {
  const auto found = std::find_if(parts.begin(), parts.end(), is_it);
  const bool is_one = found != parts.end() && std::none_of(found + 1, parts.end(), is_it);
  if (is_one) {
    return *found;
  }
  std::string there;
  for (const Part& part : parts) {
    if (found == parts.end() || is_it(part)) {
      there.append(there.empty() ? "" : ", ").append(name_of(part));
    }
  }
  if (found != parts.end()) {
    throw std::out_of_range("more than one " + what + " \"" + name +
                            "\": name the modem of one of " + there);
  }
  throw std::out_of_range("no " + what + " \"" + name + "\"; there " +
                          (there.empty() ? "is none" : "are " + there));
}

}  // namespace

const system::FlowResult& flow(const system::Results& results, const std::string& name) {
  return find(
      results.flows, "flow", name, [&](const auto& each) { return each.name == name; },
      [](const auto& each) { return each.name; });
}

const system::ServiceFlowResult& service_flow(const system::Results& results,
                                              const std::string& name, const std::string& modem) {
  return find(
      results.service_flows, "service flow", modem.empty() ? name : modem + "." + name,
      [&](const auto& each) { return each.name == name && (modem.empty() || each.modem == modem); },
      [](const auto& each) { return each.modem + "." + each.name; });
}

const system::CpuResult& cpu(const system::Results& results, const std::string& modem) {
  return find(
      results.cpus, "CPU of modem", modem, [&](const auto& each) { return each.modem == modem; },
      [](const auto& each) { return each.modem; });
}

}  // namespace docsis_vp::testing
