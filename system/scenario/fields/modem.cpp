#include "system/scenario/fields/modem.h"

#include <cmath>

#include "system/scenario/table.h"

namespace docsis_vp::system {

namespace {

constexpr Choice<Placement> kPlacements[] = {{"hardware", Placement::kHardware},
                                             {"firmware", Placement::kFirmware}};

const Table<BackgroundLoad>& background_load_table() {
  static const Table<BackgroundLoad> table = [] {
    Table<BackgroundLoad> t("background_load",
                            "A second task of the firmware, which interrupts pre-empt.");
    t.number("utilization", &BackgroundLoad::utilization, 0, 0.95)
        .source("engineering choice")
        .says("Share of the CPU's time that its work takes; 0: there is none.");
    t.integer("period_us", &BackgroundLoad::period_us, 100, 1'000'000)
        .unit("us")
        .source("engineering choice")
        .says("Its work comes once a period, in one piece; the mean of the intervals.");
    t.number("jitter_percent", &BackgroundLoad::jitter_percent, 0, 100)
        .unit("%")
        .source("engineering choice: a task of its own timing meets the law's tick at any phase")
        .says(
            "An interval is as long as the period, up to so much more or less, drawn evenly. 0: "
            "round periods meet few phases of the law's tick, and a run shows those only.");
    t.integer("phase_us", &BackgroundLoad::phase_us, 0, 999'999)
        .unit("us")
        .default_is("drawn from the seed")
        .says("From the start of the firmware's main loop to the first work; below the period.");
    t.integer("critical_section_us", &BackgroundLoad::critical_section_us, 0, 50'000)
        .unit("us")
        .source("engineering choice")
        .says("Of the work, so long interrupts are masked; no more than the work.");
    return t;
  }();
  return table;
}

const Table<RecoveryConfig>& recovery_table() {
  static const Table<RecoveryConfig> table = [] {
    constexpr const char* kResets = "on_failure = reset_cpu";
    constexpr auto resets = [](const RecoveryConfig& recovery) { return recovery.resets(); };
    Table<RecoveryConfig> t("recovery", "What follows where firmware fails.");
    t.choice<OnFailure>("on_failure", &RecoveryConfig::on_failure,
                        {{"end_run", OnFailure::kEndRun}, {"reset_cpu", OnFailure::kResetCpu}})
        .says(
            "When the watchdog bites, when firmware exits with another status than 0 as it does "
            "after a trap or a panic, and when the core cannot go on: the run ends as a failure, "
            "or the CPU starts anew and `events` of the results tell of it.");
    t.only_if(t.integer("reset_us", &RecoveryConfig::reset_us, 1, 60'000'000), kResets, resets)
        .unit("us")
        .source("engineering choice")
        .says("From the failure to the first instruction.");
    t.only_if(t.integer("boot_attempts", &RecoveryConfig::boot_attempts, 1, 1'000'000), kResets,
              resets)
        .source("U-Boot doc/README.bootcount: bootlimit")
        .says(
            "After so many failures in a row of an image that did not confirm itself in between, "
            "by `confirm` of the watchdog's registers, the image of the other slot boots.");
    t.only_if(t.integer("boot_watchdog_us", &RecoveryConfig::boot_watchdog_us, 0, 4'000'000'000),
              kResets, resets)
        .unit("us")
        .source("engineering choice")
        .says(
            "The boot ROM starts the watchdog with this time before it starts an image, so that "
            "one which hangs before it starts the watchdog itself fails too. 0: it does not.");
    t.only_if(t.firmware("fallback_firmware", &RecoveryConfig::fallback_firmware), kResets, resets)
        .default_is("none")
        .says(
            "The image of the second slot: a name or a path. An update goes into the slot that "
            "does not run, and takes its place.");
    return t;
  }();
  return table;
}

const Table<CpuConfig>& cpu_table() {
  static const Table<CpuConfig> table = [] {
    Table<CpuConfig> t("cpu", "The control CPU of a modem, an RV32IMC hart.");
    t.choice<CpuProfile>("profile", &CpuConfig::profile,
                         {{"ibex-small", CpuProfile::kIbexSmall},
                          {"ibex-maxperf", CpuProfile::kIbexMaxperf},
                          {"ideal", CpuProfile::kIdeal},
                          {"zero", CpuProfile::kZero}})
        .source("measured on Ibex RTL")
        .says("Cycles per instruction; `ideal` takes one each, `zero` none at all.");
    t.number("clock_mhz", &CpuConfig::clock_mhz, 50, 1'000)
        .unit("MHz")
        .source("engineering choice")
        .says("Clock of the core and its bus.");
    t.number("quantum_us", &CpuConfig::quantum_us, 0.001, 1'000'000)
        .unit("us")
        .says("How far the core may run ahead of the rest; speed only, it changes no result.");
    t.integer("rom_kib", &CpuConfig::rom_kib, 1, 65'536)
        .unit("KiB")
        .source("models/cm/soc.rdl")
        .says(
            "Size of ROM. An image that is linked for more does not run: "
            "`docsis_vp_add_firmware(... ROM_KIB ...)` links one for another size.");
    t.integer("ram_kib", &CpuConfig::ram_kib, 1, 65'536)
        .unit("KiB")
        .source("models/cm/soc.rdl")
        .says("Size of RAM, likewise with `RAM_KIB`.");
    t.integer("memory_wait_states", &CpuConfig::memory_wait_states, 0, 1000)
        .unit("cycles")
        .source("engineering choice: tightly coupled memory")
        .says("Of ROM and RAM, per access.");
    t.integer("rom_wait_states", &CpuConfig::rom_wait_states, 0, 1000)
        .unit("cycles")
        .default_is("`memory_wait_states`")
        .says("Of ROM alone: instructions and constants, where it is flash, say.");
    t.integer("ram_wait_states", &CpuConfig::ram_wait_states, 0, 1000)
        .unit("cycles")
        .default_is("`memory_wait_states`")
        .says("Of RAM alone.");
    t.integer("register_wait_states", &CpuConfig::register_wait_states, 0, 1000)
        .unit("cycles")
        .source("engineering choice: a bridge to the peripheral bus")
        .says("Of registers, per access.");
    t.integer("console_baud", &CpuConfig::console_baud, 0, 100'000'000)
        .unit("baud")
        .source("engineering choice: a debug port")
        .says(
            "Of the console's line, ten bits to an octet: what firmware writes beyond the FIFO of "
            "16 octets waits for the line. 0: sending takes no time, and what is typed comes at "
            "115200.");
    t.boolean("poison_ram", &CpuConfig::poison_ram)
        .says(
            "RAM holds 0xdeadbeef in every word at the start instead of 0: what firmware reads and "
            "never wrote then shows.");
    t.integer("null_guard_bytes", &CpuConfig::null_guard_bytes, 0, 65'536)
        .unit("bytes")
        .says(
            "Loads and stores by the CPU below this address are access faults, as a null pointer "
            "makes them; code may lie there, constants may not. 0: ROM is read.");
    t.object("background_load", &CpuConfig::background_load, background_load_table())
        .says("What firmware does beside queue management.");
    t.object("recovery", &CpuConfig::recovery, recovery_table())
        .says("What follows where firmware fails, [the guide](firmware-guide.md#recovery) shows.");
    return t;
  }();
  return table;
}

const Table<MapParserConfig>& map_parser_table() {
  static const Table<MapParserConfig> table = [] {
    Table<MapParserConfig> t("map_parser", "Reads MAP messages and fills the grant table.");
    t.integer("parsers", &MapParserConfig::parsers, 1, 8)
        .source("engineering choice")
        .says("How many work side by side, each on one MAP.");
    t.integer("cycles_per_map", &MapParserConfig::cycles_per_map, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of a MAP's headers.");
    t.integer("cycles_per_element", &MapParserConfig::cycles_per_element, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of every information element, those of foreign SIDs too.");
    t.boolean("check_octets", &MapParserConfig::check_octets)
        .says(
            "Reads the octets of each MAP, all elements, and stops where they say something else "
            "than the MAP that all modems share decoded; costs time, changes no result.");
    return t;
  }();
  return table;
}

const Table<BurstBuilderConfig>& burst_builder_table() {
  static const Table<BurstBuilderConfig> table = [] {
    Table<BurstBuilderConfig> t("burst_builder", "Pulls granted bytes out of queue memory.");
    t.integer("cycles_per_segment", &BurstBuilderConfig::cycles_per_segment, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of a segment.");
    t.integer("cycles_per_packet", &BurstBuilderConfig::cycles_per_packet, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of each packet that a segment touches.");
    t.integer("cycles_per_decision", &BurstBuilderConfig::cycles_per_decision, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice")
        .says("Cost of judging a packet at the head of the queue, with an AQM that does.");
    t.choice<BuildUnit>("build_unit", &BurstBuilderConfig::build_unit,
                        {{"grant", BuildUnit::kGrant}, {"frame", BuildUnit::kFrame}})
        .default_is("grant on TDMA channels, frame on OFDMA ones")
        .source("cablelabs-2014 sec. 3.2")
        .says("What must be ready at its deadline: a whole burst, or one OFDMA frame of it.");
    return t;
  }();
  return table;
}

const Table<QueueMemoryConfig>& queue_memory_table() {
  static const Table<QueueMemoryConfig> table = [] {
    Table<QueueMemoryConfig> t("queue_memory", "Off-die memory that holds waiting packets.");
    t.integer("capacity_bytes", &QueueMemoryConfig::capacity_bytes, 1'522, 1ULL << 40)
        .unit("bytes")
        .source("engineering choice")
        .says("All service flows together.");
    t.integer("descriptors_per_flow", &QueueMemoryConfig::descriptors_per_flow, 1, kMostDescriptors)
        .default_is(
            "8192, or as many as fill the largest buffer of its upstream service flows, or the "
            "memory if that is smaller, with packets of 1000 bytes")
        .source("engineering choice")
        .says(
            "Packets that one service flow can hold, on die. Packets shorter than the buffer "
            "divided by them take the last descriptor before the buffer is full.");
    t.integer("port_bytes_per_cycle", &QueueMemoryConfig::port_bytes_per_cycle, 1, 1'024)
        .unit("bytes")
        .source("engineering choice")
        .says("Width of its port, at the MAC clock.");
    t.number("port_efficiency_percent", &QueueMemoryConfig::port_efficiency_percent, 1, 100)
        .unit("%")
        .source("engineering choice")
        .says("Share of the port's cycles that move data.");
    t.boolean("writes_alternate_with_reads", &QueueMemoryConfig::writes_alternate_with_reads)
        .source("engineering choice")
        .says(
            "While a read and a packet to write both want the port, they take turns beat by beat, "
            "and a burst is planned with every second beat; else reads have all beats and packets "
            "wait.");
    t.integer("ingress_fifo_bytes", &QueueMemoryConfig::ingress_fifo_bytes, 2'000, 1U << 30)
        .unit("bytes")
        .source("engineering choice")
        .says(
            "Size of the FIFO on die where packets wait until the port has written them; what "
            "arrives beyond it is lost.");
    t.integer("descriptor_cache", &QueueMemoryConfig::descriptor_cache, 0, kMostDescriptors)
        .source("Intel 8254x developer's manual sec. 3.2.4: 64 on die, the ring in memory")
        .says(
            "Descriptors of each service flow on die, the next to leave; the others lie in rings "
            "in this memory. 0: all are on die. Not with several queues under a manager.");
    t.integer("descriptor_bytes", &QueueMemoryConfig::descriptor_bytes, 1, 1'024)
        .unit("bytes")
        .source("Intel 8254x developer's manual sec. 3.2.3")
        .says("A descriptor in a ring: the port moves it there and back.");
    t.integer("descriptor_latency_ns", &QueueMemoryConfig::descriptor_latency_ns, 0, 1'000'000)
        .unit("ns")
        .source("engineering choice: a DRAM row opened and read")
        .says("From its way over the port to its use.");
    return t;
  }();
  return table;
}

const Table<AqmEngineConfig>& aqm_engine_table() {
  static const Table<AqmEngineConfig> table = [] {
    Table<AqmEngineConfig> t("aqm_engine", "The block that accepts or drops packets.");
    t.choice<DelayBytes>("delay_bytes", &AqmEngineConfig::delay_bytes,
                         {{"all", DelayBytes::kAll},
                          {"ungranted", DelayBytes::kUngranted},
                          {"unreleased", DelayBytes::kUnreleased}})
        .source("RFC 8034 sec. 4.1; cablelabs-2012")
        .says(
            "Which waiting bytes the law counts: all, those without a grant, or those the "
            "shaper still holds back.");
    t.choice<DepartureTime>("departure_time", &AqmEngineConfig::departure_time,
                            {{"tx", DepartureTime::kTransmitted}, {"pull", DepartureTime::kPulled}})
        .source("engineering choice")
        .says(
            "When a packet has left for a law that measures the rate of departure: its burst was "
            "transmitted, or it was pulled out of the queue.");
    t.choice<Sojourn>("sojourn", &AqmEngineConfig::sojourn,
                      {{"whole", Sojourn::kWhole}, {"shaper", Sojourn::kShaper}})
        .source("cablelabs-2012 sec. 2.2.3")
        .says(
            "How long a packet has been queued for a law that looks at its own delay: until it is "
            "pulled, or until the shaper has released it, as in a rate-shaping queue alone.");
    t.integer("law_cycles_per_flow", &AqmEngineConfig::law_cycles_per_flow, 0, 1'000'000)
        .unit("cycles")
        .source("engineering choice; a serial datapath needs about 60")
        .says("What the law in hardware takes for a service flow.");
    return t;
  }();
  return table;
}

const Table<IngressHoldConfig>& ingress_hold_table() {
  static const Table<IngressHoldConfig> table = [] {
    Table<IngressHoldConfig> t("ingress_hold",
                               "Where packets wait for firmware to decide on them.");
    t.integer("descriptors", &IngressHoldConfig::descriptors, 8, 1'024)
        .source("engineering choice")
        .says("Packets that can wait, a multiple of 8.");
    t.integer("capacity_bytes", &IngressHoldConfig::capacity_bytes, 2'000, 1U << 30)
        .unit("bytes")
        .source("engineering choice")
        .says("Bytes that can wait; what arrives beyond either limit is lost.");
    t.integer("departures", &IngressHoldConfig::departures, 2, 65'536)
        .source("engineering choice: a burst of four channels")
        .says("Packets that have left and that firmware has not looked at, for laws that do.");
    t.boolean("batch", &IngressHoldConfig::batch)
        .says(
            "Firmware decides all packets that wait by one depth, which its own verdicts change; "
            "else each by the depth that it finds.");
    t.integer("moderation_packets", &IngressHoldConfig::moderation_packets, 1, 1'024)
        .default_is("1, in batches 32")
        .source("engineering choice")
        .says("So many waiting packets interrupt the CPU at once.");
    t.integer("moderation_us", &IngressHoldConfig::moderation_us, 0, 60'000)
        .unit("us")
        .default_is("0, in batches 100")
        .source("engineering choice")
        .says("Fewer interrupt it so long after the first of them.");
    return t;
  }();
  return table;
}

}  // namespace

bool CpuConfig::has_memory_at(std::uint32_t address, std::uint64_t bytes) const {
  namespace map = cm::soc_registers;
  const auto holds = [=](std::uint32_t base, std::uint32_t size) {
    return address >= base && address - base + bytes <= size;
  };
  return holds(map::kRomBase, rom_bytes()) || holds(map::kRamBase, ram_bytes());
}

unsigned BackgroundLoad::work_us() const {
  return static_cast<unsigned>(std::lround(utilization * period_us));
}

unsigned BackgroundLoad::jitter_us() const {
  return static_cast<unsigned>(std::lround(jitter_percent / 100 * period_us));
}

const Table<ModemConfig>& modem_table() {
  static const Table<ModemConfig> table = [] {
    Table<ModemConfig> t("modem", "A cable modem: its place on the plant and its chip.");
    t.identifier("name", &ModemConfig::name).required().says("Its name.");
    t.integer("count", &ModemConfig::count, 1, 1'000)
        .says(
            "So many alike, with numbers behind their name: cm0, cm1. What refers to the common "
            "name (service flows, traffic, events) is there for each of them.");
    t.path("config_file", &ModemConfig::config_file)
        .default_is("none")
        .source("MULPI Annex C, D")
        .says(
            "Binary DOCSIS configuration file it boots from: service flows and classifiers of the "
            "file come before those of the scenario. docs/config-files.md says what each "
            "encoding does and how service flows are called. `docsis-vp config encode` makes one.");
    t.object("lan", &ModemConfig::lan, lan_table()).says("Ethernet ports, and the hosts at them.");
    t.names("channels", &ModemConfig::channels)
        .default_is("all")
        .source("MULPI 3.0: transmit channel set")
        .says("Upstream channels that it sends on.");
    t.integer("data_iuc", &ModemConfig::data_iuc, 5, 13)
        .source("MULPIv3.1: OFDMA profiles")
        .says(
            "Data profile that it is granted in on its OFDMA channels: 10, what they carry by "
            "their own keys, or one of their `data_profiles`.");
    t.names("downstream_channels", &ModemConfig::downstream_channels)
        .default_is("all")
        .source("MULPIv3.0: receive channel set")
        .says("Downstream channels that it gets its packets on; it hears MAPs in any case.");
    t.number("resequencing_wait_ms", &ModemConfig::resequencing_wait_ms, 0.01, 1'000)
        .unit("ms")
        .source("MULPIv3.1 Annex B: 18 ms")
        .says("How long a packet from bonded channels waits for those before it.");
    t.number("plant_delay_us", &ModemConfig::plant_delay_us, 0, 1'000)
        .unit("us")
        .default_is("40, 1000 (cablelabs-2012)")
        .source("8 km of fibre")
        .says("One-way delay to the CMTS.");
    t.number("plant_delay_step_us", &ModemConfig::plant_delay_step_us, 0, 1'000)
        .unit("us")
        .says("Added once more for each modem of `count` after the first.");
    t.number("mac_clock_mhz", &ModemConfig::mac_clock_mhz, 1, 10'000)
        .unit("MHz")
        .source("engineering choice")
        .says("Clock of the MAC blocks and of queue memory.");
    t.choice<Placement>("control_law", &ModemConfig::control_law, kPlacements)
        .says(
            "Who computes the drop probability every 16 ms: a sequencer in the AQM engine or "
            "firmware on the CPU.");
    t.choice<Placement>("drop", &ModemConfig::drop, kPlacements)
        .says(
            "Who decides on each packet. Firmware, which has the control law then too, finds it "
            "in `ingress_hold`.");
    t.object("cpu", &ModemConfig::cpu, cpu_table())
        .says("The control CPU; there is one only if `control_law` is `firmware`.");
    t.firmware("firmware", &ModemConfig::firmware)
        .default_is("the program of the service flows' algorithm; mixed if they differ")
        .says(
            "What the CPU runs: a name, looked up beside the scenario, in `$DOCSIS_VP_PATH`, in "
            "the build tree and among the installed images, or the path of an ELF file. An image "
            "that says in `firmware_laws` what it computes runs for nothing else.");
    t.object("map_parser", &ModemConfig::map_parser, map_parser_table())
        .says("Costs of the MAP parser.");
    t.object("burst_builder", &ModemConfig::burst_builder, burst_builder_table())
        .says("Costs of the burst builder.");
    t.object("queue_memory", &ModemConfig::queue_memory, queue_memory_table())
        .says("Size and bandwidth of queue memory.");
    t.object("aqm_engine", &ModemConfig::aqm_engine, aqm_engine_table())
        .says("Variants of the AQM engine.");
    t.object("ingress_hold", &ModemConfig::ingress_hold, ingress_hold_table())
        .says("Packets that wait for firmware, where `drop` is `firmware`.");
    t.list("blocks", &ModemConfig::blocks, block_table())
        .says("Hardware that the program adds to the bus of the CPU.");
    t.choice<TechnologyNode>("technology", &ModemConfig::technology,
                             {{"65nm", TechnologyNode::k65Nm},
                              {"40nm", TechnologyNode::k40Nm},
                              {"28nm", TechnologyNode::k28Nm},
                              {"16nm", TechnologyNode::k16Nm},
                              {"7nm", TechnologyNode::k7Nm}})
        .source("engineering choice")
        .says("What its gates and memories measure on silicon; changes areas alone.");
    t.path("technology_file", &ModemConfig::technology_file)
        .default_is("that of `technology`")
        .says(
            "A JSON file that says so of another technology, in the form of those in "
            "models/area/technologies.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
