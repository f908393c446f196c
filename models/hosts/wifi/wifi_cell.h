// Models the stations of an 802.11g cell and its access point, which share one channel (DCF).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/hosts/host_queue/host_queue.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "models/hosts/wifi/ofdm_rates.h"
#include "models/hosts/wifi/rate_control.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/random.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

struct WifiStationConfig {
  // SNR of the station's channel, both ways, from a time on.
  struct Snr {
    TimePs from = 0;
    double db = 0;
  };
  std::string name;
  std::vector<Snr> snr;                  // ascending times, the first is 0
  std::optional<std::size_t> rate = {};  // index in kOfdmRates, both ways; none: Minstrel
};

struct WifiCellConfig {
  std::uint64_t seed = 1;
  std::string name;                      // of the random streams, as "wifi/cm0/lan0"
  std::uint32_t station_packets = 1000;  // that may wait in a station, at least 1
  std::uint32_t ap_packets = 1000;       // that may wait in the access point, at least 1
  unsigned retry_limit = 7;              // sendings of a frame at a fixed rate
  TimePs warmup = 0;                     // distributions begin
};

// Counts of a station's frames in one direction, over the whole run but for the last three.
struct WifiCount {
  std::uint64_t entered_packets = 0;
  std::uint64_t delivered_packets = 0;
  std::uint64_t delivered_bytes = 0;  // Ethernet, DA..CRC
  std::uint64_t queue_drops = 0;
  std::uint64_t retry_drops = 0;    // lost after their last try
  std::uint64_t dropped_bytes = 0;  // both
  std::uint64_t sendings = 0;
  std::uint64_t collisions = 0;  // sendings
  std::uint64_t errors = 0;      // sendings lost without a collision
  TimePs airtime = 0;            // data frames and their acknowledgments
  double air_mbps = 0;           // sum of airtime of data frames x rate in Mbit/s
  TimePs data_airtime = 0;
  std::uint64_t peak_packets = 0;  // most that waited behind a frame with access to the channel
  // After the warm-up.
  std::uint64_t measured_bytes = 0;  // delivered
  Histogram delay_ps;                // hand-over to the arrival at the other end
};

// A station sends a frame at once if the channel was idle for DIFS, at the next slot boundary.
// Otherwise, and after each frame, it counts down a random number of idle slots. Frames that begin
// in the same slot collide and are all lost. After a lost sending the contention window doubles.
// Everyone hears everyone; acknowledgments are never lost; there is no RTS and no capture.
//
// Frames to all stations wait in one queue of the access point, which contends as a station does.
// Each station has a rate control for each direction.
//
// Frames pushed at one instant are ordered by flow and sequence number. They enter a picosecond
// later, when all of them are known.
//
// A sender that has registered at `flows` loses no frame in a station's queue, but may lose one on
// the air.
class WifiCell {
 public:
  // hosts: receives the frames for stations. All references must outlive the cell. Throws
  // ConfigError.
  WifiCell(const WifiCellConfig& config, HostFlows& flows, TimerQueue& timers, PacketSink& hosts);
  // Sets the receiver of the stations' frames. Call it once, during elaboration.
  void connect(PacketSink& modem) { modem_ = &modem; }

  // Returns the station's number, from 0.
  std::size_t add_station(const WifiStationConfig& config);
  // Flows start at a station, or end there. A flow is laid before its first packet.
  PacketSink& lay_from(FlowId flow, std::size_t station);
  void lay_to(FlowId flow, std::size_t station);
  // Receives frames for the stations.
  PacketSink& access_point() { return from_modem_; }

  std::size_t stations() const { return stations_.size(); }
  const std::string& name(std::size_t station) const { return stations_[station]->config.name; }
  const WifiCount& up(std::size_t station) const { return stations_[station]->up.count; }
  const WifiCount& down(std::size_t station) const { return stations_[station]->down.count; }
  // Frames that wait or are being sent, by direction.
  std::size_t packets_up() const;
  std::size_t packets_down() const;
  std::size_t packets_up(std::size_t station) const;
  std::size_t packets_down(std::size_t station) const;
  // Time until `now` of frames, and of the gap and acknowledgment after them. `now` must not be
  // earlier than the last event.
  TimePs busy(TimePs now) const;

 private:
  // A direction between a station and the access point.
  struct Way {
    Way(const WifiCellConfig& cell, const WifiStationConfig& station, const char* direction);

    std::unique_ptr<RateControl> control;
    RandomStream errors;
    WifiCount count;
    std::size_t waiting = 0;
  };
  struct Station {
    Station(const WifiCellConfig& cell, const WifiStationConfig& station)
        : config(station), up(cell, station, "up"), down(cell, station, "down") {}
    double snr_db(TimePs now) const;

    WifiStationConfig config;
    Way up;
    Way down;
  };
  struct Frame {
    PacketHandle packet;
    TimePs entered;
    std::size_t station;
  };
  // A station, or the access point, as it contends for the channel.
  struct Contender {
    explicit Contender(RandomStream random) : backoffs(random) {}
    void draw() { backoff = backoffs.below(window + 1); }

    std::deque<Frame> queue;
    RandomStream backoffs;
    std::uint64_t backoff = 0;  // boundary at which it sends, from the first one after DIFS
    unsigned window = kWifiCwMin;
    unsigned sent = 0;  // sendings of the first frame
    RateChain chain;
    bool is_sending = false;
  };
  class Inlet : public PacketSink {
   public:
    Inlet(WifiCell& cell, bool is_up) : cell_(cell), is_up_(is_up) {}
    void push(PacketHandle packet) override { cell_.take(std::move(packet), is_up_); }

   private:
    WifiCell& cell_;
    const bool is_up_;
  };
  struct Arrival {
    PacketHandle packet;
    bool is_up;
  };
  static constexpr std::size_t kNoStation = SIZE_MAX;

  bool is_access_point(std::size_t contender) const { return contender == 0; }
  Way& way_of(std::size_t contender, const Frame& frame) {
    Station& station = *stations_[frame.station];
    return is_access_point(contender) ? station.down : station.up;
  }
  void take(PacketHandle packet, bool is_up);
  void run();
  void wake();
  void admit_arrivals();
  void admit(Arrival& arrival);
  void drop_at_tail(Way& way, const Arrival& arrival);
  void begin_contention(Contender& contender);
  TimePs first_boundary() const { return idle_from_ + kWifiDifs; }
  TimePs next_start() const;
  void start(TimePs now);
  TimePs send(std::size_t number, TimePs now);
  void finish(TimePs now);
  void finish_collision();
  void finish_alone(std::size_t number, TimePs now);
  void end_sending(std::size_t number, bool is_acknowledged, TimePs now);
  void leave(std::size_t number, bool is_acknowledged, TimePs now);

  const WifiCellConfig config_;
  HostFlows& flows_;
  TimerQueue& timers_;
  PacketSink* modem_ = nullptr;
  PacketSink& hosts_;
  Inlet from_hosts_{*this, true};
  Inlet from_modem_{*this, false};
  const std::unique_ptr<ArrivalTimer> timer_;
  std::vector<std::unique_ptr<Station>> stations_;
  std::deque<Contender> contenders_;  // the access point, then the stations
  std::vector<std::size_t> station_of_flow_;
  std::vector<Arrival> arrivals_;  // pushed at one instant
  TimePs arrived_ = 0;             // that instant
  bool is_busy_ = false;           // a frame is on the air
  TimePs frame_end_ = 0;           // of the longest one on the air
  TimePs idle_from_ = 0;           // end of the last exchange
  TimePs busy_ = 0;
};

}  // namespace docsis_vp::hosts
