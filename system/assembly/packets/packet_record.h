// Records the times of one packet on its way through a system, from its host to its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/cm/upstream_observer.h"
#include "platform/base/flow.h"
#include "platform/base/time.h"
#include "system/scenario/fields/direction.h"

namespace docsis_vp::system {

// Stages of a packet, in the order in which it passes them. Only upstream packets have the stages
// from kClassified to kReady, except kJudged, and kPassedOn.
enum class Station : std::uint8_t {
  kCreated,      // its source sent it
  kEntered,      // its last octet arrived at the modem's LAN port, or at the CMTS's WAN port
  kClassified,   // its service flow was determined
  kJudged,       // queue management decided on it
  kReleased,     // the shaper released its first byte
  kRequested,    // the burst that carried the request began
  kMapReceived,  // the last octet of the MAP with the grant for its last byte
  kMapParsed,    // the MAP parser reported that grant
  kWindow,       // the burst builder read its last byte from the queue
  kRead,         // queue memory's port had transferred that byte
  kReady,        // the burst, or OFDMA frame, with that byte was complete
  kRfStart,      // its first symbol left the modem, or its first octet left the CMTS
  kRfEnd,        // the last symbol of the burst, or the last octet of the packet, was sent
  kReceived,     // that symbol arrived at the CMTS, or that octet arrived at the modem
  kPassedOn,     // the CMTS had reassembled the packet
  kDelivered,    // it arrived at the end of its flow
};
constexpr std::size_t kStations = 16;

enum class PacketOutcome : std::uint8_t { kInFlight, kDelivered, kDropped };
enum class PacketVerdict : std::uint8_t { kNone, kAccept, kMark, kDrop, kFull };

// The cause of a packet's loss.
enum class LossCause : std::uint8_t {
  kNone,
  kHostQueue,      // the queue of its host was full, or its Wi-Fi hop lost it
  kWireBuffer,     // the queue of a link behind the CMTS was full
  kOversize,       // larger than a grant of its service flow
  kIngressFifo,    // no room in the FIFO in front of queue memory's port
  kIngressHold,    // no room in the hold for packets that wait for firmware's verdict
  kAqm,            // the algorithm dropped it
  kBufferFull,     // no room in the queue
  kRequestGiveup,  // too many requests were lost
  kRf,             // a burst, or the packet downstream, was lost on the plant
  kResequencer,    // arrived too late for its place in the order, or malformed
  kLanEgress,      // lost between the modem and its host
  kOther,          // removed from the system by something else
};

// Where a packet is, or where it was lost.
enum class PacketPlace : std::uint8_t {
  kHost,
  kWire,
  kModem,  // before a verdict, or downstream after the RF port
  kAqm,    // lost when it arrived at the queue
  kQueue,
  kRf,
  kCmts,
};

// Why the CMTS gave the grant that carried a packet's last byte.
enum class GrantOrigin : std::uint8_t {
  kNone,
  kContention,
  kPoll,
  kPiggyback,
  kUnsolicited,
  kSurplus,  // room beyond the request, or requested before the packet was released
};

struct PacketRecord {
  static constexpr TimePs kNotPassed = -1;
  static constexpr unsigned kUnknown = UINT32_MAX;

  TimePs& at(Station station) { return times[static_cast<std::size_t>(station)]; }
  TimePs at(Station station) const { return times[static_cast<std::size_t>(station)]; }
  bool passed(Station station) const { return at(station) != kNotPassed; }

  std::uint64_t id = 0;
  std::uint64_t sequence = 0;
  std::array<TimePs, kStations> times{};  // kNotPassed: it did not pass the stage
  FlowId flow = 0;
  std::uint32_t size_bytes = 0;
  unsigned modem = kUnknown;  // index
  // Index among the modem's service flows in the packet's direction.
  unsigned service_flow = kUnknown;
  Direction direction = Direction::kUpstream;
  PacketOutcome outcome = PacketOutcome::kInFlight;
  LossCause cause = LossCause::kNone;
  PacketPlace place = PacketPlace::kHost;
  PacketVerdict verdict = PacketVerdict::kNone;
  bool has_probability = false;
  bool has_word = false;
  std::uint32_t drop_probability_q28 = 0;  // the law's, at the time of the verdict
  std::uint32_t random_word = 0;
  TimePs dropped = kNotPassed;

  // Upstream: origin of the grant for the burst with its last byte.
  GrantOrigin origin = GrantOrigin::kNone;
  std::uint32_t channel = kUnknown;
  std::uint64_t first_minislot = 0;
  TimePs released_whole = kNotPassed;  // time at which the shaper released its last byte
  // Starts of the first and the last burst with bytes of the packet.
  TimePs first_burst = kNotPassed;
  TimePs last_burst = kNotPassed;
  std::uint32_t bursts = 0;
  std::uint32_t missed_grants = 0;  // missed grants of its flow from its release to its last burst
};

// Receives the records of packets that have ended. Records of the same instant are ordered by id.
class PacketRecordSink {
 public:
  virtual ~PacketRecordSink() = default;
  virtual void add(const PacketRecord& record) = 0;
};

// Returns the name used in files.
const char* name_of(PacketOutcome outcome);
const char* name_of(PacketVerdict verdict);
const char* name_of(LossCause cause);
const char* name_of(PacketPlace place);
const char* name_of(GrantOrigin origin);
const char* name_of(Station station);

}  // namespace docsis_vp::system
