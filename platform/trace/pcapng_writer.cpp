#include "platform/trace/pcapng_writer.h"

namespace docsis_vp::platform {

namespace {

constexpr std::uint32_t kSectionHeaderBlock = 0x0A0D0D0A;
constexpr std::uint32_t kInterfaceBlock = 1;
constexpr std::uint32_t kEnhancedPacketBlock = 6;
constexpr std::uint32_t kByteOrder = 0x1A2B3C4D;

constexpr std::uint16_t kEndOfOptions = 0;
constexpr std::uint16_t kComment = 1;
constexpr std::uint16_t kPacketFlags = 2;
constexpr std::uint16_t kApplication = 4;
constexpr std::uint16_t kInterfaceName = 2;
constexpr std::uint16_t kInterfaceDescription = 3;
constexpr std::uint16_t kTimeResolution = 9;
constexpr std::uint8_t kNanoseconds = 9;  // 10^-9 s

constexpr std::size_t kAlignment = 4;

}  // namespace

PcapngWriter::PcapngWriter(std::ostream& stream, const std::string& application) : stream_(stream) {
  begin_block(kSectionHeaderBlock);
  u32(kByteOrder);
  u16(1);  // version 1.0
  u16(0);
  u32(0xFFFFFFFF);  // length of the section: not specified
  u32(0xFFFFFFFF);
  option(kApplication, application);
  option(kEndOfOptions, "");
  end_block();
}

unsigned PcapngWriter::add_interface(LinkType type, const std::string& name,
                                     const std::string& description) {
  begin_block(kInterfaceBlock);
  u16(static_cast<std::uint16_t>(type));
  u16(0);
  u32(0);  // no limit on the length of packets
  option(kInterfaceName, name);
  option(kInterfaceDescription, description);
  option(kTimeResolution, &kNanoseconds, 1);
  option(kEndOfOptions, "");
  end_block();
  return interfaces_++;
}

void PcapngWriter::write(unsigned interface, TimePs at, const std::vector<std::uint8_t>& octets,
                         std::size_t original_bytes, PacketDirection direction,
                         const std::string& comment) {
  const auto nanoseconds = static_cast<std::uint64_t>(at) / 1000;
  begin_block(kEnhancedPacketBlock);
  u32(interface);
  u32(static_cast<std::uint32_t>(nanoseconds >> 32));
  u32(static_cast<std::uint32_t>(nanoseconds));
  u32(static_cast<std::uint32_t>(octets.size()));
  u32(static_cast<std::uint32_t>(original_bytes));
  padded(octets.data(), octets.size());
  if (!comment.empty()) {
    option(kComment, comment);
  }
  if (direction != PacketDirection::kUnknown) {
    const std::uint8_t flags[4] = {static_cast<std::uint8_t>(direction)};
    option(kPacketFlags, flags, sizeof flags);
  }
  if (!comment.empty() || direction != PacketDirection::kUnknown) {
    option(kEndOfOptions, "");
  }
  end_block();
}

void PcapngWriter::begin_block(std::uint32_t type) {
  block_.clear();
  u32(type);
  u32(0);  // length; end_block() fills it in
}

void PcapngWriter::end_block() {
  const auto length = static_cast<std::uint32_t>(block_.size() + 4);
  u32(length);
  for (unsigned i = 0; i < 4; ++i) {
    block_[4 + i] = static_cast<char>(length >> (8 * i));
  }
  stream_.write(block_.data(), static_cast<std::streamsize>(block_.size()));
}

void PcapngWriter::u16(std::uint32_t value) {
  block_ += static_cast<char>(value);
  block_ += static_cast<char>(value >> 8);
}

void PcapngWriter::u32(std::uint32_t value) {
  u16(value & 0xFFFF);
  u16(value >> 16);
}

void PcapngWriter::padded(const void* data, std::size_t size) {
  block_.append(static_cast<const char*>(data), size);
  block_.append((kAlignment - size % kAlignment) % kAlignment, '\0');
}

void PcapngWriter::option(std::uint16_t code, const void* data, std::size_t size) {
  u16(code);
  u16(static_cast<std::uint32_t>(size));
  padded(data, size);
}

void PcapngWriter::option(std::uint16_t code, const std::string& text) {
  option(code, text.data(), text.size());
}

}  // namespace docsis_vp::platform
