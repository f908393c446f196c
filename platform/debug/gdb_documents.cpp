#include "platform/debug/gdb_documents.h"

#include <cinttypes>
#include <cstdio>

#include "platform/cpu/csr_names.h"

namespace docsis_vp::platform {

namespace {

constexpr const char* kGeneralNames[] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                         "fp",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                         "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                         "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

std::string reg(const std::string& name, unsigned number, const char* type, const char* group) {
  std::string line = "<reg name=\"" + name + "\" bitsize=\"32\" regnum=\"";
  line += std::to_string(number) + "\" type=\"" + type + "\"";
  return line + (*group == 0 ? "" : std::string(" group=\"") + group + "\"") + "/>\n";
}

const char* type_of_general(unsigned number) {
  return number == 1 ? "code_ptr" : number >= 2 && number <= 4 ? "data_ptr" : "int";
}

// Returns the size of a region's flash blocks: 4 KiB, or less if its ends need that.
std::uint64_t block_bytes(const MemoryRegion& region) {
  std::uint64_t bytes = 4096;
  while (bytes > 1 && (region.first % bytes != 0 || region.bytes % bytes != 0)) {
    bytes /= 2;
  }
  return bytes;
}

}  // namespace

std::string target_description(DebugTarget& target) {
  std::string xml =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
      "<target version=\"1.0\">\n<architecture>riscv:rv32</architecture>\n"
      "<feature name=\"org.gnu.gdb.riscv.cpu\">\n";
  for (unsigned number = 0; number < DebugTarget::kPc; ++number) {
    xml += reg(kGeneralNames[number], number, type_of_general(number), "");
  }
  xml += reg("pc", DebugTarget::kPc, "code_ptr", "");
  xml += "</feature>\n<feature name=\"org.gnu.gdb.riscv.csr\">\n";
  for (unsigned number = DebugTarget::kFirstCsr; number <= DebugTarget::kLastCsr; ++number) {
    const std::string name = csr_name(number - DebugTarget::kFirstCsr);
    if (!name.empty() && target.read_register(number)) {
      xml += reg(name, number, "int", "csr");
    }
  }
  return xml += "</feature>\n</target>\n";
}

std::string memory_map(const std::vector<MemoryRegion>& regions) {
  std::string xml =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map "
      "V1.0//EN\" \"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n<memory-map>\n";
  for (const MemoryRegion& region : regions) {
    char line[160];
    if (region.writable) {
      std::snprintf(line, sizeof line,
                    "<memory type=\"ram\" start=\"0x%" PRIx32 "\" length=\"0x%" PRIx64 "\"/>\n",
                    region.first, region.bytes);
    } else {
      std::snprintf(line, sizeof line,
                    "<memory type=\"flash\" start=\"0x%" PRIx32 "\" length=\"0x%" PRIx64
                    "\"><property name=\"blocksize\">0x%" PRIx64 "</property></memory>\n",
                    region.first, region.bytes, block_bytes(region));
    }
    xml += line;
  }
  return xml += "</memory-map>\n";
}

}  // namespace docsis_vp::platform
