#include "tests/fw/host/program.h"

#include <dlfcn.h>

#include <stdexcept>

#include "models/aqm/aqm.h"

namespace docsis_vp::fw {

namespace {

constexpr std::uint32_t kTickUs = 16'000;
constexpr std::uint32_t kAqmTick = 1;  // its interrupt

void run_until_asleep(Task task) {
  try {
    task();
  } catch (const Asleep&) {
    return;
  }
  throw std::runtime_error("a program that is to run for ever has ended");
}

}  // namespace

Program::Program(const std::string& image, Hardware& hardware)
    : module_(
          dlopen((DOCSIS_VP_HOST_FIRMWARE_DIR "/" + image + ".so").c_str(), RTLD_NOW | RTLD_LOCAL)),
      hardware_(hardware) {
  if (module_ == nullptr) {
    throw std::runtime_error(dlerror());
  }
}

Program::~Program() {
  dlclose(module_);
}

template <typename Function>
Function Program::find(const char* name) const {
  return reinterpret_cast<Function>(dlsym(module_, name));
}

void Program::boot() {
  run_until_asleep(find<Task>("main"));
  tasks_ = added_tasks();
}

// Under a kernel the task that was added first serves what its handler notes.
void Program::interrupt(std::uint32_t source) {
  hardware_.raise(source);
  if (tasks_.empty()) {
    find<Task>("external_interrupt")();
  } else {
    find<Task>("kernel_external_interrupt")();
    run_until_asleep(tasks_.front());
  }
  if (!hardware_.completed(source)) {
    throw std::runtime_error("an interrupt that nobody completes");
  }
}

void Program::tick(std::uint32_t flows) {
  aqm_engine_t& engine = hardware_.engine;
  engine.interrupt_status = 0;
  engine.update_pending = flows;
  engine.tick_time += kTickUs;
  ++engine.tick_count;
  interrupt(kAqmTick);
  for (std::uint32_t flow = 0; flow < 32; ++flow) {
    if ((flows >> flow & 1) != 0) {
      aqm_flow__stride100_t& words = engine.flow[flow];
      aqm_law own{words.drop_prob,
                  words.qdelay_old,
                  words.burst,
                  words.state & AQM_FLOW__STATE__STATUS_bm,
                  words.state >> AQM_FLOW__STATE__GENERATION_bp,
                  0};
      const aqm_law made{words.commit_drop_prob,
                         words.commit_qdelay_old,
                         words.commit_burst,
                         words.commit & AQM_FLOW__COMMIT__STATUS_bm,
                         words.commit >> AQM_FLOW__COMMIT__GENERATION_bp,
                         0};
      aqm_law_commit(&own, &made);
      words.drop_prob = own.drop_prob_q28;
      words.qdelay_old = own.qdelay_old_us;
      words.burst = own.burst_us;
      words.state = own.generation << AQM_FLOW__STATE__GENERATION_bp | own.status;
    }
  }
}

}  // namespace docsis_vp::fw
