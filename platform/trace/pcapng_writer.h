// Writes packets of several interfaces into one capture file (pcapng, IETF
// draft-ietf-opsawg-pcapng) that Wireshark and tshark read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Link types of the tcpdump group's registry.
enum class LinkType : std::uint16_t {
  kEthernet = 1,
  kDocsis = 143,        // a DOCSIS MAC frame
  kDocsis31Xra31 = 273  // a DOCSIS burst behind a header of Excentis' XRA
};

// Direction in which a packet passed its interface.
enum class PacketDirection : std::uint8_t { kUnknown = 0, kReceived = 1, kSent = 2 };

class PcapngWriter {
 public:
  // Begins the file: little-endian, times in nanoseconds since the start of the simulation.
  PcapngWriter(std::ostream& stream, const std::string& application);

  // Returns the number of the interface. Call it before the first packet.
  unsigned add_interface(LinkType type, const std::string& name, const std::string& description);

  // original_bytes: the packet's length; `octets` may hold only its beginning.
  void write(unsigned interface, TimePs at, const std::vector<std::uint8_t>& octets,
             std::size_t original_bytes, PacketDirection direction = PacketDirection::kUnknown,
             const std::string& comment = {});

 private:
  void begin_block(std::uint32_t type);
  void end_block();
  void u16(std::uint32_t value);
  void u32(std::uint32_t value);
  void padded(const void* data, std::size_t size);
  void option(std::uint16_t code, const void* data, std::size_t size);
  void option(std::uint16_t code, const std::string& text);

  std::ostream& stream_;
  std::string block_;
  unsigned interfaces_ = 0;
};

}  // namespace docsis_vp::platform
