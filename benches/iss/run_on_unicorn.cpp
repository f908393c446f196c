// usage: run_on_unicorn ELF
// Runs a bare program on Unicorn without hooks, from its entry to its first exception. For a
// program that reports by HTIF that is the ecall after the store. Unicorn has no notion of time.
#include <unicorn/unicorn.h>

#include <cstdio>
#include <exception>
#include <systemc>

#include "platform/memory/elf_image.h"

namespace {

constexpr std::uint64_t kRamBase = 0x8000'0000;
constexpr std::size_t kRamBytes = 16U << 20;

bool ran(const char* path) {
  const auto image = docsis_vp::platform::ElfImage::read(path);
  uc_engine* engine = nullptr;
  if (uc_open(UC_ARCH_RISCV, UC_MODE_RISCV32, &engine) != UC_ERR_OK) {
    return false;
  }
  bool loaded = uc_mem_map(engine, kRamBase, kRamBytes, UC_PROT_ALL) == UC_ERR_OK;
  for (const auto& segment : image.segments()) {
    loaded = loaded && uc_mem_write(engine, segment.load_address, segment.bytes.data(),
                                    segment.bytes.size()) == UC_ERR_OK;
  }
  const uc_err end = loaded ? uc_emu_start(engine, image.entry(), 0, 0, 0) : UC_ERR_NOMEM;
  uc_close(engine);
  return end == UC_ERR_EXCEPTION;
}

}  // namespace

int sc_main(int, char**) {
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: run_on_unicorn ELF\n");
    return 2;
  }
  try {
    return ran(argv[1]) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
