#include "system/assembly/packets/modem_packet_observer.h"

#include <algorithm>
#include <utility>

#include "models/cm/request_engine/request_ledger.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

namespace {

constexpr std::size_t kMostMisses = 256;

// Returns whether a counter exceeds the explained events; if so, explains one more.
bool has_grown(std::uint64_t counter, std::uint64_t& explained) {
  const bool grown = counter > explained;
  explained += grown ? 1 : 0;
  return grown;
}

GrantOrigin origin_of(cm::RequestKind kind) {
  switch (kind) {
    case cm::RequestKind::kContention:
      return GrantOrigin::kContention;
    case cm::RequestKind::kPoll:
      return GrantOrigin::kPoll;
    case cm::RequestKind::kPiggyback:
      break;
  }
  return GrantOrigin::kPiggyback;
}

PacketVerdict packet_verdict(aqm_verdict verdict) {
  switch (verdict) {
    case AQM_ACCEPT:
      return PacketVerdict::kAccept;
    case AQM_MARK:
      return PacketVerdict::kMark;
    case AQM_DROP:
      return PacketVerdict::kDrop;
    case AQM_DROP_FULL:
      break;
  }
  return PacketVerdict::kFull;
}

}  // namespace

PacketTracer::ModemPacketObserver::ModemPacketObserver(PacketTracer& tracer, unsigned modem)
    : tracer_(tracer),
      modem_(modem),
      unit_(*tracer.sources_.modems[modem]),
      plant_delay_(tracer.sources_.plant_delays[modem]),
      flows_(unit_.modem().flows()) {
  unit_.observe_verdicts(*this);
  unit_.modem().observe(*this);
  unit_.port().observe_packets([this](const docsis::DownstreamFrame& frame) { received(frame); });
}

void PacketTracer::ModemPacketObserver::classified(unsigned flow, const Packet& packet,
                                                   TimePs arrived) {
  if (next_ != nullptr) {
    next_->classified(flow, packet, arrived);
  }
  PacketRecord& record = tracer_.of(packet);
  record.modem = modem_;
  record.service_flow = flow;
  record.at(Station::kEntered) = arrived;
  record.at(Station::kClassified) = arrived;
  record.place = PacketPlace::kModem;
}

void PacketTracer::ModemPacketObserver::judged(unsigned flow, const Packet& packet,
                                               aqm_verdict verdict, TimePs at) {
  PacketRecord& record = tracer_.of(packet);
  record.at(Station::kJudged) = at;
  record.verdict = packet_verdict(verdict);
  const bool is_queued = verdict == AQM_ACCEPT || verdict == AQM_MARK;
  record.place = is_queued ? PacketPlace::kQueue : PacketPlace::kAqm;
  const cm::DataPathConfig& config = unit_.modem().config();
  if (config.flows[flow].manager || cm::aggregate_of(config, flow) != nullptr) {
    return;  // the law of one of its queues, which nobody shows
  }
  const cm::FlowAqm& aqm = unit_.modem().aqm().computed_flow(flow);
  record.has_probability = aqm.has_law();
  record.drop_probability_q28 = aqm.has_law() ? aqm.law().drop_prob_q28 : 0;
  record.has_word = aqm.judges_arrivals();
  record.random_word = aqm.last_word();
}

void PacketTracer::ModemPacketObserver::redirected(unsigned, unsigned to, const Packet& packet,
                                                   aqm_verdict, TimePs) {
  tracer_.of(packet).service_flow = to;
}

void PacketTracer::ModemPacketObserver::judged_queued(unsigned, const Packet& packet,
                                                      aqm_verdict verdict, TimePs) {
  tracer_.of(packet).verdict = packet_verdict(verdict);
}

void PacketTracer::ModemPacketObserver::requested(const cm::RequestMade& request) {
  if (next_ != nullptr) {
    next_->requested(request);
  }
  const TimePs sent =
      request.kind == cm::RequestKind::kPiggyback ? current_.grant.start : request.start;
  flows_[request.flow].requests.push_back(
      {request.position, platform::now_ps(), sent, request.kind});
}

void PacketTracer::ModemPacketObserver::granted(const cm::Grant& grant,
                                                const cm::RequestLedger& ledger) {
  if (next_ != nullptr) {
    next_->granted(grant, ledger);
  }
  KnownGrant known{grant, platform::now_ps(), {}};
  std::uint64_t end = 0;
  std::vector<Request>& requests = flows_[grant.flow].requests;
  const TimePs oldest = ledger.oldest_sent();
  requests.erase(
      std::remove_if(requests.begin(), requests.end(),
                     [&](const Request& known_request) { return known_request.position < oldest; }),
      requests.end());
  ledger.for_each_outstanding([&](TimePs position, std::uint64_t bytes) {
    if (end >= payload_of(grant)) {
      return;
    }
    end += bytes;
    const auto request = std::find_if(requests.begin(), requests.end(), [&](const Request& each) {
      return each.position == position;
    });
    // The CMTS has not heard a request that is still to be sent: the grant was not for it.
    if (request != requests.end() && request->sent < grant.map_arrived) {
      known.answers.push_back({end, *request});
    }
  });
  grants_.push_back(std::move(known));
}

PacketTracer::ModemPacketObserver::KnownGrant PacketTracer::ModemPacketObserver::take(
    const cm::Grant& grant) {
  const auto found = std::find_if(grants_.begin(), grants_.end(), [&](const KnownGrant& known) {
    return known.grant.channel == grant.channel &&
           known.grant.first_minislot == grant.first_minislot && known.grant.flow == grant.flow;
  });
  if (found == grants_.end()) {
    return {grant, grant.map_arrived, {}};
  }
  KnownGrant known = std::move(*found);
  grants_.erase(found);
  return known;
}

void PacketTracer::ModemPacketObserver::grant_lost(const cm::Grant& grant, cm::LostGrant how) {
  if (next_ != nullptr) {
    next_->grant_lost(grant, how);
  }
  take(grant);
  if (how == cm::LostGrant::kUnused) {
    return;
  }
  std::deque<TimePs>& misses = flows_[grant.flow].misses;
  misses.push_back(platform::now_ps());
  if (misses.size() > kMostMisses) {
    misses.pop_front();
  }
}

void PacketTracer::ModemPacketObserver::build_begins(const cm::Grant& grant, TimePs opened) {
  if (next_ != nullptr) {
    next_->build_begins(grant, opened);
  }
  current_ = take(grant);
  pieces_.clear();
}

// Bytes of several queues share the shaper: it may have released them for another packet.
void PacketTracer::ModemPacketObserver::pulled(const cm::PulledPiece& piece) {
  if (next_ != nullptr) {
    next_->pulled(piece);
  }
  const std::uint32_t place = tracer_.place_of(piece.packet);
  PacketRecord& record = tracer_.records_[place];
  const TimePs judged = record.at(Station::kJudged);
  if (piece.is_first) {
    record.at(Station::kReleased) = std::max(judged, piece.first_release);
    record.first_burst = current_.grant.start;
  }
  if (record.last_burst != current_.grant.start) {
    record.last_burst = current_.grant.start;
    ++record.bursts;
  }
  pieces_.push_back({place, piece.is_last});
  if (piece.is_last) {
    record.released_whole = std::max(record.at(Station::kReleased), piece.last_release);
    record.at(Station::kWindow) = platform::now_ps();
    note_grant(record, piece.payload_offset);
  }
}

void PacketTracer::ModemPacketObserver::note_grant(PacketRecord& record,
                                                   std::uint32_t payload_offset) {
  const TimePs released = record.at(Station::kReleased);
  const cm::Grant& grant = current_.grant;
  record.channel = grant.channel;
  record.first_minislot = grant.first_minislot;
  const bool is_unsolicited = unit_.modem().config().flows[grant.flow].scheduling.is_unsolicited();
  record.origin = is_unsolicited ? GrantOrigin::kUnsolicited : GrantOrigin::kSurplus;
  if (grant.map_arrived >= released) {
    record.at(Station::kMapReceived) = grant.map_arrived;
  }
  if (current_.parsed >= released) {
    record.at(Station::kMapParsed) = current_.parsed;
  }
  const std::deque<TimePs>& misses = flows_[grant.flow].misses;
  record.missed_grants = static_cast<std::uint32_t>(
      misses.end() - std::lower_bound(misses.begin(), misses.end(), released));
  const auto answer = std::find_if(current_.answers.begin(), current_.answers.end(),
                                   [&](const Answer& each) { return payload_offset <= each.end; });
  if (answer != current_.answers.end() && answer->request.made >= released) {
    record.at(Station::kRequested) = answer->request.sent;
    record.origin = origin_of(answer->request.kind);
  }
}

void PacketTracer::ModemPacketObserver::moved(std::size_t piece, const cm::MovedPiece& times) {
  if (next_ != nullptr) {
    next_->moved(piece, times);
  }
  if (!pieces_[piece].is_last) {
    return;
  }
  PacketRecord& record = tracer_.records_[pieces_[piece].place];
  record.at(Station::kRead) = times.moved;
  record.at(Station::kReady) = times.ready;
  record.at(Station::kRfStart) = times.start;
  record.at(Station::kRfEnd) = current_.grant.end;
  record.at(Station::kReceived) = current_.grant.end + plant_delay_;
  record.place = PacketPlace::kRf;
}

void PacketTracer::ModemPacketObserver::built() {
  if (next_ != nullptr) {
    next_->built();
  }
}

void PacketTracer::ModemPacketObserver::received(const docsis::DownstreamFrame& frame) {
  PacketRecord& record = tracer_.of(*frame.packet);
  const TimePs now = platform::now_ps();
  record.at(Station::kRfEnd) = now - plant_delay_;
  record.at(Station::kReceived) = now;
  record.place = PacketPlace::kModem;
}

LossCause PacketTracer::ModemPacketObserver::loss_before_verdict(const PacketRecord& record) {
  const cm::FlowStatistics now = unit_.modem().statistics(record.service_flow);
  Flow& flow = flows_[record.service_flow];
  if (has_grown(now.oversize_drops.packets, flow.oversize)) {
    return LossCause::kOversize;
  }
  if (has_grown(now.ingress_fifo_drops.packets, flow.ingress_fifo)) {
    return LossCause::kIngressFifo;
  }
  return has_grown(now.hold_drops.packets, flow.hold) ? LossCause::kIngressHold : LossCause::kOther;
}

LossCause PacketTracer::ModemPacketObserver::loss_in_queue(const PacketRecord& record) {
  const auto& counters = std::as_const(unit_.modem()).requests().counters(record.service_flow);
  return has_grown(counters.giveup_drops, flows_[record.service_flow].given_up)
             ? LossCause::kRequestGiveup
             : LossCause::kOther;
}

LossCause PacketTracer::ModemPacketObserver::downstream_loss(PacketRecord& record) {
  if (record.service_flow >= lost_downstream_.size()) {
    lost_downstream_.resize(record.service_flow + 1);
  }
  if (has_grown(unit_.port().lost_downstream(record.service_flow).packets,
                lost_downstream_[record.service_flow])) {
    record.place = PacketPlace::kRf;
    return LossCause::kRf;
  }
  const cm::Resequencer::Counters& counters = unit_.modem().resequencer().counters();
  return has_grown(counters.malformed + counters.foreign + counters.late, lost_in_resequencer_)
             ? LossCause::kResequencer
             : LossCause::kLanEgress;
}

}  // namespace docsis_vp::system
