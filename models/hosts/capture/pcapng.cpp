// draft-ietf-opsawg-pcapng: blocks of type, length, body and a repeated length.
#include <algorithm>
#include <array>

#include "models/hosts/capture/capture_format.h"

namespace docsis_vp::hosts {
namespace {

enum BlockType : std::uint32_t {
  kInterfaceDescription = 1,
  kObsoletePacket = 2,
  kSimplePacket = 3,
  kEnhancedPacket = 6,
  kSectionHeader = 0x0a0d0d0a,
};
enum Option : std::uint16_t {
  kEndOfOptions = 0,
  kInterfaceName = 2,
  kPacketFlags = 2,
  kApplication = 4,
  kTimeResolution = 9,
  kFcsLength = 13,
  kTimeOffset = 14,
};
constexpr std::uint32_t kByteOrderMagic = 0x1a2b3c4d;
constexpr std::uint32_t kFrameBytes = 12;         // a block's type and both lengths
constexpr std::uint32_t kLeastSectionBytes = 28;  // size of a section header block

// Returns an option's text without the padding zeros of some writers.
std::string option_text(const std::uint8_t* value, std::size_t bytes) {
  return {value, std::find(value, value + bytes, 0)};
}

struct Interface {
  std::string name;
  std::uint16_t link_type = 0;
  std::uint32_t snap_bytes = 0;  // 0: no limit
  TimeResolution resolution;
  std::uint32_t fcs_bytes = 0;
};

class Pcapng : public CaptureReader::Format {
 public:
  using Format::Format;

  std::optional<CapturedFrame> next() override;

 private:
  struct Block {
    std::uint32_t type;
    std::uint32_t length;      // whole block
    std::uint32_t rest_bytes;  // unread octets, without the second length
    std::uint64_t file_offset;
  };

  void start() override {
    interfaces_.clear();
    interface_names_.clear();
    application_.clear();
  }
  // Returns nothing if the file ends within the block's header.
  std::optional<Block> begin_block();
  // Returns true, and notes the cut, if fewer than `octets` follow in the block at block_offset.
  bool is_cut(std::uint64_t block_offset, std::uint64_t octets);
  void begin_section();
  void read_section(const Block& block);
  void read_body(const Block& block, std::uint32_t least_bytes);
  void end_block(const Block& block);
  void add_interface(const Block& block);
  void apply(Interface& interface, std::uint16_t option, const std::uint8_t* value,
             std::size_t bytes) const;
  CapturedFrame packet(const Block& block);
  CapturedFrame simple_packet(const Block& block);
  const Interface& interface_of(const Block& block, std::uint32_t index) const;
  // Calls use(code, value, bytes) for each option of the body, starting at `from`.
  template <typename Use>
  void for_options(const Block& block, std::size_t from, Use use) const;

  ByteOrder order_;
  std::vector<Interface> interfaces_;  // interfaces of this section
};

std::optional<CapturedFrame> Pcapng::next() {
  while (!file_.at_end()) {
    const std::optional<Block> block = begin_block();
    if (!block) {
      return std::nullopt;
    }
    switch (block->type) {
      case kSectionHeader:
        read_section(*block);
        break;
      case kInterfaceDescription:
        add_interface(*block);
        break;
      case kEnhancedPacket:
      case kObsoletePacket:
        return packet(*block);
      case kSimplePacket:
        return simple_packet(*block);
      default:
        file_.skip(block->rest_bytes);
        end_block(*block);
    }
  }
  return std::nullopt;
}

// A file without a complete section header is no capture, so cuts count only after the first block.
bool Pcapng::is_cut(std::uint64_t block_offset, std::uint64_t octets) {
  if (block_offset == 0 || file_.has(octets)) {
    return false;
  }
  note_cut(block_offset);
  return true;
}

std::optional<Pcapng::Block> Pcapng::begin_block() {
  constexpr std::uint32_t kHeadBytes = 8;
  Block block{};
  block.file_offset = file_.position();
  if (is_cut(block.file_offset, kHeadBytes)) {
    return std::nullopt;
  }
  std::array<std::uint8_t, kHeadBytes> head{};
  file_.read(head.data(), head.size());
  block.type = order_.u32(head.data());
  const bool is_section = block.type == kSectionHeader;
  if (is_section) {
    if (is_cut(block.file_offset, 4)) {
      return std::nullopt;
    }
    begin_section();
  }
  block.length = order_.u32(head.data() + 4);
  const std::uint32_t least = is_section ? kLeastSectionBytes : kFrameBytes;
  if (block.length < least || block.length % 4 != 0) {
    fail_at(block.file_offset, "damaged: a block of " + std::to_string(block.length) + " octets");
  }
  block.rest_bytes = block.length - kFrameBytes - (is_section ? 4 : 0);
  const bool is_known = is_section || block.type <= kEnhancedPacket;
  if (is_known && block.rest_bytes > kLongestRecordBytes) {
    fail_at(block.file_offset, "damaged: a block of type " + std::to_string(block.type) + " of " +
                                   std::to_string(block.length) + " octets");
  }
  if (is_cut(block.file_offset, std::uint64_t{block.rest_bytes} + 4)) {
    return std::nullopt;
  }
  return block;
}

// All numbers of a section, including this block's length, have the byte order of its magic number.
void Pcapng::begin_section() {
  std::array<std::uint8_t, 4> magic{};
  const std::uint64_t file_offset = file_.position();
  file_.read(magic.data(), magic.size());
  order_.is_big = magic[0] == 0x1a;
  if (order_.u32(magic.data()) != kByteOrderMagic) {
    fail_at(file_offset, "damaged: no byte-order magic");
  }
  interfaces_.clear();
}

void Pcapng::read_body(const Block& block, std::uint32_t least_bytes) {
  if (block.rest_bytes < least_bytes) {
    fail_at(block.file_offset, "damaged: a block of type " + std::to_string(block.type) + " of " +
                                   std::to_string(block.length) + " octets");
  }
  record_.resize(block.rest_bytes);
  file_.read(record_.data(), record_.size());
  end_block(block);
}

void Pcapng::read_section(const Block& block) {
  constexpr std::uint32_t kFixedBytes = 12;  // version, length of the section
  read_body(block, kFixedBytes);
  application_.clear();
  for_options(block, kFixedBytes,
              [&](std::uint16_t option, const std::uint8_t* value, std::size_t bytes) {
                if (option == kApplication) {
                  application_ = option_text(value, bytes);
                }
              });
}

void Pcapng::end_block(const Block& block) {
  std::array<std::uint8_t, 4> length{};
  file_.read(length.data(), length.size());
  if (order_.u32(length.data()) != block.length) {
    fail_at(block.file_offset, "damaged: the two lengths of the block differ");
  }
}

void Pcapng::add_interface(const Block& block) {
  constexpr std::uint32_t kFixedBytes = 8;
  read_body(block, kFixedBytes);
  Interface interface;
  interface.link_type = order_.u16(&record_[0]);
  interface.snap_bytes = order_.u32(&record_[4]);
  for_options(block, kFixedBytes,
              [&](std::uint16_t option, const std::uint8_t* value, std::size_t bytes) {
                apply(interface, option, value, bytes);
              });
  interface_names_.push_back(interface.name);
  interfaces_.push_back(std::move(interface));
}

void Pcapng::apply(Interface& interface, std::uint16_t option, const std::uint8_t* value,
                   std::size_t bytes) const {
  if (option == kInterfaceName) {
    interface.name = option_text(value, bytes);
  } else if (option == kTimeResolution && bytes == 1) {
    interface.resolution.code = value[0];
  } else if (option == kTimeOffset && bytes == 8) {
    interface.resolution.offset_seconds = static_cast<std::int64_t>(order_.u64(value));
  } else if (option == kFcsLength && bytes == 1) {
    // The specification's text says bits; its example and all writers use octets.
    interface.fcs_bytes = value[0] == 32 ? 4 : value[0];
  }
}

CapturedFrame Pcapng::packet(const Block& block) {
  constexpr std::uint32_t kFixedBytes = 20;
  read_body(block, kFixedBytes);
  const std::uint8_t* body = record_.data();
  const bool is_obsolete = block.type == kObsoletePacket;
  const std::uint32_t number = is_obsolete ? order_.u16(body) : order_.u32(body);
  const Interface& interface = interface_of(block, number);
  const std::uint64_t ticks = std::uint64_t{order_.u32(body + 4)} << 32 | order_.u32(body + 8);
  CapturedFrame frame;
  frame.file_offset = block.file_offset;
  frame.link_type = interface.link_type;
  frame.fcs_bytes = interface.fcs_bytes;
  frame.interface = number;
  frame.interface_name = interface.name;
  frame.captured_bytes = order_.u32(body + 12);
  frame.original_bytes = order_.u32(body + 16);
  if (frame.captured_bytes > record_.size() - kFixedBytes) {
    fail_at(block.file_offset, "damaged: " + std::to_string(frame.captured_bytes) +
                                   " captured octets in a block of " +
                                   std::to_string(block.length));
  }
  frame.octets = body + kFixedBytes;
  frame.time = interface.resolution.to_ps(ticks);
  const std::size_t padded = (std::size_t{frame.captured_bytes} + 3) / 4 * 4;
  for_options(block, kFixedBytes + padded,
              [&](std::uint16_t option, const std::uint8_t* value, std::size_t bytes) {
                if (option == kPacketFlags && bytes == 4) {
                  // Bits 0 and 1: 1 received, 2 sent. Bits 5 to 8: octets of frame check sequence;
                  // 0: the interface's value applies.
                  const std::uint32_t flags = order_.u32(value);
                  const std::uint32_t fcs = flags >> 5 & 0xfU;
                  frame.is_sent = (flags & 3U) == 2;
                  frame.fcs_bytes = fcs != 0 ? fcs : frame.fcs_bytes;
                }
              });
  return frame;
}

CapturedFrame Pcapng::simple_packet(const Block& block) {
  constexpr std::uint32_t kFixedBytes = 4;
  read_body(block, kFixedBytes);
  const Interface& interface = interface_of(block, 0);
  CapturedFrame frame;
  frame.file_offset = block.file_offset;
  frame.link_type = interface.link_type;
  frame.fcs_bytes = interface.fcs_bytes;
  frame.interface_name = interface.name;
  frame.original_bytes = order_.u32(record_.data());
  const std::uint32_t limit = interface.snap_bytes != 0 ? interface.snap_bytes : UINT32_MAX;
  frame.captured_bytes = std::min({frame.original_bytes, limit, block.rest_bytes - kFixedBytes});
  frame.octets = record_.data() + kFixedBytes;
  return frame;
}

const Interface& Pcapng::interface_of(const Block& block, std::uint32_t index) const {
  if (index >= interfaces_.size()) {
    fail_at(block.file_offset, "damaged: a packet of interface " + std::to_string(index) +
                                   ", but the section has " + std::to_string(interfaces_.size()));
  }
  return interfaces_[index];
}

template <typename Use>
void Pcapng::for_options(const Block& block, std::size_t from, Use use) const {
  for (std::size_t at = from; at + 4 <= record_.size();) {
    const std::uint16_t code = order_.u16(&record_[at]);
    const std::size_t bytes = order_.u16(&record_[at + 2]);
    at += 4;
    if (code == kEndOfOptions) {
      return;
    }
    if (bytes > record_.size() - at) {
      fail_at(block.file_offset, "damaged: an option is longer than its block");
    }
    use(code, record_.data() + at, bytes);
    at += (bytes + 3) / 4 * 4;
  }
}

}  // namespace

std::unique_ptr<CaptureReader::Format> make_pcapng(CaptureFile file) {
  return std::make_unique<Pcapng>(std::move(file));
}

}  // namespace docsis_vp::hosts
