// Models the serial console (UART) between firmware and the user.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <systemc>
#include <utility>

#include "platform/bus/register_file.h"
#include "platform/console/text_sink.h"
#include "platform/irq/interrupt_line.h"

namespace docsis_vp::platform {

struct ConsoleParameters {
  std::string prefix;         // before every line on the user's screen
  TimePs character_time = 0;  // per character sent; 86 805 556 ps is 115 200 baud, 8N1
};

// Receives characters for firmware. The console does not know their source.
class ConsoleInput {
 public:
  virtual ~ConsoleInput() = default;
  // An octet arrives at the kernel's time.
  virtual void receive(std::uint8_t octet) = 0;
};

// UART with the registers of console.rdl. A write to a full transmit FIFO waits on the bus until
// there is room. No octet is lost; the CPU's instruction takes correspondingly longer.
class Console : public sc_core::sc_module, public ConsoleInput {
 public:
  RegisterFile registers;

  // `received` is high while a received octet waits and its interrupt is enabled; may be empty.
  // The sink must outlive the console.
  Console(const sc_core::sc_module_name& name, const ConsoleParameters& parameters, TextSink& sink,
          InterruptLine received);

  void receive(std::uint8_t octet) override;
  // The observer gets every octet as firmware writes it, in addition to the sink.
  void observe(std::function<void(std::uint8_t)> observer) { observer_ = std::move(observer); }

  // Restores the state after power-on; octets in the FIFO are still sent.
  void reset(TimePs at);

 private:
  static constexpr std::size_t kReceiveDepth = 16;
  static constexpr TimePs kTransmitDepth = 16;

  void add_registers();
  void send(std::uint32_t value, TimePs at);
  std::uint32_t take_received(TimePs at);
  std::uint32_t peek_received() const;
  std::uint32_t status(TimePs at) const;
  // Number of octets not yet sent, including the one on the line.
  TimePs unsent(TimePs at) const;
  void update_interrupt(TimePs at);

  const TimePs character_time_;
  const InterruptLine received_line_;
  LineBuffer screen_;
  std::function<void(std::uint8_t)> observer_;
  TimePs sending_until_ = 0;
  std::deque<std::uint8_t> received_;
  std::uint32_t overruns_ = 0;
  bool receive_interrupt_ = false;  // enabled
  bool raised_ = false;
};

}  // namespace docsis_vp::platform
