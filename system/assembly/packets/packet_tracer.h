// Follows each packet of a system from its host to its end.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/cmts/downstream.h"
#include "models/hosts/counting_sink/counting_sink.h"
#include "platform/base/packet.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/modem/observed_sink.h"
#include "system/assembly/packets/packet_record.h"
#include "system/assembly/traffic/network.h"

namespace docsis_vp::cmts {
class Cmts;
}

namespace docsis_vp::system {

// Each packet that leaves its source gives one record, when it ends or at finish(). The times of a
// record never decrease from stage to stage. A stage that would violate this is left out. For
// example, a packet sent in capacity that others requested has no request, and no MAP if that came
// before the packet. Tracing packets changes no result.
class PacketTracer : private PacketPoolObserver,
                     private hosts::ArrivalObserver,
                     private cmts::DownstreamObserver {
 public:
  struct Sources {
    std::vector<std::unique_ptr<ModemUnit>>& modems;
    cmts::Cmts& cmts;
    ObservedSink& wan;
    Network& network;
    std::vector<TimePs> plant_delays;  // by modem, one way
  };

  // Call it before the first run. The sources must outlive the tracer or the run.
  explicit PacketTracer(Sources sources);
  PacketTracer(const PacketTracer&) = delete;
  PacketTracer& operator=(const PacketTracer&) = delete;
  ~PacketTracer() override;

  // Call it before the first run.
  void add_sink(PacketRecordSink& sink) { sinks_.push_back(&sink); }
  // Forwards the modem's events to another observer, at most one. Call it before the first run.
  void show(unsigned modem, cm::UpstreamObserver& observer);
  // Gives a sink the records of the latest instant, which the other sinks have not received yet.
  void copy_latest_to(PacketRecordSink& sink) const;
  // Call it after the last run: gives the records of packets that have not ended. Later calls do
  // nothing.
  void finish();

 private:
  class ModemPacketObserver;

  // PacketPoolObserver, hosts::ArrivalObserver.
  void released(const Packet& packet) override;
  void arrived(const Packet& packet) override;
  // cmts::DownstreamObserver.
  void arrived(unsigned modem, unsigned flow, const Packet& packet) override;
  void enqueued(unsigned modem, unsigned flow, const Packet& packet) override;
  void dropped(unsigned modem, unsigned flow, const Packet& packet, aqm_verdict verdict) override;
  void marked(unsigned modem, unsigned flow, const Packet& packet) override;
  void departed(unsigned modem, unsigned flow, const Packet& packet) override;
  void redirected(unsigned modem, unsigned from, unsigned to, const Packet& packet) override;

  PacketRecord& of(const Packet& packet) { return records_[place_of(packet)]; }
  std::uint32_t place_of(const Packet& packet);
  std::uint32_t& place_at(std::uint64_t id) { return places_[id & (places_.size() - 1)]; }
  void extend_to(std::uint64_t id);
  void find_home(PacketRecord& record);
  void tell_loss(PacketRecord& record);
  void end(const PacketRecord& record);
  void flush();

  Sources sources_;
  std::vector<std::unique_ptr<ModemPacketObserver>> observers_;
  std::vector<PacketRecordSink*> sinks_;
  std::vector<PacketRecord> records_;  // records of existing packets, and free ones
  std::vector<std::uint32_t> free_;
  // By the last bits of ids from first_id_ up to but excluding next_id_: the index in records_, or
  // one of two special values.
  std::vector<std::uint32_t> places_;
  std::uint64_t first_id_ = 1;
  std::uint64_t next_id_ = 1;
  std::vector<PacketRecord> ended_;  // records of packets that ended at ended_at_
  TimePs ended_at_ = 0;
  std::vector<unsigned> modem_of_flow_;  // modem of a packet flow, once it was looked up
  bool finished_ = false;
};

}  // namespace docsis_vp::system
