#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* kModem = R"({
  "network_access": 1,
  "upstream_service_flows": [
    {
      "reference": 1,
      "qos_set": 7,
      "max_sustained_rate_bps": 20000000
    }
  ]
}
)";

class Config : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text = "") {
    std::string path = folder_.file(name);
    if (!text.empty()) {
      std::ofstream(path, std::ios::binary) << text;
    }
    return path;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Config, EncodesAndDecodes) {
  const std::string json = file("modem.json", kModem);
  const std::string binary = file("modem.cfg");
  const Outcome encoded = run_program("config encode " + json + " -o " + binary);
  EXPECT_EQ(encoded.status, 0) << encoded.err;
  EXPECT_EQ(fs::file_size(binary) % 4, 0u);
  const Outcome decoded = run_program("config decode " + binary);
  EXPECT_EQ(decoded.status, 0) << decoded.err;
  EXPECT_EQ(decoded.out, kModem);
}

TEST_F(Config, ChecksTheSecretOfTheCmts) {
  const std::string json = file("modem.json", kModem);
  const std::string binary = file("modem.cfg");
  ASSERT_EQ(run_program("config encode " + json + " --key secret -o " + binary).status, 0);
  EXPECT_EQ(run_program("config decode " + binary + " --key secret").status, 0);
  const Outcome wrong = run_program("config decode " + binary + " --key other");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("modem.cfg: the MIC of the CMTS under this key does not match"));
  EXPECT_EQ(run_program("config decode " + binary + " --key other --ignore-mic").status, 0);
}

TEST_F(Config, RefusesAKeyThatNothingIsCheckedBy) {
  const std::string json = file("modem.json", kModem);
  const std::string binary = file("modem.cfg");
  ASSERT_EQ(run_program("config encode " + json + " -o " + binary).status, 0);
  const Outcome refused = run_program("config decode " + binary + " --key secret");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("the MIC of the CMTS, which the key checks, is missing"));
  EXPECT_EQ(run_program("config decode " + binary + " --key secret --ignore-mic").status, 0);
}

TEST_F(Config, RefusesWhatNoMicCovers) {
  const std::string json = file("modem.json", "{}");
  const std::string binary = file("modem.cfg");
  ASSERT_EQ(run_program("config encode " + json + " -o " + binary).status, 0);
  fs::resize_file(binary, 18);  // the MIC alone
  std::ofstream(binary, std::ios::binary | std::ios::app) << "\x03\x01\x01\xff";
  const Outcome refused = run_program("config decode " + binary);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("modem.cfg: offset 18: encoding 3 follows the MIC of the CM"));
  EXPECT_EQ(run_program("config decode " + binary + " --ignore-mic").status, 0);
  const std::string scenario = file("x.json", R"({"modems": [
      {"name": "cm0", "config_file": "modem.cfg"}], "service_flows": [], "flows": []})");
  EXPECT_THAT(run_program("check " + scenario).err,
              HasSubstr("modem.cfg: offset 18: encoding 3 follows the MIC of the CM"));
}

TEST_F(Config, RefusesAMalformedFileWithItsOffset) {
  const std::string damaged = file("modem.cfg", "\x03\x01\x07\xff");
  const Outcome outcome = run_program("config decode " + damaged + " -o " + file("out.json"));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("modem.cfg: offset 0: encoding 3 (network_access) is 7"));
  EXPECT_FALSE(fs::exists(file("out.json")));
}

TEST_F(Config, NamesTheFileWhoseEncodingsAreTooLong) {
  const std::string octets(508, '0');
  const std::string json =
      file("long.json", R"({"upstream_service_flows": [{"reference": 1, "unknown": [
        {"type": 200, "octets": ")" +
                            octets + R"("}]}]})");
  const std::string binary = file("long.cfg");
  const Outcome refused = run_program("config encode " + json + " -o " + binary);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err, "docsis-vp: " + json +
                             ": encoding 24 (upstream_service_flows) would take 260 octets, more "
                             "than its length can say\n");
  EXPECT_FALSE(fs::exists(binary));
}

TEST_F(Config, RunAndCheckSayWhatOfItHasNoEffect) {
  const std::string json = file(
      "modem.json", R"({"upstream_service_flows": [{"reference": 1, "required_attributes": 1}]})");
  const std::string binary = file("modem.cfg");
  ASSERT_EQ(run_program("config encode " + json + " -o " + binary).status, 0);
  const std::string scenario = file("x.json", R"({"duration_s": 0.01, "modems": [
      {"name": "cm0", "config_file": "modem.cfg"}], "service_flows": [], "flows": []})");
  const std::string run = "run " + scenario + " -o " + file("out");
  const std::string note =
      "docsis-vp: cm0: " + binary + ": without effect: 24.31 (required_attributes)\n";
  EXPECT_EQ(run_program(run).err, note);
  EXPECT_EQ(run_program("check " + scenario).err, note);
  EXPECT_EQ(run_program(run + " --quiet").err, "");
}

TEST_F(Config, RunSaysWhatElseOfItIsNotDone) {
  const auto notes_on = [this](const std::string& encodings) {
    const std::string json = file("modem.json", "{" + encodings + "}");
    const std::string binary = file("modem.cfg");
    EXPECT_EQ(run_program("config encode " + json + " -o " + binary).status, 0);
    const std::string scenario = file("x.json", R"({"duration_s": 0.01, "modems": [
        {"name": "cm0", "config_file": "modem.cfg"}], "service_flows": [], "flows": []})");
    std::string said = run_program("run " + scenario + " -o " + file("out")).err;
    const std::string begin = "modem.cfg: ";
    const std::size_t at = said.find(begin);
    return at == std::string::npos ? said : said.substr(at + begin.size());
  };
  const std::string flow =
      R"("upstream_service_flows": [{"reference": 1, "max_sustained_rate_bps": 1000000}])";
  EXPECT_EQ(notes_on(flow), "");
  EXPECT_EQ(notes_on(R"("upstream_drop_classifiers": [{"reference": 1}], )" + flow),
            "without effect: 60 (upstream_drop_classifiers)\n");
  const std::string class_of_service = R"("classes_of_service": [{"class_id": 1}])";
  EXPECT_EQ(notes_on(class_of_service + ", " + flow), "without effect: 4 (classes_of_service)\n");
  EXPECT_EQ(notes_on(class_of_service),
            "offset 0: without effect: 4 (classes_of_service); expected an upstream service flow "
            "(24), the file has none\n");
  EXPECT_EQ(
      notes_on(
          R"("upstream_service_flows": [{"reference": 1, "service_class_name": "HSD_UP_10M"}])"),
      "without effect: 24.4 (service_class_name HSD_UP_10M: its rates are not known here)\n");
  EXPECT_EQ(notes_on(R"("upstream_classifiers": [{"reference": 9, "service_flow_reference": 1,
                         "mpls": "02030003e8"}], )" +
                     flow),
            "upstream classifier 9 matches no packet: 22.17 (mpls) is not modelled\n");
}

TEST_F(Config, SaysWhatItExpects) {
  for (const char* arguments : {"config", "config encode", "config translate x"}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("expected \"encode\" or \"decode\" and a file"));
  }
  EXPECT_THAT(run_program("config decode nowhere.cfg").err, HasSubstr("nowhere.cfg"));
}

}  // namespace
}  // namespace docsis_vp::app
