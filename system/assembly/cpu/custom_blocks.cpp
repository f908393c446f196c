#include "system/assembly/cpu/custom_blocks.h"

#include <utility>

#include "platform/base/errors.h"
#include "platform/irq/external_line.h"
#include "platform/kernel/agenda.h"
#include "system/assembly/configure/units.h"

namespace docsis_vp::system {

CustomBlocks::CustomBlocks(const LoadedScenario& loaded, unsigned modem_index, cm::Modem& modem,
                           platform::Interconnect& bus, platform::Plic& plic) {
  const ModemConfig& config = loaded.scenario.modems[modem_index];
  if (!config.blocks.empty()) {
    platform::Agenda::shared()->keep_in_step();  // blocks ask the kernel for the time
  }
  for (const BlockConfig& block : config.blocks) {
    const BlockKind& kind = loaded.extensions.block(block.kind, "/modems");
    ports_.push_back(std::make_unique<BlockPort>((block.name + "_port").c_str(), block.name, bus));
    const platform::InterruptLine line =
        block.interrupt ? plic.line(*block.interrupt) : platform::InterruptLine();
    const std::string title = config.name + ": block \"" + block.name + "\"";
    const BlockSite site{block.name,
                         *block.parameters,
                         platform::external_line(title, line),
                         from_mega(config.mac_clock_mhz),
                         modem,
                         {loaded.scenario.seed, "block/" + config.name + "/" + block.name},
                         ports_.back()->socket};
    blocks_.push_back(kind.make(site));
    if (blocks_.back() == nullptr) {
      throw InputError("modem " + title + " of the kind \"" + block.kind +
                       "\": expected a block from BlockKind::make, got a null pointer");
    }
    bus.map({block.name, block.base, block.size_bytes, config.cpu.register_wait_states},
            blocks_.back()->socket());
  }
}

void CustomBlocks::reset(TimePs at) {
  for (const auto& block : blocks_) {
    block->reset(at);
  }
}

void CustomBlocks::observe(const BlockObserver& observer, bool withholds) {
  for (const auto& port : ports_) {
    port->observe(observer);
    if (withholds) {
      port->withhold_direct_access();
    }
  }
}

std::vector<std::string> CustomBlocks::initiators() const {
  std::vector<std::string> names;
  for (const auto& port : ports_) {
    if (port->socket.get_base_port().bind_count() > 0) {
      names.push_back(port->block());
    }
  }
  return names;
}

std::vector<BlockTransfers> CustomBlocks::transfers() const {
  std::vector<BlockTransfers> transfers;
  for (const auto& port : ports_) {
    if (port->is_bound()) {
      transfers.push_back(port->transfers());
    }
  }
  return transfers;
}

std::vector<area::Block> custom_inventories(const Extensions& extensions,
                                            const ModemConfig& modem) {
  std::vector<area::Block> inventories;
  for (const BlockConfig& block : modem.blocks) {
    const BlockKind& kind = extensions.block(block.kind, "/modems");
    if (kind.inventory) {
      area::Block& inventory = inventories.emplace_back(kind.inventory(*block.parameters));
      inventory.name = block.name;
    }
  }
  return inventories;
}

}  // namespace docsis_vp::system
