// Checks the contents of the firmware images.
#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>

#include "models/cm/soc_registers.h"
#include "platform/memory/elf_image.h"

namespace docsis_vp::fw::image_test {
namespace {

using platform::ElfImage;

constexpr std::uint32_t kRomBytes = cm::soc_registers::kRomBytes;
constexpr std::uint32_t kRam = cm::soc_registers::kRamBase;
constexpr std::uint32_t kRamBytes = cm::soc_registers::kRamBytes;

ElfImage docsis_pie() {
  return ElfImage::read(DOCSIS_VP_FIRMWARE_DIR "/docsis_pie.elf");
}

TEST(FirmwareImage, DocsisPieTakesLessThanFiveKiB) {
  std::size_t bytes = 0;
  const ElfImage image = docsis_pie();
  for (const ElfImage::Segment& segment : image.segments()) {
    bytes += segment.bytes.size();
  }
  RecordProperty("bytes", static_cast<int>(bytes));
  EXPECT_LT(bytes, 5120U);
  EXPECT_GT(bytes, 1024U) << "where is the algorithm?";
}

TEST(FirmwareImage, SaysWhatMapItIsLinkedFor) {
  EXPECT_EQ(docsis_pie().number("__rom_bytes"), kRomBytes);
  EXPECT_EQ(docsis_pie().number("__ram_bytes"), kRamBytes);
  const ElfImage large = ElfImage::read(DOCSIS_VP_FIRMWARE_DIR "/test_large.elf");
  EXPECT_EQ(large.number("__rom_bytes"), 256U << 10);
  EXPECT_EQ(large.number("__ram_bytes"), 512U << 10);
  EXPECT_EQ(large.number("main"), std::nullopt) << "a place";
  EXPECT_EQ(large.number("__nothing"), std::nullopt);
}

TEST(FirmwareImage, IsStoredInRomAndKeepsItsVariablesInRam) {
  bool has_variables = false;
  const ElfImage image = docsis_pie();
  for (const ElfImage::Segment& segment : image.segments()) {
    if (!segment.bytes.empty()) {
      EXPECT_LE(segment.load_address + segment.bytes.size(), kRomBytes);
    }
    if (segment.run_address >= kRam) {
      has_variables = true;
      EXPECT_LE(segment.run_address - kRam + segment.memory_bytes, kRamBytes);
    } else {
      EXPECT_EQ(segment.run_address, segment.load_address);
    }
  }
  EXPECT_TRUE(has_variables);
}

// Programs and laws have names of any length: those of short ones the compiler places elsewhere.
TEST(FirmwareImage, SaysWhatItComputes) {
  std::istringstream targets(DOCSIS_VP_SHIPPED);
  unsigned images = 0;
  for (std::string target; targets >> target;) {
    const std::string name = target.substr(std::string("firmware_").size());
    for (const char* variant : {".elf", "-debug.elf"}) {
      const ElfImage image = ElfImage::read(DOCSIS_VP_FIRMWARE_DIR "/" + name + variant);
      EXPECT_NE(image.symbol("firmware_laws"), nullptr) << name << variant;
      EXPECT_NE(image.symbol("firmware_drops"), nullptr) << name << variant;
      ++images;
    }
  }
  EXPECT_GE(images, 18U);
}

TEST(FirmwareImage, NeedsNoDivisionOfSixtyFourBits) {
  const ElfImage image = docsis_pie();
  EXPECT_NE(image.symbol("docsis_pie_update"), nullptr);
  for (const char* name : {"__divdi3", "__udivdi3", "__moddi3", "__umoddi3"}) {
    EXPECT_EQ(image.symbol(name), nullptr) << name;
  }
}

}  // namespace
}  // namespace docsis_vp::fw::image_test
