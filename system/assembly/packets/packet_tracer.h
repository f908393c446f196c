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

// Each packet that leaves its source gives one record, as it ends or at finish(). Times of a record
// never decrease from station to station; a station that does not fit is left out: a packet that
// rides in room that others asked for has no request, and no MAP if that came before it.
// Following packets changes no result.
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

  // Before the first run.
  void add_sink(PacketRecordSink& sink) { sinks_.push_back(&sink); }
  // Forwards the modem's events to another observer, at most one. Call it before the first run.
  void show(unsigned modem, cm::UpstreamObserver& observer);
  // Gives a sink the records of the latest instant, which the other sinks do not have yet.
  void show_latest(PacketRecordSink& sink) const;
  // After the last run: gives the records of packets that have not ended. Later calls do nothing.
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
  std::vector<PacketRecord> records_;  // of packets that are alive, and free ones
  std::vector<std::uint32_t> free_;
  // By the last bits of ids from first_id_ to before next_id_: the place in records_; or one of two
  // others.
  std::vector<std::uint32_t> places_;
  std::uint64_t first_id_ = 1;
  std::uint64_t next_id_ = 1;
  std::vector<PacketRecord> ended_;  // at ended_at_
  TimePs ended_at_ = 0;
  std::vector<unsigned> modem_of_flow_;  // of the host-to-host flow, once it was looked up
  bool finished_ = false;
};

}  // namespace docsis_vp::system
