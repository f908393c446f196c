#include "system/assembly/capture/capture.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "models/docsis/burst_queue.h"
#include "models/docsis/mac_header.h"
#include "platform/base/version.h"
#include "platform/kernel/agenda.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/capture/burst_octets.h"
#include "system/assembly/capture/frame_octets.h"
#include "system/assembly/configure/configure.h"

namespace docsis_vp::system {

using platform::PacketDirection;

namespace {

// Room for Ethernet, IPv6 and the longest TCP header.
constexpr std::size_t kPacketOctets = 128;
constexpr std::size_t kFcsBytes = 4;
// No packet stays in a queue longer; a dropped packet is removed after this time.
constexpr TimePs kLongestStay = 120 * kPsPerSecond;

std::vector<std::uint8_t> beginning(std::vector<std::uint8_t> octets) {
  octets.resize(std::min(octets.size(), kPacketOctets));
  return octets;
}

}  // namespace

// Shows each packet to a function, then hands it on.
class Capture::PacketTap : public PacketSink {
 public:
  PacketTap(std::function<void(const Packet&)> show, PacketSink& inner)
      : show_(std::move(show)), inner_(inner) {}
  void push(PacketHandle packet) override {
    show_(*packet);
    inner_.push(std::move(packet));
  }

 private:
  std::function<void(const Packet&)> show_;
  PacketSink& inner_;
};

class Capture::DownstreamTap : public docsis::DownstreamTransmitter {
 public:
  DownstreamTap(Capture& capture, docsis::DownstreamTransmitter& inner)
      : capture_(capture), inner_(inner) {}
  void broadcast(unsigned channel, docsis::ManagementOctets frame, TimePs departed) override {
    capture_.management(channel, frame, departed);
    inner_.broadcast(channel, std::move(frame), departed);
  }
  void send(unsigned modem, docsis::DownstreamFrame frame, TimePs departed) override {
    capture_.mac_frame(capture_.downstream_interfaces_[frame.channel], *frame.packet,
                       {frame.header.data(), frame.header_bytes}, departed);
    inner_.send(modem, std::move(frame), departed);
  }

 private:
  Capture& capture_;
  docsis::DownstreamTransmitter& inner_;
};

class Capture::UpstreamTap : public docsis::UpstreamReceiver {
 public:
  UpstreamTap(Capture& capture, docsis::UpstreamReceiver& inner)
      : capture_(capture), inner_(inner), due_([this] { deliver(); }) {}
  void receive(docsis::UpstreamBurst&& burst) override {
    const TimePs arrival = burst.arrival;
    bursts_.push(arrival, std::move(burst));
    due_.set_if_earlier(arrival);
  }

 private:
  // Receives the bursts at their arrival times.
  void deliver() {
    while (bursts_.next_due() <= platform::now_ps()) {
      docsis::UpstreamBurst burst = bursts_.pop();
      capture_.burst(burst);
      inner_.receive(std::move(burst));
    }
    due_.set(bursts_.next_due());
  }

  Capture& capture_;
  docsis::UpstreamReceiver& inner_;
  docsis::BurstQueue bursts_;
  platform::Alarm due_;
};

Capture::Capture(const std::string& path, const FlowTable& flows,
                 std::vector<docsis::ChannelParameters> channels, unsigned downstream_channels,
                 const std::vector<std::string>& modem_names)
    : file_(path),
      writer_(file_.stream(), "docsis-vp " + std::string(version())),
      flows_(flows),
      channels_(std::move(channels)) {
  using platform::LinkType;
  for (const std::string& name : modem_names) {
    lan_interfaces_.push_back(
        writer_.add_interface(LinkType::kEthernet, "lan-" + name, "LAN port of modem " + name));
  }
  wan_interface_ = writer_.add_interface(LinkType::kEthernet, "wan", "wide-area port of the CMTS");
  for (unsigned i = 0; i < downstream_channels; ++i) {
    const std::string name = "ds" + std::to_string(i);
    downstream_interfaces_.push_back(writer_.add_interface(
        LinkType::kDocsis, name, "downstream channel " + name + ", as it leaves the CMTS"));
  }
  reassembled_interface_ = writer_.add_interface(LinkType::kDocsis, "us",
                                                 "upstream packets, as the CMTS passes them on");
  for (const docsis::ChannelParameters& channel : channels_) {
    channel_interfaces_.push_back(writer_.add_interface(
        LinkType::kDocsis31Xra31, channel.name, "bursts of upstream channel " + channel.name));
  }
}

Capture::~Capture() = default;

PacketSink& Capture::lan_ingress(unsigned modem, PacketSink& inner) {
  const auto show = [this, modem](const Packet& packet) {
    ethernet(lan_interfaces_[modem], packet, PacketDirection::kReceived);
    remember(packet);
  };
  return *packet_taps_.emplace_back(std::make_unique<PacketTap>(show, inner));
}

PacketSink& Capture::lan_egress(unsigned modem, PacketSink& inner) {
  const auto show = [this, modem](const Packet& packet) {
    ethernet(lan_interfaces_[modem], packet, PacketDirection::kSent);
  };
  return *packet_taps_.emplace_back(std::make_unique<PacketTap>(show, inner));
}

PacketSink& Capture::wan(PacketSink& inner) {
  const auto show = [this](const Packet& packet) {
    ethernet(wan_interface_, packet, PacketDirection::kReceived);
  };
  return *packet_taps_.emplace_back(std::make_unique<PacketTap>(show, inner));
}

PacketSink& Capture::reassembled(PacketSink& inner) {
  const auto show = [this](const Packet& packet) {
    mac_frame(reassembled_interface_, packet, {}, platform::now_ps());
    ethernet(wan_interface_, packet, PacketDirection::kSent);
  };
  return *packet_taps_.emplace_back(std::make_unique<PacketTap>(show, inner));
}

docsis::DownstreamTransmitter& Capture::downstream(docsis::DownstreamTransmitter& inner) {
  downstream_tap_ = std::make_unique<DownstreamTap>(*this, inner);
  return *downstream_tap_;
}

docsis::UpstreamReceiver& Capture::upstream(docsis::UpstreamReceiver& inner) {
  upstream_tap_ = std::make_unique<UpstreamTap>(*this, inner);
  return *upstream_tap_;
}

void Capture::finish() {
  write_until(kNever);
  file_.commit();
}

void Capture::ethernet(unsigned interface, const Packet& packet, PacketDirection direction) {
  std::vector<std::uint8_t> octets = frame_octets(flows_.key(packet.flow), packet);
  octets.resize(octets.size() - std::min(octets.size(), kFcsBytes));
  const std::size_t bytes = octets.size();
  add(interface, platform::now_ps(), beginning(std::move(octets)), bytes, direction);
}

void Capture::mac_frame(unsigned interface, const Packet& packet, docsis::OctetView header,
                        TimePs at) {
  std::vector<std::uint8_t> octets(header.data, header.data + header.size);
  if (header.size == 0) {
    docsis::append_packet_header(octets, packet.size_bytes);
  }
  const std::vector<std::uint8_t> frame = frame_octets(flows_.key(packet.flow), packet);
  octets.insert(octets.end(), frame.begin(), frame.end());
  const std::size_t bytes = octets.size();
  add(interface, at, beginning(std::move(octets)), bytes);
}

void Capture::management(unsigned channel, const docsis::ManagementOctets& frame, TimePs at) {
  add(downstream_interfaces_[channel], at, *frame, frame->size());
}

void Capture::burst(const docsis::UpstreamBurst& burst) {
  const docsis::ChannelParameters& channel = channels_[burst.channel];
  std::vector<std::uint8_t> octets =
      xra_header(burst, channel.channel_id, channel.kind == docsis::ChannelKind::kOfdma);
  const std::vector<std::uint8_t> content = burst_octets(
      burst, [this](const docsis::BurstRun& run) -> const auto& { return frame_of(run); });
  octets.insert(octets.end(), content.begin(), content.end());
  const std::size_t bytes = octets.size();
  add(channel_interfaces_[burst.channel], platform::now_ps(), std::move(octets), bytes);
}

void Capture::add(unsigned interface, TimePs at, std::vector<std::uint8_t> octets,
                  std::size_t bytes, PacketDirection direction) {
  held_.push({at, records_++, interface, std::move(octets), bytes, direction});
  write_until(platform::now_ps());
}

// Later calls add no record before the present.
void Capture::write_until(TimePs time) {
  while (!held_.empty() && (held_.top().at < time || time == kNever)) {
    const Record& record = held_.top();
    writer_.write(record.interface, record.at, record.octets, record.original_bytes,
                  record.direction);
    held_.pop();
  }
}

void Capture::remember(const Packet& packet) {
  const TimePs now = platform::now_ps();
  upstream_packets_[packet.id] = packet;
  remembered_.emplace_back(now, packet.id);
  while (remembered_.front().first < now - kLongestStay) {
    upstream_packets_.erase(remembered_.front().second);
    remembered_.pop_front();
  }
}

const std::vector<std::uint8_t>& Capture::frame_of(const docsis::BurstRun& run) {
  if (run.packet_id != frame_id_) {
    frame_id_ = run.packet_id;
    const auto found = upstream_packets_.find(run.packet_id);
    frame_ = found == upstream_packets_.end()
                 ? std::vector<std::uint8_t>{}
                 : frame_octets(flows_.key(found->second.flow), found->second);
  }
  if (run.packet) {
    upstream_packets_.erase(run.packet_id);  // its last byte
  }
  return frame_;
}

std::unique_ptr<Capture> make_capture(const std::string& path, const Scenario& scenario,
                                      const FlowTable& flows) {
  if (path.empty()) {
    return nullptr;
  }
  std::vector<std::string> modem_names;
  for (const ModemConfig& modem : scenario.modems) {
    modem_names.push_back(modem.name);
  }
  const cmts::CmtsConfig cmts = cmts_config(scenario);
  const auto downstream = static_cast<unsigned>(1 + cmts.downstream.further_channels.size());
  return std::make_unique<Capture>(path, flows, cmts.channels, downstream, modem_names);
}

}  // namespace docsis_vp::system
