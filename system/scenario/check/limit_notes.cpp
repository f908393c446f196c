#include "system/scenario/check/limit_notes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/docsis/channel.h"
#include "system/json/writer.h"
#include "system/scenario/check/channel_sets.h"
#include "system/scenario/check/reserved_rates.h"
#include "system/scenario/check/upstream_notes.h"
#include "system/scenario/complete/complete_buffer.h"
#include "system/scenario/complete/complete_lan.h"
#include "system/scenario/complete/largest_frame.h"
#include "system/scenario/complete/link_rates.h"
#include "system/scenario/derive/aggregate_of.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

std::string bytes_text(std::uint64_t bytes) {
  return std::to_string(bytes) + " bytes";
}

// Rounded to one bit per second, because sums of rates are not exact.
std::string rate_text(double mbps) {
  return json_number(std::round(1e6 * mbps) / 1e6) + " Mbit/s";
}

const std::string& shown_name(const ModemConfig& modem) {
  return modem.family.empty() ? modem.name : modem.family;
}

class LimitNotes {
 public:
  void add(const std::string& whose, const std::string& what) { add_line(whose + ": " + what); }
  void add_line(std::string line) {
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) {
      lines_.push_back(std::move(line));
    }
  }
  std::vector<std::string> lines() && { return std::move(lines_); }

 private:
  std::vector<std::string> lines_;
};

// Limits of a queue. Descriptors and memory do not limit a queue of the CMTS.
class QueueSizes {
 public:
  // queue: a complete service flow, or the CMTS's queue for all modems.
  template <class Queue>
  QueueSizes(const Queue& queue, std::uint64_t largest_frame)
      : buffer_(*queue.buffer_bytes),
        packets_(queue.buffer_packets),
        largest_frame_(largest_frame) {
    const queue::Manager* const manager = queue.aqm.manager();
    packets_are_usual_ = manager != nullptr && manager->buffer_packets == packets_.value_or(0);
  }
  void lie_in(const cm::QueueMemoryConfig& memory) {
    memory_ = memory.capacity_bytes;
    descriptors_ = *memory.descriptors_per_flow;
  }

  // Explains why the buffer never fills in bytes; empty: it may fill.
  std::string before_buffer() const {
    const std::uint64_t most = std::min(descriptors_, packet_limit()) * largest_frame_;
    if (buffer_ <= std::min(most, memory_)) {
      return {};
    }
    if (memory_ <= most) {
      return "the queue memory of " + bytes_text(memory_) + " comes";
    }
    return packet_limit() < descriptors_ ? packets_text() + " comes" : descriptors_text() + " come";
  }
  // Explains why the packet limit is never reached.
  std::string before_packets() const {
    if (!packets_ || packets_are_usual_) {
      return {};
    }
    if (descriptors_ < *packets_) {
      return descriptors_text() + " come";
    }
    return std::uint64_t{*packets_} * kShortestFrameBytes > room() ? buffer_text() + " comes"
                                                                   : std::string();
  }
  bool descriptors_suffice() const {
    return packet_limit() < descriptors_ ||
           std::uint64_t{descriptors_} * kShortestFrameBytes > room();
  }
  // Least mean packet size at which the buffer fills before all descriptors are used.
  std::uint64_t filling_packet_bytes() const { return (room() + descriptors_ - 1) / descriptors_; }
  bool needs_more_than(std::uint64_t descriptors) const {
    return room() > descriptors * kMeanPacketBytes && packet_limit() > descriptors_;
  }

  std::string buffer_text() const { return "its buffer of " + bytes_text(buffer_); }
  std::string packets_text() const {
    return "its limit of " + std::to_string(*packets_) + " packets";
  }
  std::string descriptors_text() const {
    return "its " + std::to_string(descriptors_) + " descriptors";
  }

 private:
  std::uint64_t room() const { return std::min(buffer_, memory_); }
  std::uint64_t packet_limit() const { return packets_.value_or(UINT32_MAX); }

  std::uint64_t buffer_;
  std::uint64_t memory_ = UINT64_MAX;
  std::uint64_t descriptors_ = UINT32_MAX;
  std::optional<unsigned> packets_;
  std::uint64_t largest_frame_;
  bool packets_are_usual_ = false;
};

void look_at_sizes(LimitNotes& notes, const std::string& whose, const QueueSizes& sizes) {
  const auto note = [&](const std::string& limit, const std::string& first) {
    notes.add(whose, limit + " is never reached, " + first + " before it");
  };
  if (const std::string first = sizes.before_buffer(); !first.empty()) {
    note(sizes.buffer_text(), first);
  }
  if (const std::string first = sizes.before_packets(); !first.empty()) {
    note(sizes.packets_text(), first);
  }
}

// Notes the assumption behind the default number of descriptors, if it exceeds the minimum.
void look_at_default_descriptors(LimitNotes& notes, const std::string& whose,
                                 const QueueSizes& sizes) {
  if (sizes.before_buffer().empty() && sizes.needs_more_than(kDefaultDescriptors)) {
    notes.add(whose, sizes.descriptors_text() + " come before " + sizes.buffer_text() +
                         " where packets are shorter than " +
                         bytes_text(sizes.filling_packet_bytes()) + " on average");
  }
}

ChannelSet channels_of(const RfConfig& rf, const ModemConfig& modem,
                       const ServiceFlowConfig& flow) {
  ChannelSet set;
  if (flow.direction == Direction::kDownstream) {
    for (unsigned i = 0; i < rf.downstream_channels.size(); ++i) {
      const DownstreamChannelConfig& channel = rf.downstream_channels[i];
      if (is_listed(modem.downstream_channels, channel.name)) {
        set.add(i, channel.name, channel.net_mbps());
      }
    }
    if (set.size() == 0) {
      set.add(0, "", link_rates(rf, modem).downstream_mbps);
    }
    return set;
  }
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    const std::string& name = rf.channels[i].name;
    if (is_listed(modem.channels, name) && is_listed(flow.channels, name)) {
      set.add(i, name,
              1e-6 * static_cast<double>(
                         docsis::ChannelGeometry(channel_parameters(rf, i)).rate_bps()));
    }
  }
  return set;
}

void look_at_rate(LimitNotes& notes, const std::string& whose, const ServiceFlowConfig& flow,
                  const ChannelSet& channels) {
  const double peak = flow.peak_rate_mbps.value_or(0);
  const bool sustained = flow.max_sustained_rate_mbps > channels.mbps();
  if (sustained || peak > channels.mbps()) {
    notes.add(whose, (sustained ? "its rate of " + rate_text(flow.max_sustained_rate_mbps)
                                : "its peak rate of " + rate_text(peak)) +
                         " is never reached, its channels carry " + rate_text(channels.mbps()) +
                         ", headers included");
  }
}

void look_at_sums(LimitNotes& notes, const std::string& direction, const SharedChannels& shared) {
  for (const SharedChannels::Excess& excess : shared.excesses()) {
    const std::string names = excess.channels.names();
    notes.add(direction + (names.empty() ? "" : " of " + names),
              "rates of " + std::to_string(excess.flows) + " service flows add up to " +
                  rate_text(excess.mbps) + ", the channels carry " +
                  rate_text(excess.channels.mbps()) + ", headers included");
  }
}

// Notes that the Ethernet ports of a modem carry less than its service flows of a direction, which
// its channels carry.
void look_at_rates_on_lan(LimitNotes& notes, const RfConfig& rf, const ModemConfig& modem,
                          Direction direction, const std::vector<const ServiceFlowConfig*>& flows) {
  double sustained = 0;
  double most = 0;
  for (const ServiceFlowConfig* flow : flows) {
    if (flow->direction == direction) {
      sustained += flow->nominal_rate_mbps();
      most += flow->peak_rate_mbps.value_or(flow->nominal_rate_mbps());
    }
  }
  const double carried = carried_mbps(modem.lan.ports);
  const double channels = direction == Direction::kUpstream
                              ? std::numeric_limits<double>::infinity()
                              : link_rates(rf, modem).downstream_mbps;
  if (std::min(std::max(sustained, most), channels) <= carried) {
    return;
  }
  const bool is_peak = sustained <= carried;
  notes.add(shown_name(modem),
            std::string("the ") + (direction == Direction::kUpstream ? "upstream" : "downstream") +
                (is_peak ? " peak rates" : " rates") + " of its service flows add up to " +
                rate_text(is_peak ? most : sustained) + ", its LAN port" +
                (modem.lan.ports.size() == 1 ? " carries " : "s carry ") +
                rate_text(std::floor(carried)) + " of frames of 1518 bytes");
}

void look_at_ports_without_line(LimitNotes& notes, const ModemConfig& modem) {
  for (const LanPortConfig& port : modem.lan.ports) {
    if (port.line == LanLine::kNone) {
      notes.add(shown_name(modem),
                "its LAN port " + port.name +
                    " has no line, frames enter in no time: hold, deadlines and port contention "
                    "are not those of silicon");
    }
  }
}

// Returns the ports by which frames may enter an upstream service flow. A flow that names no
// service flow may use any of its modem.
std::vector<LanPortConfig> ports_into(const Scenario& all, const ModemConfig& modem,
                                      const std::string& service_flow) {
  std::set<unsigned> used;
  for (const FlowConfig& flow : all.flows) {
    const std::optional<std::string>& upstream =
        flow.direction == Direction::kUpstream ? flow.service_flow : flow.return_service_flow;
    if (flow.modem == modem.name && upstream.value_or(service_flow) == service_flow) {
      used.insert(lan_port_of(flow, modem));
    }
  }
  std::vector<LanPortConfig> ports;
  for (const unsigned port : used) {
    ports.push_back(modem.lan.ports[port]);
  }
  return ports;
}

// Notes an upstream service flow whose frames enter by some of the modem's ports only.
void look_at_ports_of(LimitNotes& notes, const std::string& whose,
                      const std::vector<LanPortConfig>& ports, const ServiceFlowConfig& flow) {
  const double carried = carried_mbps(ports);
  if (ports.empty() || flow.nominal_rate_mbps() <= carried) {
    return;
  }
  std::string names;
  for (const LanPortConfig& port : ports) {
    names += (names.empty() ? " " : ", ") + port.name;
  }
  notes.add(whose, "its rate of " + rate_text(flow.nominal_rate_mbps()) +
                       " is never reached, its flows enter by LAN port" +
                       (ports.size() == 1 ? "" : "s") + names + ", which carr" +
                       (ports.size() == 1 ? "ies " : "y ") + rate_text(std::floor(carried)) +
                       " of frames of 1518 bytes");
}

class Look {
 public:
  explicit Look(const Scenario& all)
      : all_(all),
        largest_up_(largest_frame_bytes(all, Direction::kUpstream)),
        largest_down_(largest_frame_bytes(all, Direction::kDownstream)) {
    std::map<std::string, std::vector<const ServiceFlowConfig*>> flows;
    for (const ServiceFlowConfig& flow : all.service_flows) {
      flows[flow.modem].push_back(&flow);
    }
    for (const ModemConfig& modem : all.modems) {
      look_at_modem(modem, flows[modem.name]);
    }
    if (all.rf.downstream_queue) {
      look_at_sizes(notes_, "rf.downstream_queue",
                    QueueSizes(*all.rf.downstream_queue, largest_down_));
    }
    look_at_sums(notes_, "upstream", upstream_);
    look_at_sums(notes_, "downstream", downstream_);
    for (const std::string& note : notes_on_reserved_rates(all)) {
      notes_.add_line(note);
    }
    for (const std::string& note : notes_on_upstream(all)) {
      notes_.add_line(note);
    }
  }
  std::vector<std::string> lines() && { return std::move(notes_).lines(); }

 private:
  void look_at_modem(const ModemConfig& modem, const std::vector<const ServiceFlowConfig*>& flows) {
    const unsigned descriptors = *modem.queue_memory.descriptors_per_flow;
    const bool usual = descriptors == default_descriptors(all_, modem);
    bool any = false;
    bool all_suffice = true;
    for (const ServiceFlowConfig* flow : flows) {
      const std::string whose = "service flow " + flow->name + " of " + shown_name(modem);
      if (flow->direction == Direction::kUpstream) {
        QueueSizes sizes(*flow, largest_up_);
        sizes.lie_in(modem.queue_memory);
        look_at_sizes(notes_, whose, sizes);
        if (usual) {
          look_at_default_descriptors(notes_, whose, sizes);
        }
        any = true;
        all_suffice = all_suffice && sizes.descriptors_suffice();
      } else {
        look_at_sizes(notes_, whose, QueueSizes(*flow, largest_down_));
      }
      look_at_channels(whose, modem, *flow);
    }
    const std::vector<const ServiceFlowConfig*> together = counted(flows);
    look_at_lan(modem, flows, together);
    for (const ServiceFlowConfig* flow : together) {
      share_channels(modem, *flow);
    }
    for (const AggregateConfig& aggregate : all_.aggregate_service_flows) {
      if (aggregate.modem == modem.name) {
        look_at_aggregate(aggregate, shown_name(modem));
      }
    }
    if (!usual && any && all_suffice) {
      notes_.add(shown_name(modem), "its " + std::to_string(descriptors) +
                                        " descriptors per service flow are never used up, "
                                        "buffers come first");
    }
  }
  void look_at_lan(const ModemConfig& modem, const std::vector<const ServiceFlowConfig*>& flows,
                   const std::vector<const ServiceFlowConfig*>& together) {
    look_at_ports_without_line(notes_, modem);
    look_at_rates_on_lan(notes_, all_.rf, modem, Direction::kUpstream, together);
    look_at_rates_on_lan(notes_, all_.rf, modem, Direction::kDownstream, together);
    if (modem.lan.ports.size() == 1) {
      return;
    }
    for (const ServiceFlowConfig* flow : flows) {
      if (flow->direction == Direction::kUpstream) {
        look_at_ports_of(notes_, "service flow " + flow->name + " of " + shown_name(modem),
                         ports_into(all_, modem, flow->name), *flow);
      }
    }
  }
  // Service flows whose rates add up: one for each aggregate, with the rate of that.
  std::vector<const ServiceFlowConfig*> counted(
      const std::vector<const ServiceFlowConfig*>& flows) {
    std::vector<const ServiceFlowConfig*> counted;
    std::map<const AggregateConfig*, ServiceFlowConfig*> together;
    for (const ServiceFlowConfig* flow : flows) {
      const AggregateConfig* const aggregate = aggregate_of(all_, *flow);
      if (aggregate == nullptr) {
        counted.push_back(flow);
        continue;
      }
      ServiceFlowConfig*& sum = together[aggregate];
      const double own_mbps = flow->max_sustained_rate_mbps;
      if (sum == nullptr) {
        sum = &together_.emplace_back(*flow);
        sum->max_sustained_rate_mbps = 0;
        sum->peak_rate_mbps = aggregate->peak_rate_mbps;
        counted.push_back(sum);
      }
      sum->max_sustained_rate_mbps =
          std::min(aggregate->amsr_mbps, sum->max_sustained_rate_mbps + own_mbps);
    }
    return counted;
  }
  void look_at_aggregate(const AggregateConfig& aggregate, const std::string& owner) {
    if (aggregate.peak_rate_mbps.value_or(aggregate.amsr_mbps) < aggregate.amsr_mbps) {
      notes_.add("aggregate service flow " + aggregate.name + " of " + owner,
                 "its rate of " + rate_text(aggregate.amsr_mbps) +
                     " is never reached, its peak rate is " + rate_text(*aggregate.peak_rate_mbps));
    }
  }
  // Without a maximum rate the channels limit the flow.
  void look_at_channels(const std::string& whose, const ModemConfig& modem,
                        const ServiceFlowConfig& flow) {
    const ChannelSet channels = channels_of(all_.rf, modem, flow);
    if (flow.line_rate_mbps || channels.mbps() == 0) {
      return;
    }
    look_at_rate(notes_, whose, flow, channels);
  }

  void share_channels(const ModemConfig& modem, const ServiceFlowConfig& flow) {
    const ChannelSet channels = channels_of(all_.rf, modem, flow);
    if (!flow.line_rate_mbps && channels.mbps() != 0) {
      (flow.direction == Direction::kUpstream ? upstream_ : downstream_)
          .add(channels, flow.max_sustained_rate_mbps);
    }
  }

  const Scenario& all_;
  std::deque<ServiceFlowConfig> together_;  // one for each aggregate
  std::uint64_t largest_up_;
  std::uint64_t largest_down_;
  LimitNotes notes_;
  SharedChannels upstream_;
  SharedChannels downstream_;
};

}  // namespace

std::vector<std::string> notes_on_limits(const Scenario& all) {
  return Look(all).lines();
}

}  // namespace docsis_vp::system
