#include "platform/debug/gdb_session.h"

#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

#include "platform/debug/hex.h"
#include "tests/platform/debug/fake_target.h"

namespace docsis_vp::platform::testing::gdb_session_test {
namespace {

using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class GdbSessionTest : public ::testing::Test {
 protected:
  GdbSessionTest() { session_.begin(); }

  // The data of the answer, which confirms the packet first.
  std::string ask(const std::string& packet) {
    const std::string octets = session_.receive(framed(packet));
    EXPECT_THAT(octets, StartsWith("+")) << packet;
    PacketStream stream;
    stream.feed(octets);
    stream.next();
    const auto answer = stream.next();
    return answer ? answer->data : "(none)";
  }
  std::string stop_at(const StopPoint& point) {
    return session_.stopped({Stop::Cause::kStopPoint, point});
  }

  FakeTarget target_;
  ExecutionControl control_;
  GdbSession session_{target_, control_};
};

TEST_F(GdbSessionTest, AnswersWhatItIsAsked) {
  target_.memory.replace(0, 4, "ABCD");
  target_.registers[10] = 0x12345678;
  const std::pair<const char*, const char*> cases[] = {
      {"m1000,4", "41424344"},
      {"m103e,8", "0000"},  // as far as there is memory
      {"m2000,4", "E0e"},
      {"pa", "78563412"},
      {"p341", "00180000"},  // 65 + 0x300: mstatus
      {"p342", "E16"},       // misa is not there
      {"Pa=01000000", "OK"},
      {"pa", "01000000"},
      {"Pf55=01000000", "E16"},  // mhartid is read-only
      {"M1000,2:3132", "OK"},
      {"m1000,4", "31324344"},
      {"M103f,2:3132", "E0e"},
      {"X1000,0:", "OK"},
      {"X1002,2:}\x03#", "OK"},
      {"m1000,4", "31322300"},
      {"Hg0", "OK"},
      {"T1", "OK"},
      {"qC", "QC1"},
      {"qfThreadInfo", "m1"},
      {"qsThreadInfo", "l"},
      {"qThreadExtraInfo,1", "435055206f6620636d30"},
      {"qAttached", "1"},
      {"vCont?", "vCont;c;C;s;S;r"},
      {"vMustReplyEmpty", ""},
      {"qTStatus", ""},
      {"!", ""},
      {"", ""},
      {"qXfer:exec-file:read:1:0,fff", "l/firmware/law.elf"},
      {"qXfer:exec-file:read::0,4", "m/fir"},
      {"qXfer:exec-file:read::11,4", "l"},
      {"qXfer:features:read:other.xml:0,ff", "E00"},
      {"qXfer:auxv:read::0,ff", ""},
      {"qRcmd,74696d65", "3120730a"},
      {"qRcmd,7265736574", "OK"},
  };
  for (const auto& [packet, answer] : cases) {
    EXPECT_EQ(
        ask(packet == std::string("X1002,2:}\x03#") ? std::string("X1002,2:#\0", 10) : packet),
        answer)
        << packet;
  }
  EXPECT_EQ(target_.monitored, "reset");
}

TEST_F(GdbSessionTest, ReadsAndWritesTheGeneralRegistersAtOnce) {
  target_.registers[2] = 0x80001000;
  const std::string all = ask("g");
  EXPECT_EQ(all.size(), 33U * 8);
  EXPECT_EQ(all.substr(16, 8), "00100080");
  EXPECT_EQ(all.substr(32 * 8), "80000000");
  EXPECT_EQ(ask("G" + std::string(32 * 8, '1') + "84000000"), "OK");
  EXPECT_EQ(target_.pc(), 0x84U);
  EXPECT_EQ(target_.registers[31], 0x11111111U);
}

TEST_F(GdbSessionTest, DescribesRegistersThatExistAndMemory) {
  const std::string target = ask("qXfer:features:read:target.xml:0,ffff");
  EXPECT_THAT(target, StartsWith("l<?xml"));
  EXPECT_THAT(target, HasSubstr("<architecture>riscv:rv32</architecture>"));
  EXPECT_THAT(target,
              HasSubstr("<reg name=\"sp\" bitsize=\"32\" regnum=\"2\" type=\"data_ptr\"/>"));
  EXPECT_THAT(target, HasSubstr("<reg name=\"mstatus\" bitsize=\"32\" regnum=\"833\""));
  EXPECT_THAT(target, Not(HasSubstr("misa")));
  const std::string map = ask("qXfer:memory-map:read::0,ffff");
  EXPECT_THAT(map, HasSubstr("<memory type=\"flash\" start=\"0x0\" length=\"0x100\">"
                             "<property name=\"blocksize\">0x100</property></memory>"));
  EXPECT_THAT(map, HasSubstr("<memory type=\"ram\" start=\"0x1000\" length=\"0x40\"/>"));
}

TEST_F(GdbSessionTest, ErasesAndWritesFlash) {
  EXPECT_EQ(ask("vFlashErase:80,40"), "OK");
  EXPECT_EQ(target_.erased.back(), std::make_pair(0x80U, 0x40U));
  EXPECT_EQ(ask("vFlashErase:1000,10"), "E.memtype");
  EXPECT_EQ(ask("vFlashWrite:1004:ab#"), "OK");  // framing escapes it
  EXPECT_EQ(target_.memory.substr(4, 3), "ab#");
  EXPECT_EQ(ask("vFlashWrite:103f:ab"), "E0e");
  EXPECT_EQ(ask("vFlashDone"), "OK");
}

TEST_F(GdbSessionTest, LongAnswersOfAMonitorComeWhole) {
  PacketStream stream;
  stream.feed(session_.receive(framed("qRcmd," + hex_of("much"))));
  std::string text;
  unsigned packets = 0;
  while (const auto item = stream.next()) {
    if (item->kind == PacketStream::Kind::kPacket) {
      ++packets;
      const bool is_console = item->data.front() == 'O';
      text += *octets_of_hex(std::string_view(item->data).substr(is_console ? 1 : 0));
      EXPECT_EQ(is_console, text.size() < 20'001) << "the last one is the answer";
    }
  }
  EXPECT_EQ(text, std::string(20'000, 'a') + "b");
  EXPECT_EQ(packets, 3U);
}

TEST_F(GdbSessionTest, RemembersTheSignalsThatPass) {
  EXPECT_FALSE(session_.passes(4));
  EXPECT_EQ(ask("QPassSignals:e;4;0b"), "OK");
  EXPECT_TRUE(session_.passes(4));
  EXPECT_TRUE(session_.passes(11));
  EXPECT_EQ(ask("QPassSignals:"), "OK");
  EXPECT_FALSE(session_.passes(4));
}

TEST_F(GdbSessionTest, PacketsThatMakeNoSenseChangeNothingAndAreRefused) {
  const char* const cases[] = {"m",
                               "m1000",
                               "m1000,",
                               "m,4",
                               "mx,4",
                               "m1000,4x",
                               "m1000000000,4",
                               "M1000,4:00",
                               "M1000,1:0",
                               "M1000,1:zz",
                               "M1000,1",
                               "X1000,4:ab",
                               "p",
                               "pz",
                               "p,",
                               "P",
                               "P1",
                               "P1=",
                               "P1=123",
                               "P1=1234567z",
                               "P99999=00000000",
                               "G",
                               "G00",
                               "Z0",
                               "Z0,",
                               "Z0,80",
                               "Z0,80,",
                               "Zx,80,4",
                               "vCont;",
                               "vCont;x",
                               "vCont;C",
                               "vCont;r1",
                               "vCont;r1,",
                               "C",
                               "Czz",
                               "cxyz",
                               "s80,",
                               "vFlashErase:",
                               "vFlashErase:0",
                               "vFlashErase:0,",
                               "vFlashErase:0,4x",
                               "vFlashWrite:",
                               "vFlashWrite:0",
                               "QPassSignals:x",
                               "QPassSignals:4,5",
                               "qRcmd,1",
                               "qRcmd,zz",
                               "qXfer:exec-file:read::",
                               "qXfer:exec-file:read::0",
                               "qXfer:memory-map:read::x,1"};
  const auto registers = target_.registers;
  for (const char* packet : cases) {
    EXPECT_EQ(ask(packet), "E16") << packet;
    EXPECT_TRUE(session_.halted()) << packet;
  }
  EXPECT_EQ(target_.memory, std::string(FakeTarget::kMemoryBytes, '\0'));
  EXPECT_EQ(target_.registers[FakeTarget::kPc], registers.at(FakeTarget::kPc));
  EXPECT_FALSE(control_.watches_instructions());
}

TEST_F(GdbSessionTest, OffersNeitherConditionsNorUnknownStopPoints) {
  EXPECT_EQ(ask("Z0,80,4;X3,220020"), "");
  EXPECT_EQ(ask("Z5,80,4"), "");
  EXPECT_TRUE(control_.breakpoints().empty());
  EXPECT_FALSE(control_.watches_instructions());
}

TEST_F(GdbSessionTest, TellsWhyItStopped) {
  struct {
    StopPoint point;
    const char* reason;
  } const cases[] = {{{StopPointKind::kSoftwareBreakpoint, 0x80, 2}, "swbreak:;"},
                     {{StopPointKind::kHardwareBreakpoint, 0x80, 2}, "hwbreak:;"},
                     {{StopPointKind::kWriteWatchpoint, 0x80001004, 4}, "watch:80001004;"},
                     {{StopPointKind::kReadWatchpoint, 0x1000, 4}, "rwatch:1000;"},
                     {{StopPointKind::kAccessWatchpoint, 0x1000, 1}, "awatch:1000;"}};
  for (const auto& each : cases) {
    EXPECT_EQ(ask("c"), "(none)");
    EXPECT_FALSE(session_.halted());
    const std::string told = std::string("T05") + each.reason + "02:00000000;20:80000000;thread:1;";
    EXPECT_EQ(stop_at(each.point), framed(told));
    EXPECT_EQ(ask("?"), told);
  }
  ask("vCont;s:1;c");
  EXPECT_THAT(session_.stopped({Stop::Cause::kStepped}), StartsWith("$T0502:"));
  ask("vCont;c");
  EXPECT_THAT(session_.stopped({Stop::Cause::kNewProgram, {}, "/a"}), StartsWith("$T05exec:2f61;"));
  ask("vCont;c");
  EXPECT_THAT(session_.stopped({Stop::Cause::kTrap, {}, "load access fault", 11}),
              StartsWith("$T0b02:"));
  ask("C05");
  EXPECT_THAT(session_.stopped({Stop::Cause::kFailed}), StartsWith("$T06"));
  ask("c");
  EXPECT_EQ(session_.ended(3), framed("W03"));
}

TEST_F(GdbSessionTest, AnInterruptAsksTheRunningProcessorToStop) {
  EXPECT_EQ(session_.receive("\x03"), "");
  EXPECT_FALSE(session_.wants_stop());  // it stands
  ask("c");
  EXPECT_EQ(session_.receive("+\x03"), "");
  EXPECT_TRUE(session_.wants_stop());
  EXPECT_THAT(session_.stopped({}), StartsWith("$T02"));
  EXPECT_FALSE(session_.wants_stop());
}

TEST_F(GdbSessionTest, APacketToARunningProcessorIsAnsweredOnceItStands) {
  ask("c");
  EXPECT_EQ(session_.receive("$qC#b4"), "");
  EXPECT_TRUE(session_.wants_stop());
  const std::string octets = session_.stopped({});
  EXPECT_THAT(octets, StartsWith("$T02"));
  EXPECT_THAT(octets, EndsWith("+$QC1#c5"));
}

TEST_F(GdbSessionTest, SendsAgainAndAsksAgain) {
  EXPECT_EQ(session_.receive("$qC#00"), "-");
  EXPECT_EQ(session_.receive("$qC#b4"), "+$QC1#c5");
  EXPECT_EQ(session_.receive("-"), "$QC1#c5");
  EXPECT_EQ(session_.receive("+"), "");
}

TEST_F(GdbSessionTest, LeavesConfirmationsOutOnRequest) {
  EXPECT_EQ(session_.receive(framed("QStartNoAckMode")), "+$OK#9a");
  EXPECT_EQ(session_.receive("+$qC#00"), "$QC1#c5");
  EXPECT_EQ(session_.receive("-"), "");
  session_.begin();
  EXPECT_EQ(session_.receive("$qC#00"), "-");
}

TEST_F(GdbSessionTest, ResumesElsewhereAndByRange) {
  ask("c90");
  EXPECT_EQ(target_.pc(), 0x90U);
  session_.stopped({});
  ask("S05;a0");
  EXPECT_EQ(target_.pc(), 0xa0U);
  session_.stopped({});
  ask("vCont;ra0,a8:1");
  EXPECT_TRUE(control_.watches_instructions());
  target_.completed = 1;
  EXPECT_FALSE(control_.before(target_, 0xa4));
  EXPECT_TRUE(control_.before(target_, 0xa8));
}

TEST_F(GdbSessionTest, DetachesAndKills) {
  ask("Z0,80,4");
  EXPECT_EQ(ask("D;1"), "OK");
  EXPECT_TRUE(session_.detached());
  EXPECT_TRUE(control_.breakpoints().empty());
  session_.begin();
  EXPECT_EQ(ask("vKill;1"), "OK");
  EXPECT_TRUE(session_.killed());
  session_.begin();
  EXPECT_EQ(ask("k"), "(none)");
  EXPECT_TRUE(session_.killed());
}

TEST_F(GdbSessionTest, FollowsProgramsOnlyIfGdbDoes) {
  EXPECT_THAT(ask("qSupported:multiprocess+;swbreak+"), Not(HasSubstr("exec-events")));
  EXPECT_FALSE(session_.follows_programs());
  EXPECT_THAT(ask("qSupported:exec-events+"), HasSubstr(";exec-events+"));
  EXPECT_TRUE(session_.follows_programs());
  EXPECT_EQ(session_.say("x"), "");  // nobody waits
  ask("c");
  EXPECT_EQ(session_.say("x"), framed("O78"));
}

TEST_F(GdbSessionTest, AnyOctetsAreAnsweredByPackets) {
  std::mt19937 random(1);
  const std::string likely = "$#+-\x03}*gGpPmMXZzcCsSHvqQTDk?0123456789abcdef,;:=";
  for (int i = 0; i < 20'000; ++i) {
    std::string packet;
    for (auto n = random() % 12; n != 0; --n) {
      packet += random() % 8 == 0 ? static_cast<char>(random()) : likely[random() % likely.size()];
    }
    PacketStream answers;
    answers.feed(session_.receive(random() % 8 == 0 ? packet : framed(packet)));
    while (const auto item = answers.next()) {
      EXPECT_NE(item->kind, PacketStream::Kind::kDamaged) << packet;
    }
    if (!session_.halted()) {
      session_.begin();
    }
  }
}

// Two harts, with registers and counts of their own.
class TwoHarts : public DebugTarget {
 public:
  FakeTarget harts_[2];
  FakeTarget& hart() { return harts_[selected_]; }

  unsigned harts() const override { return 2; }
  void select(unsigned hart) override { selected_ = hart; }
  unsigned selected() const override { return selected_; }
  std::optional<std::uint32_t> read_register(unsigned number) override {
    return hart().read_register(number);
  }
  bool write_register(unsigned number, std::uint32_t value) override {
    return hart().write_register(number, value);
  }
  std::string read_memory(std::uint32_t, std::size_t) override { return {}; }
  bool write_memory(std::uint32_t, std::string_view) override { return false; }
  std::vector<MemoryRegion> memory_regions() const override { return {}; }
  bool erase(std::uint32_t, std::uint32_t) override { return false; }
  std::uint64_t instructions() const override { return harts_[selected_].completed; }
  std::uint64_t progress() const override { return harts_[selected_].completed; }
  void set_breakpoints(const std::vector<std::uint32_t>&) override {}
  std::optional<MemoryAccess> next_access() override { return {}; }
  std::string executable() const override { return {}; }
  std::string name() const override { return "hart " + std::to_string(selected_); }
  std::string monitor(std::string_view) override { return {}; }

 private:
  unsigned selected_ = 0;
};

class GdbThreads : public ::testing::Test {
 protected:
  GdbThreads() { session_.begin(); }
  std::string ask(const std::string& packet) {
    PacketStream stream;
    stream.feed(session_.receive(framed(packet)));
    stream.next();  // "+"
    const auto answer = stream.next();
    return answer ? answer->data : "(none)";
  }
  std::string stop_of(unsigned hart) {
    return session_.stopped({Stop::Cause::kStepped, {}, {}, 0, hart});
  }
  bool stops(unsigned hart) {
    target_.select(hart);
    FakeTarget& one = target_.hart();
    one.pc() += 4;
    ++one.completed;
    return control_.before(target_, one.pc()).has_value();
  }

  TwoHarts target_;
  ExecutionControl control_;
  GdbSession session_{target_, control_};
};

TEST_F(GdbThreads, AreTheHarts) {
  EXPECT_EQ(ask("qfThreadInfo"), "m1,2");
  EXPECT_EQ(ask("qThreadExtraInfo,2"), hex_of("hart 1"));
  EXPECT_EQ(ask("qThreadExtraInfo,1"), hex_of("hart 0"));
  EXPECT_EQ(ask("qThreadExtraInfo,3"), "E03");
  EXPECT_EQ(ask("T2"), "OK");
  EXPECT_EQ(ask("T3"), "E03");
  EXPECT_EQ(ask("Hg3"), "E03");
  EXPECT_EQ(ask("Hc-1"), "OK");
}

TEST_F(GdbThreads, HaveRegistersOfTheirOwn) {
  target_.harts_[0].registers[10] = 0x11;
  target_.harts_[1].registers[10] = 0x22;
  EXPECT_EQ(ask("pa"), "11000000");
  EXPECT_EQ(ask("Hg2"), "OK");
  EXPECT_EQ(ask("pa"), "22000000");
  EXPECT_EQ(ask("qC"), "QC2");
  EXPECT_EQ(ask("Pa=33000000"), "OK");
  EXPECT_EQ(target_.harts_[0].registers[10], 0x11U);
  EXPECT_EQ(target_.harts_[1].registers[10], 0x33U);
}

TEST_F(GdbThreads, TheOneThatStopsIsTold) {
  target_.harts_[1].pc() = 0x90;
  ask("vCont;c");
  const std::string told = "T0502:00000000;20:90000000;thread:2;";
  EXPECT_EQ(stop_of(1), framed(told));
  EXPECT_EQ(ask("qC"), "QC2");
  ask("Hg1");
  EXPECT_EQ(ask("?"), told);
  EXPECT_EQ(ask("qC"), "QC2") << "GDB takes the thread of the answer";
}

TEST_F(GdbThreads, StepOneByOneOrTogether) {
  ask("vCont;s:2;c");
  EXPECT_FALSE(control_.watches_instructions(0));
  EXPECT_TRUE(control_.watches_instructions(1));
  EXPECT_FALSE(stops(0));
  EXPECT_TRUE(stops(1));
  stop_of(1);
  ask("vCont;c:2;s");
  EXPECT_TRUE(stops(0));
  EXPECT_FALSE(stops(1));
  stop_of(0);
  ask("vCont;s");
  EXPECT_TRUE(stops(0));
  EXPECT_TRUE(stops(1));
  stop_of(1);
  ask("s");  // as told by Hc, here the one that stopped last
  EXPECT_FALSE(stops(0));
  EXPECT_TRUE(stops(1));
  stop_of(1);
  EXPECT_EQ(ask("vCont;s:3"), "E03");
  EXPECT_TRUE(session_.halted());
}

TEST_F(GdbThreads, ShareBreakpoints) {
  ask("Z0,88,4");
  ask("vCont;c");
  EXPECT_FALSE(stops(1));
  EXPECT_TRUE(stops(1));
  EXPECT_FALSE(stops(0));
  EXPECT_TRUE(stops(0));
}

}  // namespace
}  // namespace docsis_vp::platform::testing::gdb_session_test
