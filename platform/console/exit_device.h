// Lets firmware end a run and print text; its registers are in exit_device.rdl.
#pragma once

#include <systemc>

#include "platform/bus/register_file.h"
#include "platform/console/text_sink.h"
#include "platform/kernel/outcome.h"

namespace docsis_vp::platform {

// Characters reach the sink line by line, unchanged.
class ExitDevice : public sc_core::sc_module {
 public:
  RegisterFile registers;

  // The sink must outlive the device.
  ExitDevice(const sc_core::sc_module_name& name, TextSink& sink, Outcome& outcome);
  // Passes an unfinished line to the sink.
  void flush() { screen_.flush(); }

 private:
  LineBuffer screen_;
};

}  // namespace docsis_vp::platform
