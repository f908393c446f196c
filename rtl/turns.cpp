#include "rtl/turns.h"

#include <TurnGates.h>

#include "rtl/stand_ins.h"

namespace docsis_vp::rtl {

namespace {

class GatedTurns : public queue::TurnsInGates {
 public:
  explicit GatedTurns(std::uint32_t quantum_bytes) : turns_(quantum_bytes) {}

  void arrived(std::uint32_t queue) override { turns_.arrived(queue); }
  std::uint32_t next(const std::function<std::uint32_t(std::uint32_t)>& bytes_of_head) override {
    return turns_.next(bytes_of_head);
  }
  void sent(std::uint32_t bytes) override { turns_.sent(bytes); }
  void found_empty() override { turns_.found_empty(); }

 private:
  Turns<TurnGates> turns_;
};

}  // namespace

std::unique_ptr<queue::TurnsInGates> turns_in_gates(std::uint32_t quantum_bytes) {
  return std::make_unique<GatedTurns>(quantum_bytes);
}

}  // namespace docsis_vp::rtl
