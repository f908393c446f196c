#include "tests/fw/host/hardware.h"

#include <stdexcept>
#include <utility>

#include "tests/fw/host/include/fw/hal/csr.h"

extern "C" {
#include "fw/common/trap.h"
#include "fw/hal/exit_device.h"
}

namespace docsis_vp::fw {

namespace {

Hardware* present = nullptr;

// Initial value of a write-only register.
constexpr std::uint32_t kUntouched = 0xDEADBEEF;
constexpr std::uint32_t kWatchdogKey = 0x5AFE600D;  // watchdog.rdl: kick_key
constexpr std::uint32_t kGroup = 8;                 // slots to a word of verdicts

}  // namespace

Hardware::Hardware() {
  if (std::exchange(present, this) != nullptr) {
    throw std::logic_error("there is one hardware already");
  }
  console.data = kUntouched;
  hold.departure_taken = kUntouched;
  port.verdict = kUntouched;
}

Hardware::~Hardware() {
  present = nullptr;
}

void Hardware::raise(std::uint32_t source) {
  plic.claim = source;
  raised_ = true;
}

bool Hardware::completed(std::uint32_t source) {
  return std::exchange(plic.claim, 0) == source && !raised_;
}

// One register is read to claim and written to complete: it shows nothing in between.
void Hardware::settle_claim() {
  if (!std::exchange(raised_, false)) {
    plic.claim = 0;
  }
}

void Hardware::settle_console() {
  if (console.data != kUntouched) {
    text_ += static_cast<char>(console.data);
    console.data = kUntouched;
  }
}

void Hardware::settle_watchdog() {
  kicks_ += watchdog.kick == kWatchdogKey ? 1 : 0;
  watchdog.kick = 0;
}

std::uint32_t Hardware::offer(std::uint32_t flow, std::uint32_t size_bytes,
                              const held_packet_t& rest) {
  const std::uint32_t slot = hold.produced % (hold.setup & INGRESS_HOLD__SETUP__SLOTS_bm);
  hold.slot[slot] = rest;
  hold.slot[slot].packet =
      size_bytes << HELD_PACKET__PACKET__SIZE_bp | flow << HELD_PACKET__PACKET__FLOW_bp;
  ++hold.produced;
  return slot;
}

void Hardware::leave(const Departure& departure) {
  departures_.push_back(departure);
  show_departure();
}

void Hardware::show_departure() {
  hold.departure = 0;
  if (departures_.empty()) {
    return;
  }
  const Departure& oldest = departures_.front();
  hold.departure = INGRESS_HOLD__DEPARTURE__VALID_bm |
                   (oldest.tick % 256) << INGRESS_HOLD__DEPARTURE__TICK_bp |
                   oldest.flow << INGRESS_HOLD__DEPARTURE__FLOW_bp | oldest.size_bytes;
  hold.departure_accepted_us = oldest.accepted_us;
  hold.departure_left_us = oldest.left_us;
  hold.departure_behind_bytes = oldest.behind_bytes;
  hold.departure_behind_packets = oldest.behind_packets;
}

void Hardware::settle_departures() {
  if (hold.departure_taken != kUntouched) {
    hold.departure_taken = kUntouched;
    departures_.pop_front();
    show_departure();
  }
}

void Hardware::ask_for(const std::vector<Head>& heads) {
  heads_.insert(heads_.end(), heads.begin(), heads.end());
  show_head();
}

void Hardware::show_head() {
  port.head = 0;
  if (heads_.empty()) {
    return;
  }
  const Head& head = heads_.front();
  port.head = UINT32_C(1) << VERDICT_PORT__HEAD__WAITING_bp |
              serial_ << VERDICT_PORT__HEAD__SERIAL_bp | head.flow << VERDICT_PORT__HEAD__FLOW_bp |
              head.size_bytes;
  port.enqueued_us = head.enqueued_us;
  port.behind_bytes = head.behind_bytes;
}

void Hardware::settle_heads() {
  if (port.verdict == kUntouched) {
    return;
  }
  const std::uint32_t verdict = std::exchange(port.verdict, kUntouched);
  if (verdict >> VERDICT_PORT__VERDICT__SERIAL_bp != serial_) {
    throw std::logic_error("a verdict on another packet than the head");
  }
  judged_heads_.push_back(verdict & 0xFF);
  heads_.pop_front();
  serial_ = (serial_ + 1) % 256;
  show_head();
}

std::string Hardware::text() {
  settle_console();
  return std::exchange(text_, {});
}

unsigned Hardware::watchdog_kicks() {
  settle_watchdog();
  return std::exchange(kicks_, 0U);
}

std::map<std::uint32_t, std::uint32_t> Hardware::judged() {
  registers(HOST_INGRESS_HOLD);
  return std::exchange(judged_, {});
}

std::vector<std::uint32_t> Hardware::judged_heads() {
  settle_heads();
  return std::exchange(judged_heads_, {});
}

void* Hardware::registers(host_device device) {
  switch (device) {
    case HOST_AQM_ENGINE:
      return &engine;
    case HOST_BACKGROUND_LOAD:
      return &load;
    case HOST_CLINT:
      return &clint;
    case HOST_CONSOLE:
      settle_console();
      return &console;
    case HOST_INGRESS_HOLD:
      settle_departures();
      for (std::uint32_t group = 0; group < (hold.setup & INGRESS_HOLD__SETUP__SLOTS_bm) / kGroup;
           ++group) {
        std::uint32_t verdicts = std::exchange(hold.verdict[group], 0U);
        for (std::uint32_t slot = group * kGroup; verdicts != 0; ++slot, verdicts >>= 4) {
          if ((verdicts & 0xF) != 0) {
            judged_[slot] = (verdicts & 0xF) - 1;
          }
        }
      }
      return &hold;
    case HOST_PLIC:
      settle_claim();
      return &plic;
    case HOST_VERDICT_PORT:
      settle_heads();
      return &port;
    case HOST_WATCHDOG:
      settle_watchdog();
      return &watchdog;
  }
  throw std::logic_error("no such device");
}

}  // namespace docsis_vp::fw

void* host_registers(host_device device) {
  return docsis_vp::fw::present->registers(device);
}

std::uint32_t csr_time_us() {
  return docsis_vp::fw::present->time_us;
}

void csr_wait_for_interrupt() {
  throw docsis_vp::fw::Asleep{};
}

void exit_device_exit(std::uint32_t status) {
  throw docsis_vp::fw::Exited{status};
}

// A host's stack has a guard of its own.
std::uint32_t stack_overflowed() {
  return 0;
}
