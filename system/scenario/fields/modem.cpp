#include "system/scenario/fields/modem.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr Choice<cm::Placement> kPlacements[] = {{"hardware", cm::Placement::kHardware},
                                                 {"firmware", cm::Placement::kFirmware}};

const Table<platform::BackgroundLoadConfig>& background_load_table() {
  using platform::BackgroundLoadConfig;
  static const Table<BackgroundLoadConfig> table = [] {
    Table<BackgroundLoadConfig> t("background_load",
                                  "A background task of the firmware, which interrupts pre-empt.");
    t.number("utilization", &BackgroundLoadConfig::utilization, 0, 0.95)
        .source("engineering choice")
        .says("Share of the CPU's time that the task takes; 0: no such task.");
    t.integer("period_us", &BackgroundLoadConfig::period_us, 100, 1'000'000)
        .unit("us")
        .source("engineering choice")
        .says(
            "Mean time between two pieces of its work; each piece runs without a pause of its "
            "own.");
    t.number("jitter_percent", &BackgroundLoadConfig::jitter_percent, 0, 100)
        .unit("%")
        .source("engineering choice: a task of its own timing meets the law's tick at any phase")
        .says(
            "Largest deviation of an interval from the period, drawn evenly. At 0 round periods "
            "meet only few phases of the law's tick, so a run shows only those.");
    t.integer("phase_us", &BackgroundLoadConfig::phase_us, 0, 999'999)
        .unit("us")
        .default_is("drawn from the seed")
        .says(
            "Time from the start of the firmware's main loop to the first work; below the period.");
    t.integer("critical_section_us", &BackgroundLoadConfig::critical_section_us, 0, 50'000)
        .unit("us")
        .source("engineering choice")
        .says("Part of the work that runs with interrupts masked; at most the work.");
    return t;
  }();
  return table;
}

const Table<RecoveryConfig>& recovery_table() {
  static const Table<RecoveryConfig> table = [] {
    constexpr const char* kResets = "on_failure = reset_cpu";
    constexpr auto resets = [](const RecoveryConfig& recovery) { return recovery.resets(); };
    Table<RecoveryConfig> t("recovery", "The reaction to a failure of firmware.");
    t.choice<OnFailure>("on_failure", &RecoveryConfig::on_failure,
                        {{"end_run", OnFailure::kEndRun}, {"reset_cpu", OnFailure::kResetCpu}})
        .says(
            "Selects the reaction to a watchdog bite, to an exit with a status other than 0 (as "
            "after a trap or a panic), and to a core that cannot continue. `end_run`: the run "
            "ends as a failure. `reset_cpu`: the CPU restarts, and `events` of the results list "
            "the failure.");
    t.only_if(t.integer("reset_us", &RecoveryConfig::reset_us, 1, 60'000'000), kResets, resets)
        .unit("us")
        .source("engineering choice")
        .says("Time from the failure to the first instruction.");
    t.only_if(t.integer("boot_attempts", &RecoveryConfig::boot_attempts, 1, 1'000'000), kResets,
              resets)
        .source("U-Boot doc/README.bootcount: bootlimit")
        .says(
            "Number of consecutive failures of an image after which the image of the other slot "
            "boots. An image resets the count by `confirm` of the watchdog's registers.");
    t.only_if(t.integer("boot_watchdog_us", &RecoveryConfig::boot_watchdog_us, 0, 4'000'000'000),
              kResets, resets)
        .unit("us")
        .source("engineering choice")
        .says(
            "Watchdog time that the boot ROM sets before it starts an image. An image that hangs "
            "before it starts the watchdog itself then fails too. 0: the boot ROM does not start "
            "the watchdog.");
    t.only_if(t.firmware("fallback_firmware", &RecoveryConfig::fallback_firmware), kResets, resets)
        .default_is("none")
        .says(
            "Image of the second slot: a name or a path. An update goes into the slot that does "
            "not run, and replaces its image.");
    return t;
  }();
  return table;
}

const Table<ControlCpuConfig>& cpu_table() {
  static const Table<ControlCpuConfig> table = [] {
    Table<ControlCpuConfig> t("cpu", "The control CPU of a modem, an RV32IMC hart.");
    t.choice<CpuProfile>("profile", &ControlCpuConfig::profile, kCpuProfiles)
        .source("measured on Ibex RTL")
        .says("Cycles per instruction. `ideal` takes one cycle each, `zero` none.");
    t.number("clock_mhz", &ControlCpuConfig::clock_mhz, 50, 1'000)
        .unit("MHz")
        .source("engineering choice")
        .says("Clock of the core and its bus.");
    t.number("quantum_us", &ControlCpuConfig::quantum_us, 0.001, 1'000'000)
        .unit("us")
        .says(
            "Longest time by which the core may run ahead of the rest. It affects speed only, "
            "not results.");
    t.integer("rom_kib", &ControlCpuConfig::rom_kib, 1, 65'536)
        .unit("KiB")
        .source("models/cm/soc.rdl")
        .says(
            "Size of ROM. An image linked for a larger ROM does not run: "
            "`docsis_vp_add_firmware(... ROM_KIB ...)` links one for another size.");
    t.integer("ram_kib", &ControlCpuConfig::ram_kib, 1, 65'536)
        .unit("KiB")
        .source("models/cm/soc.rdl")
        .says("Size of RAM; `RAM_KIB` links an image for another size.");
    t.integer("memory_wait_states", &ControlCpuConfig::memory_wait_states, 0, 1000)
        .unit("cycles")
        .source("engineering choice: tightly coupled memory")
        .says("Wait states of ROM and RAM, per access.");
    t.integer("rom_wait_states", &ControlCpuConfig::rom_wait_states, 0, 1000)
        .unit("cycles")
        .default_is("`memory_wait_states`")
        .says("Wait states of ROM only (instructions and constants), for example of flash.");
    t.integer("ram_wait_states", &ControlCpuConfig::ram_wait_states, 0, 1000)
        .unit("cycles")
        .default_is("`memory_wait_states`")
        .says("Wait states of RAM only.");
    t.integer("register_wait_states", &ControlCpuConfig::register_wait_states, 0, 1000)
        .unit("cycles")
        .source("engineering choice: a bridge to the peripheral bus")
        .says("Wait states of registers, per access.");
    t.integer("console_baud", &ControlCpuConfig::console_baud, 0, 100'000'000)
        .unit("baud")
        .source("engineering choice: a debug port")
        .says(
            "Rate of the console's line, ten bits per octet. Output beyond the FIFO of 16 octets "
            "waits for the line. 0: output takes no time, and input arrives at 115200.");
    t.boolean("poison_ram", &ControlCpuConfig::poison_ram)
        .says(
            "Fills RAM with 0xdeadbeef instead of 0 at the start. A read of a word that firmware "
            "never wrote then becomes visible.");
    t.integer("null_guard_bytes", &ControlCpuConfig::null_guard_bytes, 0, 65'536)
        .unit("bytes")
        .says(
            "Makes loads and stores of the CPU below this address access faults, as for a null "
            "pointer. Code may lie there, constants may not. 0: the CPU reads ROM there.");
    t.object("background_load", &ControlCpuConfig::background_load, background_load_table())
        .says("Work of firmware beside queue management.");
    t.object("recovery", &ControlCpuConfig::recovery, recovery_table())
        .says("Reaction to a failure of firmware, see [the guide](firmware-guide.md#recovery).");
    return t;
  }();
  return table;
}

const Table<cm::MapParserConfig>& map_parser_table() {
  static const Table<cm::MapParserConfig> table = [] {
    Table<cm::MapParserConfig> t("map_parser", "Reads MAP messages and fills the grant table.");
    t.integer("parsers", &cm::MapParserConfig::parsers, 1, 8)
        .source("engineering choice")
        .says("Number of parallel parsers, each on one MAP.");
    t.integer("cycles_per_map", &cm::MapParserConfig::cycles_per_map, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of a MAP's headers.");
    t.integer("cycles_per_element", &cm::MapParserConfig::cycles_per_element, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of every information element, those of other SIDs included.");
    t.boolean("check_octets", &cm::MapParserConfig::check_octets)
        .says(
            "Decodes the octets of each MAP and stops the run if they differ from the decoded "
            "MAP that all modems share. It costs host time and changes no result.");
    return t;
  }();
  return table;
}

Table<cm::BuildCosts> build_cost_keys() {
  Table<cm::BuildCosts> t("build_costs", "Costs of the burst builder.");
  t.integer("cycles_per_segment", &cm::BuildCosts::cycles_per_segment, 0, 1'000'000)
      .unit("cycles")
      .source("engineering choice")
      .says("Cost of a segment.");
  t.integer("cycles_per_packet", &cm::BuildCosts::cycles_per_packet, 0, 1'000'000)
      .unit("cycles")
      .source("engineering choice")
      .says("Cost of each packet that a segment touches.");
  t.integer("cycles_per_decision", &cm::BuildCosts::cycles_per_decision, 0, 1'000'000)
      .unit("cycles")
      .source("engineering choice")
      .says("Cost of judging a packet at the head of the queue, for an AQM that does so.");
  return t;
}

const Table<cm::BurstBuilderConfig>& burst_builder_table() {
  static const Table<cm::BurstBuilderConfig> table = [] {
    using cm::BuildUnitKind;
    Table<cm::BurstBuilderConfig> t("burst_builder", "Pulls granted bytes out of queue memory.");
    t.part(&cm::BurstBuilderConfig::costs, build_cost_keys());
    t.choice<BuildUnitKind>("build_unit", &cm::BurstBuilderConfig::build_unit,
                            {{"grant", BuildUnitKind::kGrant}, {"frame", BuildUnitKind::kFrame}})
        .default_is("grant on TDMA channels, frame on OFDMA ones")
        .source("cablelabs-2014 sec. 3.2")
        .says(
            "Part of a burst with a deadline of its own: the whole burst, or each OFDMA frame of "
            "it.");
    return t;
  }();
  return table;
}

Table<cm::PortConfig> memory_port_keys() {
  Table<cm::PortConfig> t("memory_port", "The port of queue memory.");
  t.integer("port_bytes_per_cycle", &cm::PortConfig::bytes_per_cycle, 1, 1'024)
      .unit("bytes")
      .source("engineering choice")
      .says("Width of its port, at the MAC clock.");
  t.number("port_efficiency_percent", &cm::PortConfig::efficiency_percent, 1, 100)
      .unit("%")
      .source("engineering choice")
      .says("Share of the port's cycles that move data.");
  t.boolean("writes_alternate_with_reads", &cm::PortConfig::writes_alternate_with_reads)
      .source("engineering choice")
      .says(
          "true: if a read and a write both want the port, they alternate beat by beat, and a "
          "burst is planned with every second beat. false: reads have all beats, and writes "
          "wait.");
  t.integer("ingress_fifo_bytes", &cm::PortConfig::ingress_fifo_bytes, 2'000, 1U << 30)
      .unit("bytes")
      .source("engineering choice")
      .says(
          "Size of the FIFO on die in which packets wait until the port has written them. A "
          "packet that finds it full is lost.");
  return t;
}

Table<cm::DescriptorRingConfig> descriptor_keys() {
  Table<cm::DescriptorRingConfig> t("descriptors", "Descriptors of waiting packets.");
  t.integer("descriptor_cache", &cm::DescriptorRingConfig::cached, 0, kMostDescriptors)
      .source("Intel 8254x developer's manual sec. 3.2.4: 64 on die, the ring in memory")
      .says(
          "Number of descriptors per service flow on die, for the next packets to leave. The "
          "others lie in rings in this memory. 0: all are on die. Not with several queues "
          "under a manager.");
  t.integer("descriptor_bytes", &cm::DescriptorRingConfig::bytes, 1, 1'024)
      .unit("bytes")
      .source("Intel 8254x developer's manual sec. 3.2.3")
      .says("Size of a descriptor in a ring; the port moves it there and back.");
  t.integer("descriptor_latency_ns", &cm::DescriptorRingConfig::latency_ns, 0, 1'000'000)
      .unit("ns")
      .source("engineering choice: a DRAM row opened and read")
      .says("Time from its transfer over the port to its use.");
  return t;
}

const Table<cm::QueueMemoryConfig>& queue_memory_table() {
  static const Table<cm::QueueMemoryConfig> table = [] {
    Table<cm::QueueMemoryConfig> t("queue_memory", "Off-die memory that holds waiting packets.");
    t.integer("capacity_bytes", &cm::QueueMemoryConfig::capacity_bytes, 1'522, 1ULL << 40)
        .unit("bytes")
        .source("engineering choice")
        .says("Capacity for all service flows together.");
    t.integer("descriptors_per_flow", &cm::QueueMemoryConfig::descriptors_per_flow, 1,
              kMostDescriptors)
        .default_is(
            "8192, or enough to fill the largest buffer of its upstream service flows, or the "
            "memory if that is smaller, with packets of 1000 bytes")
        .source("engineering choice")
        .says(
            "Largest number of packets of one service flow. If packets are shorter on average "
            "than the buffer divided by this number, the descriptors run out before the buffer "
            "is full.");
    t.part(&cm::QueueMemoryConfig::port, memory_port_keys());
    t.part(&cm::QueueMemoryConfig::descriptors, descriptor_keys());
    return t;
  }();
  return table;
}

const Table<cm::AqmEngineOptions>& aqm_engine_table() {
  static const Table<cm::AqmEngineOptions> table = [] {
    Table<cm::AqmEngineOptions> t("aqm_engine",
                                  "The AQM engine, the block that accepts or drops packets.");
    t.choice<cm::DelayBytes>("delay_bytes", &cm::AqmEngineOptions::delay_bytes,
                             {{"all", cm::DelayBytes::kAll},
                              {"ungranted", cm::DelayBytes::kUngranted},
                              {"unreleased", cm::DelayBytes::kUnreleased}})
        .source("RFC 8034 sec. 4.1; cablelabs-2012")
        .says(
            "Waiting bytes that the law counts: all, those without a grant, or those that the "
            "shaper has not released.");
    t.choice<cm::DepartureTime>(
         "departure_time", &cm::AqmEngineOptions::departure_time,
         {{"tx", cm::DepartureTime::kTransmitted}, {"pull", cm::DepartureTime::kPulled}})
        .source("engineering choice")
        .says(
            "Time at which a packet counts as departed, for a law that measures the departure "
            "rate: when its burst was transmitted, or when it was pulled out of the queue.");
    t.choice<cm::Sojourn>("sojourn", &cm::AqmEngineOptions::sojourn,
                          {{"whole", cm::Sojourn::kWhole}, {"shaper", cm::Sojourn::kShaper}})
        .source("cablelabs-2012 sec. 2.2.3")
        .says(
            "End of a packet's queueing time, for a law that reads it: when the packet is "
            "pulled, or when the shaper has released it, as in a rate-shaping queue only.");
    t.integer("law_cycles_per_flow", &cm::AqmEngineOptions::law_cycles_per_flow, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice; a serial datapath needs about 60")
        .says("Cost of the hardware law per service flow.");
    return t;
  }();
  return table;
}

const Table<cm::IngressHoldConfig>& ingress_hold_table() {
  static const Table<cm::IngressHoldConfig> table = [] {
    Table<cm::IngressHoldConfig> t("ingress_hold",
                                   "The ingress hold, where packets wait for firmware's verdict.");
    t.integer("descriptors", &cm::IngressHoldConfig::descriptors, 8, 1'024)
        .source("engineering choice")
        .says("Number of packets that can wait, a multiple of 8.");
    t.integer("capacity_bytes", &cm::IngressHoldConfig::capacity_bytes, 2'000, 1U << 30)
        .unit("bytes")
        .source("engineering choice")
        .says("Number of bytes that can wait. A packet beyond either limit is lost.");
    t.integer("departures", &cm::IngressHoldConfig::departures, 2, 65'536)
        .source("engineering choice: a burst of four channels")
        .says(
            "Capacity of the departure log, for laws that watch departures: packets that have "
            "left and that firmware has not read.");
    t.boolean("batch", &cm::IngressHoldConfig::batch)
        .says(
            "true: firmware judges all waiting packets by one depth, which it updates by its own "
            "verdicts. false: it reads the depth for each packet.");
    t.integer("moderation_packets", &cm::IngressHoldConfig::moderation_packets, 1, 1'024)
        .default_is("1; with `batch` 32")
        .source("engineering choice")
        .says("Number of waiting packets that interrupts the CPU at once.");
    t.integer("moderation_us", &cm::IngressHoldConfig::moderation_us, 0, 60'000)
        .unit("us")
        .default_is("0; with `batch` 100")
        .source("engineering choice")
        .says("Time after the first waiting packet at which fewer packets interrupt the CPU.");
    return t;
  }();
  return table;
}

}  // namespace

bool ControlCpuConfig::has_memory_at(std::uint32_t address, std::uint64_t bytes) const {
  namespace map = cm::soc_registers;
  const auto holds = [=](std::uint32_t base, std::uint32_t size) {
    return address >= base && address - base + bytes <= size;
  };
  return holds(map::kRomBase, rom_bytes()) || holds(map::kRamBase, ram_bytes());
}

const Table<ModemConfig>& modem_table() {
  static const Table<ModemConfig> table = [] {
    Table<ModemConfig> t("modem", "A cable modem: its place on the plant and its chip.");
    t.identifier("name", &ModemConfig::name).required().says("Name of the modem.");
    t.integer("count", &ModemConfig::count, 1, 1'000)
        .says(
            "Number of equal modems, with a number behind the name: cm0, cm1. An object that "
            "refers to the common name (service flow, flow, event) exists for each of them.");
    t.path("config_file", &ModemConfig::config_file)
        .default_is("none")
        .source("MULPI Annex C, D")
        .says(
            "Binary DOCSIS configuration file from which the modem boots. Its service flows and "
            "classifiers come before those of the scenario. docs/config-files.md describes each "
            "encoding and the names of service flows. `docsis-vp config encode` creates a file.");
    t.object("lan", &ModemConfig::lan, lan_table()).says("Ethernet ports and their hosts.");
    t.names("channels", &ModemConfig::channels)
        .default_is("all")
        .source("MULPI 3.0: transmit channel set")
        .says("Upstream channels of the modem.");
    t.integer("data_iuc", &ModemConfig::data_iuc, 5, 13)
        .source("MULPIv3.1: OFDMA profiles")
        .says(
            "Data profile of its grants on OFDMA channels: 10, the channel's own, or one of the "
            "channel's `data_profiles`.");
    t.names("downstream_channels", &ModemConfig::downstream_channels)
        .default_is("all")
        .source("MULPIv3.0: receive channel set")
        .says("Downstream channels for its packets. It receives MAPs in any case.");
    t.number("resequencing_wait_ms", &ModemConfig::resequencing_wait_ms, 0.01, 1'000)
        .unit("ms")
        .source("MULPIv3.1 Annex B: 18 ms")
        .says("Longest time that a packet from bonded channels waits for earlier packets.");
    t.number("plant_delay_us", &ModemConfig::plant_delay_us, 0, 1'000)
        .unit("us")
        .default_is("40, 1000 (cablelabs-2012)")
        .source("8 km of fibre")
        .says("One-way delay to the CMTS.");
    t.number("plant_delay_step_us", &ModemConfig::plant_delay_step_us, 0, 1'000)
        .unit("us")
        .says("Additional delay of each modem of `count` against the one before it.");
    t.number("mac_clock_mhz", &ModemConfig::mac_clock_mhz, 1, 10'000)
        .unit("MHz")
        .source("engineering choice")
        .says("Clock of the MAC blocks and of queue memory.");
    t.choice<cm::Placement>("control_law", &ModemConfig::control_law, kPlacements)
        .says(
            "Place of the control law, which computes the drop probability every 16 ms: a "
            "sequencer in the AQM engine, or firmware on the CPU.");
    t.choice<cm::Placement>("drop", &ModemConfig::drop, kPlacements)
        .says(
            "Place of the decision on each packet. Firmware needs `control_law` = `firmware`, "
            "and reads packets from `ingress_hold`.");
    t.object("cpu", &ModemConfig::cpu, cpu_table())
        .says("The control CPU; it exists only if `control_law` is `firmware`.");
    t.firmware("firmware", &ModemConfig::firmware)
        .default_is("the program of the service flows' algorithm; mixed if they differ")
        .says(
            "Firmware image: a name, or the path of an ELF file. A name is searched beside the "
            "scenario, in `$DOCSIS_VP_PATH`, in the build tree and among the installed images. "
            "An image that declares laws in `firmware_laws` runs for these laws only. With "
            "upstream "
            "aggregates the default is `dual_queue`, or `mixed_dual_queue` beside other laws.");
    t.object("map_parser", &ModemConfig::map_parser, map_parser_table())
        .says("Costs of the MAP parser.");
    t.object("burst_builder", &ModemConfig::burst_builder, burst_builder_table())
        .says("Costs of the burst builder.");
    t.object("queue_memory", &ModemConfig::queue_memory, queue_memory_table())
        .says("Size and bandwidth of queue memory.");
    t.object("aqm_engine", &ModemConfig::aqm_engine, aqm_engine_table())
        .says("Variants of the AQM engine.");
    t.object("ingress_hold", &ModemConfig::ingress_hold, ingress_hold_table())
        .says("Hold for packets that wait for firmware, if `drop` is `firmware`.");
    t.list("blocks", &ModemConfig::blocks, block_table())
        .says("Custom hardware blocks on the bus of the CPU.");
    t.choice<TechnologyNode>("technology", &ModemConfig::technology, kTechnologyNodes)
        .source("engineering choice")
        .says("Silicon technology of its gates and memories; it changes areas only.");
    t.path("technology_file", &ModemConfig::technology_file)
        .default_is("that of `technology`")
        .says(
            "JSON file of another technology, in the form of the files in "
            "models/area/technologies.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
