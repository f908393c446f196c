#include "models/hosts/wifi/wifi_cell.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

const WifiCellConfig& checked(const WifiCellConfig& config) {
  if (config.station_packets == 0 || config.ap_packets == 0) {
    throw ConfigError("/queue_packets", "must be positive");
  }
  if (config.retry_limit == 0) {
    throw ConfigError("/retry_limit", "must be positive");
  }
  return config;
}

std::unique_ptr<RateControl> rate_control_of(const WifiCellConfig& cell,
                                             const WifiStationConfig& station,
                                             const std::string& path) {
  if (station.rate) {
    return std::make_unique<FixedRate>(*station.rate, cell.retry_limit);
  }
  return std::make_unique<Minstrel>(RandomStream(cell.seed, path + "/samples"));
}

std::string path_of(const WifiCellConfig& cell, const std::string& station) {
  return cell.name + "/" + station;
}

std::uint32_t octets_on_air(const Packet& packet) {
  return packet.size_bytes + kWifiOverEthernetBytes;
}

}  // namespace

WifiCell::Way::Way(const WifiCellConfig& cell, const WifiStationConfig& station,
                   const char* direction)
    : control(rate_control_of(cell, station, path_of(cell, station.name) + "/" + direction)),
      errors(cell.seed, path_of(cell, station.name) + "/" + direction + "/errors") {}

double WifiCell::Station::snr_db(TimePs now) const {
  double db = 0;
  for (const WifiStationConfig::Snr& snr : config.snr) {
    db = snr.from <= now ? snr.db : db;
  }
  return db;
}

WifiCell::WifiCell(const WifiCellConfig& config, HostFlows& flows, TimerQueue& timers,
                   PacketSink& hosts)
    : config_(checked(config)),
      flows_(flows),
      timers_(timers),
      hosts_(hosts),
      timer_(timers.make_arrival_timer([this] { run(); })) {
  contenders_.emplace_back(RandomStream(config.seed, config.name + "/backoff"));
}

std::size_t WifiCell::add_station(const WifiStationConfig& config) {
  stations_.push_back(std::make_unique<Station>(config_, config));
  contenders_.emplace_back(RandomStream(config_.seed, path_of(config_, config.name) + "/backoff"));
  return stations_.size() - 1;
}

PacketSink& WifiCell::lay_from(FlowId flow, std::size_t station) {
  lay_to(flow, station);
  return from_hosts_;
}

void WifiCell::lay_to(FlowId flow, std::size_t station) {
  if (flow >= station_of_flow_.size()) {
    station_of_flow_.resize(flow + 1, kNoStation);
  }
  station_of_flow_[flow] = station;
}

// Packets pushed before this instant enter first.
void WifiCell::take(PacketHandle packet, bool is_up) {
  const TimePs now = timers_.now();
  if (arrived_ < now) {
    admit_arrivals();
  }
  arrived_ = now;
  if (is_up) {
    flows_.of(packet->flow).waiting_bytes += packet->size_bytes;
  }
  arrivals_.push_back({std::move(packet), is_up});
  timer_->set_if_earlier(now + 1);
}

void WifiCell::run() {
  const TimePs now = timers_.now();
  if (arrived_ < now) {
    admit_arrivals();
  }
  if (is_busy_ && frame_end_ <= now) {
    finish(now);
  }
  if (!is_busy_ && next_start() <= now) {
    start(now);
  }
  wake();
}

void WifiCell::wake() {
  TimePs at = is_busy_ ? frame_end_ : next_start();
  if (!arrivals_.empty()) {
    at = std::min(at, arrived_ + 1);
  }
  if (at != kNever) {
    timer_->set_if_earlier(at);
  }
}

TimePs WifiCell::busy(TimePs now) const {
  const TimePs end = is_busy_ ? frame_end_ : idle_from_;
  return busy_ - std::max<TimePs>(end - now, 0);
}

void WifiCell::admit_arrivals() {
  std::stable_sort(arrivals_.begin(), arrivals_.end(), [](const Arrival& a, const Arrival& b) {
    return std::tie(a.packet->flow, a.packet->sequence) <
           std::tie(b.packet->flow, b.packet->sequence);
  });
  for (Arrival& arrival : arrivals_) {
    admit(arrival);
  }
  arrivals_.clear();
}

void WifiCell::admit(Arrival& arrival) {
  const std::size_t station = station_of_flow_.at(arrival.packet->flow);
  Way& way = arrival.is_up ? stations_[station]->up : stations_[station]->down;
  Contender& contender = contenders_[arrival.is_up ? station + 1 : 0];
  ++way.count.entered_packets;
  const std::uint32_t most = arrival.is_up ? config_.station_packets : config_.ap_packets;
  const std::size_t waiting = std::max<std::size_t>(contender.queue.size(), 1) - 1;
  const bool stops_itself =
      arrival.is_up && static_cast<bool>(flows_.of(arrival.packet->flow).resume);
  if (waiting >= most && !stops_itself) {
    drop_at_tail(way, arrival);
    arrival.packet.reset();
    return;
  }
  contender.queue.push_back({std::move(arrival.packet), arrived_, station});
  ++way.waiting;
  const std::size_t at_head = contender.queue.front().station == station ? 1 : 0;
  way.count.peak_packets = std::max<std::uint64_t>(way.count.peak_packets, way.waiting - at_head);
  if (contender.queue.size() == 1) {
    contender.chain = way.control->next();
    begin_contention(contender);
  }
}

void WifiCell::drop_at_tail(Way& way, const Arrival& arrival) {
  ++way.count.queue_drops;
  way.count.dropped_bytes += arrival.packet->size_bytes;
  if (arrival.is_up) {
    flows_.of(arrival.packet->flow).waiting_bytes -= arrival.packet->size_bytes;
    flows_.lose(*arrival.packet, config_.warmup);
  }
}

// A frame has come to an empty queue.
void WifiCell::begin_contention(Contender& contender) {
  if (is_busy_ || arrived_ < idle_from_) {
    if (contender.backoff == 0) {
      contender.draw();
    }
    return;
  }
  const TimePs after = arrived_ - first_boundary();
  const auto next = after < 0 ? 0 : static_cast<std::uint64_t>(after / kWifiSlot) + 1;
  contender.backoff = std::max(contender.backoff, next);
}

// Time at which the next frame begins; kNever: no frame waits.
TimePs WifiCell::next_start() const {
  TimePs at = kNever;
  for (const Contender& contender : contenders_) {
    if (!contender.queue.empty()) {
      at = std::min(at, first_boundary() + static_cast<TimePs>(contender.backoff) * kWifiSlot);
    }
  }
  return at;
}

// All contenders whose backoff ends now send. The others keep the rest of theirs.
void WifiCell::start(TimePs now) {
  const auto slot = static_cast<std::uint64_t>((now - first_boundary()) / kWifiSlot);
  frame_end_ = now;
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    Contender& contender = contenders_[i];
    contender.is_sending = !contender.queue.empty() && contender.backoff == slot;
    contender.backoff -= std::min(contender.backoff, slot);
    if (contender.is_sending) {
      frame_end_ = std::max(frame_end_, now + send(i, now));
    }
  }
  is_busy_ = true;
  busy_ += frame_end_ - now;
}

// Returns the frame's time on the air.
TimePs WifiCell::send(std::size_t number, TimePs now) {
  Contender& contender = contenders_[number];
  const Frame& frame = contender.queue.front();
  Way& way = way_of(number, frame);
  const std::size_t rate = contender.chain.rate_of(contender.sent);
  const TimePs time = ofdm_frame_time(rate, octets_on_air(*frame.packet));
  if (contender.sent == 0 && !is_access_point(number) && frame.packet->created >= config_.warmup) {
    flows_.of(frame.packet->flow)
        .count.waited_ps.add(static_cast<std::uint64_t>(now - frame.entered));
  }
  ++contender.sent;
  ++way.count.sendings;
  way.count.airtime += time;
  way.count.data_airtime += time;
  way.count.air_mbps += static_cast<double>(time) * kOfdmRates[rate].mbps;
  return time;
}

void WifiCell::finish(TimePs now) {
  is_busy_ = false;
  const auto is_sending = [](const Contender& each) { return each.is_sending; };
  if (std::count_if(contenders_.begin(), contenders_.end(), is_sending) > 1) {
    // After a collision all wait for EIFS: as long as an acknowledgment at the lowest rate.
    idle_from_ = now + kWifiSifs + ofdm_ack_time(kSlowestOfdmRate);
    busy_ += idle_from_ - now;
    finish_collision();
  } else {
    const auto sender = std::find_if(contenders_.begin(), contenders_.end(), is_sending);
    finish_alone(static_cast<std::size_t>(sender - contenders_.begin()), now);
  }
}

void WifiCell::finish_collision() {
  const TimePs now = timers_.now();
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    if (contenders_[i].is_sending) {
      ++way_of(i, contenders_[i].queue.front()).count.collisions;
      end_sending(i, false, now);
    }
  }
}

// The others keep silent for the acknowledgment, also if it does not come (NAV).
void WifiCell::finish_alone(std::size_t number, TimePs now) {
  Contender& contender = contenders_[number];
  const Frame& frame = contender.queue.front();
  Way& way = way_of(number, frame);
  const std::size_t rate = contender.chain.rate_of(contender.sent - 1);
  idle_from_ = now + kWifiSifs + ofdm_ack_time(rate);
  busy_ += idle_from_ - now;
  const double success =
      ofdm_success(rate, stations_[frame.station]->snr_db(now), octets_on_air(*frame.packet));
  const bool is_acknowledged = way.errors.uniform() < success;
  way.count.errors += is_acknowledged ? 0 : 1;
  way.count.airtime += is_acknowledged ? ofdm_ack_time(rate) : 0;
  end_sending(number, is_acknowledged, now);
}

void WifiCell::end_sending(std::size_t number, bool is_acknowledged, TimePs now) {
  Contender& contender = contenders_[number];
  contender.is_sending = false;
  if (!is_acknowledged && contender.sent < contender.chain.tries()) {
    contender.window = std::min(2 * contender.window + 1, kWifiCwMax);
    contender.draw();
    return;
  }
  contender.window = kWifiCwMin;
  contender.draw();
  leave(number, is_acknowledged, now);
}

// The first frame has arrived at the other end, or is lost.
void WifiCell::leave(std::size_t number, bool is_acknowledged, TimePs now) {
  Contender& contender = contenders_[number];
  Frame frame = std::move(contender.queue.front());
  contender.queue.pop_front();
  Way& way = way_of(number, frame);
  --way.waiting;
  way.control->report(contender.chain, contender.sent, is_acknowledged, now);
  contender.sent = 0;
  if (!contender.queue.empty()) {
    contender.chain = way_of(number, contender.queue.front()).control->next();
  }
  const bool is_up = !is_access_point(number);
  const FlowId flow = frame.packet->flow;
  if (is_up) {
    flows_.of(flow).waiting_bytes -= frame.packet->size_bytes;
  }
  if (is_acknowledged) {
    ++way.count.delivered_packets;
    way.count.delivered_bytes += frame.packet->size_bytes;
    if (now >= config_.warmup) {
      way.count.measured_bytes += frame.packet->size_bytes;
    }
    if (frame.entered >= config_.warmup) {
      way.count.delay_ps.add(static_cast<std::uint64_t>(now - frame.entered));
    }
    (is_up ? *modem_ : hosts_).push(std::move(frame.packet));
  } else {
    ++way.count.retry_drops;
    way.count.dropped_bytes += frame.packet->size_bytes;
    if (is_up) {
      flows_.lose(*frame.packet, config_.warmup);
    }
    frame.packet.reset();
  }
  if (is_up && std::exchange(flows_.of(flow).stopped, false)) {
    flows_.of(flow).resume();
  }
}

std::size_t WifiCell::packets_up() const {
  std::size_t packets = 0;
  for (const auto& station : stations_) {
    packets += station->up.waiting;
  }
  return packets +
         static_cast<std::size_t>(std::count_if(arrivals_.begin(), arrivals_.end(),
                                                [](const Arrival& each) { return each.is_up; }));
}

std::size_t WifiCell::packets_down() const {
  return contenders_.front().queue.size() +
         static_cast<std::size_t>(std::count_if(arrivals_.begin(), arrivals_.end(),
                                                [](const Arrival& each) { return !each.is_up; }));
}

std::size_t WifiCell::packets_up(std::size_t station) const {
  return stations_[station]->up.waiting;
}

std::size_t WifiCell::packets_down(std::size_t station) const {
  return stations_[station]->down.waiting;
}

}  // namespace docsis_vp::hosts
