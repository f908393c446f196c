#include "system/scenario/check/reserved_rates.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "models/docsis/channel.h"
#include "models/docsis/mac_header.h"
#include "models/docsis/segment_header.h"
#include "models/docsis/timing_profile.h"
#include "models/docsis/ugs_element.h"
#include "platform/base/errors.h"
#include "platform/base/time.h"
#include "system/json/writer.h"
#include "system/scenario/derive/proactive_series.h"
#include "system/scenario/derive/timing_profile.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

using docsis::ChannelGeometry;

constexpr double kDefaultPacketBytes = 1518;
// Least size of a grant for a reservation, if more is requested.
constexpr double kLeastGrantBytes = 512;
// Sums of rates are not exact.
constexpr double kRoundingBps = 1;

struct ChannelCapacity {
  std::string name;
  double bps = 0;
};

// The needs of one service flow, and the channels that it may use.
struct Need {
  std::vector<unsigned> channels;
  double reserved_bps = 0;  // as written
  double bps = 0;           // with headers
};

std::string mbps_text(double bps) {
  return json_number(std::round(bps / 1e3) / 1e3) + " Mbit/s";
}

// Maximum flow from needs to channels, by augmenting paths. Needs on the same channels form one
// source.
class CapacityNetwork {
 public:
  explicit CapacityNetwork(const std::vector<ChannelCapacity>& capacities) {
    for (const ChannelCapacity& capacity : capacities) free_.push_back(capacity.bps);
  }

  void add(const Need& need) { waiting_[need.channels] += need.bps; }
  // Sends the added needs as far as possible; returns the rest.
  double send() {
    double over = 0;
    for (auto& [channels, bps] : waiting_) {
      while (bps > kRoundingBps && augment(channels, bps)) {
      }
      over += bps > kRoundingBps ? bps : 0;
    }
    return over;
  }
  // After send(): channels that unsent needs could use, by any exchange.
  std::vector<bool> full_channels() {
    search_from_unsent();
    return reached_;
  }

 private:
  using Set = std::vector<unsigned>;

  void begin_search() {
    reached_.assign(free_.size(), false);
    from_.assign(free_.size(), {nullptr, -1});
    queue_.clear();
  }
  void reach(const Set& set, int before) {
    for (const unsigned channel : set) {
      if (reached_[channel]) continue;
      reached_[channel] = true;
      from_[channel] = {&set, before};
      queue_.push_back(channel);
    }
  }
  // Another set that sends on this channel may use its other channels instead.
  void spread(unsigned channel) {
    for (auto& [set, on] : sent_) {
      const auto found = on.find(channel);
      if (found != on.end() && found->second > kRoundingBps) reach(set, static_cast<int>(channel));
    }
  }
  // Channels join the queue during the loop. Ends at the first that satisfies will_do.
  template <class WillDo>
  bool spread_queued(WillDo will_do) {
    std::size_t at = 0;
    while (at < queue_.size()) {
      const unsigned channel = queue_[at++];
      if (will_do(channel)) return true;
      spread(channel);
    }
    return false;
  }
  void search_from_unsent() {
    begin_search();
    for (const auto& [set, bps] : waiting_) {
      if (bps > kRoundingBps) reach(set, -1);
    }
    spread_queued([](unsigned) { return false; });
  }
  bool augment(const Set& set, double& bps) {
    begin_search();
    reach(set, -1);
    return spread_queued([&](unsigned channel) {
      if (free_[channel] <= kRoundingBps) return false;
      carry(channel, bps);
      return true;
    });
  }
  void carry(unsigned last, double& bps) {
    double part = std::min(bps, free_[last]);
    for (unsigned channel = last; from_[channel].second >= 0;) {
      const auto before = static_cast<unsigned>(from_[channel].second);
      part = std::min(part, sent_[*from_[channel].first][before]);
      channel = before;
    }
    free_[last] -= part;
    bps -= part;
    for (unsigned channel = last;;) {
      std::map<unsigned, double>& on = sent_[*from_[channel].first];
      on[channel] += part;
      if (from_[channel].second < 0) return;
      channel = static_cast<unsigned>(from_[channel].second);
      on[channel] -= part;
    }
  }

  std::vector<double> free_;
  std::map<Set, double> waiting_;
  std::map<Set, std::map<unsigned, double>> sent_;
  // State of one search.
  std::vector<bool> reached_;
  std::vector<std::pair<const Set*, int>> from_;
  std::vector<unsigned> queue_;
};

// One direction of a scenario.
class ReservedRates {
 public:
  ReservedRates(const Scenario& all, Direction direction) : all_(all), direction_(direction) {
    direction == Direction::kUpstream ? find_upstream() : find_downstream();
    if (capacities_.empty()) return;
    auto modem = all.modems.begin();
    for (const ServiceFlowConfig& flow : all.service_flows) {
      while (modem->name != flow.modem) {
        ++modem;  // in the order of the modems
      }
      flows_.push_back(&flow);
      modems_.push_back(&*modem);
      needs_.push_back(flow.direction == direction ? need_of(*modem, flow) : Need{});
    }
  }

  // Excess of the first `flows` service flows.
  double over_bps(std::size_t flows) const {
    CapacityNetwork network(capacities_);
    for (std::size_t i = 0; i < flows; ++i) add(network, needs_[i]);
    return network.send();
  }
  std::size_t flows() const { return needs_.size(); }
  const ServiceFlowConfig& flow(std::size_t index) const { return *flows_[index]; }
  const ModemConfig& modem(std::size_t index) const { return *modems_[index]; }

  // Text about the excess of the first `flows` service flows.
  std::string excess(std::size_t flows) const {
    CapacityNetwork network(capacities_);
    for (std::size_t i = 0; i < flows; ++i) add(network, needs_[i]);
    const double over = network.send();
    const std::vector<bool> full = network.full_channels();
    Need sum;
    unsigned number = 0;
    for (std::size_t i = 0; i < flows; ++i) {
      const Need& need = needs_[i];
      const auto is_full = [&](unsigned channel) { return full[channel]; };
      if (need.bps > 0 && std::all_of(need.channels.begin(), need.channels.end(), is_full)) {
        sum.reserved_bps += need.reserved_bps;
        sum.bps += need.bps;
        ++number;
      }
    }
    std::string names;
    unsigned listed = 0;
    for (std::size_t i = 0; i < capacities_.size(); ++i) {
      if (full[i] && !capacities_[i].name.empty()) {
        names += (names.empty() ? " of " : ", ") + capacities_[i].name;
        ++listed;
      }
    }
    return (direction_ == Direction::kUpstream ? "upstream" : "downstream") + names +
           ": reserved rates of " + std::to_string(number) + " service flow" +
           (number == 1 ? "" : "s") + " add up to " + mbps_text(sum.reserved_bps) + ", with " +
           "headers to " + mbps_text(sum.bps) + ": " + mbps_text(over) + " over the " +
           mbps_text(sum.bps - over) + " that the channel" + (listed > 1 ? "s have" : " has") +
           " for them";
  }

 private:
  static void add(CapacityNetwork& network, const Need& need) {
    if (need.bps > 0 && !need.channels.empty()) network.add(need);
  }

  void find_upstream() {
    const RfConfig& rf = all_.rf;
    const bool contends = timing_profile_of(rf).contention;
    const TimePs interval_ps = from_us(*rf.map_interval_us);
    maps_per_s_ = 1e6 / *rf.map_interval_us;
    for (unsigned i = 0; i < rf.channels.size(); ++i) {
      geometries_.emplace_back(channel_parameters(rf, i));
      const ChannelGeometry& channel = geometries_.back();
      const std::uint32_t interval = channel.minislots_in(interval_ps);
      const std::uint32_t region =
          contends ? rf.scheduler.request_opportunities * channel.parameters().request_minislots
                   : 0;
      const std::uint32_t left = interval - std::min(interval, region);
      capacities_.push_back({rf.channels[i].name, bits(channel, left) * maps_per_s_});
    }
  }
  // A queue for all modems has no reservations.
  void find_downstream() {
    const RfConfig& rf = all_.rf;
    if (rf.downstream_queue) return;
    for (const DownstreamChannelConfig& channel : rf.downstream_channels) {
      capacities_.push_back({channel.name, 1e6 * channel.net_mbps()});
    }
    if (capacities_.empty()) capacities_.push_back({"", 1e6 * rf.downstream_mbps});
  }

  static double bits(const ChannelGeometry& channel, std::uint64_t minislots) {
    return 8.0 * static_cast<double>(channel.raw_bytes_in(minislots));
  }

  Need need_of(const ModemConfig& modem, const ServiceFlowConfig& flow) const {
    Need need;
    const bool up = direction_ == Direction::kUpstream;
    for (unsigned i = 0; i < capacities_.size(); ++i) {
      const std::string& name = capacities_[i].name;
      const bool may_use = up ? is_listed(modem.channels, name) && is_listed(flow.channels, name)
                              : name.empty() || is_listed(modem.downstream_channels, name);
      if (may_use) need.channels.push_back(i);
    }
    if (need.channels.empty()) return need;
    const double packet = flow.min_reserved_packet_bytes.value_or(kDefaultPacketBytes);
    need.reserved_bps = 1e6 * flow.min_reserved_rate_mbps.value_or(0);
    need.bps = need.reserved_bps * (packet + docsis::kPlainHeaderBytes) / packet;
    if (up) {
      add_upstream_costs(need, modem, *flow.scheduling);
    }
    return need;
  }

  // Averages over the channels. A series of grants lies on one channel; each channel may need a
  // different rate.
  void add_upstream_costs(Need& need, const ModemConfig& modem,
                          const SchedulingConfig& scheduling) const {
    double main_bps = 0;
    double profile_bps = 0;
    double minislot_bytes = 0;
    double grants_bps = 0;
    double polls_bps = 0;
    const TimePs map_interval = from_us(*all_.rf.map_interval_us);
    for (const unsigned index : need.channels) {
      const ChannelGeometry& channel = geometries_[index];
      const std::uint8_t iuc = channel.data_iuc(static_cast<std::uint8_t>(modem.data_iuc));
      main_bps += static_cast<double>(channel.rate_bps());
      profile_bps += static_cast<double>(channel.rate_bps(iuc));
      minislot_bytes += bits(channel, 1'000) / 8'000;
      if (scheduling.is_unsolicited()) {
        const std::uint32_t minislots =
            channel.minislots_for(docsis::kSegmentHeaderBytes + docsis::kUgsElementBytes +
                                      scheduling.unsolicited_grant_bytes,
                                  iuc);
        grants_bps += bits(channel, minislots) * scheduling.grants_per_interval * 1e6 /
                      scheduling.nominal_grant_interval_us;
      } else if (scheduling.is_polled()) {
        polls_bps += bits(channel, channel.parameters().request_minislots) * 1e6 /
                     *scheduling.nominal_polling_interval_us;
      }
      const cmts::GrantSeries proactive = proactive_series(scheduling, channel, map_interval);
      if (scheduling.is_proactive() && proactive.bytes > 0) {
        const std::uint32_t minislots =
            channel.minislots_for(docsis::kSegmentHeaderBytes + proactive.bytes, iuc);
        grants_bps +=
            bits(channel, minislots) * kPsPerSecond / static_cast<double>(proactive.interval_ps);
      }
      if (scheduling.is_proactive() && scheduling.guaranteed_request_interval_us > 0) {
        polls_bps += bits(channel, channel.parameters().request_minislots) * 1e6 /
                     scheduling.guaranteed_request_interval_us;
      }
    }
    const auto channels = static_cast<double>(need.channels.size());
    if (scheduling.is_unsolicited()) {
      need.reserved_bps = 1e6 * scheduling.grant_rate_mbps();
      need.bps = grants_bps / channels;
      return;
    }
    if (need.bps > 0) {
      const double grant_bytes = std::max(kLeastGrantBytes, need.bps / 8 / maps_per_s_);
      const double extra_bytes = docsis::kSegmentHeaderBytes + minislot_bytes / channels / 2;
      need.bps *= (1 + extra_bytes / grant_bytes) * main_bps / profile_bps;
    }
    // Proactive grants are part of what is reserved.
    if (scheduling.is_proactive()) {
      need.reserved_bps = std::max(need.reserved_bps, 1e6 * scheduling.guaranteed_grant_rate_mbps);
      need.bps = std::max(need.bps, grants_bps / channels);
    }
    need.bps += polls_bps / channels;
  }

  const Scenario& all_;
  Direction direction_;
  double maps_per_s_ = 0;
  std::vector<ChannelGeometry> geometries_;  // upstream
  std::vector<ChannelCapacity> capacities_;
  // One entry for each service flow.
  std::vector<const ServiceFlowConfig*> flows_;
  std::vector<const ModemConfig*> modems_;
  std::vector<Need> needs_;
};

constexpr Direction kBoth[] = {Direction::kUpstream, Direction::kDownstream};

std::string pointer_of(const Scenario& written, const ModemConfig& modem,
                       const ServiceFlowConfig& flow) {
  if (flow.position) {
    const bool reserves = flow.min_reserved_rate_mbps.value_or(0) > 0;
    return "/service_flows/" + std::to_string(*flow.position) +
           (reserves ? "/min_reserved_rate_mbps" : "/scheduling");
  }
  const std::string& name = modem.family.empty() ? modem.name : modem.family;
  const auto entry = std::find_if(written.modems.begin(), written.modems.end(),
                                  [&](const ModemConfig& each) { return each.name == name; });
  return "/modems/" + std::to_string(entry - written.modems.begin()) + "/config_file";
}

}  // namespace

std::vector<std::string> notes_on_reserved_rates(const Scenario& all) {
  std::vector<std::string> notes;
  for (const Direction direction : kBoth) {
    const ReservedRates reservations(all, direction);
    if (reservations.over_bps(reservations.flows()) > 0) {
      notes.push_back(reservations.excess(reservations.flows()));
    }
  }
  return notes;
}

void check_reserved_rates(const Scenario& written, const Scenario& all) {
  if (all.rf.admission != Admission::kRefuse) return;
  for (const Direction direction : kBoth) {
    const ReservedRates reservations(all, direction);
    if (reservations.over_bps(reservations.flows()) == 0) continue;
    std::size_t fit = 0;
    std::size_t over = reservations.flows();
    while (over - fit > 1) {
      const std::size_t middle = fit + (over - fit) / 2;
      (reservations.over_bps(middle) > 0 ? over : fit) = middle;
    }
    const ServiceFlowConfig& flow = reservations.flow(fit);
    throw ConfigError(
        pointer_of(written, reservations.modem(fit), flow),
        "admission refuses " + flow.name + " of " + flow.modem + ": " + reservations.excess(over));
  }
}

}  // namespace docsis_vp::system
