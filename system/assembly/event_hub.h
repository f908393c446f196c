// Reports the events of a system to observers. It is built at the first subscription; a system
// without subscriptions has none.
#pragma once

#include <memory>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/modem/events.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/modem/observed_sink.h"

namespace docsis_vp::system {

class EventHub : private cmts::DownstreamObserver {
 public:
  // Event sources; they must outlive the hub.
  struct Sources {
    std::vector<std::unique_ptr<ModemUnit>>& modems;
    cmts::Cmts& cmts;
    ObservedSink& wan;
    ObservedSink& lan;
  };

  explicit EventHub(const Sources& sources);
  ~EventHub() override;

  // Call it before the first run. events: see Events.
  void subscribe(EventObserver& observer, unsigned events);

 private:
  class ModemListener;
  // Service flow that a packet flow uses.
  struct Home {
    bool known = false;
    unsigned modem = 0;
    unsigned service_flow = 0;
  };

  void listen_to_packets();
  void learn(const Packet& packet, unsigned modem, unsigned service_flow);
  void deliver(Direction direction, const Packet& packet);
  void departed_upstream(unsigned modem, const docsis::UpstreamBurst& burst);

  // DownstreamObserver
  void enqueued(unsigned modem, unsigned flow, const Packet& packet) override;
  void dropped(unsigned modem, unsigned flow, const Packet& packet, aqm_verdict verdict) override;
  void marked(unsigned modem, unsigned flow, const Packet& packet) override;
  void departed(unsigned modem, unsigned flow, const Packet& packet) override;

  Sources sources_;
  std::vector<std::unique_ptr<ModemListener>> modem_listeners_;
  std::vector<EventObserver*> of_packets_;
  std::vector<EventObserver*> of_grants_;
  std::vector<EventObserver*> of_registers_;
  std::vector<Home> homes_;  // by FlowId
};

}  // namespace docsis_vp::system
