#include "system/assembly/event_hub.h"

#include <algorithm>

#include "platform/kernel/agenda.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

namespace {

DropCause cause_of(aqm_verdict verdict) {
  return verdict == AQM_DROP ? DropCause::kAqm : DropCause::kBufferFull;
}

bool is_drop(aqm_verdict verdict) {
  return verdict == AQM_DROP || verdict == AQM_DROP_FULL;
}

// Names of the address ranges on a CPU's bus that are devices.
std::vector<std::string> devices_of(ControlCpu& control) {
  std::vector<std::string> names = control.bus().names();
  names.erase(
      std::remove_if(names.begin(), names.end(),
                     [](const std::string& name) { return name == "rom" || name == "ram"; }),
      names.end());
  return names;
}

}  // namespace

// Receives the events of a modem's blocks.
class EventHub::ModemListener : public cm::VerdictObserver,
                                public cm::MapSink,
                                public platform::AccessObserver {
 public:
  ModemListener(EventHub& hub, unsigned modem) : hub_(hub), modem_(modem) {}

  void judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) override {
    const PacketEvent event{at, Direction::kUpstream, modem_, flow, packet};
    if (is_drop(verdict)) {
      tell_drop(event, verdict);
      return;
    }
    hub_.learn(packet, modem_, flow);
    tell_mark(event, verdict);
    for (EventObserver* observer : hub_.of_packets_) {
      observer->enqueued(event);
    }
  }
  void judged_queued(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) override {
    const PacketEvent event{at, Direction::kUpstream, modem_, flow, packet};
    if (is_drop(verdict)) {
      tell_drop(event, verdict);
    } else {
      tell_mark(event, verdict);
    }
  }

  void on_grant(const cm::Grant& grant) override {
    for (EventObserver* observer : hub_.of_grants_) {
      observer->granted({platform::now_ps(), modem_, grant});
    }
  }
  void on_request_region(const cm::RequestRegion&) override {}
  void on_pending(unsigned, unsigned) override {}
  void on_map_end(const cm::MapSummary&) override {}
  void on_maps_passed(const cm::MapSummary&, std::uint64_t) override {}
  bool may_defer(const cm::RequestRegion&) const override { return true; }
  bool may_defer(const cm::MapSummary&) const override { return true; }
  TimePs earliest_relevant_ack_time() const override { return kNever; }

  void accessed(const platform::WatchedAccess& access) override {
    for (EventObserver* observer : hub_.of_registers_) {
      observer->accessed({modem_, access});
    }
  }

 private:
  void tell_drop(const PacketEvent& event, aqm_verdict verdict) {
    for (EventObserver* observer : hub_.of_packets_) {
      observer->dropped(event, cause_of(verdict));
    }
  }
  void tell_mark(const PacketEvent& event, aqm_verdict verdict) {
    if (verdict != AQM_MARK) {
      return;
    }
    for (EventObserver* observer : hub_.of_packets_) {
      observer->marked(event);
    }
  }

  EventHub& hub_;
  const unsigned modem_;
};

EventHub::EventHub(const Sources& sources) : sources_(sources) {
  for (unsigned i = 0; i < sources.modems.size(); ++i) {
    modem_listeners_.push_back(std::make_unique<ModemListener>(*this, i));
    // An observer may intervene at once, in other modems as well.
    if (ControlCpu* const control = sources.modems[i]->cpu()) {
      control->disable_lookahead();
      for (const std::string& name : devices_of(*control)) {
        control->bus().treat_as_external(name);
      }
    }
  }
  platform::Agenda::shared()->keep_in_step();
}

EventHub::~EventHub() = default;

void EventHub::subscribe(EventObserver& observer, unsigned events) {
  if ((events & kPacketEvents) != 0) {
    if (of_packets_.empty()) {
      listen_to_packets();
    }
    of_packets_.push_back(&observer);
  }
  if ((events & kGrantEvents) != 0) {
    for (unsigned i = 0; of_grants_.empty() && i < modem_listeners_.size(); ++i) {
      sources_.modems[i]->modem().parser().add_sink(*modem_listeners_[i]);
    }
    of_grants_.push_back(&observer);
  }
  if ((events & kRegisterEvents) != 0) {
    for (unsigned i = 0; of_registers_.empty() && i < modem_listeners_.size(); ++i) {
      if (ControlCpu* const cpu = sources_.modems[i]->cpu()) {
        for (const std::string& name : devices_of(*cpu)) {
          cpu->bus().observe(name, *modem_listeners_[i]);
        }
      }
    }
    of_registers_.push_back(&observer);
  }
}

void EventHub::listen_to_packets() {
  for (unsigned i = 0; i < modem_listeners_.size(); ++i) {
    sources_.modems[i]->observe_verdicts(*modem_listeners_[i]);
    sources_.modems[i]->port().observe(
        [this, i](const docsis::UpstreamBurst& burst) { departed_upstream(i, burst); });
  }
  sources_.cmts.downstream().observe(*this);
  sources_.wan.observe([this](const Packet& packet) { deliver(Direction::kUpstream, packet); });
  sources_.lan.observe([this](const Packet& packet) { deliver(Direction::kDownstream, packet); });
}

void EventHub::learn(const Packet& packet, unsigned modem, unsigned service_flow) {
  if (packet.flow >= homes_.size()) {
    homes_.resize(packet.flow + 1);
  }
  homes_[packet.flow] = {true, modem, service_flow};
}

void EventHub::deliver(Direction direction, const Packet& packet) {
  if (packet.flow >= homes_.size() || !homes_[packet.flow].known) {
    return;  // it entered before the first subscription
  }
  const Home& home = homes_[packet.flow];
  for (EventObserver* observer : of_packets_) {
    observer->delivered({platform::now_ps(), direction, home.modem, home.service_flow, packet});
  }
}

void EventHub::departed_upstream(unsigned modem, const docsis::UpstreamBurst& burst) {
  const TimePs at = std::max(platform::now_ps(), burst.start);
  for (const docsis::BurstRun& run : burst.runs) {
    if (!run.packet || run.packet->flow >= homes_.size()) {
      continue;
    }
    const unsigned flow = homes_[run.packet->flow].service_flow;
    for (EventObserver* observer : of_packets_) {
      observer->departed({at, Direction::kUpstream, modem, flow, *run.packet});
    }
  }
}

void EventHub::enqueued(unsigned modem, unsigned flow, const Packet& packet) {
  learn(packet, modem, flow);
  for (EventObserver* observer : of_packets_) {
    observer->enqueued({platform::now_ps(), Direction::kDownstream, modem, flow, packet});
  }
}

void EventHub::dropped(unsigned modem, unsigned flow, const Packet& packet, aqm_verdict verdict) {
  for (EventObserver* observer : of_packets_) {
    observer->dropped({platform::now_ps(), Direction::kDownstream, modem, flow, packet},
                      cause_of(verdict));
  }
}

void EventHub::marked(unsigned modem, unsigned flow, const Packet& packet) {
  for (EventObserver* observer : of_packets_) {
    observer->marked({platform::now_ps(), Direction::kDownstream, modem, flow, packet});
  }
}

void EventHub::departed(unsigned modem, unsigned flow, const Packet& packet) {
  for (EventObserver* observer : of_packets_) {
    observer->departed({platform::now_ps(), Direction::kDownstream, modem, flow, packet});
  }
}

}  // namespace docsis_vp::system
