// Records for PacketTracer how a modem handles each packet. Only the sources of PacketTracer
// include this.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/map_parser/map_sink.h"
#include "models/cm/upstream_observer.h"
#include "system/assembly/packets/packet_tracer.h"

namespace docsis_vp::system {

class PacketTracer::ModemPacketObserver : private cm::VerdictObserver,
                                          private cm::UpstreamObserver {
 public:
  ModemPacketObserver(PacketTracer& tracer, unsigned modem);

  // Adds an observer that gets the same calls.
  void set_next_observer(cm::UpstreamObserver& next) { next_ = &next; }

  // Return the cause of the loss of a packet: before its verdict, in the queue, or in the modem
  // downstream.
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
  // Bytes of a grant, up to `end`, that answer a request.
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
    std::uint32_t place = 0;  // index of the packet's record
    bool is_last = false;
  };
  struct Flow {
    std::vector<Request> requests;  // requests without an answer so far; oldest first
    std::deque<TimePs> misses;      // times of the latest missed grants
    // Numbers of losses with a known cause.
    std::uint64_t oversize = 0;
    std::uint64_t ingress_fifo = 0;
    std::uint64_t hold = 0;
    std::uint64_t given_up = 0;
  };

  // cm::VerdictObserver.
  void judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) override;
  void judged_queued(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs at) override;
  void redirected(unsigned from, unsigned to, const Packet& packet, aqm_verdict verdict,
                  TimePs at) override;
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
  std::vector<KnownGrant> grants_;              // grants without a burst so far
  KnownGrant current_;                          // grant of the burst being built
  std::vector<Piece> pieces_;                   // pieces of that burst
  std::vector<std::uint64_t> lost_downstream_;  // number with a known cause, by service flow
  std::uint64_t lost_in_resequencer_ = 0;
};

}  // namespace docsis_vp::system
