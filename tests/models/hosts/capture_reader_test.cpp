#include "models/hosts/capture/capture_reader.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "models/hosts/capture/capture_file.h"
#include "models/hosts/capture/frame_headers.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "tests/models/hosts/capture_writer.h"

namespace docsis_vp::hosts::capture_reader_test {
namespace {

// Link type, time since the first (-1: none), original, FCS and captured octets.
using Row = std::tuple<std::uint16_t, TimePs, std::uint32_t, std::uint32_t, std::uint32_t>;

std::string file_name() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return ::testing::TempDir() + "docsis_vp_" + test->test_suite_name() + "_" + test->name();
}

std::vector<Row> read_all(CaptureReader& reader) {
  std::vector<Row> rows;
  std::optional<EpochPs> first;
  while (const auto frame = reader.next()) {
    first = first ? first : frame->time;
    const TimePs since_first = frame->time ? *difference(*frame->time, *first) : -1;
    rows.emplace_back(frame->link_type, since_first, frame->original_bytes, frame->fcs_bytes,
                      frame->captured_bytes);
  }
  return rows;
}

std::vector<Row> read_octets(const Octets& octets) {
  write_file(file_name(), octets);
  CaptureReader reader(file_name());
  return read_all(reader);
}

// Returns the reader's error; empty if there is none. Touches every captured octet.
std::string objection_of(const Octets& octets) {
  write_file(file_name(), octets);
  try {
    CaptureReader reader(file_name());
    while (const auto frame = reader.next()) {
      if (!objection_to(*frame)) read_headers(*frame);
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const Octets kData(60, 0x55);

TEST(CaptureReader, ReadsPcapInBothByteOrdersAndResolutions) {
  for (const bool is_big : {false, true}) {
    CaptureWriter micro(is_big);
    micro.pcap_header(0xa1b2c3d4, 1)
        .pcap_packet(7, 999'999, 1'514, kData)
        .pcap_packet(8, 2, 60, kData);
    const std::vector<Row> expected = {{1, 0, 1'514, 0, 60}, {1, 3 * kPsPerUs, 60, 0, 60}};
    EXPECT_EQ(read_octets(micro.octets()), expected) << is_big;
    CaptureWriter nano(is_big);
    nano.pcap_header(0xa1b23c4d, 1)
        .pcap_packet(7, 999'999'999, 60, kData)
        .pcap_packet(8, 2, 60, {});
    const std::vector<Row> nano_expected = {{1, 0, 60, 0, 60}, {1, 3 * kPsPerNs, 60, 0, 0}};
    EXPECT_EQ(read_octets(nano.octets()), nano_expected) << is_big;
  }
}

// As the FRITZ!Box writes it.
TEST(CaptureReader, ReadsTheModifiedFormatInBothByteOrders) {
  for (const bool is_big : {false, true}) {
    CaptureWriter file(is_big);
    file.pcap_header(0xa1b2cd34, 1);
    for (std::uint32_t packet = 0; packet < 3; ++packet) {
      file.u32(7).u32(999'999 - packet).u32(60).u32(1'514).u32(2).u16(8).raw({4, 0}).raw(kData);
    }
    const std::vector<Row> expected = {
        {1, 0, 1'514, 0, 60}, {1, -kPsPerUs, 1'514, 0, 60}, {1, -2 * kPsPerUs, 1'514, 0, 60}};
    EXPECT_EQ(read_octets(file.octets()), expected) << is_big;
  }
}

TEST(CaptureReader, KnowsInterfacesDirectionsAndTheirWriter) {
  for (const bool is_big : {false, true}) {
    CaptureWriter file(is_big);
    const CaptureWriter part = file.part();
    const Octets name = part.part().option(2, {'l', 'a', 'n', 0}).octets();
    file.block(0x0a0d0d0a, part.part()
                               .u32(0x1a2b3c4d)
                               .u16(1)
                               .u16(0)
                               .u64(UINT64_MAX)
                               .option(4, {'d', 'u', 'm', 'p'})
                               .octets());
    file.interface(1, name).interface(113);
    for (const std::uint32_t flags : {0U, 1U, 2U, 0x81U, 0x82U}) {
      const Octets option = part.part().option(2, part.part().u32(flags).octets()).octets();
      file.enhanced(flags == 1 ? 1 : 0, 1, 60, kData, option);
    }
    write_file(file_name(), file.octets());
    CaptureReader reader(file_name());
    using Seen = std::tuple<std::string, std::uint32_t, bool, std::uint32_t>;
    std::vector<Seen> seen;
    while (const auto frame = reader.next()) {
      seen.emplace_back(frame->interface_name, frame->interface, frame->is_sent, frame->fcs_bytes);
    }
    EXPECT_THAT(seen, ::testing::ElementsAre(Seen("lan", 0, false, 0), Seen("", 1, false, 0),
                                             Seen("lan", 0, true, 0), Seen("lan", 0, false, 4),
                                             Seen("lan", 0, true, 4)));
    EXPECT_EQ(reader.application(), "dump");
    EXPECT_THAT(reader.interface_names(), ::testing::ElementsAre("lan", ""));
  }
}

TEST(CaptureReader, ReadsTheLengthOfTheFrameCheckSequence) {
  CaptureWriter pcap(false);
  pcap.pcap_header(0xa1b2c3d4, 0x2400'0001).pcap_packet(0, 0, 64, kData);
  EXPECT_EQ(read_octets(pcap.octets()), (std::vector<Row>{{1, 0, 64, 4, 60}}));
}

Octets mixed_pcapng(bool is_big) {
  CaptureWriter file(is_big);
  const CaptureWriter part = file.part();
  const Octets nano = part.part().option(9, {9}).option(2, {'l', 'a', 'n'}).option(0, {}).octets();
  const Octets binary = part.part().option(9, {0x80 | 10}).option(13, {4}).octets();
  const Octets later = part.part().option(14, part.part().u64(2).octets()).octets();
  const Octets fcs_flag = part.part().option(2, part.part().u32(4U << 5).octets()).octets();
  file.section()
      .interface(1)  // microseconds
      .interface(101, nano)
      .interface(143, binary)
      .enhanced(0, 5'000'000, 1'514, kData)
      .block(0x0bad, {1, 2, 3, 4})
      .enhanced(1, 5'000'000'007, 61, Octets(61))
      .enhanced(2, 5 * 1'024 + 1, 64, {})
      .block(2, part.part().u16(0).u16(9).u32(0).u32(5'000'002).u32(0).u32(99).octets())
      .block(3, part.part().u32(200).padded(Octets(30)).octets());
  file.section().interface(1, later).enhanced(0, 3'000'001, 64, {}, fcs_flag);
  return file.octets();
}

TEST(CaptureReader, ReadsPcapngOfSeveralSectionsInterfacesAndBlocks) {
  const std::vector<Row> expected = {{1, 0, 1'514, 0, 60},
                                     {101, 7 * kPsPerNs, 61, 0, 61},
                                     {143, kPsPerSecond / 1'024, 64, 4, 0},
                                     {1, 2 * kPsPerUs, 99, 0, 0},
                                     {1, -1, 200, 0, 32},
                                     {1, kPsPerUs, 64, 4, 0}};
  for (const bool is_big : {false, true}) {
    EXPECT_EQ(read_octets(mixed_pcapng(is_big)), expected) << is_big;
  }
}

TEST(CaptureReader, ReadsSectionsOfDifferentByteOrders) {
  CaptureWriter little(false);
  CaptureWriter big(true);
  little.section().interface(1).enhanced(0, 1, 70, {});
  big.section().interface(1).enhanced(0, 3, 80, {});
  little.raw(big.octets());
  EXPECT_EQ(read_octets(little.octets()),
            (std::vector<Row>{{1, 0, 70, 0, 0}, {1, 2 * kPsPerUs, 80, 0, 0}}));
}

TEST(CaptureReader, RewindsToTheFirstPacket) {
  write_file(file_name(), mixed_pcapng(true));
  CaptureReader reader(file_name());
  const std::vector<Row> first = read_all(reader);
  reader.rewind();
  EXPECT_EQ(read_all(reader), first);
}

TEST(CaptureReader, SaysInOneLineWhatIsWrong) {
  const CaptureWriter part(false);
  const std::vector<std::pair<Octets, std::string>> cases = {
      {{}, "truncated at byte 0"},
      {{'P', 'K', 3, 4}, "not a capture: magic 0x504b0304, expected pcap or pcapng"},
      {part.part().u32(0xa1b2c3d4).u32(1).octets(), "truncated at byte 8"},
      {part.part().pcap_header(0xa1b2c3d4, 1).u32(0).u32(0).u32(0xffffffff).u32(9).octets(),
       "byte 24: damaged: a packet of 4294967295 captured octets"},
      {part.part().section().enhanced(0, 0, 60, kData).octets(),
       "byte 28: damaged: a packet of interface 0, but the section has 0"},
      {part.part().section().u32(6).u32(13).octets(), "byte 28: damaged: a block of 13 octets"},
      {part.part().section().u32(77).u32(12).u32(16).octets(),
       "byte 28: damaged: the two lengths of the block differ"},
      {part.part().section().interface(1, part.part().u16(2).u16(50).octets()).octets(),
       "byte 28: damaged: an option is longer than its block"},
  };
  for (const auto& [octets, message] : cases) {
    EXPECT_EQ(objection_of(octets), file_name() + ": " + message);
  }
  EXPECT_THROW(CaptureReader("/no/such/file"), InputError);
  EXPECT_THROW(CaptureReader("/tmp"), InputError);
}

Octets small_pcap() {
  CaptureWriter file(true);
  file.pcap_header(0xa1b2c3d4, 1).pcap_packet(0, 0, 100, udp_frame(1)).pcap_packet(1, 0, 60, kData);
  return file.octets();
}

// Where records begin and, last, where the file ends.
std::vector<std::size_t> record_offsets(const Octets& octets) {
  const bool is_pcap = octets[0] == 0xa1 || octets[3] == 0xa1;
  const bool is_big = octets[is_pcap ? 0 : 8] == (is_pcap ? 0xa1 : 0x1a);
  ByteOrder order{is_big};
  std::vector<std::size_t> offsets;
  for (std::size_t at = is_pcap ? 24 : 0; at < octets.size();) {
    offsets.push_back(at);
    at += is_pcap ? 16 + order.u32(&octets[at + 8]) : order.u32(&octets[at + 4]);
  }
  offsets.push_back(octets.size());
  return offsets;
}

// Records before the one that is cut are read, and its place is known.
TEST(CaptureReader, SurvivesTruncationAtEveryByte) {
  for (const Octets& whole : {small_pcap(), mixed_pcapng(false), mixed_pcapng(true)}) {
    const std::vector<std::size_t> offsets = record_offsets(whole);
    const std::size_t header = whole == small_pcap() ? 24 : 28;
    const std::vector<Row> rows = read_octets(whole);
    std::size_t most = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
      SCOPED_TRACE(size);
      const Octets cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      if (size < header) {
        EXPECT_EQ(objection_of(cut), file_name() + ": truncated at byte " + std::to_string(size));
        continue;
      }
      write_file(file_name(), cut);
      CaptureReader reader(file_name());
      const std::vector<Row> read = read_all(reader);
      EXPECT_EQ(read, std::vector<Row>(rows.begin(),
                                       rows.begin() + static_cast<std::ptrdiff_t>(read.size())));
      EXPECT_GE(read.size(), most);
      most = read.size();
      const auto above = std::upper_bound(offsets.begin(), offsets.end(), size);
      const std::size_t begins = *std::prev(above);
      EXPECT_EQ(reader.cut_at(), begins == size ? std::nullopt : std::optional(begins));
      reader.rewind();
      EXPECT_EQ(reader.cut_at(), std::nullopt);
    }
    EXPECT_EQ(most, rows.size() - 1);
  }
}

TEST(CaptureReader, SurvivesDamageAnywhere) {
  RandomStream random(1, "damage");
  for (const Octets& whole : {small_pcap(), mixed_pcapng(false), mixed_pcapng(true)}) {
    for (std::size_t bit = 0; bit < whole.size() * 8; bit += 3) {
      Octets damaged = whole;
      damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ 1U << bit % 8);
      for (std::uint64_t more = bit % 3; more > 0; --more) {
        damaged[random.below(damaged.size())] = static_cast<std::uint8_t>(random.next_u32());
      }
      EXPECT_THAT(objection_of(damaged), ::testing::Not(::testing::HasSubstr("\n")));
    }
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::capture_reader_test
