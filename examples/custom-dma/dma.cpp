#include "dma.h"

#include <algorithm>
#include <memory>

#include "firmware/dma.h"
#include "platform/kernel/kernel_time.h"

using docsis_vp::TimePs;
using docsis_vp::platform::now_ps;
using docsis_vp::platform::to_sc_time;

Dma::Dma(const sc_core::sc_module_name& name, const docsis_vp::system::BlockSite& site)
    : sc_module(name),
      interrupt_(site.interrupt),
      clock_(site.clock_hz),
      bus_("bus"),
      inside_("inside", site.clock_hz),
      registers_("registers"),
      memory_("memory", {DMA_MEMORY_BYTES, true, site.clock_hz, 0, 0}) {
  add_registers();
  inside_.map({"registers", 0, DMA_MEMORY, 0}, registers_.socket);
  inside_.map({"memory", DMA_MEMORY, DMA_MEMORY_BYTES, 0}, memory_.socket);
  bus_.bind(site.bus);
  SC_THREAD(run);
}

// `at` is the instant of the access, which may lie ahead of the kernel's time.
void Dma::add_registers() {
  const auto word = [this](std::uint32_t offset, std::uint32_t& value) {
    registers_.add(
        offset, [&value](TimePs) { return value; },
        [&value](std::uint32_t written, TimePs) { value = written; });
  };
  word(DMA_RING, ring_);
  registers_.add(
      DMA_ENTRIES, [this](TimePs) { return entries_; },
      [this](std::uint32_t value, TimePs) { entries_ = std::clamp(value, 1U, 256U); });
  registers_.add(
      DMA_HEAD, [this](TimePs) { return doorbells_.empty() ? head_ : doorbells_.back().head; },
      [this](std::uint32_t value, TimePs at) {
        doorbells_.push_back({at, value % entries_});
        docsis_vp::platform::notify_at(rung_, at);
      });
  registers_.add(DMA_TAIL, [this](TimePs) { return tail_; });
  registers_.add(
      DMA_STATUS, [this](TimePs) { return done_ ? 1U : 0U; },
      [this](std::uint32_t value, TimePs at) {
        if ((value & 1) != 0) {
          set_done(false, at);
        }
      });
  registers_.add(DMA_BUSY_CYCLES, [this](TimePs) { return busy_cycles_; });
}

void Dma::run() {
  for (;;) {
    take_doorbells();
    if (tail_ == head_) {
      wait(rung_);
      continue;
    }
    serve_next();
    take_doorbells();
    if (tail_ == head_) {
      set_done(true, now_ps());
    }
  }
}

void Dma::take_doorbells() {
  while (!doorbells_.empty() && doorbells_.front().at <= now_ps()) {
    head_ = doorbells_.front().head;
    doorbells_.pop_front();
  }
}

void Dma::serve_next() {
  const unsigned resets = resets_;
  const std::uint32_t place = ring_ + tail_ * sizeof(dma_descriptor);
  dma_descriptor descriptor = {};
  unsigned char bytes[DMA_MOST_BYTES];
  const bool known = transfer(tlm::TLM_READ_COMMAND, place, &descriptor, sizeof descriptor) &&
                     descriptor.bytes <= DMA_MOST_BYTES &&
                     transfer(tlm::TLM_READ_COMMAND, descriptor.source, bytes, descriptor.bytes) &&
                     transfer(tlm::TLM_WRITE_COMMAND, descriptor.target, bytes, descriptor.bytes);
  if (resets != resets_) {
    return;
  }
  std::uint32_t status = DMA_DONE | (known ? descriptor.bytes : DMA_ERROR);
  transfer(tlm::TLM_WRITE_COMMAND, place + 3 * sizeof status, &status, sizeof status);
  if (resets == resets_) {
    tail_ = (tail_ + 1) % entries_;
  }
}

// The target acts first, and the time passes afterwards.
bool Dma::transfer(tlm::tlm_command command, std::uint32_t address, void* data, unsigned bytes) {
  const unsigned resets = resets_;
  payload_.set_command(command);
  payload_.set_address(address);
  payload_.set_data_ptr(static_cast<unsigned char*>(data));
  payload_.set_data_length(bytes);
  payload_.set_streaming_width(bytes);
  payload_.set_byte_enable_ptr(nullptr);
  payload_.set_dmi_allowed(false);
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  const TimePs start = now_ps();
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  bus_->b_transport(payload_, delay);
  const bool ok = payload_.is_response_ok();
  delay += to_sc_time(clock_.edge((bytes + 3) / 4));
  if (delay != sc_core::SC_ZERO_TIME) {
    wait(delay);
  }
  busy_cycles_ += static_cast<std::uint32_t>(clock_.cycle_at_or_after(now_ps() - start));
  return ok && resets == resets_;
}

void Dma::set_done(bool done, TimePs at) {
  if (done != done_) {
    done_ = done;
    if (interrupt_) {
      interrupt_(done, at);
    }
  }
}

// A copy in progress is dropped before its next transaction.
void Dma::reset(TimePs at) {
  ++resets_;
  doorbells_.clear();
  ring_ = head_ = tail_ = busy_cycles_ = 0;
  entries_ = 1;
  set_done(false, at);
}

docsis_vp::system::BlockKind Dma::block_kind() {
  using docsis_vp::system::BlockSite;
  docsis_vp::system::BlockKind kind;
  kind.make = [](const BlockSite& site) { return std::make_unique<Dma>(site.name.c_str(), site); };
  kind.size_bytes = DMA_MEMORY + DMA_MEMORY_BYTES;
  return kind;
}
