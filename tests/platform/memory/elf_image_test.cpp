#include "platform/memory/elf_image.h"

#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "platform/bus/interconnect.h"
#include "platform/bus/register_file.h"
#include "platform/memory/memory.h"
#include "tests/platform/memory/elf_file.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::elf_image_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// ROM at 0, a block of registers behind it, RAM at 0x80000000.
struct Board {
  Interconnect bus{"bus", 100'000'000};
  Memory rom{"rom", MemoryParameters{256, false}};
  RegisterFile device{"device"};
  Memory ram{"ram", MemoryParameters{8192}};
  bool device_written = false;

  Board() {
    device.add(0, {}, [this](std::uint32_t, TimePs) { device_written = true; });
    bus.map({"rom", 0, 256, 0}, rom.socket);
    bus.map({"device", 256, 4, 0}, device.socket);
    bus.map({"ram", 0x8000'0000, 8192, 0}, ram.socket);
  }
  std::string text(std::uint64_t address, unsigned length) {
    std::string bytes(length, '?');
    tlm::tlm_generic_payload transaction;
    transaction.set_read();
    transaction.set_address(address);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(bytes.data()));
    transaction.set_data_length(length);
    bytes.resize(bus.transport_dbg(transaction));
    return bytes;
  }
};

ElfImage image_of(ElfFile& file) {
  return ElfImage::parse("fw.elf", file.bytes());
}

std::string error_of(const std::vector<std::uint8_t>& bytes) {
  try {
    ElfImage::parse("fw.elf", bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string load_error_of(ElfFile& file, Board& board) {
  try {
    image_of(file).load(board.bus);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// As `-Wl,-Ttext=0x80000000` makes it: the first segment begins with the ELF header, below RAM.
TEST(ElfImage, LeavesOutTheFilesOwnHeadersInFrontOfTheFirstSection) {
  ElfFile file;
  file.add_segment(0x8000'0000, 0x8000'0000, "code", 8);
  Elf32_Phdr& segment = file.segments.back();
  const auto headers = segment.p_offset;
  segment.p_offset = 0;
  segment.p_paddr -= headers;
  segment.p_vaddr -= headers;
  segment.p_filesz += headers;
  segment.p_memsz += headers;
  file.first_section.sh_type = SHT_PROGBITS;
  file.first_section.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  file.first_section.sh_offset = headers;
  file.first_section.sh_size = 4;
  Board board;
  EXPECT_EQ(load_error_of(file, board), "");
  EXPECT_EQ(board.text(0x8000'0000, 4), "code");
  EXPECT_EQ(image_of(file).segments().front().memory_bytes, 8U);
}

TEST(ElfImage, RefusesAnOddEntryPoint) {
  ElfFile file;
  file.add_segment(0x40, 0x40, "code", 4);
  Board board;
  for (const std::uint32_t entry : {0x40U, 0x42U, 0x41U, 0xFFFFFFFFU}) {
    file.header.e_entry = entry;
    const std::string error = load_error_of(file, board);
    if (entry % 2 == 0) {
      EXPECT_EQ(error, "");
    } else {
      EXPECT_THAT(
          error, HasSubstr("entry point 0x" + std::string(entry == 0x41 ? "00000041" : "ffffffff") +
                           ", expected an even address"));
    }
  }
}

TEST(ElfImage, LoadsSegmentsWhereTheyAreStored) {
  ElfFile file;
  file.header.e_entry = 0x44;
  file.add_segment(0x40, 0x40, "code", 4);
  file.add_segment(0x44, 0x8000'0000, "data", 100);  // copied by start-up code
  file.add_segment(0x8000'0010, 0x8000'0010, "head", 12);
  file.segments.push_back({});  // PT_NULL
  Board board;
  for (std::uint32_t address = 0x8000'0000; address < 0x8000'0100; ++address) {
    std::uint8_t dirt = 0xDD;
    tlm::tlm_generic_payload transaction;
    transaction.set_write();
    transaction.set_address(address);
    transaction.set_data_ptr(&dirt);
    transaction.set_data_length(1);
    board.bus.transport_dbg(transaction);
  }
  const ElfImage image = image_of(file);
  image.load(board.bus);
  EXPECT_EQ(image.entry(), 0x44U);
  EXPECT_EQ(image.segments().size(), 3U);
  EXPECT_EQ(board.text(0x40, 9), std::string("codedata\0", 9));
  EXPECT_EQ(board.text(0x8000'0000, 4), "\xDD\xDD\xDD\xDD") << "start-up code's business";
  EXPECT_EQ(board.text(0x8000'0010, 13), std::string("head\0\0\0\0\0\0\0\0\xDD", 13));
}

TEST(ElfImage, ASegmentMayFillMemoryToTheLastByteButNoFurther) {
  ElfFile file;
  Elf32_Phdr& segment = file.add_segment(0x8000'0ffe, 0x8000'0ffe, "ab", 8192 - 0xffe);
  Board board;
  EXPECT_EQ(load_error_of(file, board), "");
  ++segment.p_memsz;
  EXPECT_EQ(load_error_of(file, board),
            "fw.elf: segment at 0x80000ffe (4099 bytes) outside memory");
}

TEST(ElfImage, SegmentsOutsideMemoryAreNamed) {
  struct Row {
    std::uint32_t address;
    std::string bytes;
    std::uint32_t memory_bytes;
  };
  for (const Row& row :
       {Row{0x4000'0000, "abcd", 4}, Row{0x4000'0000, "", 16}, Row{0x104, "abcd", 4},
        Row{0x8000'1FFD, "abcd", 4}, Row{0x7FFF'FFFE, "abcd", 4}, Row{0xFFFF'FFFE, "abcd", 4},
        Row{0x8000'0000, "", 0xFFFF'FFFF}}) {
    ElfFile file;
    file.add_segment(row.address, row.address, row.bytes, row.memory_bytes);
    const std::unique_ptr<Board> board = std::make_unique<Board>();
    char expected[80];
    std::snprintf(expected, sizeof expected, "fw.elf: segment at 0x%08x (%u bytes) outside memory",
                  row.address, row.memory_bytes);
    EXPECT_EQ(load_error_of(file, *board), expected);
  }
}

TEST(ElfImage, NeverLoadsIntoRegisters) {
  ElfFile file;
  file.add_segment(0x100, 0x100, "abcd", 4);
  Board board;
  EXPECT_EQ(load_error_of(file, board), "fw.elf: segment at 0x00000100 (4 bytes) outside memory");
  EXPECT_FALSE(board.device_written);
}

TEST(ElfImage, SaysInOneLineWhatIsWrong) {
  struct Row {
    std::function<void(ElfFile&)> spoil;
    std::string expected;
  };
  const std::vector<Row> rows = {
      {[](ElfFile& f) { f.header.e_ident[EI_MAG2] = 'l'; }, "not an ELF file"},
      {[](ElfFile& f) { f.header.e_ident[EI_CLASS] = ELFCLASS64; }, "not a 32-bit ELF file"},
      {[](ElfFile& f) { f.header.e_ident[EI_DATA] = ELFDATA2MSB; }, "not a little-endian ELF"},
      {[](ElfFile& f) { f.header.e_machine = EM_ARM; }, "not for RISC-V (machine 40, expected"},
      {[](ElfFile& f) { f.header.e_type = ET_REL; }, "not an executable with fixed addresses"},
      {[](ElfFile& f) { f.header.e_type = ET_DYN; }, "not an executable with fixed addresses"},
      {[](ElfFile& f) { f.segments.clear(); }, "no loadable segment"},
      {[](ElfFile& f) { f.segments[0].p_type = PT_NOTE; }, "no loadable segment"},
      {[](ElfFile& f) { f.segments[0].p_memsz = 3; }, "segment with more bytes in the file"},
      {[](ElfFile& f) { f.segments[0].p_offset = 100'000; }, "truncated: segment would end"},
      {[](ElfFile& f) { f.segments[0].p_offset = 0xFFFF'FFFF; }, "truncated: segment would end"},
      {[](ElfFile& f) { f.header.e_phentsize = 8; }, "program headers with entries of 8 bytes"},
      {[](ElfFile& f) { f.header.e_shentsize = 0; }, "section headers with entries of 0 bytes"}};
  for (const Row& row : rows) {
    ElfFile file;
    file.add_segment(0, 0, "code", 4);
    row.spoil(file);
    const std::string error = error_of(file.bytes());
    EXPECT_THAT(error, StartsWith("fw.elf: " + row.expected));
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  EXPECT_THAT(error_of({}), HasSubstr("not an ELF file"));
  const std::string script = "#!/bin/sh\n";
  EXPECT_THAT(error_of({script.begin(), script.end()}), HasSubstr("not an ELF file"));
}

TEST(ElfImage, EveryTruncationIsAnErrorAndNeverMore) {
  ElfFile file;
  file.add_segment(0, 0, "code", 4);
  file.add_symbol("main", 0, 4, STT_FUNC);
  const std::vector<std::uint8_t> whole = file.bytes();
  ASSERT_EQ(error_of(whole), "");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THAT(error_of({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}),
                StartsWith("fw.elf: "))
        << length;
  }
}

TEST(ElfImage, RandomDamageIsAnErrorOrAnImage) {
  ElfFile file;
  file.add_segment(0, 0, "code", 4);
  file.add_segment(0x8000'0000, 0x8000'0000, "more", 400);
  file.add_symbol("main", 0, 4, STT_FUNC);
  const std::vector<std::uint8_t> whole = file.bytes();
  RandomStream random(7, "elf");
  Board board;
  int images = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::uint8_t> bytes = whole;
    for (unsigned flips = 1 + random.next_u32() % 3; flips > 0; --flips) {
      bytes[random.next_u32() % bytes.size()] = static_cast<std::uint8_t>(random.next_u32());
    }
    try {
      const ElfImage image = ElfImage::parse("fw.elf", bytes);
      image.describe(random.next_u32() % 16);
      image.load(board.bus);
      ++images;
    } catch (const InputError& error) {
      ASSERT_THAT(error.what(), StartsWith("fw.elf: "));
    }
  }
  EXPECT_GT(images, 100);
  EXPECT_LT(images, 2900);
}

TEST(ElfImage, FindsSymbolsByNameAndByAddress) {
  ElfFile file;
  file.add_segment(0, 0, "code", 4);
  file.add_symbol("local_label", 0x100, 0, STT_NOTYPE, STB_LOCAL);
  file.add_symbol("main", 0x100, 0x20, STT_FUNC);
  file.add_symbol("$x", 0x108, 0, STT_NOTYPE, STB_LOCAL);
  file.add_symbol("table", 0x140, 0x10, STT_OBJECT);
  file.add_symbol("_start", 0x180, 0, STT_NOTYPE);
  file.add_symbol("main.c", 0x104, 0, STT_FILE, STB_LOCAL, SHN_ABS);
  file.add_symbol("elsewhere", 0x104, 0, STT_NOTYPE, STB_GLOBAL, SHN_UNDEF);
  const ElfImage image = image_of(file);
  ASSERT_NE(image.symbol("table"), nullptr);
  EXPECT_EQ(image.symbol("table")->address, 0x140U);
  EXPECT_EQ(image.symbol("table")->size_bytes, 0x10U);
  EXPECT_EQ(image.symbol("local_label")->address, 0x100U);
  for (const char* const none : {"tabl", "$x", "main.c", "elsewhere", ""}) {
    EXPECT_EQ(image.symbol(none), nullptr) << none;
  }
  struct Row {
    std::uint32_t address;
    const char* expected;
  };
  for (const Row& row :
       {Row{0xFF, ""}, Row{0x100, "main"}, Row{0x11F, "main+0x1f"}, Row{0x120, ""},
        Row{0x140, "table"}, Row{0x150, ""}, Row{0x180, "_start"}, Row{0x1000, "_start+0xe80"}}) {
    EXPECT_EQ(image.describe(row.address), row.expected) << std::hex << row.address;
  }
}

// Labels of inline assembly, or of the compiler, stand in the symbol table.
TEST(ElfImage, FunctionsWithASizeHoldTheLabelsInside) {
  ElfFile file;
  file.add_segment(0, 0, "code", 4);
  file.add_symbol("outer", 0x100, 0x40, STT_FUNC);
  file.add_symbol("spin", 0x108, 0, STT_NOTYPE, STB_LOCAL);
  file.add_symbol("alias", 0x100, 0, STT_FUNC, STB_WEAK);
  file.add_symbol("global_label", 0x110, 0, STT_NOTYPE);
  file.add_symbol("inner", 0x120, 0x10, STT_FUNC, STB_LOCAL);
  file.add_symbol("in_inner", 0x124, 0, STT_NOTYPE, STB_LOCAL);
  file.add_symbol("over_the_end", 0x138, 0x10, STT_FUNC);
  file.add_symbol("at_the_end", 0x148, 0, STT_NOTYPE);
  file.add_symbol("next", 0x150, 0x10, STT_FUNC);
  const ElfImage image = image_of(file);
  struct Row {
    std::uint32_t address;
    const char* expected;
  };
  for (const Row& row :
       {Row{0x100, "outer"}, Row{0x108, "outer+0x8"}, Row{0x111, "outer+0x11"}, Row{0x120, "inner"},
        Row{0x124, "inner+0x4"}, Row{0x130, "outer+0x30"}, Row{0x13f, "over_the_end+0x7"},
        Row{0x147, "over_the_end+0xf"}, Row{0x148, "at_the_end"}, Row{0x14f, "at_the_end+0x7"},
        Row{0x150, "next"}, Row{0x160, ""}}) {
    EXPECT_EQ(image.describe(row.address), row.expected) << std::hex << row.address;
  }
  EXPECT_EQ(image.symbol("spin")->address, 0x108U) << "they are found by name";
}

TEST(ElfImage, DescribesADamagedNameAsText) {
  ElfFile file;
  file.add_segment(0, 0, "code", 4);
  file.add_symbol("ma\xEC\x1Bn", 0x100, 0x20, STT_FUNC);
  const ElfImage image = image_of(file);
  EXPECT_EQ(image.describe(0x100), "ma??n");
  EXPECT_EQ(image.describe(0x104), "ma??n+0x4");
}

TEST(ElfImage, TheDigestNamesWhatRunsAndNothingElse) {
  const auto digest = [](const std::function<void(ElfFile&)>& change) {
    ElfFile file;
    file.header.e_entry = 0x8000'0000;
    file.add_segment(0x8000'0000, 0x8000'0000, "code", 8);
    change(file);
    return image_of(file).sha256();
  };
  const std::string plain = digest([](ElfFile&) {});
  // sha256sum of 00000080 | 00000080 00000080 08000000 04000000 | "code"
  EXPECT_EQ(plain, "dbfa487e2ef389892dd209e5a0c08bd96a1afc62a8ec7ffaa05596b6f53e4024");
  EXPECT_EQ(digest([](ElfFile& f) { f.add_symbol("main", 0, 0, STT_FUNC); }), plain);
  EXPECT_NE(digest([](ElfFile& f) { f.header.e_entry += 4; }), plain);
  EXPECT_NE(digest([](ElfFile& f) { f.segments[0].p_memsz = 12; }), plain);
  EXPECT_NE(digest([](ElfFile& f) { f.segments[0].p_vaddr += 4; }), plain);
  EXPECT_NE(digest([](ElfFile& f) { f.add_segment(0, 0, "more", 4); }), plain);
}

TEST(ElfImage, AFileThatCannotBeReadIsNamed) {
  const struct {
    const char* path;
    const char* expected;
  } cases[] = {{"/nowhere/fw.elf", "/nowhere/fw.elf: cannot be read"},
               {"/", "/: is a folder, expected a file"}};
  for (const auto& [path, expected] : cases) {
    try {
      ElfImage::read(path);
      FAIL() << path;
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(), expected);
    }
  }
}

}  // namespace
}  // namespace docsis_vp::platform::elf_image_test
