#include "system/assembly/instruments/modem_waves.h"

#include <algorithm>
#include <iterator>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/cpu/interrupt_sources.h"

namespace docsis_vp::system {

namespace {

constexpr unsigned kBytesBits = 32;
// Number of buffered changes before they are sorted; future changes stay.
constexpr std::size_t kManyChanges = 100'000;

}  // namespace

ModemWaves::ModemWaves(ModemUnit& unit, const std::vector<std::string>& channels,
                       platform::ChangeLog& log)
    : unit_(unit),
      log_(log),
      task_(unit.modem().sequencer().add(cm::kObserve, 1, [this] { sample(); })) {
  const std::string& name = unit.modem().config().name;
  add_flows(name);
  add_channels(name, channels);
  unit.observe_verdicts(*this);
  unit.modem().aqm().observe_commits(*this);
  unit.modem().memory().observe_depth(*this);
  unit.modem().parser().add_sink(*this);
  unit.port().observe([this](const docsis::UpstreamBurst& burst) { sent(burst); });
  if (unit.cpu() != nullptr) {
    for (unsigned hart = 0; hart < unit.cpu()->harts(); ++hart) {
      harts_.push_back(std::make_unique<HartWaves>(*unit.cpu(), hart, log));
    }
    add_interrupts(name);
    add_blocks(name);
  }
  unit.modem().sequencer().post_at(task_, 0);
}

void ModemWaves::add_flows(const std::string& modem) {
  for (const cm::DataPathFlowConfig& config : unit_.modem().config().flows) {
    const std::string scope = std::string(modem).append(".").append(config.name).append(".");
    Flow& flow = flows_.emplace_back();
    flow.queue_bytes = log_.add_number(scope + "queue_bytes", kBytesBits);
    flow.predicted_delay_us = log_.add_number(scope + "predicted_delay_us", 32);
    flow.drop_probability = log_.add_real(scope + "drop_probability");
    flow.sustained_tokens = log_.add_number(scope + "sustained_tokens_bytes", kBytesBits);
    flow.peak_tokens = log_.add_number(scope + "peak_tokens_bytes", kBytesBits);
    flow.drops = log_.add_number(scope + "drops", 32);
  }
}

void ModemWaves::add_channels(const std::string& modem, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const std::string scope = std::string(modem).append(".rf_").append(name).append(".");
    Channel& channel = channels_.emplace_back();
    channel.map = log_.add_number(scope + "maps", 32);
    channel.grant = log_.add_number(scope + "grant_sid", 16);
    channel.burst_ready = log_.add_number(scope + "burst_ready", 1);
    channel.burst = log_.add_number(scope + "burst", 1);
  }
}

void ModemWaves::add_blocks(const std::string& modem) {
  for (const std::string& block : unit_.cpu()->blocks().initiators()) {
    const std::string scope = std::string(modem).append(".").append(block).append(".");
    BlockSignals& signals = blocks_[block];
    signals.reads = log_.add_number(scope + "bus_reads", 32);
    signals.writes = log_.add_number(scope + "bus_writes", 32);
    signals.address = log_.add_number(scope + "bus_address", 32);
  }
  if (!blocks_.empty()) {
    unit_.cpu()->blocks().observe([this](const BlockAccess& access) { block_accessed(access); },
                                  false);
  }
}

void ModemWaves::block_accessed(const BlockAccess& access) {
  BlockSignals& signals = blocks_.at(access.block);
  if (access.is_write) {
    log_.set(signals.writes, access.at, ++signals.write_count);
  } else {
    log_.set(signals.reads, access.at, ++signals.read_count);
  }
  log_.set(signals.address, access.at, access.address);
}

void ModemWaves::add_interrupts(const std::string& modem) {
  const auto add = [this, &modem](const char* name) {
    return log_.add_number(modem + ".irq." + name, 1);
  };
  sources_.push_back(platform::ChangeLog::kUnwanted);
  for (unsigned source = 1; source < std::size(kInterruptSources); ++source) {
    sources_.push_back(add(kInterruptSources[source]));
  }
  ControlCpu& soc = *unit_.cpu();
  for (unsigned hart = 0; hart < soc.harts(); ++hart) {
    const auto add_line = [&](const char* name) {
      return add(soc.name_of_hart(name, hart).c_str());
    };
    const Signal external = add_line("external");
    const Signal timer = add_line("timer");
    const Signal software = add_line("software");
    soc.hart(hart).observe_lines([=](platform::HartInterrupt line, bool level, TimePs at) {
      const Signal signal = line == platform::HartInterrupt::kExternal ? external
                            : line == platform::HartInterrupt::kTimer  ? timer
                                                                       : software;
      log_.set(signal, at, level ? 1 : 0);
    });
  }
  soc.plic().observe([this](unsigned source, bool level, TimePs at) {
    if (source < sources_.size()) {
      log_.set(sources_[source], at, level ? 1 : 0);
    }
  });
}

void ModemWaves::judged(unsigned flow, const Packet&, aqm_verdict verdict, TimePs) {
  if (verdict == AQM_DROP || verdict == AQM_DROP_FULL) {
    log_.set(flows_[flow].drops, platform::now_ps(), ++flows_[flow].dropped);
  }
  unit_.modem().sequencer().post(task_);
}

void ModemWaves::committed(unsigned flow, TimePs at) {
  sample_law(flow, at);
}

void ModemWaves::on_grant(const cm::Grant& grant) {
  const TimePs now = platform::now_ps();
  if (grant.end > now) {
    log_.set(channels_[grant.channel].grant, std::max(now, grant.start), grant.sid);
    log_.set(channels_[grant.channel].grant, grant.end, 0);
  }
  unit_.modem().sequencer().post(task_);
}

void ModemWaves::on_map_end(const cm::MapSummary& map) {
  log_.set(channels_[map.channel].map, platform::now_ps(), ++channels_[map.channel].maps);
  unit_.modem().sequencer().post(task_);
}

// A request has no ready time of its own.
void ModemWaves::sent(const docsis::UpstreamBurst& burst) {
  const TimePs now = platform::now_ps();
  const Channel& channel = channels_[burst.channel];
  if (burst.ready != 0) {
    log_.set(channel.burst_ready, std::max(now, burst.ready), 1);
    log_.set(channel.burst_ready, std::max(now, burst.start), 0);
  }
  log_.set(channel.burst, std::max(now, burst.start), 1);
  log_.set(channel.burst, burst.end, 0);
  unit_.modem().sequencer().post(task_);
}

// Bytes leave a queue while a burst is filled, at times without other events.
void ModemWaves::depth_changes(unsigned, TimePs at) {
  if (at <= platform::now_ps()) {
    unit_.modem().sequencer().post(task_);
  } else if (depth_times_.insert(at).first == depth_times_.begin()) {
    arm();
  }
}

void ModemWaves::arm() {
  const TimePs depth = depth_times_.empty() ? kNever : *depth_times_.begin();
  unit_.modem().sequencer().post_at(task_, std::min(depth, next_look_));
}

void ModemWaves::sample() {
  const TimePs now = platform::now_ps();
  depth_times_.erase(depth_times_.begin(), depth_times_.upper_bound(now));
  while (next_look_ <= now) {
    next_look_ += unit_.sampler().interval();
  }
  arm();
  for (unsigned i = 0; i < flows_.size(); ++i) {
    const cm::FlowSample flow_sample = unit_.modem().sample(i);
    log_.set(flows_[i].queue_bytes, now, flow_sample.queue_bytes);
    log_.set(flows_[i].sustained_tokens, now, flow_sample.msr_tokens);
    log_.set(flows_[i].peak_tokens, now, flow_sample.peak_tokens);
    if (cm::AggregateQueue* const aggregate = unit_.modem().aggregate(i)) {
      sample_aggregate(i, *aggregate);
    }
  }
  if (log_.waiting() > kManyChanges) {
    log_.write_before(now);
  }
}

// The laws of a dual queue commit nothing; their updates are computed when somebody looks.
void ModemWaves::sample_aggregate(unsigned flow, cm::AggregateQueue& aggregate) {
  const TimePs now = platform::now_ps();
  const cm::AggregateQueue::State state = aggregate.state(now);
  const bool is_classic = aggregate.config().classic == flow;
  log_.set_real(flows_[flow].drop_probability, now,
                is_classic ? state.classic_probability : state.coupled_probability);
  if (is_classic) {
    log_.set(flows_[flow].predicted_delay_us, now,
             static_cast<std::uint64_t>(state.classic_delay / kPsPerUs));
  }
}

// Uses the CPU's time, which may be ahead, so it reads no state that depends on time.
void ModemWaves::sample_law(unsigned flow, TimePs at) {
  const aqm_law& law = unit_.modem().aqm().flow(flow).law();
  constexpr double kOneQ28 = 1U << 28;
  log_.set(flows_[flow].predicted_delay_us, at, law.qdelay_old_us);
  log_.set_real(flows_[flow].drop_probability, at, law.drop_prob_q28 / kOneQ28);
}

ModemWaves::HartWaves::HartWaves(ControlCpu& soc, unsigned hart, platform::ChangeLog& log)
    : soc_(soc), log_(log) {
  const std::string scope = soc.modem() + "." + soc.name_of_hart("cpu", hart) + ".";
  awake_ = log_.add_number(scope + "awake", 1);
  pc_ = log_.add_number(scope + "pc", 32);
  symbol_ = log_.add_number(scope + "symbol", 16);
  function_ = log_.add_text(scope + "function");
  const bool wanted = std::min({awake_, pc_, symbol_, function_}) != platform::ChangeLog::kUnwanted;
  if (wanted) {
    soc.hart(hart).observe(*this);
  }
}

bool ModemWaves::HartWaves::on_instruction(TimePs at, std::uint32_t pc) {
  log_.set(awake_, at, 1);
  log_.set(pc_, at, pc);
  if (pc >= symbol_first_ && pc <= symbol_last_) {
    return true;
  }
  const platform::ElfImage::Symbol* const symbol = soc_.image().symbol_at(pc);
  const std::string name = symbol != nullptr ? symbol->name : "outside";
  symbol_first_ = symbol != nullptr ? symbol->address : pc;
  symbol_last_ =
      symbol != nullptr && symbol->size_bytes != 0 ? symbol->address + symbol->size_bytes - 1 : pc;
  const auto number = symbol_numbers_.try_emplace(name, symbol_numbers_.size() + 1).first->second;
  log_.set(symbol_, at, number);
  log_.set_text(function_, at, name);
  return true;
}

}  // namespace docsis_vp::system
