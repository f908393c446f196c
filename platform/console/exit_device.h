// The device that ends a run.
#pragma once

#include <systemc>

#include "platform/bus/register_file.h"
#include "platform/console/text_sink.h"
#include "platform/kernel/outcome.h"

namespace docsis_vp::platform {

// exit_device.rdl has the registers. Characters reach the sink line by line, as they are.
class ExitDevice : public sc_core::sc_module {
 public:
  RegisterFile registers;

  // The sink must outlive the device.
  ExitDevice(const sc_core::sc_module_name& name, TextSink& sink, Outcome& outcome);
  // Hands on what no line feed has ended yet.
  void flush() { screen_.flush(); }

 private:
  LineBuffer screen_;
};

}  // namespace docsis_vp::platform
