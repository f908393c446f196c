// Tells the tracer of packets what a modem does. For the sources of PacketTracer alone.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/map_parser/map_sink.h"
#include "models/cm/upstream_observer.h"
#include "system/assembly/packets/packet_tracer.h"

namespace docsis_vp::system {

class PacketTracer::ModemEar : private cm::VerdictObserver, private cm::UpstreamObserver {
 public:
  ModemEar(PacketTracer& tracer, unsigned modem);

  // Somebody else who is told all of it.
  void show_to(cm::UpstreamObserver& next) { next_ = &next; }

  // Why a packet is lost now that was not judged, or was queued, or had come down to the modem.
  LossCause loss_before_verdict(const PacketRecord& record);
  LossCause loss_in_queue(const PacketRecord& record);
  LossCause downstream_loss(PacketRecord& record);

 private:
  struct Request {
    TimePs position = 0;
    TimePs made = 0;
    TimePs sent = 0;
    cm::RequestKind kind = cm::RequestKind::kContention;
  };
  // Bytes of a grant, up to the end, that answer a request.
  struct Answer {
    std::uint64_t end = 0;
    Request request;
  };
  struct KnownGrant {
    cm::Grant grant;
    TimePs parsed = 0;
    std::vector<Answer> answers;
  };
  struct Piece {
    std::uint32_t place = 0;  // of the packet's record
    bool is_last = false;
  };
  struct Flow {
    std::vector<Request> requests;  // that may still be answered; oldest first
    std::deque<TimePs> misses;      // the last of them
    // Losses that are explained.
    std::uint64_t oversize = 0;
    std::uint64_t ingress_fifo = 0;
    std::uint64_t hold = 0;
    std::uint64_t given_up = 0;
  };

  // cm::VerdictObserver.
  void judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) override;
  void judged_queued(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) override;
  // cm::UpstreamObserver.
  void classified(unsigned flow, const Packet& packet, TimePs arrived) override;
  void requested(const cm::RequestMade& request) override;
  void granted(const cm::Grant& grant, const cm::RequestLedger& ledger) override;
  void grant_lost(const cm::Grant& grant, cm::LostGrant how) override;
  void build_begins(const cm::Grant& grant, TimePs opened) override;
  void pulled(const cm::PulledPiece& piece) override;
  void moved(std::size_t piece, const cm::MovedPiece& times) override;
  void built() override;

  void received(const docsis::DownstreamFrame& frame);
  KnownGrant take(const cm::Grant& grant);
  void note_grant(PacketRecord& record, std::uint32_t payload_offset);

  PacketTracer& tracer_;
  const unsigned modem_;
  ModemUnit& unit_;
  const TimePs plant_delay_;
  cm::UpstreamObserver* next_ = nullptr;
  std::vector<Flow> flows_;
  std::vector<KnownGrant> grants_;              // whose bursts are to be built
  KnownGrant current_;                          // whose burst is being built
  std::vector<Piece> pieces_;                   // of that burst
  std::vector<std::uint64_t> lost_downstream_;  // explained, by service flow
  std::uint64_t lost_in_resequencer_ = 0;
};

}  // namespace docsis_vp::system
