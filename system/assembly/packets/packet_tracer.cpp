#include "system/assembly/packets/packet_tracer.h"

#include <algorithm>
#include <utility>

#include "models/cmts/cmts.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/packets/modem_packet_observer.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint32_t kUnseen = UINT32_MAX;
constexpr std::uint32_t kEnded = UINT32_MAX - 1;
constexpr std::size_t kFirstPlaces = 1024;  // a power of two

const PacketRecord kNewRecord = [] {
  PacketRecord record;
  record.times.fill(PacketRecord::kNotPassed);
  return record;
}();

}  // namespace

PacketTracer::PacketTracer(Sources sources) : sources_(std::move(sources)), places_(kFirstPlaces) {
  for (unsigned i = 0; i < sources_.modems.size(); ++i) {
    observers_.push_back(std::make_unique<ModemPacketObserver>(*this, i));
  }
  sources_.cmts.downstream().observe(*this);
  sources_.wan.observe(
      [this](const Packet& packet) { of(packet).at(Station::kPassedOn) = platform::now_ps(); });
  sources_.network.observe_arrivals(*this);
  sources_.network.pool().observe(this);
}

PacketTracer::~PacketTracer() {
  sources_.network.pool().observe(nullptr);
}

void PacketTracer::show(unsigned modem, cm::UpstreamObserver& observer) {
  observers_[modem]->set_next_observer(observer);
}

std::uint32_t PacketTracer::place_of(const Packet& packet) {
  if (packet.id >= next_id_) {
    extend_to(packet.id);
  }
  std::uint32_t& place = place_at(packet.id);
  if (place != kUnseen) {
    return place;
  }
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(records_.size()));
    records_.emplace_back();
  }
  place = free_.back();
  free_.pop_back();
  PacketRecord& record = records_[place];
  record = kNewRecord;
  record.id = packet.id;
  record.sequence = packet.sequence;
  record.flow = packet.flow;
  record.size_bytes = packet.size_bytes;
  record.at(Station::kCreated) = packet.created;
  find_home(record);
  return place;
}

// The table grows as long as one packet stays alive while others come and go.
void PacketTracer::extend_to(std::uint64_t id) {
  if (id - first_id_ >= places_.size()) {
    std::vector<std::uint32_t> larger(2 * places_.size());
    while (id - first_id_ >= larger.size()) {
      larger.resize(2 * larger.size());
    }
    for (std::uint64_t each = first_id_; each < next_id_; ++each) {
      larger[each & (larger.size() - 1)] = place_at(each);
    }
    places_ = std::move(larger);
  }
  for (; next_id_ <= id; ++next_id_) {
    place_at(next_id_) = kUnseen;
  }
}

void PacketTracer::find_home(PacketRecord& record) {
  const std::optional<Direction> direction = sources_.network.direction_of(record.flow);
  if (!direction) {
    return;
  }
  record.direction = *direction;
  if (record.flow >= modem_of_flow_.size()) {
    modem_of_flow_.resize(record.flow + 1, PacketRecord::kUnknown);
  }
  unsigned& modem = modem_of_flow_[record.flow];
  if (modem == PacketRecord::kUnknown) {
    modem = sources_.network.modem_of(record.flow);
  }
  record.modem = modem;
}

void PacketTracer::arrived(const Packet& packet) {
  PacketRecord& record = of(packet);
  record.at(Station::kDelivered) = platform::now_ps();
  record.outcome = PacketOutcome::kDelivered;
}

void PacketTracer::arrived(unsigned modem, unsigned flow, const Packet& packet) {
  PacketRecord& record = of(packet);
  record.modem = modem;
  record.service_flow = flow;
  record.at(Station::kEntered) = platform::now_ps();
  record.place = PacketPlace::kQueue;  // or its rate holds it back before
}

void PacketTracer::enqueued(unsigned, unsigned, const Packet& packet) {
  PacketRecord& record = of(packet);
  record.at(Station::kJudged) = platform::now_ps();
  if (record.verdict == PacketVerdict::kNone) {
    record.verdict = PacketVerdict::kAccept;
  }
  record.place = PacketPlace::kQueue;
}

void PacketTracer::dropped(unsigned, unsigned, const Packet& packet, aqm_verdict verdict) {
  PacketRecord& record = of(packet);
  if (!record.passed(Station::kJudged)) {
    record.at(Station::kJudged) = platform::now_ps();
    record.place = PacketPlace::kAqm;
  }
  record.verdict = verdict == AQM_DROP ? PacketVerdict::kDrop : PacketVerdict::kFull;
}

void PacketTracer::marked(unsigned, unsigned, const Packet& packet) {
  of(packet).verdict = PacketVerdict::kMark;
}

void PacketTracer::departed(unsigned, unsigned, const Packet& packet) {
  PacketRecord& record = of(packet);
  record.at(Station::kRfStart) = platform::now_ps();
  record.place = PacketPlace::kRf;
}

void PacketTracer::redirected(unsigned, unsigned, unsigned to, const Packet& packet) {
  of(packet).service_flow = to;
}

void PacketTracer::released(const Packet& packet) {
  const std::uint32_t place = place_of(packet);
  PacketRecord& record = records_[place];
  if (record.outcome != PacketOutcome::kDelivered) {
    record.outcome = PacketOutcome::kDropped;
    record.dropped = platform::now_ps();
    tell_loss(record);
  }
  end(record);
  free_.push_back(place);
  place_at(packet.id) = kEnded;
  while (first_id_ < next_id_ && place_at(first_id_) == kEnded) {
    ++first_id_;
  }
}

// The last station gives the cause. Where several causes are possible, the modem's counters decide.
void PacketTracer::tell_loss(PacketRecord& record) {
  const bool up = record.direction == Direction::kUpstream;
  if (!record.passed(Station::kEntered)) {
    record.place = up ? PacketPlace::kHost : PacketPlace::kWire;
    record.cause = up ? LossCause::kHostQueue : LossCause::kWireBuffer;
  } else if (record.verdict == PacketVerdict::kDrop) {
    record.cause = LossCause::kAqm;
  } else if (record.verdict == PacketVerdict::kFull) {
    record.cause = LossCause::kBufferFull;
  } else if (record.passed(Station::kPassedOn)) {
    record.place = PacketPlace::kWire;
    record.cause = LossCause::kWireBuffer;
  } else if (!up) {
    const bool is_in_modem = record.passed(Station::kReceived);
    record.cause =
        is_in_modem ? observers_[record.modem]->downstream_loss(record) : LossCause::kOther;
  } else if (record.passed(Station::kRfStart)) {
    record.cause = LossCause::kRf;
    if (record.dropped >= record.at(Station::kReceived)) {
      record.place = PacketPlace::kCmts;
    } else {
      record.place = PacketPlace::kRf;
      record.dropped = record.at(Station::kRfEnd);
      record.at(Station::kReceived) = PacketRecord::kNotPassed;
    }
  } else if (record.passed(Station::kJudged)) {
    record.cause = observers_[record.modem]->loss_in_queue(record);
  } else {
    record.cause = observers_[record.modem]->loss_before_verdict(record);
  }
}

void PacketTracer::end(const PacketRecord& record) {
  const TimePs now = platform::now_ps();
  if (now != ended_at_) {
    flush();
    ended_at_ = now;
  }
  ended_.push_back(record);
}

void PacketTracer::flush() {
  std::sort(ended_.begin(), ended_.end(),
            [](const PacketRecord& a, const PacketRecord& b) { return a.id < b.id; });
  for (const PacketRecord& record : ended_) {
    for (PacketRecordSink* const sink : sinks_) {
      sink->add(record);
    }
  }
  ended_.clear();
}

void PacketTracer::copy_latest_to(PacketRecordSink& sink) const {
  for (const PacketRecord& record : ended_) {
    sink.add(record);
  }
}

// Times that were planned and did not come are left out.
void PacketTracer::finish() {
  if (std::exchange(finished_, true)) {
    return;
  }
  flush();
  const TimePs now = platform::now_ps();
  sources_.network.pool().for_each_in_use([&](const Packet& packet) {
    PacketRecord record = of(packet);
    for (TimePs& time : record.times) {
      time = time > now ? PacketRecord::kNotPassed : time;
    }
    if (record.outcome == PacketOutcome::kInFlight && !record.passed(Station::kEntered)) {
      record.place =
          record.direction == Direction::kUpstream ? PacketPlace::kHost : PacketPlace::kWire;
    } else if (record.passed(Station::kPassedOn)) {
      record.place = PacketPlace::kWire;
    }
    ended_.push_back(record);
  });
  flush();
  sources_.network.pool().observe(nullptr);
}

}  // namespace docsis_vp::system
