// Records the events of a run for its checks.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "models/cm/map_parser/map_sink.h"
#include "models/docsis/rf.h"
#include "platform/base/time.h"
#include "system/assembly/modem/events.h"
#include "system/assembly/system.h"

namespace docsis_vp::system {

struct Sent {
  TimePs at = 0;
  std::uint64_t bytes = 0;  // Ethernet
};

// Counts packets that others of their flow overtook. Judges what needs no more than itself: each
// burst lies in a grant that its modem has read, and no grant is used twice.
class Witness : private EventObserver {
 public:
  explicit Witness(System& system);

  const std::vector<Sent>& bursts_of(std::uint16_t sid) const { return of(bursts_, sid); }
  const std::vector<TimePs>& requests_of(std::uint16_t sid) const { return of(requests_, sid); }
  // That reached a modem in one of its downstream service flows.
  const std::vector<Sent>& packets_of(unsigned modem, unsigned flow) const {
    return of(packets_, std::pair(modem, flow));
  }
  std::uint64_t late_packets() const { return late_packets_; }
  // Counts only flows whose packets all took the same service flow.
  std::uint64_t late_packets_of_one_queue() const;
  bool heard_of(std::uint16_t sid) const {
    return !bursts_of(sid).empty() || !requests_of(sid).empty();
  }

 private:
  struct Place {
    unsigned channel = 0;
    std::uint16_t sid = 0;
    docsis::Minislot first = 0;
    bool operator<(const Place& other) const {
      return std::tie(channel, sid, first) < std::tie(other.channel, other.sid, other.first);
    }
  };

  template <class Key, class Value>
  static const std::vector<Value>& of(const std::map<Key, std::vector<Value>>& lists,
                                      const Key& key) {
    static const std::vector<Value> none;
    const auto found = lists.find(key);
    return found == lists.end() ? none : found->second;
  }

  void granted(const GrantEvent& event) override;
  void enqueued(const PacketEvent& event) override;
  void delivered(const PacketEvent& event) override;
  void sent(const docsis::UpstreamBurst& burst);

  std::map<std::uint16_t, std::vector<Sent>> bursts_;
  std::map<std::uint16_t, std::vector<TimePs>> requests_;
  std::map<std::pair<unsigned, unsigned>, std::vector<Sent>> packets_;  // modem, flow
  std::map<Place, cm::Grant> open_;                                     // grants not yet used
  struct Order {
    std::uint64_t next = 0;  // the least number that has not arrived and may still
    std::uint64_t late = 0;
    std::set<unsigned> service_flows;
  };
  std::map<std::pair<FlowId, Direction>, Order> order_;
  std::uint64_t late_packets_ = 0;
};

}  // namespace docsis_vp::system
