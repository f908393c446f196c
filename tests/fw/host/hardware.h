// The devices of the control CPU as a unit test needs them: registers are memory of the test's, and
// what an access does besides is done before the next one.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "fw/include/registers/aqm_engine.h"
#include "fw/include/registers/background_load.h"
#include "fw/include/registers/clint.h"
#include "fw/include/registers/console.h"
#include "fw/include/registers/ingress_hold.h"
#include "fw/include/registers/plic.h"
#include "fw/include/registers/verdict_port.h"
#include "fw/include/registers/watchdog.h"
#include "tests/fw/host/include/registers/soc.h"

namespace docsis_vp::fw {

// Exceptions that end a call into firmware which would not return.
struct Asleep {};  // it waits for an interrupt, or a task for a semaphore
struct Exited {
  std::uint32_t status;
};

struct Head {
  std::uint32_t flow;
  std::uint32_t size_bytes;
  std::uint32_t enqueued_us;
  std::uint32_t behind_bytes;
};

struct Departure {
  std::uint32_t flow;
  std::uint32_t size_bytes;
  std::uint32_t accepted_us;
  std::uint32_t left_us;
  std::uint32_t behind_bytes;
  std::uint32_t behind_packets;
  std::uint32_t tick;  // of the AQM engine, when it left
};

// One at a time: firmware reaches it as hardware, by no name.
class Hardware {
 public:
  Hardware();
  ~Hardware();
  Hardware(const Hardware&) = delete;
  Hardware& operator=(const Hardware&) = delete;

  aqm_engine_t engine{};
  ingress_hold_t hold{};
  verdict_port_t port{};
  plic_t plic{};
  watchdog_t watchdog{};
  console_t console{};
  clint_t clint{};
  background_load_t load{};
  std::uint32_t time_us = 0;

  // Shown with the next claim.
  void raise(std::uint32_t source);
  // True if all claimed interrupts were completed.
  bool completed(std::uint32_t source);
  // In the next slot of the ring; returns its number.
  std::uint32_t offer(std::uint32_t flow, std::uint32_t size_bytes, const held_packet_t& rest);
  void leave(const Departure& departure);
  void ask_for(const std::vector<Head>& heads);

  // Actions of firmware since the last question.
  std::string text();
  unsigned watchdog_kicks();
  std::map<std::uint32_t, std::uint32_t> judged();  // slot of the ring -> aqm_verdict
  std::vector<std::uint32_t> judged_heads();

  void* registers(host_device device);

 private:
  void settle_claim();
  void settle_console();
  void settle_departures();
  void settle_heads();
  void settle_watchdog();
  void show_departure();
  void show_head();

  bool raised_ = false;
  std::string text_;
  unsigned kicks_ = 0;
  std::map<std::uint32_t, std::uint32_t> judged_;
  std::deque<Departure> departures_;
  std::deque<Head> heads_;
  std::uint32_t serial_ = 0;
  std::vector<std::uint32_t> judged_heads_;
};

}  // namespace docsis_vp::fw
