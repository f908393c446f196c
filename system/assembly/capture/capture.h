// Everything that crosses the modems' LAN ports, the RF interface and the CMTS's wide-area port, as
// one pcapng file.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/docsis/channel.h"
#include "models/docsis/rf.h"
#include "platform/base/flow.h"
#include "platform/base/packet.h"
#include "platform/trace/pcapng_writer.h"
#include "system/results/result_file.h"
#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Interfaces: one Ethernet interface per modem (`lan-<modem>`) and one for the CMTS (`wan`), the
// downstream channels as DOCSIS MAC frames (`ds0`, `ds1`), each upstream channel as bursts behind
// an XRA header
// (`<channel>`), and the packets that the CMTS put together from them as DOCSIS MAC frames (`us`),
// their TOS overwritten if it does that.
// Time stamps: LAN and WAN when the last octet has passed; RF when it leaves or reaches the CMTS.
// Packets are cut to their headers, bursts and management messages are whole. On `lan-...` and
// `wan` they are marked as received or sent by the device whose port it is.
//
// It stands between two neighbours by wrapping the interface of one of them, and changes nothing.
class Capture {
 public:
  // InputError if the file cannot be written.
  Capture(const std::string& path, const FlowTable& flows,
          std::vector<docsis::ChannelParameters> channels, unsigned downstream_channels,
          const std::vector<std::string>& modem_names);
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture();

  PacketSink& lan_ingress(unsigned modem, PacketSink& inner);
  PacketSink& lan_egress(unsigned modem, PacketSink& inner);
  PacketSink& wan(PacketSink& inner);
  // Taps the packets behind the CMTS's receiver: shown on `us` and `wan`.
  PacketSink& reassembled(PacketSink& inner);
  docsis::DownstreamTransmitter& downstream(docsis::DownstreamTransmitter& inner);
  docsis::UpstreamReceiver& upstream(docsis::UpstreamReceiver& inner);

  // Writes what is still held back and gives the file its name.
  void finish();

 private:
  class PacketTap;
  class DownstreamTap;
  class UpstreamTap;

  struct Record {
    TimePs at = 0;
    std::uint64_t number = 0;  // equal times keep their order
    unsigned interface = 0;
    std::vector<std::uint8_t> octets;
    std::size_t original_bytes = 0;
    platform::PacketDirection direction = platform::PacketDirection::kUnknown;
    bool operator<(const Record& other) const {
      return at != other.at ? at > other.at : number > other.number;
    }
  };

  void ethernet(unsigned interface, const Packet& packet, platform::PacketDirection direction);
  // header: of the MAC frame; empty: the plain one.
  void mac_frame(unsigned interface, const Packet& packet, docsis::OctetView header, TimePs at);
  void management(unsigned channel, const docsis::ManagementOctets& frame, TimePs at);
  void burst(const docsis::UpstreamBurst& burst);
  void add(unsigned interface, TimePs at, std::vector<std::uint8_t> octets, std::size_t bytes,
           platform::PacketDirection direction = platform::PacketDirection::kUnknown);
  void write_until(TimePs time);
  void remember(const Packet& packet);
  const std::vector<std::uint8_t>& frame_of(const docsis::BurstRun& run);

  ResultFile file_;
  platform::PcapngWriter writer_;
  const FlowTable& flows_;
  std::vector<docsis::ChannelParameters> channels_;
  unsigned wan_interface_ = 0;
  unsigned reassembled_interface_ = 0;
  std::vector<unsigned> lan_interfaces_;
  std::vector<unsigned> downstream_interfaces_;
  std::vector<unsigned> channel_interfaces_;
  std::vector<std::unique_ptr<PacketTap>> packet_taps_;
  std::unique_ptr<DownstreamTap> downstream_tap_;
  std::unique_ptr<UpstreamTap> upstream_tap_;

  // Records that lie ahead of the kernel's time, such as MAPs that are still being sent.
  std::priority_queue<Record> held_;
  std::uint64_t records_ = 0;

  // Packets on their way up, whose bytes a burst may need before their last one is sent.
  std::unordered_map<std::uint64_t, Packet> upstream_packets_;
  std::deque<std::pair<TimePs, std::uint64_t>> remembered_;
  std::uint64_t frame_id_ = 0;  // whose octets these are:
  std::vector<std::uint8_t> frame_;
};

// scenario: with every modem listed. Returns null if the path is empty.
std::unique_ptr<Capture> make_capture(const std::string& path, const Scenario& scenario,
                                      const FlowTable& flows);

}  // namespace docsis_vp::system
