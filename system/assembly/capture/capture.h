// Records the traffic of the modems' LAN ports, the RF interface and the CMTS's wide-area port in
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
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// The file has these interfaces:
// - one Ethernet interface per modem (`lan-<modem>`) and one for the CMTS (`wan`);
// - the downstream channels as DOCSIS MAC frames (`ds0`, `ds1`);
// - each upstream channel as bursts behind an XRA header (`<channel>`);
// - the packets that the CMTS reassembled, as DOCSIS MAC frames (`us`), with their TOS overwritten
// if the CMTS does that. Time stamps: on LAN and WAN the time at which the last octet has passed;
// on RF the time at which it leaves or reaches the CMTS. Packets are truncated after their headers;
// bursts and management messages are complete. On `lan-...` and `wan` packets are marked as
// received or sent by the device with the port.
//
// A capture is inserted between two neighbouring blocks and changes no result.
class Capture {
 public:
  // Throws InputError if the file cannot be written.
  Capture(const std::string& path, const FlowTable& flows,
          std::vector<docsis::ChannelParameters> channels, unsigned downstream_channels,
          const std::vector<std::string>& modem_names);
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture();

  PacketSink& lan_ingress(unsigned modem, PacketSink& inner);
  PacketSink& lan_egress(unsigned modem, PacketSink& inner);
  PacketSink& wan(PacketSink& inner);
  // Returns a sink that records the packets behind the CMTS's receiver on `us` and `wan`.
  PacketSink& reassembled(PacketSink& inner);
  docsis::DownstreamTransmitter& downstream(docsis::DownstreamTransmitter& inner);
  docsis::UpstreamReceiver& upstream(docsis::UpstreamReceiver& inner);

  // Writes the remaining records and renames the file to its final name.
  void finish();

 private:
  class PacketTap;
  class DownstreamTap;
  class UpstreamTap;

  struct Record {
    TimePs at = 0;
    std::uint64_t number = 0;  // keeps the order of equal times
    unsigned interface = 0;
    std::vector<std::uint8_t> octets;
    std::size_t original_bytes = 0;
    platform::PacketDirection direction = platform::PacketDirection::kUnknown;
    bool operator<(const Record& other) const {
      return at != other.at ? at > other.at : number > other.number;
    }
  };

  void ethernet(unsigned interface, const Packet& packet, platform::PacketDirection direction);
  // header: MAC header of the frame; empty: the plain one.
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

  // Records with a time ahead of the kernel's, such as MAPs in transmission.
  std::priority_queue<Record> held_;
  std::uint64_t records_ = 0;

  // Upstream packets: a burst may need their bytes before the last one is sent.
  std::unordered_map<std::uint64_t, Packet> upstream_packets_;
  std::deque<std::pair<TimePs, std::uint64_t>> remembered_;
  std::uint64_t frame_id_ = 0;  // packet whose octets are in frame_
  std::vector<std::uint8_t> frame_;
};

// scenario: with every modem listed. Returns null if the path is empty.
std::unique_ptr<Capture> make_capture(const std::string& path, const Scenario& scenario,
                                      const FlowTable& flows);

}  // namespace docsis_vp::system
