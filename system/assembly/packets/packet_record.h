// Records the way of one packet through a system, from its host to its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/cm/upstream_observer.h"
#include "platform/base/flow.h"
#include "platform/base/time.h"
#include "system/scenario/fields/direction.h"

namespace docsis_vp::system {

// In the order in which a packet passes them. Those from kClassified to kReady, but for kJudged,
// and kPassedOn are of upstream packets alone.
enum class Station : std::uint8_t {
  kCreated,      // its source handed it over
  kEntered,      // its last octet arrived at the modem's LAN port, or at the CMTS's WAN port
  kClassified,   // its service flow is known
  kJudged,       // queue management accepted it, or did not
  kReleased,     // the shaper released its first byte
  kRequested,    // the burst began that carried the request
  kMapReceived,  // the last octet of the MAP with the grant for its last byte
  kMapParsed,    // the MAP parser told of that grant
  kWindow,       // the burst builder took its last byte
  kRead,         // queue memory's port had moved that byte
  kReady,        // the burst, or OFDMA frame, with that byte was complete
  kRfStart,      // its first symbol left the modem, or the packet's first octet the CMTS
  kRfEnd,        // the last symbol of the burst, or the last octet of the packet
  kReceived,     // that symbol arrived at the CMTS, or that octet at the modem
  kPassedOn,     // the CMTS had put the packet together
  kDelivered,    // it arrived where its flow ends
};
constexpr std::size_t kStations = 16;

enum class PacketOutcome : std::uint8_t { kInFlight, kDelivered, kDropped };
enum class PacketVerdict : std::uint8_t { kNone, kAccept, kMark, kDrop, kFull };

// Why a packet was lost.
enum class LossCause : std::uint8_t {
  kNone,
  kHostQueue,      // the queue of its host was full
  kWireBuffer,     // that of a wire behind the CMTS
  kOversize,       // larger than a grant of its service flow
  kIngressFifo,    // no room in front of queue memory's port
  kIngressHold,    // no room where packets wait for firmware's verdict
  kAqm,            // the algorithm's choice
  kBufferFull,     // no room in the queue
  kRequestGiveup,  // too many requests were lost
  kRf,             // a burst, or the packet downstream, was lost on the plant
  kResequencer,    // came too late for its place in the order, or malformed
  kLanEgress,      // the line to the hosts was too slow
  kOther,          // taken from the system by something else
};

// Where a packet is, or was lost.
enum class PacketPlace : std::uint8_t {
  kHost,
  kWire,
  kModem,  // before a verdict, or downstream behind the RF port
  kAqm,    // lost as it arrived at the queue
  kQueue,
  kRf,
  kCmts,
};

// How the grant came about that carried a packet's last byte.
enum class GrantOrigin : std::uint8_t {
  kNone,
  kContention,
  kPoll,
  kPiggyback,
  kUnsolicited,
  kSurplus,  // room beyond the request, or asked for before the packet was released
};

struct PacketRecord {
  static constexpr TimePs kNotPassed = -1;
  static constexpr unsigned kUnknown = UINT32_MAX;

  TimePs& at(Station station) { return times[static_cast<std::size_t>(station)]; }
  TimePs at(Station station) const { return times[static_cast<std::size_t>(station)]; }
  bool passed(Station station) const { return at(station) != kNotPassed; }

  std::uint64_t id = 0;
  std::uint64_t sequence = 0;
  std::array<TimePs, kStations> times{};  // kNotPassed: it did not
  FlowId flow = 0;
  std::uint32_t size_bytes = 0;
  unsigned modem = kUnknown;         // index
  unsigned service_flow = kUnknown;  // of the modem's, in the packet's direction
  Direction direction = Direction::kUpstream;
  PacketOutcome outcome = PacketOutcome::kInFlight;
  LossCause cause = LossCause::kNone;
  PacketPlace place = PacketPlace::kHost;
  PacketVerdict verdict = PacketVerdict::kNone;
  bool has_probability = false;
  bool has_word = false;
  std::uint32_t drop_probability_q28 = 0;  // of the law, as the verdict was given
  std::uint32_t random_word = 0;
  TimePs dropped = kNotPassed;

  // Upstream, of the burst with its last byte.
  GrantOrigin origin = GrantOrigin::kNone;
  std::uint32_t channel = kUnknown;
  std::uint64_t first_minislot = 0;
  TimePs released_whole = kNotPassed;  // the shaper released its last byte
  TimePs first_burst = kNotPassed;     // starts of the first and the last burst with bytes of it
  TimePs last_burst = kNotPassed;
  std::uint32_t bursts = 0;
  std::uint32_t missed_grants = 0;  // of its flow, from its release to its last burst
};

// Takes the records of packets that have ended. Those that end at one instant come by id.
class PacketRecordSink {
 public:
  virtual ~PacketRecordSink() = default;
  virtual void add(const PacketRecord& record) = 0;
};

// As files name them.
const char* name_of(PacketOutcome outcome);
const char* name_of(PacketVerdict verdict);
const char* name_of(LossCause cause);
const char* name_of(PacketPlace place);
const char* name_of(GrantOrigin origin);
const char* name_of(Station station);

}  // namespace docsis_vp::system
