#include "platform/trace/change_log.h"

#include <gtest/gtest.h>

#include <sstream>

namespace docsis_vp::platform::change_log_test {
namespace {

// Behind the header.
std::string changes_of(const std::string& dump) {
  return dump.substr(dump.find("$end\n#") == std::string::npos ? dump.size()
                                                               : dump.rfind("$end\n#") + 5);
}

TEST(ChangeLog, WritesScopesVariablesAndChanges) {
  std::ostringstream to;
  ChangeLog log(to, {});
  const auto bytes = log.add_number("cm0.us0.bytes", 16);
  const auto awake = log.add_number("cm0.cpu.awake", 1);
  const auto p = log.add_real("cm0.us0.p");
  const auto name = log.add_text("cm0.cpu.function");
  log.set(bytes, 10, 5);
  log.set(awake, 10, 1);
  log.set_real(p, 20, 0.25);
  log.set_text(name, 30, "an idle loop");
  log.finish(40);
  EXPECT_EQ(to.str(),
            "$comment docsis-vp $end\n$timescale 1 ps $end\n"
            "$scope module cm0 $end\n$scope module cpu $end\n"
            "$var wire 1 \" awake $end\n$var string 1 $ function $end\n$upscope $end\n"
            "$scope module us0 $end\n"
            "$var wire 16 ! bytes $end\n$var real 64 # p $end\n$upscope $end\n$upscope $end\n"
            "$enddefinitions $end\n#0\n$dumpvars\nb0 !\n0\"\nr0 #\ns $\n$end\n"
            "#10\nb101 !\n1\"\n#20\nr0.25 #\n#30\nsan_idle_loop $\n#40\n");
}

TEST(ChangeLog, PutsChangesInOrderAndKeepsTheFuture) {
  std::ostringstream to;
  ChangeLog log(to, {});
  const auto value = log.add_number("a.v", 8);
  log.set(value, 300, 3);
  log.set(value, 100, 1);
  log.set(value, 200, 2);
  log.write_before(200);
  EXPECT_EQ(changes_of(to.str()), "#100\nb1 !\n");
  EXPECT_EQ(log.waiting(), 2U);
  log.set(value, 250, 7);
  log.finish(260);
  EXPECT_EQ(changes_of(to.str()), "#100\nb1 !\n#200\nb10 !\n#250\nb111 !\n#260\n");
}

TEST(ChangeLog, OfOneInstantTheLastCountsAndNoChangeIsNotWritten) {
  std::ostringstream to;
  ChangeLog log(to, {});
  const auto value = log.add_number("a.v", 8);
  log.set(value, 100, 1);
  log.set(value, 100, 2);
  log.set(value, 200, 2);
  log.set(value, 300, 4);
  log.set(value, 300, 2);
  log.finish(400);
  EXPECT_EQ(changes_of(to.str()), "#100\nb10 !\n#400\n");
}

TEST(ChangeLog, LogsWhatAPatternWants) {
  std::ostringstream to;
  ChangeLog log(to, {"cm?.*.bytes", "*.p"});
  EXPECT_NE(log.add_number("cm0.us0.bytes", 8), ChangeLog::kUnwanted);
  EXPECT_NE(log.add_real("cm10.us0.p"), ChangeLog::kUnwanted);
  const auto unwanted = log.add_number("cm10.us0.bytes", 8);
  EXPECT_EQ(unwanted, ChangeLog::kUnwanted);
  log.set(unwanted, 1, 1);
  log.set_text(unwanted, 1, "text");
  EXPECT_EQ(log.waiting(), 0U);
}

TEST(ChangeLog, TellsManySignalsApart) {
  std::ostringstream to;
  ChangeLog log(to, {});
  for (unsigned i = 0; i < 200; ++i) {
    log.set(log.add_number("a.v" + std::to_string(i), 8), 1, i + 1);
  }
  log.finish(2);
  EXPECT_NE(to.str().find("$var wire 8 ~ v93 $end"), std::string::npos);
  EXPECT_NE(to.str().find("$var wire 8 !\" v94 $end"), std::string::npos);
  EXPECT_NE(to.str().find("b1011111 !\"\n"), std::string::npos);
}

}  // namespace
}  // namespace docsis_vp::platform::change_log_test
