// Compares a capture in tshark with our parsers: nothing is malformed, header checks are correct,
// and the fields of every MAP, request and segment are equal.
#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

#include "models/docsis/ds_header.h"
#include "models/docsis/mac_header.h"
#include "models/docsis/map.h"
#include "models/docsis/segment_header.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/capture/blocks.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::tshark_test {
namespace {

constexpr std::size_t kXraHeaderBytes = 4 + 21;

std::string tshark(const std::string& arguments) {
  const std::string command = std::string(DOCSIS_VP_TSHARK) + " " + arguments + " 2>/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");  // NOLINT: the command is ours
  std::string text;
  char part[4096];
  for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, pipe)) > 0;) {
    text.append(part, n);
  }
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

// One line per packet, fields joined by ";", values of one field by ",".
std::vector<std::string> fields(const std::string& file, const std::string& names) {
  std::istringstream list(names);
  std::string arguments = "-r " + file + " -T fields -E separator=';'";
  for (std::string name; list >> name;) {
    arguments += " -e " + name;
  }
  std::istringstream lines(tshark(arguments));
  std::vector<std::string> result;
  for (std::string line; std::getline(lines, line);) {
    result.push_back(line);
  }
  return result;
}

std::string of_map(const CapturedPacket& packet) {
  docsis::Map map;
  if (docsis::parse_map(packet.octets, map)) {
    return "no MAP";
  }
  std::ostringstream sids;
  std::ostringstream iucs;
  std::ostringstream offsets;
  const char* comma = "";
  for (const docsis::MapElement& element : map.elements) {
    sids << comma << element.sid;
    iucs << comma << static_cast<unsigned>(element.iuc);
    offsets << comma << element.offset;
    comma = ",";
  }
  std::ostringstream line;
  line << map.allocation_start << ";" << map.ack_time << ";" << sids.str() << ";" << iucs.str()
       << ";" << offsets.str() << ";" << map.elements.size();
  return line.str();
}

// The octets behind the XRA header, which says channel, SID, IUC and first minislot.
std::string of_burst(const CapturedPacket& packet) {
  const docsis::OctetView octets(packet.octets);
  docsis::OctetReader xra(octets.from(4));
  xra.take(2);
  const unsigned channel = xra.u8();
  xra.take(2);
  const unsigned sid = xra.u16();
  xra.take(2);
  const unsigned iuc = xra.u8();
  xra.take(4);
  const std::uint32_t minislot = xra.u32();
  std::ostringstream line;
  line << channel << ";" << sid << ";" << iuc << ";" << minislot << ";";
  const docsis::OctetView burst = octets.from(kXraHeaderBytes);
  if (const auto header = docsis::parse_segment_header(burst)) {
    line << header->pointer << ";" << header->sequence << ";" << header->request;
  } else if (const auto request = docsis::parse_mac_header(burst)) {
    line << ";;";
    EXPECT_EQ(request->sid, sid);
  }
  return line.str();
}

// A packet's DSID and number, where its header has them.
std::string of_packet(const CapturedPacket& packet) {
  const auto header = docsis::parse_mac_header(packet.octets);
  const auto service = header ? docsis::find_ds_service(header->extended_header)
                              : std::optional<docsis::DsService>{};
  if (!service) {
    return ";";
  }
  return std::to_string(service->dsid) + ";" + std::to_string(service->sequence.value_or(0));
}

class Tshark : public testing::TestWithParam<const char*> {
 protected:
  Tshark() { run_results(std::string(GetParam()) + " --capture " + file_); }

  const TemporaryFolder folder_;
  const std::string file_ = folder_.file("run.pcapng");
};

TEST_P(Tshark, FindsNothingMalformed) {
  EXPECT_EQ(tshark("-r " + file_ +
                   " -Y '_ws.malformed || docsis.hcs.status==0 || docsis_segment.hcs.status==0 || "
                   "ip.checksum.status==0 || udp.checksum.status==0 || tcp.checksum.status==0' "
                   "-o ip.check_checksum:TRUE -o udp.check_checksum:TRUE"),
            "");
}

TEST_P(Tshark, ReadsTheSameSequenceNumbersAsWeDo) {
  const auto packets = read_blocks(file_);
  const auto sequences = fields(file_, "docsis.ehdr.ds_dsid docsis.ehdr.ds_pkt_seq_num");
  ASSERT_EQ(sequences.size(), packets.size());
  unsigned numbered = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (packets[i].link_type == 143) {
      EXPECT_EQ(sequences[i], of_packet(packets[i])) << "frame " << i + 1;
      numbered += sequences[i].size() > 1 ? 1 : 0;
    }
  }
  const bool bonded = std::string(GetParam()).find("bonded") != std::string::npos;
  EXPECT_EQ(numbered > 1'000, bonded);
  EXPECT_EQ(numbered > 0, bonded);
}

TEST_P(Tshark, ReadsTheSameFieldsAsWeDo) {
  const auto packets = read_blocks(file_);
  const auto maps = fields(file_,
                           "docsis_map.allocstart docsis_map.acktime docsis_map.sid docsis_map.iuc "
                           "docsis_map.offset docsis_map.numie");
  const auto bursts =
      fields(file_,
             "xra.tlv.us_channel_id xra.tlv.sid xra.tlv.iuc xra.tlv.ms_info.start_minislot_id_abs "
             "docsis_segment.pointerfield docsis_segment.sequencenumber docsis_segment.request");
  ASSERT_EQ(maps.size(), packets.size());
  ASSERT_EQ(bursts.size(), packets.size());
  unsigned compared_maps = 0;
  unsigned compared_bursts = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (packets[i].link_type == 273) {
      EXPECT_EQ(bursts[i], of_burst(packets[i])) << "frame " << i + 1;
      ++compared_bursts;
    } else if (packets[i].link_type == 143 && packets[i].octets[0] == 0xC2) {
      EXPECT_EQ(maps[i], of_map(packets[i])) << "frame " << i + 1;
      ++compared_maps;
    }
  }
  EXPECT_GT(compared_maps, 50u);
  EXPECT_GT(compared_bursts, 10u);
}

INSTANTIATE_TEST_SUITE_P(
    Runs, Tshark,
    testing::Values("scenarios/bonded.json --duration 0.8 --set stats.warmup_s=0",
                    "scenarios/overload.json --duration 0.5 --set stats.warmup_s=0",
                    "scenarios/isolated-packet.json --case docsis31 --duration 2 "
                    "--set stats.warmup_s=0",
                    "scenarios/traffic/ecn-upload.json --duration 0.5 --set stats.warmup_s=0 "
                    "--set flows.0.lan_address=2001:db8::2 --set flows.0.wan_address=2001:db8::1",
                    "scenarios/lld/full-home.json --duration 0.3 --set stats.warmup_s=0",
                    "scenarios/quickstart.json --duration 1 --set stats.warmup_s=0"));

}  // namespace
}  // namespace docsis_vp::system::tshark_test
