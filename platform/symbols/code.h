// Finds functions and source lines of a CPU's program, by address.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "platform/memory/elf_image.h"
#include "platform/symbols/debug_info.h"

namespace docsis_vp::platform {

struct Function {
  std::string name;
  std::string file;  // "???" if not known, the convention of profiles
  std::uint32_t address = 0;
  std::uint32_t line = 0;  // of its declaration; 0: not known
};

// Functions of one image.
class Code {
 public:
  explicit Code(const ElfImage& image) : image_(image), debug_(image.name()) {}

  const ElfImage& image() const { return image_; }
  const DebugInfo& debug() const { return debug_; }
  // Returns the function that contains pc; code without a symbol is a function "0x80001234".
  const Function& function_at(std::uint32_t pc);

 private:
  ElfImage image_;
  DebugInfo debug_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Function>> functions_;  // by address
  std::unordered_map<std::uint32_t, const Function*> by_pc_;
};

// Follows a running image that may be replaced.
class CurrentCode {
 public:
  explicit CurrentCode(const ElfImage& running)
      : running_(running), code_(std::make_unique<Code>(running)) {}

  Code& operator*() const { return *code_; }
  Code* operator->() const { return code_.get(); }
  bool is_stale() const { return running_.name() != code_->image().name(); }
  void follow() { code_ = std::make_unique<Code>(running_); }

 private:
  const ElfImage& running_;
  std::unique_ptr<Code> code_;
};

}  // namespace docsis_vp::platform
